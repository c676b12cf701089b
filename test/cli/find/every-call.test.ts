/** From every operation of the contract to the query that makes it, and back: the sandbox gets that very call. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operation } from '../../../src/contract/index.ts';
import { tokens } from '../../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { portico } from '../run.ts';
import { type Call, callOf, operationsInOrder, preparation } from './calls.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
  await facade.ask(preparation.document, {}, preparation);
  facade.forget();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

interface FoundCall {
  readonly operation: string;
  readonly field: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly remarks: readonly string[];
}

/** What the command finds for a call as a curl command makes it, with a token that it must drop. */
async function find(id: OperationId): Promise<FoundCall & { readonly url?: string }> {
  const { url, body } = callOf(id);
  const { method } = operation(id);
  const json = body === undefined ? '' : ` --json '${JSON.stringify(body)}'`;
  const command = `curl -g -X ${method} -H 'PRIVATE-TOKEN: secret-token'${json} 'https://forge.example.com/api/v4${url}'`;
  const { status, stdout, stderr } = await portico(['find', '--json', '--curl', command]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).not.toContain('secret-token');
  return JSON.parse(stdout);
}

/** Variables with the secrets of the call, which the command masks, filled in as its user does. */
function withSecrets(variables: unknown, body: unknown): unknown {
  const values = new Map<string, unknown[]>();
  const collect = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) collect(item, name);
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) collect(member, key);
    else values.set(name, [...(values.get(name) ?? []), value]);
  };
  collect(body, '');
  const fill = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => fill(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, snakeCase(key))]));
    return value === '[redacted]' ? values.get(name)?.shift() : value;
  };
  return fill(variables, '');
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `name=value` of a query, decoded, without the mechanics of paging. */
function pairsOf(url: string): readonly string[] {
  const mechanics = new Set(['page', 'per_page', 'pagination']);
  const pairs = [...new URL(url, 'http://sandbox').searchParams].filter(([name]) => !mechanics.has(name));
  return pairs.map(([name, value]) => `${name}=${value}`).toSorted();
}

const files = operationsInOrder.filter((id) => callOf(id).file);

describe('every operation with a query', () => {
  test.each(operationsInOrder.filter((id) => !files.includes(id)))('%s', async (id) => {
    const call: Call & { readonly url: string } = callOf(id);
    const { as = 'administrator', also, adds, status } = call;
    const found = await find(id);
    expect(found.operation).toBe(id);
    // The search keeps this process busy: a connection that ended meanwhile has to be seen to have ended.
    await pause(20);
    await facade.ask(found.query, { ...Object(withSecrets(found.variables, call.body)) }, { as });
    const [made, ...twice] = facade.requests.filter((request) => request.operation === id);
    expect(made, JSON.stringify(found)).toBeDefined();
    expect(twice).toEqual([]);
    if (made === undefined) return;
    const path = (url: string) => url.replace(/\?.*$/s, '');
    expect(path(made.url)).toBe(path(call.url));
    expect(pairsOf(made.url)).toEqual([...pairsOf(call.url), ...(adds?.query ?? [])].toSorted());
    if (call.body !== undefined) expect(made.body).toEqual(call.body);
    if (status === undefined) expect(made.status).toBeLessThan(400);
    else expect(made.status).toBe(status.is);
    const others = facade.requests.filter((request) => request.operation !== id).map(({ operation: other }) => other);
    expect([...new Set(others)]).toEqual(also?.operations ?? []);
  });
});

describe('files', () => {
  test('are the operations that answer with one', () => {
    expect(files).toEqual(['downloadGroupAvatar', 'downloadVulnerabilityExport']);
  });

  test.each(files)('%s has an address, and a command that fetches it', async (id) => {
    const found = await find(id);
    expect(found).toMatchObject({ operation: id, query: null, variables: null });
    const { pathname } = new URL(found.url ?? '');
    const response = await fetch(new URL(pathname, facade.url), { headers: { 'private-token': tokens.developer } });
    expect(facade.requests.map(({ operation: made }) => made)).toContain(id);
    await response.arrayBuffer();
  });
});

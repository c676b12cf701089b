/** `portico find` finds a query for every operation of the contract. The query makes exactly the given call. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tokens } from '../../../sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';
import { type FindCase, getCall, operationsInOrder, preparation } from './calls.ts';
import { findCall, getQueryPairs, withSecrets } from './finding.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
  await facade.execute(preparation.document, {}, preparation);
  facade.forget();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const files = operationsInOrder.filter((id) => getCall(id).file);

describe('finds a query for', () => {
  test.each(operationsInOrder.filter((id) => !files.includes(id)))('%s', async (id) => {
    const call: FindCase & { readonly url: string } = getCall(id);
    const { as = 'administrator', also, adds, status } = call;
    const result = await findCall(id, getCall(id));
    expect(result.operation).toBe(id);
    await facade.execute(result.query, { ...Object(withSecrets(result.variables, call.body)) }, { as });
    const [match, ...repeated] = facade.requests.filter((request) => request.operation === id);
    expect(match, JSON.stringify(result)).toBeDefined();
    expect(repeated).toEqual([]);
    if (match === undefined) return;
    const path = (url: string) => url.replace(/\?.*$/s, '');
    expect(path(match.url)).toBe(path(call.url));
    expect(getQueryPairs(match.url)).toEqual([...getQueryPairs(call.url), ...(adds?.query ?? [])].toSorted());
    if (call.body !== undefined) expect(match.body).toEqual(call.body);
    if (status === undefined) expect(match.status).toBeLessThan(400);
    else expect(match.status).toBe(status.is);
    const others = new Set(facade.requests.map(({ operation }) => operation).filter((other) => other !== id));
    for (const other of others)
      expect(
        also?.operations,
        `The query of ${id} also calls ${other}: add it to \`also\` of the call in test/cli/find/calls.ts, with the reason`,
      ).toContain(other);
    for (const other of also?.operations ?? [])
      expect([...others], `The query of ${id} does not call ${other}: remove it from \`also\``).toContain(other);
  });
});

describe('files', () => {
  test('are returned by two operations', () => {
    expect(files).toEqual(['downloadGroupAvatar', 'downloadVulnerabilityExport']);
  });

  test.each(files)('%s has a URL, and a command that downloads it', async (id) => {
    const result = await findCall(id, getCall(id));
    expect(result).toMatchObject({ operation: id, query: null, variables: null });
    const { pathname } = new URL(result.url ?? '');
    const response = await fetch(new URL(pathname, facade.url), { headers: { 'private-token': tokens.developer } });
    expect(facade.requests.map(({ operation }) => operation)).toContain(id);
    await response.arrayBuffer();
  });
});

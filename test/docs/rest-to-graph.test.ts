/** Each query of docs/rest-to-graph.md makes the REST call of its section. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operation, operations } from '../../src/contract/index.ts';
import { listRestCalls } from '../../src/graph/find/rest-call-index.ts';
import { schema } from '../../src/graph/index.ts';
import { getCall, operationsInOrder, preparation } from '../cli/find/calls.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { parseOperations, read } from './pages.ts';

const [, ...parts] = read('docs/rest-to-graph.md').split(/^### /m);
const sections = new Map(parts.map((part) => [/^\w+/.exec(part)?.[0] ?? '', part.replace(/^## .*$/ms, '')]));

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: new Date('2026-03-01T12:00:00Z') } });
  await facade.execute(preparation.document, {}, preparation);
});
afterAll(() => facade.close());

test('has every operation once', () => {
  expect(parts).toHaveLength(operations.size);
  expect([...sections.keys()].toSorted()).toEqual([...operations.keys()].toSorted());
});

test('names every mutation', () => {
  const text = [...sections.values()].join('\n');
  const names = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect(names.filter((name) => !text.includes(`\`Mutation.${name}\``))).toEqual([]);
});

test('names the field that the search of GraphiQL shows', () => {
  const calls = listRestCalls(schema);
  const files = operationsInOrder.filter((id) => getCall(id).file);
  expect(calls.map(({ id }) => id).toSorted()).toEqual(
    [...operations.keys()].filter((id) => !files.includes(id)).sort(),
  );
  const inconsistent = calls.filter(
    ({ id, method, path, field }) => !sections.get(id)?.includes(`\`${method} ${path}\` is \`${field}\``),
  );
  expect(inconsistent).toEqual([]);
});

test.each(operationsInOrder)('%s', async (id) => {
  const section = sections.get(id) ?? '';
  const { method, path } = operation(id);
  expect(section).toContain(`\`${method} ${path}\` is \``);
  const [documented] = parseOperations(section);
  const { file, status } = getCall(id);
  if (file) {
    expect(section).toContain('/downloads/');
    return;
  }
  facade.forget();
  await facade.execute(documented?.document ?? '', documented?.variables, {
    headers: { 'private-token': documented?.token ?? '' },
  });
  const matching = facade.requests.filter((request) => request.operation === id);
  expect(matching).toHaveLength(1);
  if (status === undefined) expect(matching[0]?.status).toBeLessThan(400);
  else expect(matching[0]?.status).toBe(status.is);
});

/** GraphQL multipart requests at the edge: validation, limits and credentials. */
import { expect, test } from 'vitest';
import { startEdge } from './harness.ts';

async function post(url: URL, parts: Readonly<Record<string, string | Blob>>, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.set(name, part);
  const response = await fetch(new URL('/graphql', url), { method: 'POST', body: form, headers });
  return { status: response.status, body: await response.json() };
}

const operations = JSON.stringify({ query: '{ hello }', variables: { file: null } });
const file = new File(['x'], 'a.txt');

test('executes an operation whose variable is a part of the form', async () => {
  await using edge = await startEdge();
  const { status, body } = await post(edge.url, { operations, map: '{"0":["variables.file"]}', 0: file });
  expect({ status, body }).toEqual({ status: 200, body: { data: { hello: 'world' } } });
});

test.each<[string, Readonly<Record<string, string | Blob>>]>([
  ['a form without operations', { map: '{}' }],
  ['operations that are not JSON', { operations: '{', map: '{}' }],
  ['operations that are a file', { operations: file, map: '{}' }],
  ['operations that are null', { operations: 'null', map: '{"0":["variables.file"]}', 0: file }],
  ['operations that are a string', { operations: '"x"', map: '{"0":["variables.file"]}', 0: file }],
  ['a map that is not JSON', { operations, map: '{', 0: file }],
  ['a map whose paths are not a list', { operations, map: '{"0":5}', 0: file }],
  ['a map whose paths are not strings', { operations, map: '{"0":[5]}', 0: file }],
  ['a map to a path outside of the variables', { operations, map: '{"0":["other.place"]}', 0: file }],
])('rejects %s as an error of the client', async (_, parts) => {
  await using edge = await startEdge();
  const { status, body } = await post(edge.url, parts);
  expect([200, 400]).toContain(status);
  expect(body.data).toBeUndefined();
  expect(body.errors?.[0]?.extensions?.code).not.toBe('INTERNAL_SERVER_ERROR');
  expect(edge.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('does not change prototypes by paths of a map', async () => {
  await using edge = await startEdge();
  await post(edge.url, { operations, map: '{"0":["variables.__proto__.polluted"]}', 0: file });
  await post(edge.url, { operations, map: '{"0":["variables.constructor.prototype.polluted"]}', 0: file });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('rejects a form above MAX_BODY_BYTES', async () => {
  await using edge = await startEdge({ MAX_BODY_BYTES: '2000' });
  const large = new File(['x'.repeat(5000)], 'a.txt');
  const { status, body } = await post(edge.url, { operations, map: '{"0":["variables.file"]}', 0: large });
  expect([status, body.errors?.[0]?.extensions?.code]).toEqual([413, 'BODY_LIMIT']);
});

test('uses the ambient credential only for forms with x-portico-csrf, because pages of other sites can send forms', async () => {
  await using edge = await startEdge({ UPSTREAM_TOKEN: 'glpat-ambient' });
  const parts = { operations, map: '{}' };
  const rejected = await post(edge.url, parts);
  expect(rejected.body.errors?.[0]?.extensions?.code).toBe('CROSS_SITE_REFUSED');
  expect((await post(edge.url, parts, { 'x-portico-csrf': '1' })).body).toEqual({ data: { hello: 'world' } });
});

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

test('accepts operations and a map that are sent with file names', async () => {
  await using edge = await startEdge();
  const blob = (text: string) => new Blob([text], { type: 'application/json' });
  const parts = { operations: blob(operations), map: blob('{"0":["variables.file"]}'), 0: file };
  expect(await post(edge.url, parts)).toEqual({ status: 200, body: { data: { hello: 'world' } } });
});

const valid = { operations, map: '{"0":["variables.file"]}', 0: file };
const tooLong = `variables.${'x'.repeat(200)}`;

test.each<[string, Readonly<Record<string, string | Blob>>]>([
  [
    'The path "variables.fz" for "0" in the part "map" must identify a null',
    { ...valid, map: '{"0":["variables.fz"]}' },
  ],
  ['The path "file" for "0"', { ...valid, map: '{"0":["file"]}' }],
  ['The path "variables.file.a" for "0"', { ...valid, map: '{"0":["variables.file.a"]}' }],
  ['The path "variables.file" for "1"', { ...valid, 1: file, map: '{"0":["variables.file"],"1":["variables.file"]}' }],
  ['The path "query" for "0"', { ...valid, map: '{"0":["query"]}' }],
  ['The form has no part "1", which its part "map" names', { ...valid, map: '{"1":["variables.file"]}' }],
  [
    `The form has no part "${'x'.repeat(50)}…", which`,
    { ...valid, map: JSON.stringify({ ['x'.repeat(1000)]: ['variables.file'] }) },
  ],
  ['The part "0" must be a file', { ...valid, 0: 'text' }],
  ['The part "map" must contain a list of paths for "0"', { ...valid, map: '{"0":"variables.file"}' }],
  [
    'The paths for "0" in the part "map" must be strings of at most 200',
    { ...valid, map: JSON.stringify({ 0: [tooLong] }) },
  ],
  ['The part "map" is not valid JSON', { ...valid, map: '{' }],
  ['The part "operations" is not valid JSON', { ...valid, operations: '{' }],
  ['The part "operations" is not valid text in UTF-8', { ...valid, operations: new Blob([Buffer.from([0x7b, 0xe9])]) }],
  ['The form has no part "operations"', { map: '{}' }],
  ['The part "operations" must be a JSON object, not a number', { ...valid, operations: '5' }],
  ['Batching is not supported', { operations: '[]' }],
])('rejects a form with the message: %s', async (message, parts) => {
  await using edge = await startEdge();
  expect(await post(edge.url, parts)).toEqual({
    status: 400,
    body: { errors: [{ message: expect.stringContaining(message), extensions: { code: 'BAD_REQUEST' } }] },
  });
});

test('rejects a file name that is not UTF-8', async () => {
  await using edge = await startEdge();
  const part = (name: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}\r\n\r\n${text}\r\n`;
  const body = `${part('operations"', operations)}${part('map"', valid.map)}${part('0"; filename="caf\xe9.png"', 'x')}--b--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const response = await fetch(new URL('/graphql', edge.url), {
    method: 'POST',
    headers,
    body: Buffer.from(body, 'latin1'),
  });
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('The headers of part 3 of the form are not valid text'),
  ]);
});

test('accepts a file name that contains the replacement character', async () => {
  await using edge = await startEdge();
  const parts = { ...valid, 0: new File(['x'], 'caf\ufffd.png') };
  expect(await post(edge.url, parts)).toEqual({ status: 200, body: { data: { hello: 'world' } } });
});

test.each([
  [15_000, 200, { data: { hello: 'world' } }],
  [
    17_000,
    400,
    { errors: [{ message: expect.stringContaining('limit is 16384 bytes'), extensions: { code: 'BAD_REQUEST' } }] },
  ],
])('reads up to 16 KiB of headers of a part: with %i bytes, the status is %i', async (length, status, body) => {
  await using edge = await startEdge();
  const head = 'Content-Disposition: form-data; name="operations"\r\nX-Padding: ';
  const response = await fetch(new URL('/graphql', edge.url), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\n${head}${'x'.repeat(length)}\r\n\r\n${operations}\r\n--b--\r\n`,
  });
  expect({ status: response.status, body: await response.json() }).toEqual({ status, body });
});

test.each<[string, Readonly<Record<string, string | Blob>>]>([
  ['a form without operations', { map: '{}' }],
  ['operations that are not JSON', { operations: '{', map: '{}' }],
  ['operations that are a text file', { operations: file, map: '{}' }],
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

test.each([
  ['an escape', 'a\\b', String.raw`"a\\b"`],
  ['an escaped quote', 'a"b', String.raw`"a\"b"`],
])(
  'rejects a boundary with %s, whose parts the parser would find and the limits would not',
  async (_, boundary, stated) => {
    await using edge = await startEdge({ maxParts: 5 });
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const names = Array.from({ length: 20 }, (__, index) => `x${index}`);
    const response = await fetch(new URL('/graphql', edge.url), {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${stated}` },
      body: `${names.map((name) => part(name, '')).join('')}${part('operations', '{"query":"{ hello }"}')}--${boundary}--\r\n`,
    });
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].message).toMatch(/boundary/);
  },
);

/** Most expensive requests, in a separate process: none blocks other callers for long or leaves memory behind. */
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  inOtherText,
  longestAllowedBlockMs,
  type Operation,
  startTarget,
  type Target,
  type Transport,
} from './harness.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const doubling = (count: number, on: string, one: (next: string) => string, last: string) =>
  `${range(count)
    .map((index) => `fragment F${index} on ${on} { ${one(`...F${index + 1}`)} }`)
    .join(' ')} fragment F${count} on ${on} { ${last} }`;

const everything = getIntrospectionQuery({
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
});

/** Requests with their transports, and the code of the error; `undefined` if a request is accepted. */
const attacks: readonly (readonly [string, Transport, Operation, string | undefined])[] = [
  [
    '30 fragments that spread the next twice',
    'POST',
    { query: `{ ...F0 } ${doubling(30, 'Query', (next) => `${next} ${next}`, '__typename')}` },
    'SELECTION_LIMIT',
  ],
  [
    '30 fragments that spread the next twice',
    'WebSocket',
    { query: `{ ...F0 } ${doubling(30, 'Query', (next) => `${next} ${next}`, '__typename')}` },
    'SELECTION_LIMIT',
  ],
  [
    'fragments nested below objects',
    'WebSocket',
    {
      query: `{ project(id: 14) { ...F0 } } ${doubling(40, 'Project', (next) => `a: pipelines { nodes { project { ${next} } } } b: pipelines { nodes { project { ${next} } } }`, 'id')}`,
    },
    'SELECTION_LIMIT',
  ],
  // As many as a body may hold: each stands as two characters in JSON.
  ['2 MB of lines', 'POST', { query: `{ ${'\n'.repeat(2_000_000)} ${'nope '.repeat(100)} }` }, 'DOCUMENT_LIMIT'],
  ['200 KB of lines', 'POST', { query: `{ ${'\n'.repeat(200_000)} ${'nope '.repeat(100)} }` }, 'DOCUMENT_LIMIT'],
  ['objects in objects', 'POST', { query: `{ ${'project { '.repeat(800)} id ${'} '.repeat(800)} }` }, 'NESTING_LIMIT'],
  [
    'as deep as a document may be',
    'POST',
    { query: `{ nodes(ids: ${'['.repeat(195)}${']'.repeat(195)}) { id } }` },
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['the usual introspection', 'POST', { query: everything }, undefined],
  [
    'introspection just below the limit',
    'POST',
    { query: `{ ${range(13).map((index) => `a${index}: __schema { types { fields { name } } }`)} }` },
    undefined,
  ],
  [
    'introspection of the largest type just below the limit',
    'POST',
    {
      query: `{ ${range(35).map((index) => `a${index}: __type(name: "Mutation") { fields { name description args { name } } }`)} }`,
    },
    undefined,
  ],
  [
    'introspection of possible types just below the limit',
    'POST',
    {
      query: `{ ${range(33).map((index) => `a${index}: __type(name: "Node") { possibleTypes { fields { name } } }`)} }`,
    },
    undefined,
  ],
  [
    '10,000 items under 100 aliases',
    'POST',
    {
      query: `query ($ids: [ID!]!) { ${range(100).map((index) => `a${index}: nodes(ids: $ids) { id }`)} }`,
      variables: { ids: range(10_000) },
    },
    'LIST_LIMIT',
  ],
  ['a field that stands 2,000 times', 'POST', { query: `{ ${'__typename '.repeat(2000)} }` }, 'FIELD_PAIR_LIMIT'],
  [
    'as many mistakes as there are tokens',
    'POST',
    { query: `{ ${range(4900).map((index) => `n${index}`)} }` },
    'GRAPHQL_VALIDATION_FAILED',
  ],
];

describe('the event loop', () => {
  let target: Target;
  beforeAll(async () => {
    // Limits that protect the process also apply in report-only mode.
    target = await startTarget({ LIMITS_REPORT_ONLY: 'true' });
  });
  afterAll(() => target.close());

  test.each(attacks)('%s over %s', async (name, transport, operation, code) => {
    const send = async (attempt = 0) => (await target.send(transport, inOtherText(operation, attempt))).results[0];
    // Warms up compiled code and caches.
    const first = await target.watch(send);
    let codes: readonly unknown[] = [];
    const again = await target.weigh(async () => {
      for (const _ of range(5)) {
        const answer = await send();
        codes = (answer?.errors ?? []).map(({ extensions }) => extensions?.code);
      }
    });
    if (process.env.PORTICO_TEST_COSTS === 'true')
      process.stdout.write(
        `cost: ${name} over ${transport}: at first ${Math.round(first.longestBlockMs)} ms, again ${Math.round(again.longestBlockMs)} ms, heap ${Math.round(again.heapDelta / 1e5) / 10} MB, ${again.reads} other reads\n`,
      );
    if (code === undefined) expect(codes).toEqual([]);
    else expect(codes[0]).toBe(code);
    expect(first.longestBlockMs).toBeLessThan(longestAllowedBlockMs);
    expect(again.longestBlockMs).toBeLessThan(longestAllowedBlockMs);
    expect(again.heapDelta).toBeLessThan(5_000_000);
    expect(again.reads).toBeGreaterThan(0);
  });
});

test('distinct documents of 2.4 times what may be kept leave a process with little heap alive', {
  timeout: 120_000,
}, async () => {
  const keptBytes = 8_388_608;
  const env = { DOCUMENT_CACHE_BYTES: `${keptBytes}` };
  await using target = await startTarget(env, { flags: ['--max-old-space-size=192'] });
  const documentBytes = 200_000;
  const fields = '__typename '.repeat(200);
  // Valid, so that they are kept, and each sent again so that its plan is, too.
  const documents = range((2.4 * keptBytes) / documentBytes).map(
    (index) => `query Once${index} { ${fields} } # ${index} ${'x'.repeat(documentBytes - fields.length - 100)}`,
  );
  const workingSet = range(10).map((index) => `query Used${index} { groups(first: 1) { nodes { name } } }`);
  let answered = 0;
  const { heapDelta, reads } = await target.weigh(async () => {
    for (const [index, query] of documents.entries()) {
      const used = { query: workingSet[index % workingSet.length] ?? '' };
      const sent = [target.send('POST', { query }), target.send('POST', used), target.send('POST', { query })];
      for (const { results } of await Promise.all(sent)) if (results[0]?.errors === undefined) answered += 1;
    }
  });
  expect(answered).toBe(3 * documents.length);
  expect(target.facade.ended).toBe(false);
  // DOCUMENT_CACHE_BYTES is kept by estimate.
  expect(heapDelta).toBeLessThan(2 * keptBytes);
  expect(reads).toBeGreaterThan(10);
  if (process.env.PORTICO_TEST_COSTS === 'true')
    process.stdout.write(
      `cost: ${documents.length} documents: heap ${Math.round(heapDelta / 1e6)} MB more, ${reads} other reads\n`,
    );
});

test('the operation trees of distinct documents leave little heap alive', { timeout: 120_000 }, async () => {
  const keptBytes = 8_388_608;
  const env = { DOCUMENT_CACHE_BYTES: `${keptBytes}`, MAX_ALIASES: '10000' };
  await using target = await startTarget(env, { flags: ['--max-old-space-size=192'] });
  const groups = range(60).map((index) => `a${index}: groups(first: 1) { nodes { ...Names } }`);
  const names = range(90).map((index) => `b${index}: name`);
  const documents = range(40).map(
    (index) => `query Once${index} { ${groups} } fragment Names on Group { ${names} } # ${index}`,
  );
  const { heapDelta } = await target.weigh(async () => {
    // Each is sent again, so that it is kept for longer.
    for (const query of documents)
      for (const _ of [1, 2]) {
        const { results } = await target.send('POST', { query });
        expect(results[0]?.errors).toBeUndefined();
      }
  });
  expect(heapDelta).toBeLessThan(keptBytes);
  if (process.env.PORTICO_TEST_COSTS === 'true')
    process.stdout.write(`cost: ${documents.length} operation trees: heap ${Math.round(heapDelta / 1e6)} MB more\n`);
});

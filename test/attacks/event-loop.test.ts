/** The most expensive requests to a facade in its own process: none blocks the event loop for long or retains memory. */
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxBlockMs, type Operation, startTarget, type Target, type Transport, withDistinctText } from './harness.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const chainFragments = (count: number, type: string, toSelection: (spread: string) => string, last: string) =>
  `${range(count)
    .map((index) => `fragment F${index} on ${type} { ${toSelection(`...F${index + 1}`)} }`)
    .join(' ')} fragment F${count} on ${type} { ${last} }`;

const introspectionQuery = getIntrospectionQuery({
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
    { query: `{ ...F0 } ${chainFragments(30, 'Query', (next) => `${next} ${next}`, '__typename')}` },
    'SELECTION_LIMIT',
  ],
  [
    '30 fragments that spread the next twice',
    'WebSocket',
    { query: `{ ...F0 } ${chainFragments(30, 'Query', (next) => `${next} ${next}`, '__typename')}` },
    'SELECTION_LIMIT',
  ],
  [
    'fragments that double below nested objects',
    'WebSocket',
    {
      query: `{ project(id: 14) { ...F0 } } ${chainFragments(40, 'Project', (next) => `a: pipelines { nodes { project { ${next} } } } b: pipelines { nodes { project { ${next} } } }`, 'id')}`,
    },
    'SELECTION_LIMIT',
  ],
  ['2 MB of line breaks', 'POST', { query: `{ ${'\n'.repeat(2_000_000)} ${'nope '.repeat(100)} }` }, 'DOCUMENT_LIMIT'],
  ['200 KB of line breaks', 'POST', { query: `{ ${'\n'.repeat(200_000)} ${'nope '.repeat(100)} }` }, 'DOCUMENT_LIMIT'],
  [
    '800 nested selection sets',
    'POST',
    { query: `{ ${'project { '.repeat(800)} id ${'} '.repeat(800)} }` },
    'NESTING_LIMIT',
  ],
  [
    '195 nested lists',
    'POST',
    { query: `{ nodes(ids: ${'['.repeat(195)}${']'.repeat(195)}) { id } }` },
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['the introspection query of graphql-js', 'POST', { query: introspectionQuery }, undefined],
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
    'a variable of 10,000 items in 100 aliases',
    'POST',
    {
      query: `query ($ids: [ID!]!) { ${range(100).map((index) => `a${index}: nodes(ids: $ids) { id }`)} }`,
      variables: { ids: range(10_000) },
    },
    'LIST_LIMIT',
  ],
  ['one field 2,000 times', 'POST', { query: `{ ${'__typename '.repeat(2000)} }` }, 'FIELD_PAIR_LIMIT'],
  [
    '4,900 unknown fields',
    'POST',
    { query: `{ ${range(4900).map((index) => `n${index}`)} }` },
    'GRAPHQL_VALIDATION_FAILED',
  ],
];

describe('an expensive operation', () => {
  let target: Target;
  beforeAll(async () => {
    // Limits that protect the process also apply in report-only mode.
    target = await startTarget({ LIMITS_REPORT_ONLY: 'true' });
  });
  afterAll(() => target.close());

  test.each(attacks)(
    'blocks the event loop for less than 200 ms and retains less than 5 MB: %s over %s',
    async (name, transport, operation, code) => {
      const send = async (attempt = 0) =>
        (await target.send(transport, withDistinctText(operation, attempt))).results[0];
      const firstCost = await target.measure(send);
      let codes: readonly unknown[] = [];
      const repeatedCost = await target.measureMemory(async () => {
        for (const _ of range(5)) {
          const result = await send();
          codes = (result?.errors ?? []).map(({ extensions }) => extensions?.code);
        }
      });
      if (process.env.PORTICO_TEST_COSTS === 'true')
        process.stdout.write(
          `cost: ${name} over ${transport}: at first ${Math.round(firstCost.longestBlockMs)} ms, again ${Math.round(repeatedCost.longestBlockMs)} ms, heap ${Math.round(repeatedCost.heapDelta / 1e5) / 10} MB, ${repeatedCost.reads} other reads\n`,
        );
      if (code === undefined) expect(codes).toEqual([]);
      else expect(codes[0]).toBe(code);
      expect(firstCost.longestBlockMs).toBeLessThan(maxBlockMs);
      expect(repeatedCost.longestBlockMs).toBeLessThan(maxBlockMs);
      expect(repeatedCost.heapDelta).toBeLessThan(5_000_000);
      expect(repeatedCost.reads).toBeGreaterThan(0);
    },
  );
});

test('distinct documents of 2.4 times DOCUMENT_CACHE_BYTES do not exhaust a heap of 192 MB', {
  timeout: 120_000,
}, async () => {
  const cacheBytes = 8_388_608;
  const env = { DOCUMENT_CACHE_BYTES: `${cacheBytes}` };
  await using target = await startTarget(env, { flags: ['--max-old-space-size=192'] });
  const documentBytes = 200_000;
  const fields = '__typename '.repeat(200);
  // Valid documents are cached. Each is sent twice, so that its plan is cached, too.
  const documents = range((2.4 * cacheBytes) / documentBytes).map(
    (index) => `query Once${index} { ${fields} } # ${index} ${'x'.repeat(documentBytes - fields.length - 100)}`,
  );
  const workingSet = range(10).map((index) => `query Used${index} { groups(first: 1) { nodes { name } } }`);
  let successes = 0;
  const { heapDelta, reads } = await target.measureMemory(async () => {
    for (const [index, query] of documents.entries()) {
      const cachedOperation = { query: workingSet[index % workingSet.length] ?? '' };
      const responses = [
        target.send('POST', { query }),
        target.send('POST', cachedOperation),
        target.send('POST', { query }),
      ];
      for (const { results } of await Promise.all(responses)) if (results[0]?.errors === undefined) successes += 1;
    }
  });
  expect(successes).toBe(3 * documents.length);
  expect(target.facade.ended).toBe(false);
  // DOCUMENT_CACHE_BYTES limits an estimate of the size.
  expect(heapDelta).toBeLessThan(2 * cacheBytes);
  expect(reads).toBeGreaterThan(10);
  if (process.env.PORTICO_TEST_COSTS === 'true')
    process.stdout.write(
      `cost: ${documents.length} documents: heap ${Math.round(heapDelta / 1e6)} MB more, ${reads} other reads\n`,
    );
});

test('operation trees of distinct documents retain less than DOCUMENT_CACHE_BYTES', { timeout: 120_000 }, async () => {
  const cacheBytes = 8_388_608;
  const env = { DOCUMENT_CACHE_BYTES: `${cacheBytes}`, MAX_ALIASES: '10000' };
  await using target = await startTarget(env, { flags: ['--max-old-space-size=192'] });
  const groups = range(60).map((index) => `a${index}: groups(first: 1) { nodes { ...Names } }`);
  const fields = range(90).map((index) => `b${index}: name`);
  const documents = range(40).map(
    (index) => `query Once${index} { ${groups} } fragment Names on Group { ${fields} } # ${index}`,
  );
  const { heapDelta } = await target.measureMemory(async () => {
    // Each is sent twice, so that it stays in the cache for longer.
    for (const query of documents)
      for (const _ of [1, 2]) {
        const { results } = await target.send('POST', { query });
        expect(results[0]?.errors).toBeUndefined();
      }
  });
  expect(heapDelta).toBeLessThan(cacheBytes);
  if (process.env.PORTICO_TEST_COSTS === 'true')
    process.stdout.write(`cost: ${documents.length} operation trees: heap ${Math.round(heapDelta / 1e6)} MB more\n`);
});

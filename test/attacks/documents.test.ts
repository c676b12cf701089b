/** Small documents and variables that are expensive to process: each is rejected before processing, over every transport. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

interface Params {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly violations?: readonly unknown[] };
  }[];
}

type Send = (url: URL, params: Params) => Promise<Result>;

const json = { 'content-type': 'application/json' };

const overWebSocket: Send = async (url, params) => {
  const client = createClient({ url: url.href.replace('http', 'ws'), webSocketImpl: WebSocket, retryAttempts: 0 });
  const result = await new Promise<Result>((resolve, reject) => {
    client.subscribe(params, {
      next: (payload) => resolve(Object(payload)),
      error: (errors) => resolve({ errors: Array.isArray(errors) ? errors : [] }),
      complete: () => reject(new Error('The operation had no result')),
    });
  });
  await client.dispose();
  return result;
};

const transports: Readonly<Record<string, Send>> = {
  POST: async (url, params) =>
    (await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(params) })).json(),

  GET: async (url, { query, variables, operationName, extensions }) => {
    const search = new URLSearchParams({
      query,
      ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }),
      ...(operationName === undefined ? {} : { operationName }),
      ...(extensions === undefined ? {} : { extensions: JSON.stringify(extensions) }),
    });
    return (await fetch(`${url}?${search}`)).json();
  },

  multipart: async (url, params) => {
    const body = new FormData();
    body.set('operations', JSON.stringify(params));
    body.set('map', '{}');
    return (await fetch(url, { method: 'POST', headers: { 'x-portico-csrf': '1' }, body })).json();
  },

  SSE: async (url, params) => {
    const headers = { ...json, accept: 'text/event-stream' };
    const text = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(params) })).text();
    return JSON.parse(/^data: ({.*})$/m.exec(text)?.[1] ?? text);
  },

  WebSocket: overWebSocket,
};

const maxUrlLength = 10_000;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const chainFragments = (count: number, type: string, toSelection: (spread: string) => string, last: string) =>
  `${range(count)
    .map((index) => `fragment F${index} on ${type} { ${toSelection(`...F${index + 1}`)} }`)
    .join(' ')} fragment F${count} on ${type} { ${last} }`;
const nestedLists = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

/** Operations with the code of their error. */
const attacks: Readonly<Record<string, readonly [Params, string]>> = {
  '30 fragments that spread the next twice': [
    { query: `{ ...F0 } ${chainFragments(30, 'Query', (next) => `${next} ${next}`, '__typename')}` },
    'SELECTION_LIMIT',
  ],
  '4 KB of fragments that double below nested objects': [
    {
      query: `{ project(id: 14) { ...F0 } } ${chainFragments(40, 'Project', (next) => `a: pipelines { nodes { project { ${next} } } } b: pipelines { nodes { project { ${next} } } }`, 'id')}`,
    },
    'SELECTION_LIMIT',
  ],
  'fragments that double below introspection': [
    { query: `{ __schema { types { ...F0 } } } ${chainFragments(30, '__Type', (next) => `${next} ${next}`, 'name')}` },
    'SELECTION_LIMIT',
  ],
  '200 operations that spread 100 fragments': [
    {
      query: `${range(200)
        .map((index) => `query Q${index} { ...F0 }`)
        .join(' ')} ${chainFragments(100, 'Query', (next) => next, '__typename')}`,
      operationName: 'Q1',
    },
    'SELECTION_LIMIT',
  ],
  '450 KB of line breaks with 100 unknown fields': [
    { query: `{ ${'\n'.repeat(450_000)} ${'nope '.repeat(100)} }` },
    'DOCUMENT_LIMIT',
  ],
  '200 KB of line breaks with 100 unknown fields': [
    { query: `{ ${'\n'.repeat(200_000)} ${'nope '.repeat(100)} }` },
    'DOCUMENT_LIMIT',
  ],
  '2,400 nested lists': [{ query: `{ nodes(ids: ${'['.repeat(2400)}${']'.repeat(2400)}) { id } }` }, 'NESTING_LIMIT'],
  '800 nested selection sets': [{ query: `{ ${'project { '.repeat(800)} id ${'} '.repeat(800)} }` }, 'NESTING_LIMIT'],
  'a list of 3,000 items': [{ query: `{ nodes(ids: [${'1 '.repeat(3000)}]) { id } }` }, 'LIST_LIMIT'],
  'an alias of 100 KB': [{ query: `{ ${'a'.repeat(100_000)}: __typename }` }, 'NAME_LIMIT'],
  '6,000 tokens': [{ query: `{ ${'__typename '.repeat(6000)} }` }, 'TOKEN_LIMIT'],
  'introspection in 50 aliases': [
    {
      query: `{ ${range(50)
        .map((index) => `a${index}: __schema { types { fields { type { fields { type { name } } } } } }`)
        .join(' ')} }`,
    },
    'INTROSPECTION_LIMIT',
  ],
  'one field 2,000 times': [{ query: `{ ${'__typename '.repeat(2000)} }` }, 'FIELD_PAIR_LIMIT'],
  '400 fragments in one selection set': [
    {
      query: `{ ${range(400)
        .map((index) => `...F${index}`)
        .join(' ')} } ${range(400)
        .map((index) => `fragment F${index} on Query { __typename }`)
        .join(' ')}`,
    },
    'FIELD_PAIR_LIMIT',
  ],
  'one field with a subfield 1,000 times': [
    { query: `{ ${'currentUser { username } '.repeat(1000)} }` },
    'FIELD_PAIR_LIMIT',
  ],
  'a variable of 10,000 items in 100 aliases': [
    {
      query: `query ($ids: [ID!]!) { ${range(100)
        .map((index) => `a${index}: nodes(ids: $ids) { id }`)
        .join(' ')} }`,
      variables: { ids: range(10_000) },
    },
    'LIST_LIMIT',
  ],
  'a variable of 600 KB in 100 aliases': [
    {
      query: `query ($tags: [String!]) { ${range(100)
        .map((index) => `a${index}: allRunners(first: 10, filter: { tagList: $tags }) { nodes { id } }`)
        .join(' ')} }`,
      variables: { tags: range(200).map(() => 'x'.repeat(3000)) },
    },
    'VARIABLE_LIMIT',
  ],
  'a variable of 300 lists of 300 values': [
    { query: '{ __typename }', variables: { a: range(300).map(() => range(300)) } },
    'VARIABLE_LIMIT',
  ],
  'a variable of 3,000 nested lists': [
    { query: '{ __typename }', variables: { a: nestedLists(3000) } },
    'NESTING_LIMIT',
  ],
  'extensions with 3,000 nested lists': [
    { query: '{ __typename }', extensions: { a: nestedLists(3000) } },
    'NESTING_LIMIT',
  ],
  'an operation name of 5,000 characters': [{ query: '{ __typename }', operationName: 'x'.repeat(5000) }, 'NAME_LIMIT'],
  'a persisted query hash of 5,000 characters': [
    { query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: 'x'.repeat(5000) } } },
    'BAD_REQUEST',
  ],
  '100 aliases of lists of 10,000 items': [
    {
      query: `{ ${range(100)
        .map((index) => `a${index}: groups(first: 10000) { nodes { id name path webUrl } }`)
        .join(' ')} }`,
    },
    'RESPONSE_LIMIT',
  ],
};

let facade: SandboxedFacade;
beforeAll(async () => {
  // Limits that protect the process also apply in report-only mode.
  facade = await startSandboxed({ env: { LIMITS_REPORT_ONLY: 'true' } });
});
afterAll(() => facade.close());

describe.each(Object.entries(attacks))('%s', (name, [params, code]) => {
  const searchParams = new URLSearchParams({
    query: params.query,
    variables: JSON.stringify([params.variables, params.extensions]),
  });
  const usableTransports = Object.entries(transports).filter(
    ([transport]) => transport !== 'GET' || String(searchParams).length < maxUrlLength,
  );
  test.each(usableTransports)('returns an error over %s without a REST call', async (transport, execute) => {
    const url = new URL('/graphql', facade.url);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const memory = process.memoryUsage.rss();
    delay.enable();
    const startedAt = performance.now();
    const { errors, data } = await execute(url, params);
    const durationMs = performance.now() - startedAt;
    delay.disable();
    if (process.env.PORTICO_TEST_COSTS === 'true')
      process.stdout.write(
        `cost: ${name} over ${transport}: ${Math.round(durationMs)} ms, longest block ${Math.round(delay.max / 1e6)} ms, ${Math.round((process.memoryUsage.rss() - memory) / 1e6)} MB\n`,
      );
    expect(errors?.[0]?.extensions?.code).toBe(code);
    expect(data ?? null).toBeNull();
    expect(errors?.length).toBeLessThanOrEqual(11);
    expect(durationMs).toBeLessThan(2000);
    expect(facade.calls).toEqual([]);
    expect((await facade.execute('{ __typename }')).data).toEqual({ __typename: 'Query' });
  });
});

test('limits the size of errors for 1,000 invalid items of a list in 100 aliases', async () => {
  const aliases = range(100).map((index) => `a${index}: nodes(ids: $ids) { id }`);
  const query = `query ($ids: [ID!]!) { ${aliases.join(' ')} }`;
  const wrongType = await facade.execute(query, { ids: range(1000).map(() => ({ long: 'x'.repeat(30) })) });
  expect(JSON.stringify(wrongType).length).toBeLessThan(20_000);
  expect(wrongType.errors?.every(({ extensions }) => extensions?.code === 'BAD_USER_INPUT')).toBe(true);
  const wrongValue = await facade.execute(query, { ids: range(1000).map((index) => `nonsense ${index}`) });
  expect(JSON.stringify(wrongValue).length).toBeLessThan(1_000_000);
  expect(facade.calls).toEqual([]);
});

describe('a response', () => {
  const query = `{ ${range(20)
    .map((index) => `a${index}: groups(first: 20) { nodes { name description webUrl } }`)
    .join(' ')} }`;
  let limited: SandboxedFacade;
  beforeAll(async () => {
    limited = await startSandboxed({ env: { MAX_RESPONSE_BYTES: '3000', maxErrors: 3 } });
  });
  afterAll(() => limited.close());

  test.each(Object.entries(transports))(
    'beyond MAX_RESPONSE_BYTES is replaced by RESPONSE_LIMIT over %s',
    async (_, execute) => {
      const { data, errors } = await execute(new URL('/graphql', limited.url), { query });
      expect(data).toBeNull();
      expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['RESPONSE_LIMIT']);
      expect(errors?.[0]?.message).toMatch(/The largest part is at "a\d+\.nodes/);
    },
  );

  test('beyond MAX_RESPONSE_BYTES is replaced by RESPONSE_LIMIT as an event of a subscription', async () => {
    const fields = range(60).map((index) => `a${index}: webUrl`);
    const { data, errors } = await overWebSocket(new URL('/graphql', limited.url), {
      query: `subscription { pipeline(id: "gid://service/Pipeline/14/2999") { ${fields.join(' ')} } }`,
    });
    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['RESPONSE_LIMIT']);
  });

  test('with more than maxErrors errors contains the first ones and the number of the others', async () => {
    const { errors } = await limited.execute('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: range(8).map((index) => `nonsense ${index}`),
    });
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual([
      ...range(3).map(() => 'BAD_USER_INPUT'),
      'ERROR_LIMIT',
    ]);
    expect(errors?.[3]?.extensions).toMatchObject({ omitted: 5 });
  });
});

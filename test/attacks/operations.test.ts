/** Small operations whose variables or upstream responses cause much work, which must not delay other callers. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startUpstream } from '../edge/harness.ts';
import { startStubbed } from '../graph/stub-upstream.ts';
import { maxBlockMs, type Operation, startTarget, type Target, withDistinctText } from './harness.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const aliased = (count: number, field: string) =>
  range(count)
    .map((index) => `a${index}: ${field}`)
    .join(' ');

/** Sends an operation twice, because the second time its document is cached, and measures the cost. */
async function measureOperation(target: Target, operation: Operation) {
  const responses: Awaited<ReturnType<Target['send']>>[] = [];
  const cost = await target.measure(async (attempt) => {
    for (const _ of range(2)) responses.push(await target.send('POST', withDistinctText(operation, attempt)));
  });
  return { cost, responses };
}

const getCodes = ({ results }: Awaited<ReturnType<Target['send']>>) => [
  ...new Set(results.flatMap(({ errors }) => (errors ?? []).map(({ extensions }) => extensions?.code))),
];

let enforcing: Target;
let reportOnly: Target;
beforeAll(async () => {
  [enforcing, reportOnly] = await Promise.all([startTarget(), startTarget({ LIMITS_REPORT_ONLY: 'true' })]);
});
afterAll(() => Promise.all([enforcing.close(), reportOnly.close()]));

describe.each([
  ['with enforced limits', () => enforcing, 100],
  ['with LIMITS_REPORT_ONLY', () => reportOnly, 150],
])('objects identified by arguments, %s', (_, target, aliases) => {
  const entities = `query ($i: [_Any!]!) { ${aliased(aliases, '_entities(representations: $i) { __typename }')} }`;
  const nodes = `query ($i: [ID!]!) { ${aliased(aliases, 'nodes(ids: $i) { __typename }')} }`;

  test.each([
    ['1,000 of an unknown type', entities, range(1000).map(() => ({ __typename: 'Nobody' })), 'BAD_USER_INPUT'],
    ['1,000 without a key', entities, range(1000).map(() => ({ __typename: 'Project' })), 'BAD_USER_INPUT'],
    [
      '1,000 with invalid ids',
      entities,
      range(1000).map((id) => ({ __typename: 'Project', id: `${id}` })),
      'BAD_USER_INPUT',
    ],
    [
      '1,000 equal ones',
      entities,
      range(1000).map(() => ({ __typename: 'Project', id: 'gid://service/Project/14' })),
      'SELECTION_LIMIT',
    ],
    ['1,500 of an unknown type', entities, range(1500).map(() => ({ __typename: 'Nobody' })), 'BAD_USER_INPUT'],
    ['100 invalid global ids', nodes, range(100).map((id) => `${id}`), 'BAD_USER_INPUT'],
  ])('block the event loop for less than 200 ms: %s', async (__, query, i, code) => {
    const { cost, responses } = await measureOperation(target(), { query, variables: { i } });
    expect(cost.longestBlockMs).toBeLessThan(maxBlockMs);
    for (const response of responses) expect(getCodes(response)).toContain(code);
  });
});

describe('lists of objects identified by arguments', () => {
  test.each([
    ['nodes(ids: $i)', 'ID', (index: number): unknown => `bad ${index}`],
    ['_entities(representations: $i)', '_Any', (): unknown => ({ __typename: 'Project' })],
  ])('return one error for 11 invalid items, and one for each of 10: %s', async (field, type, createItem) => {
    const query = `query ($i: [${type}!]!) { found: ${field} { __typename } }`;
    const { results } = await enforcing.send('POST', { query, variables: { i: range(11).map(createItem) } });
    expect(results[0]?.errors).toHaveLength(1);
    expect(results[0]?.errors?.[0]).toMatchObject({ path: ['found'], extensions: { code: 'BAD_USER_INPUT' } });
    expect(results[0]?.errors?.[0]?.extensions?.violations).toHaveLength(11);
    const { results: resultsOfTen } = await enforcing.send('POST', {
      query,
      variables: { i: range(10).map(createItem) },
    });
    expect(resultsOfTen[0]?.errors).toHaveLength(10);
  });

  test.each([
    ['in the document', '{ _entities(representations: [{ __typename: {} }]) { __typename } }', undefined],
    [
      'in a variable',
      'query ($i: [_Any!]!) { _entities(representations: $i) { __typename } }',
      { i: [{ __typename: { toString: 1 } }] },
    ],
    [
      'as a variable',
      'query ($t: Int) { _entities(representations: [{ __typename: $t, id: "a" }]) { __typename } }',
      { t: 1 },
    ],
  ])('reject a __typename that is not a string: %s', async (__, query, variables) => {
    const response = await enforcing.send('POST', { query, ...(variables && { variables }) });
    for (const code of getCodes(response)) expect(code).toMatch(/^(BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/);
    expect(getCodes(response)).toHaveLength(1);
  });
});

/** Starts a facade whose upstream has one user and lists of 100 groups. @param group each item */
async function startWithGroups(group: unknown) {
  const upstream = await startUpstream(({ url = '' }, response) =>
    response.end(url.includes('/user') ? '{"id":1,"username":"someone"}' : JSON.stringify(range(100).map(() => group))),
  );
  const target = await startTarget({}, { upstreamUrl: upstream.url });
  return {
    target,
    async [Symbol.asyncDispose]() {
      await target.close();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

test('reports at most 100 errors of fields without blocking the event loop', async () => {
  await using started = await startWithGroups({ id: 1, name: {} });
  const query = `{ groups(first: 100) { nodes { ${aliased(89, 'name')} } } }`;
  const { cost, responses } = await measureOperation(started.target, { query });
  expect(cost.longestBlockMs).toBeLessThan(maxBlockMs);
  for (const { results } of responses) {
    expect(results[0]?.errors).toHaveLength(101);
    expect(results[0]?.errors?.[0]).toMatchObject({
      path: ['groups', 'nodes', 0, 'a0'],
      extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
    });
    expect(results[0]?.errors?.at(-1)).toMatchObject({ extensions: { code: 'ERROR_LIMIT' } });
  }
});

describe('JSON of a client', () => {
  const keys = range(330_000)
    .map((index) => `"k${index}":1`)
    .join(',');
  const attacks: readonly (readonly [string, string, string])[] = [
    ['330,000 parameters', `{"query":"{ __typename }",${keys}}`, 'VARIABLE_LIMIT'],
    ['330,000 variables', `{"query":"{ __typename }","variables":{${keys}}}`, 'VARIABLE_LIMIT'],
    [
      '1,000,000 lists',
      `{"query":"{ __typename }","variables":{"a":[${'[],'.repeat(1_000_000)}[]]}}`,
      'VARIABLE_LIMIT',
    ],
    [
      '600,000 nested objects',
      `{"query":"{ __typename }","a":${'{"a":'.repeat(600_000)}1${'}'.repeat(600_000)}}`,
      'NESTING_LIMIT',
    ],
  ];

  test.each(attacks)('returns an error without blocking the event loop: %s', async (_, json, code) => {
    const form = new FormData();
    form.set('operations', json);
    form.set('map', '{}');
    const requests: readonly RequestInit[] = [
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: json },
      { method: 'POST', headers: { 'x-portico-csrf': '1' }, body: form },
    ];
    const responses: unknown[] = [];
    const cost = await enforcing.measure(async () => {
      responses.length = 0;
      for (const request of requests) {
        const response = await fetch(new URL('/graphql', enforcing.url), request);
        responses.push([response.status, await response.json()]);
      }
    });
    expect(cost.longestBlockMs).toBeLessThan(maxBlockMs);
    const rejected = [400, { errors: [expect.objectContaining({ extensions: { code } })] }];
    expect(responses).toEqual([rejected, rejected]);
  });

  test('beyond maxJsonValues closes the WebSocket with 4400', async () => {
    const cost = await enforcing.measure(async () => {
      const socket = new WebSocket(
        new URL('/graphql', enforcing.url).href.replace('http', 'ws'),
        'graphql-transport-ws',
      );
      await once(socket, 'open');
      socket.send('{"type":"connection_init"}');
      await once(socket, 'message');
      socket.send(`{"type":"ping","payload":{${keys}}}`);
      const [code, reason] = await once(socket, 'close');
      expect([code, String(reason)]).toEqual([4400, expect.stringContaining('too many JSON values')]);
    });
    expect(cost.longestBlockMs).toBeLessThan(maxBlockMs);
  });

  test('may contain brackets and commas in strings', async () => {
    const text = ',:[{'.repeat(15_000);
    const { results } = await enforcing.send('POST', { query: '{ __typename }', variables: { text } });
    expect(results[0]).toEqual({ data: { __typename: 'Query' } });
  });

  test.each([
    'subscription { pipeline(id: "gid://service/Pipeline/1/1") @skip(if: true) { id } }',
    'subscription { ...F @skip(if: true) } fragment F on Subscription { pipeline(id: "gid://service/Pipeline/1/1") { id } }',
    '{ a ...F } fragment F on Query { a { ...F } }',
  ])('with an invalid document returns a validation error over WebSocket: %s', async (query) => {
    expect(getCodes(await enforcing.send('WebSocket', { query }))).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });
});

describe('responses of the upstream', () => {
  test('with millions of lists or names are rejected without blocking the event loop', async () => {
    const names = range(1_000_000).map((index) => `"key${index}":1,`);
    const projects = [`{"id":5,"topics":[${'[],'.repeat(5_000_000)}[]]}`, `{${names.join('')}"id":5}`];
    await using upstream = await startUpstream(({ url = '' }, response) =>
      response.end(url.includes('/user') ? '{"id":1,"username":"someone"}' : projects[Number(url.at(-1))]),
    );
    await using target = await startTarget({}, { upstreamUrl: upstream.url });
    for (const id of projects.keys()) {
      const { cost, responses } = await measureOperation(target, { query: `{ project(id: ${id}) { id } }` });
      expect(cost.longestBlockMs).toBeLessThan(maxBlockMs);
      for (const response of responses) expect(getCodes(response)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
    }
  });

  test.each(['123456789012345678901234567890', '-1.5', '-1', '{}'])('are invalid if an id is %s', async (id) => {
    const { execute } = await startStubbed({ 'GET /projects/a%2Fb': { body: `{"id":${id},"name":"a"}` } });
    const { errors } = await execute('{ project(id: "a/b") { id name } }');
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['UPSTREAM_INVALID_RESPONSE']);
  });
});

/** Small operations whose variables or upstream responses cause much work, which must not delay other callers. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startUpstream } from '../edge/harness.ts';
import { startStubbed } from '../graph/stub-upstream.ts';
import { inOtherText, longestAllowedBlockMs, type Operation, startTarget, type Target } from './harness.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const aliased = (count: number, field: string) =>
  range(count)
    .map((index) => `a${index}: ${field}`)
    .join(' ');

/** Sends an operation twice, as the second time may be executed otherwise. */
async function costOf(target: Target, operation: Operation) {
  const answers: Awaited<ReturnType<Target['send']>>[] = [];
  const cost = await target.watch(async (attempt) => {
    for (const _ of range(2)) answers.push(await target.send('POST', inOtherText(operation, attempt)));
  });
  return { cost, answers };
}

const codesOf = ({ results }: Awaited<ReturnType<Target['send']>>) => [
  ...new Set(results.flatMap(({ errors }) => (errors ?? []).map(({ extensions }) => extensions?.code))),
];

let usual: Target;
let reporting: Target;
beforeAll(async () => {
  [usual, reporting] = await Promise.all([startTarget(), startTarget({ LIMITS_REPORT_ONLY: 'true' })]);
});
afterAll(() => Promise.all([usual.close(), reporting.close()]));

describe.each([
  ['as usual', () => usual, 100],
  ['with limits that are only reported', () => reporting, 150],
])('objects that arguments name, %s', (_, target, aliases) => {
  const entities = `query ($i: [_Any!]!) { ${aliased(aliases, '_entities(representations: $i) { __typename }')} }`;
  const nodes = `query ($i: [ID!]!) { ${aliased(aliases, 'nodes(ids: $i) { __typename }')} }`;

  test.each([
    ['of no type', entities, range(1000).map(() => ({ __typename: 'Nobody' })), 'BAD_USER_INPUT'],
    ['without key', entities, range(1000).map(() => ({ __typename: 'Project' })), 'BAD_USER_INPUT'],
    ['with bad ids', entities, range(1000).map((id) => ({ __typename: 'Project', id: `${id}` })), 'BAD_USER_INPUT'],
    [
      'all the same',
      entities,
      range(1000).map(() => ({ __typename: 'Project', id: 'gid://service/Project/14' })),
      'SELECTION_LIMIT',
    ],
    ['too many', entities, range(1500).map(() => ({ __typename: 'Nobody' })), 'BAD_USER_INPUT'],
    ['by bad global ids', nodes, range(100).map((id) => `${id}`), 'BAD_USER_INPUT'],
  ])('cost little: %s', async (__, query, i, code) => {
    const { cost, answers } = await costOf(target(), { query, variables: { i } });
    expect(cost.longestBlockMs).toBeLessThan(longestAllowedBlockMs);
    for (const answer of answers) expect(codesOf(answer)).toContain(code);
  });
});

describe('lists of objects that arguments name', () => {
  test.each([
    ['nodes(ids: $i)', 'ID', (index: number): unknown => `bad ${index}`],
    ['_entities(representations: $i)', '_Any', (): unknown => ({ __typename: 'Project' })],
  ])('are refused as a whole where many of their items are bad: %s', async (field, type, bad) => {
    const query = `query ($i: [${type}!]!) { found: ${field} { __typename } }`;
    const { results } = await usual.send('POST', { query, variables: { i: range(11).map(bad) } });
    expect(results[0]?.errors).toHaveLength(1);
    expect(results[0]?.errors?.[0]).toMatchObject({ path: ['found'], extensions: { code: 'BAD_USER_INPUT' } });
    expect(results[0]?.errors?.[0]?.extensions?.violations).toHaveLength(11);
    const { results: few } = await usual.send('POST', { query, variables: { i: range(10).map(bad) } });
    expect(few[0]?.errors).toHaveLength(10);
  });

  test.each([
    ['in the document', '{ _entities(representations: [{ __typename: {} }]) { __typename } }', undefined],
    [
      'in variables',
      'query ($i: [_Any!]!) { _entities(representations: $i) { __typename } }',
      { i: [{ __typename: { toString: 1 } }] },
    ],
    [
      'by a variable within',
      'query ($t: Int) { _entities(representations: [{ __typename: $t, id: "a" }]) { __typename } }',
      { t: 1 },
    ],
  ])('have types that are texts: %s', async (__, query, variables) => {
    const sent = await usual.send('POST', { query, ...(variables && { variables }) });
    for (const code of codesOf(sent)) expect(code).toMatch(/^(BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/);
    expect(codesOf(sent)).toHaveLength(1);
  });
});

/** A facade with an upstream that knows one user and lists of groups. @param group one item */
async function startBefore(group: unknown) {
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

test('creates only errors of fields that are reported', async () => {
  await using started = await startBefore({ id: 1, name: {} });
  const query = `{ groups(first: 100) { nodes { ${aliased(89, 'name')} } } }`;
  const { cost, answers } = await costOf(started.target, { query });
  expect(cost.longestBlockMs).toBeLessThan(longestAllowedBlockMs);
  for (const { results } of answers) {
    expect(results[0]?.errors).toHaveLength(101);
    expect(results[0]?.errors?.[0]).toMatchObject({
      path: ['groups', 'nodes', 0, 'a0'],
      extensions: { code: 'UPSTREAM_INVALID_ANSWER' },
    });
    expect(results[0]?.errors?.at(-1)).toMatchObject({ extensions: { code: 'ERROR_LIMIT' } });
  }
});

describe('JSON of clients', () => {
  const keys = range(330_000)
    .map((index) => `"k${index}":1`)
    .join(',');
  const attacks: readonly (readonly [string, string, string])[] = [
    ['parameters', `{"query":"{ __typename }",${keys}}`, 'VARIABLE_LIMIT'],
    ['variables', `{"query":"{ __typename }","variables":{${keys}}}`, 'VARIABLE_LIMIT'],
    ['lists', `{"query":"{ __typename }","variables":{"a":[${'[],'.repeat(1_000_000)}[]]}}`, 'VARIABLE_LIMIT'],
    ['nested', `{"query":"{ __typename }","a":${'{"a":'.repeat(600_000)}1${'}'.repeat(600_000)}}`, 'NESTING_LIMIT'],
  ];

  test.each(attacks)('exceeds a limit before it is parsed: %s', async (_, json, code) => {
    const form = new FormData();
    form.set('operations', json);
    form.set('map', '{}');
    const requests: readonly RequestInit[] = [
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: json },
      { method: 'POST', headers: { 'x-portico-csrf': '1' }, body: form },
    ];
    const answers: unknown[] = [];
    const cost = await usual.watch(async () => {
      answers.length = 0;
      for (const request of requests) {
        const response = await fetch(new URL('/graphql', usual.url), request);
        answers.push([response.status, await response.json()]);
      }
    });
    expect(cost.longestBlockMs).toBeLessThan(longestAllowedBlockMs);
    const rejected = [400, { errors: [expect.objectContaining({ extensions: { code } })] }];
    expect(answers).toEqual([rejected, rejected]);
  });

  test('closes a WebSocket that it comes over', async () => {
    const cost = await usual.watch(async () => {
      const socket = new WebSocket(new URL('/graphql', usual.url).href.replace('http', 'ws'), 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send('{"type":"connection_init"}');
      await once(socket, 'message');
      socket.send(`{"type":"ping","payload":{${keys}}}`);
      const [code, reason] = await once(socket, 'close');
      expect([code, String(reason)]).toEqual([4400, expect.stringContaining('MAX_JSON_VALUES')]);
    });
    expect(cost.longestBlockMs).toBeLessThan(longestAllowedBlockMs);
  });

  test('may hold brackets and commas in its texts', async () => {
    const text = ',:[{'.repeat(15_000);
    const { results } = await usual.send('POST', { query: '{ __typename }', variables: { text } });
    expect(results[0]).toEqual({ data: { __typename: 'Query' } });
  });

  test.each([
    'subscription { pipeline(id: "gid://service/Pipeline/1/1") @skip(if: true) { id } }',
    'subscription { ...F @skip(if: true) } fragment F on Subscription { pipeline(id: "gid://service/Pipeline/1/1") { id } }',
    '{ a ...F } fragment F on Query { a { ...F } }',
  ])('may hold a document that selects nothing: %s', async (query) => {
    expect(codesOf(await usual.send('WebSocket', { query }))).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });
});

describe('answers of the upstream', () => {
  test('are counted before they are parsed: lists, and names', async () => {
    const names = range(1_000_000).map((index) => `"key${index}":1,`);
    const projects = [`{"id":5,"topics":[${'[],'.repeat(5_000_000)}[]]}`, `{${names.join('')}"id":5}`];
    await using upstream = await startUpstream(({ url = '' }, response) =>
      response.end(url.includes('/user') ? '{"id":1,"username":"someone"}' : projects[Number(url.at(-1))]),
    );
    await using target = await startTarget({}, { upstreamUrl: upstream.url });
    for (const id of projects.keys()) {
      const { cost, answers } = await costOf(target, { query: `{ project(id: ${id}) { id } }` });
      expect(cost.longestBlockMs).toBeLessThan(longestAllowedBlockMs);
      for (const answered of answers) expect(codesOf(answered)).toEqual(['UPSTREAM_INVALID_ANSWER']);
    }
  });

  test.each(['123456789012345678901234567890', '-1.5', '-1', '{}'])('have no id that is %s', async (id) => {
    const { execute } = await startStubbed({ 'GET /projects/a%2Fb': { body: `{"id":${id},"name":"a"}` } });
    const { errors } = await execute('{ project(id: "a/b") { id name } }');
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['UPSTREAM_INVALID_ANSWER']);
  });
});

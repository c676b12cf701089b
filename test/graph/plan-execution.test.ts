/** The executor returns the same as graphql-js: data in the same order, errors and REST calls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { executeByGraphqlJs } from '../oracle.ts';

const modes = ['graphql-js', 'own'] as const;
const facades = new Map<string, SandboxedFacade>();

beforeAll(async () => {
  for (const mode of modes)
    facades.set(mode, await startSandboxed({ execute: mode === 'own' ? undefined : executeByGraphqlJs }));
});
afterAll(async () => {
  for (const facade of facades.values()) await facade.close();
});

/** Serializes a response without request ids, which differ between runs. */
function comparable(response: unknown): string {
  return JSON.stringify(response, (key, value: unknown) => (key === 'requestId' ? undefined : value));
}

async function run(mode: string, query: string, variables: Readonly<Record<string, unknown>>) {
  const facade = facades.get(mode);
  if (facade === undefined) throw new Error(`No facade executes ${mode}`);
  facade.forget();
  const response = await facade.execute(query, variables, { as: 'owner' });
  return { response: comparable(response), calls: [...facade.calls].sort() };
}

type Variables = Readonly<Record<string, unknown>>;
type Case = readonly [query: string, ...variables: Variables[]];

const project = 'project(id: 14)';
const conditionPairs = [true, false].flatMap((a) => [true, false].map((b) => ({ a, b })));
const conditions = [{ a: true }, { a: false }];

const cases: Readonly<Record<string, readonly Case[]>> = {
  'fragments and conditions': [
    [
      'query ($a: Boolean!) { ...F @include(if: $a) ...F } fragment F on Query { currentUser { username } }',
      ...conditions,
    ],
    ['{ ...F @skip(if: true) ...F } fragment F on Query { currentUser { username } }'],
    [
      'query ($a: Boolean!) { ...F ...F @include(if: $a) } fragment F on Query { currentUser { username } }',
      ...conditions,
    ],
    [
      `query ($a: Boolean!, $b: Boolean!) { ${project} { ...F @include(if: $a) ...G @skip(if: $b) } } fragment F on Project { name ...G } fragment G on Project { webUrl ...H @include(if: $b) } fragment H on Project { path }`,
      ...conditionPairs,
    ],
    [
      `query ($a: Boolean!) { x: ${project} { ...F @include(if: $a) } y: ${project} { ...F } } fragment F on Project { name }`,
      ...conditions,
    ],
    [
      `query ($a: Boolean!) { ${project} @include(if: $a) { ...F } ${project} { id } } fragment F on Project { name description }`,
      ...conditions,
    ],
    [
      `query ($a: Boolean!, $b: Boolean!) { ${project} @include(if: $a) { name } ${project} @include(if: $b) { webUrl } }`,
      ...conditionPairs,
    ],
    [
      `query ($a: Boolean!, $b: Boolean!) { ${project} { name @skip(if: $a) @include(if: $b) webUrl @include(if: $a) name @include(if: $a) } }`,
      ...conditionPairs,
    ],
    [
      `query ($a: Boolean!) { ... @include(if: $a) { ${project} { name } } ... @skip(if: $a) { ${project} { path } } ${project} { id } }`,
      ...conditions,
    ],
    [
      `query ($a: Boolean!) { ${project} { pipelines(first: 2) @include(if: $a) { nodes { status } } pipelines(first: 2) { nodes { iid ...P @skip(if: $a) } } } } fragment P on Pipeline { duration }`,
      ...conditions,
    ],
    [`query ($a: Boolean = true) { ${project} { name @include(if: $a) path } }`, {}, { a: false }, { a: null }],
    [`query ($a: Boolean! = false) { ${project} { name @include(if: $a) path @skip(if: $a) } }`, {}, { a: true }],
    [`{ ${project} { name @include(if: false) } }`],
    [`query ($a: Boolean!) { ${project} @skip(if: $a) { name } }`, ...conditions, {}],
  ],
  'the order of response fields': [
    [
      `{ ...F ${project} { path } ...G } fragment F on Query { currentUser { username } } fragment G on Query { x: currentUser { name } }`,
    ],
    [
      `{ ${project} { ... { name ... { path } id } webUrl ...F description } } fragment F on Project { visibility path }`,
    ],
    [`{ ${project} { ...F id } ${project} { path name } } fragment F on Project { webUrl name }`],
  ],
  'response names': [
    [`{ b_a: ${project} { name } a: ${project} { b: pipelines(first: 1) { nodes { iid } } } }`],
    [`{ a_b: ${project} { path } a: ${project} { b: name } b: currentUser { a: username } }`],
    [`{ __proto__: ${project} { name } constructor: currentUser { username } toString: currentUser { name } }`],
    [`{ idx0_nodes: currentUser { username } ${project} { idx0: pipelines(first: 1) { nodes { idx0: iid } } } }`],
    [
      `{ x: __typename ${project} { __typename y: __typename pipelines(first: 1) { __typename nodes { __typename } } } }`,
    ],
    [
      `{ Pipeline: node(id: "gid://service/Pipeline/14/3000") { Pipeline: __typename ... on Pipeline { Pipeline_id: id status } } }`,
    ],
  ],
  'abstract types': [
    [
      'query ($id: ID!) { node(id: $id) { id __typename ... on Pipeline { status } ... on Project { name } } }',
      { id: 'gid://service/Pipeline/14/3000' },
      { id: 'gid://service/Project/14' },
      { id: 'gid://service/Pipeline/14/99999999' },
      { id: 'nonsense' },
    ],
    [
      'query ($a: Boolean!) { node(id: "gid://service/Project/14") { ...P @include(if: $a) ...N ...P } } fragment P on Project { name } fragment N on Node { id ... on Project { path } }',
      ...conditions,
    ],
    [
      '{ nodes(ids: ["gid://service/Pipeline/14/3000", "gid://service/Project/14", "gid://service/User/999999"]) { __typename id ... on Pipeline { iid } } }',
    ],
    [
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Node { id } ... on Project { name } } }',
      { ids: 'gid://service/Project/14' },
      { ids: [] },
      { ids: ['gid://service/Project/14', null] },
      { ids: null },
      {},
    ],
    ['{ node(id: "gid://service/Project/14") { ... on Pipeline { status } } }'],
  ],
  variables: [
    [
      'query ($n: Int! = 2) { groups(first: $n) { nodes { name } } }',
      {},
      { n: 1 },
      { n: null },
      { n: '1' },
      { n: 1.5 },
      { n: -1 },
    ],
    [
      'query ($n: Int = 2, $s: String) { groups(first: $n, filter: { search: $s }) { nodes { name } } }',
      {},
      { n: null },
      { s: null },
      { s: 'meridian' },
      { s: 5 },
    ],
    [
      'query ($s: PipelineStatus, $d: DateTime) { project(id: 14) { pipelines(first: 2, filter: { status: $s, updatedAfter: $d }) { nodes { iid status } } } }',
      {},
      { s: 'FAILED' },
      { s: 'NONSENSE' },
      { s: null },
      { d: '2020-01-01T00:00:00Z' },
      { d: 'yesterday' },
    ],
    [
      'query ($id: ID!) { project(id: $id) { name } }',
      { id: 14 },
      { id: '14' },
      { id: true },
      { id: 999999 },
      { id: '' },
      { id: 14, more: 1 },
    ],
    [
      'query ($s: [String!]) { allRunners(first: 2, filter: { tagList: $s }) { nodes { id } } }',
      { s: 'linux' },
      { s: ['linux'] },
      { s: [] },
      { s: null },
      { s: [null] },
      {},
    ],
    [
      'query ($s: String) { allRunners(first: 2, filter: { tagList: ["linux"], versionPrefix: $s }) { nodes { id } } }',
      {},
      { s: null },
      { s: '15' },
    ],
    ['query ($__proto__: Int) { groups(first: $__proto__) { nodes { name } } }', {}, JSON.parse('{"__proto__": 1}')],
  ],
  'lists of values': [
    ['{ project(id: 14) { pipelines(first: 3) { nodes { __typename iid number: iid status ref source } } } }'],
    [
      '{ project(id: 14) { pipelines(first: 3) { totalCount pageInfo { hasNextPage } edges { node { iid status } } } } }',
    ],
    ['{ project(id: 14) { pipelines(first: 3) { nodes { iid } edges { node { status } } } } }'],
    ['{ project(id: 14) { pipelines(first: 2) { a: nodes { iid } b: nodes { status } } } }'],
    ['{ project(id: 14) { a: pipelines(first: 2) { nodes { iid } } b: pipelines(first: 2) { nodes { iid id } } } }'],
    ['{ project(id: 14) { mergeRequests(first: 3) { nodes { iid labels author { username } assignees { name } } } } }'],
    ['{ groups(first: 3) { nodes { name projects(first: 2) { nodes { name visibility } } } } }'],
    [
      'query ($a: Boolean!) { project(id: 14) { pipelines(first: 2) { nodes { iid status @include(if: $a) } } } }',
      ...conditions,
    ],
  ],
  errors: [
    ['{ x: project(id: 999999) { name } currentUser { username } y: project(id: 999998) { name } }'],
    ['{ project(id: 14) { pipelines(first: -1) { nodes { iid } } } groups(first: 1) { nodes { name } } }'],
    ['{ groups(first: 3) { nodes { name pipelines: projects(first: 1, after: "nonsense") { nodes { id } } } } }'],
    ['{ nodes(ids: ["gid://service/Pipeline/14/99999999", "nonsense", "gid://service/Nothing/1"]) { id } }'],
    ['{ project(id: 14) { pipelines(first: 3) { nodes { iid coverage duration user { username bio } } } } }'],
  ],
  'list items with reads': [
    [
      '{ group(id: 4) { mergeRequests(first: 30) { nodes { id title author { id username bio } project { id name } } } } }',
    ],
    ['{ project(id: 14) { pipelines(first: 5) { edges { node { a: user { bio } b: user { bio name } } } } } }'],
    [
      '{ project(id: 14) { mergeRequests(first: 20) { nodes { iid assignees { bio } reviewers { id name } milestone { id title } } } } }',
    ],
    [
      '{ project(id: 14) { mergeRequests(first: 20) { nodes { iid references { full } timeStats { timeEstimate } taskCompletionStatus { count completedCount } } } } }',
    ],
    ['{ allRunners(first: 20) { nodes { id description tagList maximumTimeout } } }'],
    ['{ groups(first: 20) { nodes { name parent { name parent { name id } } } } }'],
    ['{ project(id: 14) { labels(first: 20) { nodes { __typename id name color } } } }'],
  ],
  'reads of root fields and of nested fields': [
    [
      '{ node(id: "gid://service/Label/14/11") { ... on Label { name } } project(id: 14) { label(by: { id: "13" }) { name } } }',
    ],
    [
      '{ nodes(ids: ["gid://service/Label/14/11", "gid://service/Label/14/13"]) { id ... on Label { color } } project(id: 14) { name label(by: { id: "15" }) { name } } }',
    ],
  ],
  introspection: [
    ['{ __schema { queryType { name } } __type(name: "Project") { name } project(id: 14) { name } }'],
    ['query A { currentUser { username } }'],
  ],
};

describe.each(Object.entries(cases))('%s', (_, list) => {
  test.each(list.map(([query, ...variables]) => ({ query, variables })))(
    'makes the same calls and returns the same response in each mode of execution: $query',
    async ({ query, variables }) => {
      for (const values of variables.length === 0 ? [{}] : variables) {
        const expected = await run('graphql-js', query, values);
        for (const mode of modes)
          for (const _ of ['first', 'cached'])
            expect({ mode, values, ...(await run(mode, query, values)) }).toEqual({ mode, values, ...expected });
      }
    },
  );
});

test('makes a write that two fragment spreads select once, if one of them is excluded', async () => {
  const query =
    'mutation ($a: Boolean!, $id: ID!) { ...M @include(if: $a) ...M } fragment M on Mutation { pipelineCancel(input: { id: $id }) { pipeline { id } } }';
  for (const mode of modes)
    for (const _ of [1, 2, 3]) {
      const { calls } = await run(mode, query, { a: false, id: 'gid://service/Pipeline/14/3000' });
      expect(calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /projects/14/pipelines/3000/cancel']);
    }
});

test('makes writes in the order of the document', async () => {
  const query =
    'mutation ($id: ID!) { ...M retry: pipelineRetry(input: { id: $id }) { pipeline { id } } } fragment M on Mutation { pipelineCancel(input: { id: $id }) { pipeline { id } } }';
  for (const mode of modes)
    for (const _ of [1, 2, 3]) {
      const facade = facades.get(mode);
      facade?.forget();
      await facade?.execute(query, { id: 'gid://service/Pipeline/14/3000' }, { as: 'owner' });
      expect(facade?.calls.filter((call) => call.startsWith('POST'))).toEqual([
        'POST /projects/14/pipelines/3000/cancel',
        'POST /projects/14/pipelines/3000/retry',
      ]);
    }
});

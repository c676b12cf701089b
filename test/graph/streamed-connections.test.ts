/** Connections with `@stream`: page by page, with the calls of a single response. */
import { expect, test } from 'vitest';
import type { SerializedPlan } from '../../src/graph/plan/serialized-plan.ts';
import { type GatedFacade, readParts, startGated, toArray } from '../gated-upstream.ts';
import { mergeParts } from '../incremental-parts.ts';

const pipelines = (selection: string, args = 'first: 250') =>
  `{ project(id: 14) { pipelines(${args}) { ${selection} } } }`;
const users = (selection: string) => `{ users(first: 250) { ${selection} } }`;
const removePageSize = (call: string) => call.replace(/&per_page=\d+/, '');

/** Expects that the parts merge into the single response, with the same calls apart from page sizes. */
async function expectSameResult(facade: GatedFacade, query: string) {
  const before = facade.calls.length;
  const parts = await toArray(readParts(await facade.send(query)));
  const calls = facade.calls.slice(before);
  const single = await (await facade.send(query, { accept: 'application/json' })).json();
  expect(mergeParts(parts)).toEqual(single);
  expect(calls.map(removePageSize).sort()).toEqual(
    facade.calls
      .slice(before + calls.length)
      .map(removePageSize)
      .sort(),
  );
}

test('delivers the first page after one round trip, and the others in order', async () => {
  const facade = await startGated();
  const [releaseSecond, releaseThird] = [facade.hold('page=2&'), facade.hold('page=3&')];
  const query = pipelines('totalCount nodes @stream(initialCount: 80, label: "all") { iid }');
  const parts = readParts(await facade.send(query));
  const { value: first } = await parts.next();
  expect(first).toMatchObject({
    data: { project: { pipelines: { totalCount: expect.any(Number), nodes: { length: 80 } } } },
    pending: [{ path: ['project', 'pipelines', 'nodes'], label: 'all' }],
  });
  // Pages whose number is known are read concurrently.
  await expect.poll(() => facade.calls).toHaveLength(3);
  releaseThird();
  releaseSecond();
  const others = await toArray(parts);
  const items = others.flatMap(({ incremental = [] }) => incremental.flatMap((each) => each.items ?? []));
  expect(items).toHaveLength(170);
  if (first === undefined) throw new Error('There is a first part');
  const single = await (await facade.send(query, { accept: 'application/json' })).json();
  expect(mergeParts([first, ...others])).toEqual(single);
});

test.each([
  ['nodes', pipelines('nodes @stream { iid }')],
  ['edges with cursors', pipelines('edges @stream(initialCount: 3) { cursor node { iid } }')],
  ['both lists', pipelines('nodes @stream { iid } edges @stream { cursor }')],
  ['one list of both', pipelines('nodes @stream { iid } edges { cursor }')],
  [
    'deferred page info',
    pipelines('nodes @stream { iid } ... @defer { pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }'),
  ],
  ['a slice after a cursor', pipelines('nodes @stream { iid } totalCount', 'first: 300')],
  ['a list of one page', pipelines('nodes @stream { iid }', 'first: 20')],
  ['the last items', pipelines('nodes @stream { iid }', 'last: 150')],
  ['details of items', pipelines('nodes @stream(initialCount: 1) { iid coverage }', 'first: 4')],
  [
    'a list by next links',
    users(
      'edges @stream(initialCount: 5) { cursor node { username } } ... @defer { pageInfo { hasNextPage endCursor } }',
    ),
  ],
  ['a false condition', pipelines('nodes @stream(if: false) { iid }')],
])('delivers parts that merge into the single response for %s', async (_, query) => {
  await expectSameResult(await startGated(), query);
});

test('delivers parts that merge into the single response for a slice that begins within a page', async () => {
  const facade = await startGated();
  const { data } = await (await facade.send(pipelines('pageInfo { endCursor }', 'first: 37'))).json();
  const after = data.project.pipelines.pageInfo.endCursor;
  const selection =
    'edges @stream { cursor node { iid } } ... @defer { pageInfo { hasNextPage hasPreviousPage endCursor } }';
  await expectSameResult(facade, pipelines(selection, `first: 230, after: "${after}"`));
});

test('returns JSON without parts if pageInfo is not deferred', async () => {
  const facade = await startGated();
  const response = await facade.send(pipelines('nodes @stream(initialCount: 1) { iid } pageInfo { hasNextPage }'));
  expect(response.headers.get('content-type')).toContain('json');
});

test('delivers the items before a page that fails, and errors of the list and of pageInfo', async () => {
  const facade = await startGated();
  const release = facade.hold('page=3&');
  facade.fail('page=3&');
  const response = await facade.send(
    pipelines('nodes @stream(initialCount: 80) { iid } ... @defer { pageInfo { hasNextPage } }'),
  );
  release();
  const { data, errors } = mergeParts(await toArray(readParts(response)));
  expect(data).toMatchObject({ project: { pipelines: { nodes: { length: 168 } } } });
  expect(errors?.map(({ path }) => path?.join('.')).sort()).toEqual([
    'project.pipelines.nodes',
    'project.pipelines.pageInfo',
  ]);
});

test('plans further pages, and the details of further items, in the part of the list', async () => {
  const facade = await startGated();
  const fetchParts = async (query: string) => {
    const { extensions } = await (await facade.send(query, { headers: { 'x-portico-trace': 'plan' } })).json();
    const { parts }: SerializedPlan = extensions.plan;
    return parts.map(({ at, calls, roundTrips }) => [at, calls, roundTrips]);
  };
  expect(await fetchParts(pipelines('nodes @stream(initialCount: 1) { iid }'))).toEqual([
    ['', 1, 1],
    ['project.pipelines.nodes', 2, 2],
  ]);
  expect(await fetchParts(pipelines('nodes @stream(initialCount: 1) { iid } pageInfo { hasNextPage }'))).toEqual([
    ['', 3, 2],
  ]);
  expect(await fetchParts(pipelines('nodes @stream(initialCount: 2) { coverage }', 'first: 150'))).toEqual([
    ['', 3, 2],
    ['project.pipelines.nodes', 149, 2],
  ]);
  // The first part needs the second page.
  expect(await fetchParts(pipelines('nodes @stream(initialCount: 101) { iid }'))).toEqual([['', 3, 2]]);
  expect(await fetchParts(pipelines('nodes @stream { iid }', 'last: 150'))).toEqual([['', 4, 2]]);
});

test.each([
  ['nodes', 'nodes @stream { iid coverage }', 'nodes', 'nodes'],
  ['nodes with an alias', 'all: nodes @stream { iid coverage }', 'all', 'all'],
  ['edges', 'edges @stream { cursor node { iid coverage } }', 'edges', 'edges.node'],
  [
    'edges with deferred nodes',
    'edges @stream { node { coverage } } ... @defer { nodes { iid } }',
    'edges',
    'edges.node',
  ],
])('plans and traces the calls of %s at their path in the response', async (_, selection, list, items) => {
  const facade = await startGated();
  const query = pipelines(selection.replace('@stream', '@stream(label: "all")'), 'first: 101');
  const sendWithTrace = (trace: string) => facade.send(query, { headers: { 'x-portico-trace': trace } });
  const { extensions } = await (await sendWithTrace('plan')).json();
  const { parts, calls }: SerializedPlan = extensions.plan;
  expect(parts.map(({ at, label }) => [at, label])).toEqual([
    ['', null],
    [`project.pipelines.${list}`, 'all'],
  ]);
  expect(calls.map(({ field, at, part }) => [field, at, part])).toEqual([
    ['Project.pipelines', 'project.pipelines', 0],
    ['Project.pipelines', 'project.pipelines', 1],
    ['Pipeline.coverage', `project.pipelines.${items}`, 1],
  ]);
  const release = facade.hold('page=2&');
  const responseParts = readParts(await sendWithTrace('1'));
  await responseParts.next();
  release();
  const last = (await toArray(responseParts)).at(-1);
  const trace: readonly { readonly url: string; readonly part?: object }[] = Object(last?.extensions).rest;
  const laterCalls = trace.filter(({ url }) => !url.includes('page=1&'));
  expect(laterCalls).toHaveLength(102);
  for (const { part } of laterCalls) expect(part).toEqual({ at: `project.pipelines.${list}`, label: 'all' });
});

test('returns all pages without parts if the condition of @stream is false', async () => {
  const facade = await startGated();
  const query = `query ($stream: Boolean!) ${pipelines('nodes @stream(if: $stream) { iid }')}`;
  const variables = { stream: false };
  const { data, extensions } = await (
    await facade.send(query, { variables, headers: { 'x-portico-trace': '1' } })
  ).json();
  expect(data.project.pipelines.nodes).toHaveLength(250);
  expect(extensions.rest).toHaveLength(3);
  for (const call of extensions.rest) expect(call).not.toHaveProperty('part');
});

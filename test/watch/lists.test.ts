/** Subscriptions to lists: an event for the first page, and for each change of it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { landmarks } from '../../package/sandbox.ts';
import { all, next, startWatched, type WatchedFacade } from './facade.ts';

const { id: project, path } = landmarks.busyProject;
const newest = `subscription { pipelines(project: "${project}", first: 2) { nodes { id status } } }`;
const opened = `subscription { mergeRequests(project: "${project}", filter: { state: OPENED }, first: 100) { nodes { iid title } } }`;

let facade: WatchedFacade;
beforeEach(async () => {
  facade = await startWatched();
});
afterEach(async () => {
  await facade.idle();
  await facade.close();
});

const callsTo = (operation: string) => facade.requests.filter((request) => request.operation === operation);

async function createPipeline(): Promise<string> {
  const { data } = await facade.execute<{ pipelineCreate: { pipeline: { id: string } } }>(
    `mutation { pipelineCreate(input: { project: "${project}", ref: "main" }) { pipeline { id } } }`,
    {},
    { as: 'developer' },
  );
  return data.pipelineCreate.pipeline.id;
}

describe('pipelines', () => {
  test('sends the page, and the page again for a new item and for a changed item', async () => {
    const first = await createPipeline();
    facade.forget();
    const stream = facade.follow(
      `subscription { pipelines(project: "${project}", first: 2) { nodes { id status } totalCount pageInfo { hasNextPage hasPreviousPage } } }`,
    );
    const before = (await next(stream)).data?.pipelines;
    expect(before).toMatchObject({
      nodes: [{ id: first, status: 'PENDING' }, {}],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const { totalCount } = Object(before);
    const second = await createPipeline();
    expect((await next(stream)).data).toMatchObject({
      pipelines: {
        nodes: [
          { id: second, status: 'PENDING' },
          { id: first, status: 'PENDING' },
        ],
        totalCount: totalCount + 1,
      },
    });
    facade.sandbox.clock.advance(4000);
    expect((await next(stream)).data).toMatchObject({
      pipelines: {
        nodes: [
          { id: second, status: 'RUNNING' },
          { id: first, status: 'RUNNING' },
        ],
      },
    });
    const urls = facade.requests.flatMap(({ method, url }) => (method === 'GET' ? [url] : []));
    expect(new Set(urls)).toEqual(new Set([`/projects/${project}/pipelines?page=1&per_page=2`]));
    await stream.return();
  });

  test('revalidates the page, and sends no event while it does not change', async () => {
    const id = await createPipeline();
    facade.forget();
    const stream = facade.follow(newest);
    await next(stream);
    const unchanged = () => callsTo('listPipelines').filter(({ status }) => status === 304).length;
    await expect.poll(unchanged).toBeGreaterThan(2);
    facade.sandbox.clock.advance(4000);
    expect((await next(stream)).data).toMatchObject({ pipelines: { nodes: [{ id, status: 'RUNNING' }, {}] } });
    expect(callsTo('listPipelines').filter(({ status }) => status === 200)).toHaveLength(2);
    await stream.return();
  });

  test('sends the total of a page that a 304 revalidates', async () => {
    const older = await createPipeline();
    await createPipeline();
    const stream = facade.follow(
      `subscription { pipelines(project: "${project}", first: 1) { totalCount nodes { id } } }`,
    );
    const before = Object((await next(stream)).data?.pipelines);
    facade.forget();
    const deleted = await facade.execute(
      `mutation { pipelineDelete(input: { id: "${older}" }) { errors { code } } }`,
      {},
      { as: 'owner' },
    );
    expect(deleted).toMatchObject({ data: { pipelineDelete: { errors: [] } } });
    const { data } = await next(stream);
    expect(data?.pipelines).toEqual({ ...before, totalCount: before.totalCount - 1 });
    expect(new Set(callsTo('listPipelines').map(({ status }) => status))).toEqual(new Set([304]));
    await stream.return();
  });

  test('compares pages of a service without ETags', async () => {
    const id = await createPipeline();
    facade.sandbox.faults.add({ match: { operation: 'listPipelines' }, headers: { etag: '' } });
    facade.forget();
    const stream = facade.follow(newest);
    await next(stream);
    await expect.poll(() => callsTo('listPipelines').length).toBeGreaterThan(3);
    expect(new Set(callsTo('listPipelines').map(({ status }) => status))).toEqual(new Set([200]));
    facade.sandbox.clock.advance(4000);
    expect((await next(stream)).data).toMatchObject({ pipelines: { nodes: [{ id, status: 'RUNNING' }, {}] } });
    await stream.return();
  });

  test('lists only items that meet the filter', async () => {
    const id = await createPipeline();
    const stream = facade.follow(
      `subscription { pipelines(project: "${project}", filter: { status: PENDING }, first: 5) { nodes { id } } }`,
    );
    expect((await next(stream)).data).toMatchObject({ pipelines: { nodes: expect.arrayContaining([{ id }]) } });
    facade.sandbox.clock.advance(4000);
    const { data } = await next(stream);
    expect(Object(data?.pipelines).nodes).not.toContainEqual({ id });
    expect(callsTo('listPipelines')[0]?.url).toBe(`/projects/${project}/pipelines?page=1&per_page=5&status=pending`);
    await stream.return();
  });

  test('polls once for all subscribers of a credential, by number or path of the project', async () => {
    await createPipeline();
    facade.forget();
    const byPath = newest.replace(`"${project}"`, `"${path}"`);
    const streams = [newest, newest, byPath].map((query) => facade.follow(query));
    const pages = await Promise.all(streams.map((stream) => next(stream)));
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).toEqual(pages[0]);
    expect(facade.activity).toMatchObject({ streams: 3, subscribers: 3, pollers: 1 });
    expect(callsTo('listPipelines').filter(({ status }) => status === 200)).toHaveLength(1);
    expect(callsTo('getProject')).toHaveLength(1);
    const ofReporter = facade.follow(newest, {}, { as: 'reporter' });
    await next(ofReporter);
    expect(facade.activity.pollers).toBe(2);
    await Promise.all([...streams, ofReporter].map((stream) => stream.return()));
  });

  test('reads only the number of items if nothing else is selected', async () => {
    facade.forget();
    const stream = facade.follow(`subscription { pipelines(project: "${project}") { totalCount } }`);
    const { data } = await next(stream);
    await createPipeline();
    expect((await next(stream)).data).toEqual({ pipelines: { totalCount: Object(data?.pipelines).totalCount + 1 } });
    expect(callsTo('listPipelines')[0]?.url).toBe(`/projects/${project}/pipelines?page=1&per_page=1`);
    await stream.return();
  });

  test('sends the number of items of a service without page headers', async () => {
    const items = ['success', 'failed'].map((status, index) => ({ id: index + 1, status }));
    facade.sandbox.faults.add({ match: { operation: 'listPipelines' }, status: 200, body: items });
    const stream = facade.follow(`subscription { pipelines(project: "${project}") { totalCount } }`);
    expect((await next(stream)).data).toEqual({ pipelines: { totalCount: 2 } });
    items.push({ id: 3, status: 'pending' });
    expect((await next(stream)).data).toEqual({ pipelines: { totalCount: 3 } });
    await stream.return();
  });

  test('sends no event for a changed item to a subscriber who selects only the number of items', async () => {
    const stream = facade.follow(`subscription { pipelines(project: "${project}") { totalCount } }`);
    const items = facade.follow(`subscription { pipelines(project: "${project}", first: 1) { nodes { status } } }`);
    await createPipeline();
    const { data } = await next(stream);
    expect((await next(items)).data).toEqual({ pipelines: { nodes: [{ status: 'PENDING' }] } });
    const following = next(stream);
    facade.sandbox.clock.advance(4000);
    expect((await next(items)).data).toEqual({ pipelines: { nodes: [{ status: 'RUNNING' }] } });
    await createPipeline();
    expect((await following).data).toEqual({ pipelines: { totalCount: Object(data?.pipelines).totalCount + 1 } });
    await Promise.all([stream, items].map((each) => each.return()));
  });

  test('sends no event for a changed total to a subscriber who selects only items', async () => {
    const older = await createPipeline();
    const newer = await createPipeline();
    const items = facade.follow(`subscription { pipelines(project: "${project}", first: 1) { nodes { id } } }`);
    const totals = facade.follow(
      `subscription { pipelines(project: "${project}", first: 1) { nodes { id } totalCount } }`,
    );
    expect((await next(items)).data).toEqual({ pipelines: { nodes: [{ id: newer }] } });
    const { totalCount } = Object((await next(totals)).data?.pipelines);
    const following = next(items);
    await facade.execute(
      `mutation { pipelineDelete(input: { id: "${older}" }) { errors { code } } }`,
      {},
      { as: 'owner' },
    );
    expect((await next(totals)).data).toEqual({ pipelines: { nodes: [{ id: newer }], totalCount: totalCount - 1 } });
    const newest = await createPipeline();
    expect((await following).data).toEqual({ pipelines: { nodes: [{ id: newest }] } });
    await Promise.all([items, totals].map((each) => each.return()));
  });

  test('plans the poll and the calls of the items', async () => {
    const query = `subscription { pipelines(project: "${project}", first: 3) { nodes { status testReportSummary { __typename } } } }`;
    const planned: unknown = await facade.execute(
      query,
      {},
      { as: 'developer', headers: { 'x-portico-trace': 'plan' } },
    );
    expect(planned).toMatchObject({ extensions: { plan: { calls: [{ times: 1 }, { times: 3 }] } } });
  });
});

describe('mergeRequests', () => {
  test('sends the page again when an item leaves the filtered list', async () => {
    const stream = facade.follow(opened);
    const { data } = await next(stream);
    const before: { iid: number }[] = Object(data?.mergeRequests).nodes;
    const { iid = 0 } = before[0] ?? {};
    await facade.execute(
      `mutation { noteCreate(input: { target: { mergeRequest: { project: "${project}", iid: ${iid} } }, body: "/close" }) { errors { message } } }`,
      {},
      { as: 'maintainer' },
    );
    expect(Object((await next(stream)).data?.mergeRequests).nodes).toEqual(before.slice(1));
    const [poll, ...further] = new Set(callsTo('listProjectMergeRequests').map(({ url }) => url));
    expect(poll).toBe(`/projects/${project}/merge_requests?page=1&per_page=100&state=opened&view=simple`);
    expect(further).toEqual([]);
    await stream.return();
  });

  test('polls the representation that the selection needs', async () => {
    facade.forget();
    const stream = facade.follow(
      `subscription { mergeRequests(project: "${project}", first: 2) { nodes { detailedMergeStatus labels { name color } } } }`,
    );
    expect((await next(stream)).errors).toBeUndefined();
    expect(new Set(facade.requests.map(({ url }) => url))).toEqual(
      new Set([`/projects/${project}/merge_requests?page=1&per_page=2&with_labels_details=true`]),
    );
    await stream.return();
  });
});

describe('errors', () => {
  test('end the stream if the upstream rejects the read of the list', async () => {
    const missing = await all(facade.follow('subscription { pipelines(project: "999999") { nodes { id } } }'));
    expect(missing).toMatchObject([
      { data: { pipelines: null }, errors: [{ path: ['pipelines'], extensions: { code: 'NOT_FOUND' } }] },
    ]);
    const [byPath] = await all(facade.follow('subscription { pipelines(project: "no/such") { nodes { id } } }'));
    expect(byPath?.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  test.each([
    ['fails', { status: 502 }, 'UPSTREAM_FAILED'],
    ['sends no list', { body: { message: 'later' } }, 'UPSTREAM_INVALID_RESPONSE'],
  ])('are an event while the upstream %s, after which the stream continues', async (_, fault, code) => {
    const id = await createPipeline();
    const stream = facade.follow(newest);
    await next(stream);
    facade.sandbox.clock.advance(4000);
    facade.sandbox.faults.add({ match: { operation: 'listPipelines' }, ...fault });
    expect(await next(stream)).toMatchObject({ data: { pipelines: null }, errors: [{ extensions: { code } }] });
    facade.sandbox.faults.clear();
    expect((await next(stream)).data).toMatchObject({ pipelines: { nodes: [{ id, status: 'RUNNING' }, {}] } });
    await stream.return();
  });

  test.each([
    ['first: 0', 'first must be between 1 and 100'],
    ['first: 101', 'first must be between 1 and 100'],
    ['first: -1', 'first must be between 1 and 100'],
    ['every: 0', 'every must be between 1 and 300 seconds'],
    ['project: "../1"', 'project'],
  ])('reject %s before any call', async (argument, message) => {
    facade.forget();
    const id = argument.startsWith('project') ? '' : `project: "${project}", `;
    const results = await all(facade.follow(`subscription { pipelines(${id}${argument}) { nodes { id } } }`));
    expect(results).toMatchObject([
      { errors: [{ message: expect.stringContaining(message), extensions: { code: 'BAD_USER_INPUT' } }] },
    ]);
    expect(facade.calls).toEqual([]);
  });

  test.each(['labels: { names: ["none"] }', 'iids: []'])('reject the filter { %s } before any call', async (filter) => {
    facade.forget();
    const [result] = await all(
      facade.follow(`subscription { mergeRequests(project: "${project}", filter: { ${filter} }) { nodes { iid } } }`),
    );
    expect(result?.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(facade.calls).toEqual([]);
  });
});

test('counts a list as a watched object of the caller', async () => {
  const limited = await startWatched({ env: { maxPollersPerCaller: 1 } });
  try {
    const first = limited.follow(newest);
    const same = limited.follow(newest);
    await Promise.all([next(first), next(same)]);
    const [rejected] = await all(limited.follow(opened));
    expect(rejected?.errors).toMatchObject([
      { message: expect.stringContaining('Too many watched objects'), extensions: { code: 'STREAM_LIMIT' } },
    ]);
    await Promise.all([first.return(), same.return()]);
  } finally {
    await limited.close();
  }
});

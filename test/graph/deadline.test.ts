/** Operations that exceed their deadline: data for the fields that were read, and an error for each other field. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Fault, landmarks } from '../../package/sandbox.ts';
import { type GraphResponse, type SandboxedFacade, startSandboxed } from '../harness.ts';
import { next, startWatched } from '../watch/facade.ts';

const { busyProject } = landmarks;
const timeout = { CALL_TIMEOUT_MS: '20000', OPERATION_TIMEOUT_MS: '1000' };
const stallMs = 60_000;

type Data = Readonly<Record<string, unknown>> | null;

const getPaths = ({ errors = [] }: GraphResponse<unknown>) => errors.map(({ path }) => path?.join('.')).sort();
const getCodes = ({ errors = [] }: GraphResponse<unknown>) => new Set(errors.map(({ extensions }) => extensions?.code));

const stalledFields: readonly [
  string,
  match: NonNullable<Fault['match']>,
  query: string,
  data: object,
  missing: string[],
][] = [
  [
    'a root field',
    { operation: 'getGroup' },
    `{ project(id: ${busyProject.id}) { path } group(id: 9) { name } }`,
    { project: { path: 'engine' }, group: null },
    ['group'],
  ],
  [
    'a connection whose first page stalls',
    { operation: 'listPipelines' },
    `{ project(id: ${busyProject.id}) { path pipelines(first: 2) { nodes { iid } } } }`,
    { project: { path: 'engine', pipelines: null } },
    ['project.pipelines'],
  ],
  [
    'a connection whose second page stalls',
    { operation: 'listPipelines', contains: '?page=2' },
    `{ project(id: ${busyProject.id}) { path pipelines(first: 150) { totalCount nodes { iid } } } }`,
    { project: { path: 'engine', pipelines: null } },
    ['project.pipelines'],
  ],
  [
    'an attribute of the detail of an item',
    { operation: 'getPipeline', contains: '/pipelines/2999' },
    `{ project(id: ${busyProject.id}) { pipelines(first: 2) { nodes { iid coverage } } } }`,
    { project: { pipelines: { nodes: [{ iid: 2000 }, { iid: 1999, coverage: null }] } } },
    ['project.pipelines.nodes.1.coverage'],
  ],
  [
    'a connection below an item',
    { operation: 'listPipelines', contains: '/projects/27/' },
    '{ group(id: 13) { projects(first: 2) { nodes { id pipelines(first: 1) { totalCount } } } } }',
    { group: { projects: { nodes: [{}, {}] } } },
    ['group.projects.nodes.0.pipelines'],
  ],
  [
    'an object of `nodes`',
    { operation: 'getPipeline', contains: '/pipelines/2999' },
    '{ nodes(ids: ["gid://service/Pipeline/14/2999", "gid://service/Project/14"]) { id ... on Pipeline { coverage } } }',
    { nodes: [null, { id: 'gid://service/Project/14' }] },
    ['nodes.0'],
  ],
];

describe('an operation that exceeds OPERATION_TIMEOUT_MS', () => {
  let facade: SandboxedFacade;
  beforeAll(async () => {
    facade = await startSandboxed({ env: timeout });
    // Warms up caches, whose cost is not tested.
    for (const [, , query] of stalledFields) await facade.execute(query, {}, { as: 'developer' });
  });
  afterEach(() => facade.sandbox.faults.clear());
  afterAll(() => facade.close());

  const execute = (document: string, fault: Fault) => {
    facade.forget();
    facade.sandbox.faults.add(fault);
    return facade.execute<Data>(document, {}, { as: 'developer' });
  };

  test.each(stalledFields)(
    'returns null with DEADLINE_EXCEEDED for %s, and the data of other fields',
    async (_, match, query, data, missing) => {
      const response = await execute(query, { match, latencyMs: stallMs });
      expect(response.data).toMatchObject(data);
      expect(getPaths(response)).toEqual(missing);
      expect(getCodes(response)).toEqual(new Set(['DEADLINE_EXCEEDED']));
      // No call is repeated, and none remains active after the response.
      expect(new Set(facade.calls).size).toBe(facade.calls.length);
      await expect.poll(() => facade.activity.calls).toBe(0);
    },
  );

  test('returns null for the parent of a non-null field that was not read in time', async () => {
    const query = '{ project(id: "meridian/platform/engine") { labels(first: 2) { totalCount nodes { id name } } } }';
    const response = await execute(query, { match: { operation: 'getProject' }, latencyMs: stallMs });
    expect(response.data).toMatchObject({
      project: { labels: { totalCount: expect.any(Number), nodes: [null, null] } },
    });
    expect(getPaths(response)).toEqual(['project.labels.nodes.0.id', 'project.labels.nodes.1.id']);
    expect(getCodes(response)).toEqual(new Set(['DEADLINE_EXCEEDED']));
  });

  test('returns the payload of a finished write, UNKNOWN for a stalled write and NOT_SENT for the next', async () => {
    const create = (name: string) =>
      `labelCreate(input: { project: "${busyProject.id}", name: "${name}", color: "#112233" }) { label { name } errors { code } }`;
    const query = `mutation { first: ${create('one')} second: ${create('two')} third: ${create('three')} }`;
    const response = await execute(query, {
      match: { operation: 'createLabel' },
      times: 1,
      latencyMs: 0,
    });
    expect(response.errors).toBeUndefined();
    facade.sandbox.faults.add({ match: { operation: 'createLabel' }, times: 1, latencyMs: 0 });
    facade.sandbox.faults.add({ match: { operation: 'createLabel' }, latencyMs: stallMs });
    const { data, errors = [] } = await facade.execute<Data>(
      query.replaceAll('name: "', 'name: "again-'),
      {},
      { as: 'developer' },
    );
    expect(data).toEqual({ first: { label: { name: 'again-one' }, errors: [] }, second: null, third: null });
    expect(errors.map(({ path, message, extensions }) => [path, extensions?.code, extensions?.write, message])).toEqual(
      [
        [
          ['second'],
          'DEADLINE_EXCEEDED',
          'UNKNOWN',
          expect.stringMatching(/; the write may have happened, so read the object before you repeat it$/),
        ],
        [['third'], 'DEADLINE_EXCEEDED', 'NOT_SENT', expect.stringMatching(/; the write was not sent$/)],
      ],
    );
    expect(facade.requests.filter(({ operation }) => operation === 'createLabel')).toHaveLength(5);
  });

  test('returns the payload of a write with null for a field that was not read in time', async () => {
    const query = `mutation { labelCreate(input: { project: "${busyProject.id}", name: "late", color: "#112233" }) { label { name } project { path } errors { code } } }`;
    const response = await execute(query, { match: { operation: 'getProject' }, latencyMs: stallMs });
    expect(response.data).toEqual({ labelCreate: { label: { name: 'late' }, project: { path: null }, errors: [] } });
    expect(getPaths(response)).toEqual(['labelCreate.project.path']);
  });
});

test('returns null in an event for a field that was not read in time, and its value to a later subscription', async () => {
  const facade = await startWatched({ env: timeout });
  try {
    const id = `gid://service/Pipeline/${busyProject.id}/${landmarks.latestPipelineId}`;
    const removeFault = facade.sandbox.faults.add({ match: { operation: 'getProject' }, latencyMs: stallMs });
    const query = `subscription { pipeline(id: "${id}", until: FOREVER) { status project { path } } }`;
    const stream = facade.follow(query);
    const event = await next(stream);
    expect(event.data).toMatchObject({ pipeline: { status: expect.any(String), project: null } });
    expect(getPaths(event)).toEqual(['pipeline.project']);
    expect(getCodes(event)).toEqual(new Set(['DEADLINE_EXCEEDED']));
    removeFault();
    await stream.return();
    const laterStream = facade.follow(query);
    expect((await next(laterStream)).data).toMatchObject({ pipeline: { project: { path: 'engine' } } });
    await laterStream.return();
    await facade.idle();
  } finally {
    await facade.close();
  }
});

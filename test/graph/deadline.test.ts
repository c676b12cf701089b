/** Results of operations beyond their deadline: all that was read, and an error for each other field. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Fault, landmarks } from '../../src/sandbox/index.ts';
import { type GraphResponse, type SandboxedFacade, startSandboxed } from '../harness.ts';
import { next, startWatched } from '../watch/facade.ts';

const { busyProject } = landmarks;
const timeout = { CALL_TIMEOUT_MS: '20000', OPERATION_TIMEOUT_MS: '1000' };
const never = 60_000;

type Data = Readonly<Record<string, unknown>> | null;

const pathsOf = ({ errors = [] }: GraphResponse<unknown>) => errors.map(({ path }) => path?.join('.')).sort();
const codesOf = ({ errors = [] }: GraphResponse<unknown>) => new Set(errors.map(({ extensions }) => extensions?.code));

const late: readonly [string, match: NonNullable<Fault['match']>, query: string, data: object, missing: string[]][] = [
  [
    'a field at the root',
    { operation: 'getGroup' },
    `{ project(id: ${busyProject.id}) { path } group(id: 9) { name } }`,
    { project: { path: 'engine' }, group: null },
    ['group'],
  ],
  [
    'a connection before its first page',
    { operation: 'listPipelines' },
    `{ project(id: ${busyProject.id}) { path pipelines(first: 2) { nodes { iid } } } }`,
    { project: { path: 'engine', pipelines: null } },
    ['project.pipelines'],
  ],
  [
    'a connection between two pages, as a whole',
    { operation: 'listPipelines', contains: '?page=2' },
    `{ project(id: ${busyProject.id}) { path pipelines(first: 150) { totalCount nodes { iid } } } }`,
    { project: { path: 'engine', pipelines: null } },
    ['project.pipelines'],
  ],
  [
    'details of single items',
    { operation: 'getPipeline', contains: '/pipelines/2999' },
    `{ project(id: ${busyProject.id}) { pipelines(first: 2) { nodes { iid coverage } } } }`,
    { project: { pipelines: { nodes: [{ iid: 2000 }, { iid: 1999, coverage: null }] } } },
    ['project.pipelines.nodes.1.coverage'],
  ],
  [
    'connections of some objects of a list',
    { operation: 'listPipelines', contains: '/projects/27/' },
    '{ group(id: 13) { projects(first: 2) { nodes { id pipelines(first: 1) { totalCount } } } } }',
    { group: { projects: { nodes: [{}, {}] } } },
    ['group.projects.nodes.0.pipelines'],
  ],
  [
    'objects in lists of ids',
    { operation: 'getPipeline', contains: '/pipelines/2999' },
    '{ nodes(ids: ["gid://service/Pipeline/14/2999", "gid://service/Project/14"]) { id ... on Pipeline { coverage } } }',
    { nodes: [null, { id: 'gid://service/Project/14' }] },
    ['nodes.0'],
  ],
];

describe('an operation that takes too long', () => {
  let facade: SandboxedFacade;
  beforeAll(async () => {
    facade = await startSandboxed({ env: timeout });
    // Warms up caches, whose cost is not tested.
    for (const [, , query] of late) await facade.execute(query, {}, { as: 'developer' });
  });
  afterEach(() => facade.sandbox.faults.clear());
  afterAll(() => facade.close());

  const execute = (document: string, fault: Fault) => {
    facade.forget();
    facade.sandbox.faults.add(fault);
    return facade.execute<Data>(document, {}, { as: 'developer' });
  };

  test.each(late)('omits %s and returns the rest', async (_, match, query, data, missing) => {
    const answer = await execute(query, { match, latencyMs: never });
    expect(answer.data).toMatchObject(data);
    expect(pathsOf(answer)).toEqual(missing);
    expect(codesOf(answer)).toEqual(new Set(['DEADLINE_EXCEEDED']));
    // Nothing is read twice, and nothing goes on behind the answer.
    expect(new Set(facade.calls).size).toBe(facade.calls.length);
    await expect.poll(() => facade.activity.calls).toBe(0);
  });

  test('nulls the parent of a field that cannot be null', async () => {
    const query = '{ project(id: "meridian/platform/engine") { labels(first: 2) { totalCount nodes { id name } } } }';
    const answer = await execute(query, { match: { operation: 'getProject' }, latencyMs: never });
    expect(answer.data).toMatchObject({
      project: { labels: { totalCount: expect.any(Number), nodes: [null, null] } },
    });
    expect(pathsOf(answer)).toEqual(['project.labels.nodes.0.id', 'project.labels.nodes.1.id']);
    expect(codesOf(answer)).toEqual(new Set(['DEADLINE_EXCEEDED']));
  });

  test('reports what was written, what may have been written, and what was not', async () => {
    const create = (name: string) =>
      `labelCreate(input: { project: "${busyProject.id}", name: "${name}", color: "#112233" }) { label { name } errors { code } }`;
    const query = `mutation { first: ${create('one')} second: ${create('two')} third: ${create('three')} }`;
    const answer = await execute(query, {
      match: { operation: 'createLabel' },
      times: 1,
      latencyMs: 0,
    });
    expect(answer.errors).toBeUndefined();
    facade.sandbox.faults.add({ match: { operation: 'createLabel' }, times: 1, latencyMs: 0 });
    facade.sandbox.faults.add({ match: { operation: 'createLabel' }, latencyMs: never });
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

  test('reports a write whose payload it has no time to read', async () => {
    const query = `mutation { labelCreate(input: { project: "${busyProject.id}", name: "late", color: "#112233" }) { label { name } project { path } errors { code } } }`;
    const answer = await execute(query, { match: { operation: 'getProject' }, latencyMs: never });
    expect(answer.data).toEqual({ labelCreate: { label: { name: 'late' }, project: { path: null }, errors: [] } });
    expect(pathsOf(answer)).toEqual(['labelCreate.project.path']);
  });
});

test('omits from an event what could not be read in time, and sends the next event complete', async () => {
  const facade = await startWatched({ env: timeout });
  try {
    const id = `gid://service/Pipeline/${busyProject.id}/${landmarks.latestPipelineId}`;
    const remove = facade.sandbox.faults.add({ match: { operation: 'getProject' }, latencyMs: never });
    const query = `subscription { pipeline(id: "${id}", until: FOREVER) { status project { path } } }`;
    const stream = facade.follow(query);
    const event = await next(stream);
    expect(event.data).toMatchObject({ pipeline: { status: expect.any(String), project: null } });
    expect(pathsOf(event)).toEqual(['pipeline.project']);
    expect(codesOf(event)).toEqual(new Set(['DEADLINE_EXCEEDED']));
    remove();
    await stream.return();
    const again = facade.follow(query);
    expect((await next(again)).data).toMatchObject({ pipeline: { project: { path: 'engine' } } });
    await again.return();
    await facade.idle();
  } finally {
    await facade.close();
  }
});

/** Filters of the list of pipelines: the REST query, and the effect on the response. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks } from '../../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../../harness.ts';

interface Item {
  readonly databaseId: number;
  readonly status: string;
  readonly source: string;
  readonly ref: string;
  readonly sha: string;
  readonly name: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const { busyProject, childPipelineId } = landmarks;
const attributes = 'databaseId status source ref sha name createdAt updatedAt';
const midday = '2025-06-01T12:00:00.000Z';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed({ sandbox: { now: Date.parse(midday), scale: { pipelines: 300 } } });
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

async function listPipelines(
  args: string,
  selection = attributes,
): Promise<{ items: Item[]; total: number; query: object }> {
  const { data, errors } = await facade.execute<{ project: { pipelines: { nodes: Item[]; totalCount: number } } }>(
    `{ project(id: ${busyProject.id}) { pipelines(first: 100 ${args}) { nodes { ${selection} } totalCount } } }`,
    {},
    { as: 'developer' },
  );
  expect(errors).toBeUndefined();
  const [request] = facade.requests;
  const { page, per_page, ...query } = request?.query ?? {};
  return { items: data.project.pipelines.nodes, total: data.project.pipelines.totalCount, query };
}

const filters: readonly [string, args: string, query: object, matches: (item: Item) => boolean][] = [
  ['name', 'filter: { name: "Nightly" }', { name: 'Nightly' }, ({ name }) => name === 'Nightly'],
  ['ref, a branch', 'filter: { ref: "main" }', { ref: 'main' }, ({ ref }) => ref === 'main'],
  ['scope running', 'filter: { scope: RUNNING }', { scope: 'running' }, ({ status }) => status === 'RUNNING'],
  ['scope pending', 'filter: { scope: PENDING }', { scope: 'pending' }, ({ status }) => status === 'PENDING'],
  [
    'scope finished',
    'filter: { scope: FINISHED }',
    { scope: 'finished' },
    ({ status }) => ['SUCCESS', 'FAILED', 'CANCELED', 'SKIPPED'].includes(status),
  ],
  ['source, an open set', 'filter: { source: "web" }', { source: 'web' }, ({ source }) => source === 'web'],
  [
    'updatedAfter',
    'filter: { updatedAfter: "2025-05-25T00:00:00Z" }',
    { updated_after: '2025-05-25T00:00:00Z' },
    ({ updatedAt }) => updatedAt > '2025-05-25',
  ],
  [
    'updatedBefore, with an offset',
    'filter: { updatedBefore: "2025-05-25T00:00:00+02:00" }',
    { updated_before: '2025-05-25T00:00:00+02:00' },
    ({ updatedAt }) => updatedAt < '2025-05-24T22',
  ],
  [
    'createdAfter',
    'filter: { createdAfter: "2025-05-25T00:00:00Z" }',
    { created_after: '2025-05-25T00:00:00Z' },
    ({ createdAt }) => createdAt > '2025-05-25',
  ],
  [
    'createdBefore',
    'filter: { createdBefore: "2025-05-25T00:00:00Z" }',
    { created_before: '2025-05-25T00:00:00Z' },
    ({ createdAt }) => createdAt < '2025-05-25',
  ],
];

describe('filters', () => {
  test.each(filters)('filters by %s', async (_, args, query, matches) => {
    const all = await listPipelines('');
    facade.forget();
    const filtered = await listPipelines(args);
    expect(filtered.query).toEqual(query);
    expect(filtered.items.length).toBeGreaterThan(0);
    expect(filtered.items.every(matches)).toBe(true);
    expect(all.items.every(matches)).toBe(false);
    expect(filtered.total).toBeLessThan(all.total);
  });

  test('filters by sha', async () => {
    const { items } = await listPipelines('');
    const sha = items.at(-1)?.sha ?? '';
    facade.forget();
    const filtered = await listPipelines(`filter: { sha: "${sha}" }`);
    expect(filtered.query).toEqual({ sha });
    expect(new Set(filtered.items.map((item) => item.sha))).toEqual(new Set([sha]));
  });

  test('filters by the username of the user who started the pipeline', async () => {
    const filtered = await listPipelines('filter: { username: "dana.kim" }', `${attributes} user { username }`);
    expect(filtered.query).toEqual({ username: 'dana.kim' });
    expect(filtered.items.length).toBeGreaterThan(0);
    for (const item of filtered.items) expect(item).toMatchObject({ user: { username: 'dana.kim' } });
  });

  test('returns only pipelines with an invalid configuration for invalidOnly: true, and sends nothing for false', async () => {
    const invalid = await listPipelines('filter: { invalidOnly: true }', `${attributes} yamlErrors`);
    expect(invalid.query).toEqual({ yaml_errors: 'true' });
    expect(invalid.items.length).toBeGreaterThan(0);
    for (const item of invalid.items) expect(item).toMatchObject({ yamlErrors: expect.any(String) });
    facade.forget();
    expect((await listPipelines('filter: { invalidOnly: false }')).query).toEqual({});
  });

  test('filters by ref, a tag', async () => {
    const tags = await listPipelines('filter: { scope: TAGS }');
    const ref = tags.items[0]?.ref ?? '';
    facade.forget();
    const filtered = await listPipelines(`filter: { ref: "${ref}" }`);
    expect(filtered.query).toEqual({ ref });
    expect(filtered.items.every((item) => item.ref === ref)).toBe(true);
  });

  test.each(['BRANCHES', 'TAGS'])('returns one pipeline for each ref in the scope %s', async (scope) => {
    const { items, query } = await listPipelines(`filter: { scope: ${scope} }`);
    expect(query).toEqual({ scope: scope.toLowerCase() });
    const refs = items.map(({ ref }) => ref);
    expect(refs.length).toBeGreaterThan(0);
    expect(new Set(refs).size).toBe(refs.length);
  });

  test('filters by each of the 11 statuses', async () => {
    const statuses =
      'CREATED WAITING_FOR_RESOURCE PREPARING PENDING RUNNING SUCCESS FAILED CANCELED SKIPPED MANUAL SCHEDULED';
    for (const status of statuses.split(' ')) {
      facade.forget();
      const { items, query } = await listPipelines(`filter: { status: ${status} }`);
      expect(query).toEqual({ status: status.toLowerCase() });
      expect(items.length).toBeGreaterThan(0);
      expect(new Set(items.map((item) => item.status))).toEqual(new Set([status]));
    }
  });

  test('sends all filters and the order together', async () => {
    const { query } = await listPipelines(
      'filter: { name: "Nightly", ref: "main", scope: FINISHED, sha: "abc", source: "push", status: SUCCESS, username: "dana.kim", invalidOnly: true, updatedAfter: "2025-01-01T00:00:00Z", updatedBefore: "2025-12-01T00:00:00Z", createdAfter: "2025-01-01T00:00:00Z", createdBefore: "2025-12-01T00:00:00Z" }, orderBy: { field: REF, direction: ASC }',
    );
    expect(query).toEqual({
      name: 'Nightly',
      order_by: 'ref',
      sort: 'asc',
      ref: 'main',
      scope: 'finished',
      sha: 'abc',
      source: 'push',
      status: 'success',
      username: 'dana.kim',
      yaml_errors: 'true',
      updated_after: '2025-01-01T00:00:00Z',
      updated_before: '2025-12-01T00:00:00Z',
      created_after: '2025-01-01T00:00:00Z',
      created_before: '2025-12-01T00:00:00Z',
    });
  });

  test('ignores null', async () => {
    const { query } = await listPipelines('filter: { name: null, status: null }');
    expect(query).toEqual({});
  });
});

describe('order', () => {
  test('sorts the newest first by default', async () => {
    const { items, query } = await listPipelines('');
    expect(query).toEqual({});
    const ids = items.map(({ databaseId }) => databaseId);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  const keys: readonly [string, (item: Item) => string | number][] = [
    ['ID', ({ databaseId }) => databaseId],
    ['STATUS', ({ status }) => status],
    ['REF', ({ ref }) => ref],
    ['UPDATED_AT', ({ updatedAt }) => updatedAt],
  ];

  test.each(keys)('sorts by %s, ascending', async (orderBy, key) => {
    const { items, query } = await listPipelines(`orderBy: { field: ${orderBy}, direction: ASC }`);
    expect(query).toEqual({ order_by: orderBy.toLowerCase(), sort: 'asc' });
    const values = items.map(key);
    expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  });

  test('sorts by USER_ID, descending', async () => {
    const { items, query } = await listPipelines(
      'orderBy: { field: USER_ID, direction: DESC }',
      `${attributes} user { databaseId }`,
    );
    expect(query).toEqual({ order_by: 'user_id', sort: 'desc' });
    const ids = items.map((item) => ('user' in item ? Object(item.user).databaseId : undefined));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });
});

describe('child pipelines', () => {
  const ids = ({ items }: { items: Item[] }) => items.map(({ databaseId }) => databaseId);

  test('are not in the list', async () => {
    expect(ids(await listPipelines(''))).not.toContain(childPipelineId);
  });

  test('are listed if the filter has their source', async () => {
    const children = await listPipelines('filter: { source: "parent_pipeline" }');
    expect(ids(children)).toContain(childPipelineId);
    expect(children.items.every(({ source }) => source === 'parent_pipeline')).toBe(true);
  });

  test('are returned by their id', async () => {
    const { data } = await facade.execute(
      `{ project(id: ${busyProject.id}) { pipeline(id: ${childPipelineId}) { databaseId source } } }`,
    );
    expect(data).toEqual({ project: { pipeline: { databaseId: childPipelineId, source: 'parent_pipeline' } } });
  });
});

describe('invalid filters', () => {
  test('are rejected for an unknown status', async () => {
    const { errors } = await facade.execute(
      `{ project(id: 14) { pipelines(filter: { status: CANCELING }) { totalCount } } }`,
    );
    expect(errors).toHaveLength(1);
    expect(facade.calls).toEqual([]);
  });

  test('are rejected for UNKNOWN, which is for responses only', async () => {
    const { data, errors } = await facade.execute(
      `{ project(id: 14) { pipelines(filter: { status: UNKNOWN, scope: UNKNOWN }, orderBy: { field: UNKNOWN }) { totalCount } } }`,
    );
    expect(data).toBeUndefined();
    expect(errors?.map(({ message }) => /in "(\w+)" enum/.exec(message)?.[1])).toEqual([
      'PipelineScope',
      'PipelineStatusFilter',
      'PipelineOrderField',
    ]);
    expect(facade.calls).toEqual([]);
  });

  test.each(['yesterday', '2025-02-30T00:00:00Z', '2025-01-15', ''])(
    'are rejected for %j, which is not a date-time',
    async (createdAfter) => {
      const { errors } = await facade.execute(
        'query ($at: DateTime) { project(id: 14) { pipelines(filter: { createdAfter: $at }) { totalCount } } }',
        { at: createdAfter },
      );
      expect(errors?.[0]?.message).toContain('ISO 8601');
      expect(facade.calls).toEqual([]);
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { landmarks, type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, getAttribute, pluck } from './client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ now: new Date('2026-03-01T12:00:00Z') });
});
afterAll(async () => {
  expect(sandbox.contractViolations).toEqual([]);
  await sandbox.close();
});

const project = `/projects/${landmarks.busyProject.id}`;
const createPipeline = (json: object = { ref: 'main' }) =>
  call(sandbox, `${project}/pipeline`, { as: 'developer', method: 'POST', json });

describe('the list of pipelines', () => {
  it.each([
    ['status=failed', 'status', ['failed']],
    ['ref=v1.0.0', 'ref', ['v1.0.0']],
    ['source=parent_pipeline', 'source', ['parent_pipeline']],
    ['name=Nightly', 'name', ['Nightly']],
    ['scope=running', 'status', ['running']],
    ['scope=pending', 'status', ['pending']],
  ])('filters by %s', async (query, attribute, values) => {
    const list = await call(sandbox, `${project}/pipelines?per_page=100&${query}`);
    expect([...new Set(pluck(list, attribute))]).toEqual(values);
  });

  it('contains all 11 statuses', async () => {
    const statuses = new Set<unknown>();
    for (let page = 1; page <= 2; page++)
      for (const status of pluck(await call(sandbox, `${project}/pipelines?page=${page}&per_page=100`), 'status'))
        statuses.add(status);
    expect(statuses.size).toBe(11);
  });

  it('returns one pipeline of each branch with scope=branches, and those of tags with scope=tags', async () => {
    const branches = pluck(await call(sandbox, `${project}/pipelines?scope=branches&per_page=100`), 'ref');
    expect(new Set(branches).size).toBe(branches.length);
    expect(branches).toContain('main');
    expect(pluck(await call(sandbox, `${project}/pipelines?scope=tags`), 'ref')).toContain('v1.0.0');
  });

  it('sorts by the time of the update, and filters by the time of creation', async () => {
    const query = 'order_by=updated_at&sort=asc&created_after=2026-02-01T00:00:00Z&per_page=100';
    const list = await call(sandbox, `${project}/pipelines?${query}`);
    const times = pluck(list, 'updated_at');
    expect(times).toEqual([...times].sort());
    expect(pluck(list, 'created_at').every((time) => String(time) > '2026-02-01')).toBe(true);
  });

  it('has failed pipelines in public projects of every public root group', async () => {
    for (const group of landmarks.publicRootGroups) {
      const projects = await call(sandbox, `/groups/${group}/projects?include_subgroups=true&per_page=100`);
      const failed = await Promise.all(
        pluck(projects, 'id').map((id) => call(sandbox, `/projects/${id}/pipelines?status=failed`)),
      );
      expect(failed.some(({ json }) => Array.isArray(json) && json.length > 0)).toBe(true);
    }
  });
});

describe('pipelines', () => {
  it('can be child pipelines, which the list does not contain', async () => {
    const child = await call(sandbox, `${project}/pipelines/${landmarks.childPipelineId}`);
    expect(child.json).toMatchObject({ source: 'parent_pipeline', project_id: landmarks.busyProject.id });
    expect(pluck(await call(sandbox, `${project}/pipelines`), 'id')).not.toContain(landmarks.childPipelineId);
  });

  it('include a latest pipeline if there is one for the latest commit of the ref; otherwise the status is 403', async () => {
    const latest = await call(sandbox, `${project}/pipelines/latest`);
    expect(latest.json).toMatchObject({ id: landmarks.latestPipelineId });
    expect((await call(sandbox, `${project}/pipelines/latest?ref=${landmarks.refWithoutPipeline}`)).status).toBe(403);
    const older = await call(sandbox, `${project}/pipelines?ref=${landmarks.refWithoutPipeline}`);
    expect(older.json).not.toEqual([]);
  });

  it('have variables, of which some lack a type, and equal counts in test report and summary', async () => {
    const path = `${project}/pipelines/${landmarks.latestPipelineId}`;
    const variables = await call(sandbox, `${path}/variables`, { as: 'developer' });
    expect(pluck(variables, 'variable_type')).toEqual(['env_var', 'file', undefined]);
    const report = await call(sandbox, `${path}/test_report`);
    expect(report.json).toMatchObject({ total_count: 50 });
    const summary = await call(sandbox, `${path}/test_report_summary`);
    const success = getAttribute(report, 'success_count');
    expect(getAttribute(summary, 'total')).toMatchObject({
      count: 50,
      success,
      time: getAttribute(report, 'total_time'),
    });
  });

  it('return 403 or 404 to callers who may not see them or the project', async () => {
    const hidden = `/projects/${landmarks.hiddenPipelinesProject.id}/pipelines`;
    expect((await call(sandbox, hidden, { as: 'guest' })).status).toBe(403);
    expect((await call(sandbox, hidden, { as: 'reporter' })).status).toBe(200);
    expect((await call(sandbox, `/projects/${landmarks.privateProject.id}/pipelines`)).status).toBe(404);
  });
});

describe('writes of pipelines', () => {
  it('create a pipeline whose status changes from pending to running to success', async () => {
    const created = await createPipeline();
    expect(created).toMatchObject({ status: 201, json: { status: 'pending', started_at: null, duration: null } });
    const path = `${project}/pipelines/${getAttribute(created, 'id')}`;
    sandbox.clock.advance(4000);
    expect((await call(sandbox, path)).json).toMatchObject({ status: 'running', queued_duration: 3, duration: null });
    sandbox.clock.advance(6000);
    expect((await call(sandbox, path)).json).toMatchObject({ status: 'success', duration: 7 });
  });

  it('cancel a pipeline in any status, and retry a pipeline if it has a job to retry', async () => {
    const created = await createPipeline({ ref: 'main', variables: [{ key: 'OUTCOME', value: 'failed' }] });
    const path = `${project}/pipelines/${getAttribute(created, 'id')}`;
    const write = (action: string) => call(sandbox, `${path}/${action}`, { as: 'developer', method: 'POST' });
    expect(await write('retry')).toMatchObject({ status: 201, json: { status: 'pending' } });
    sandbox.clock.advance(10_000);
    expect((await call(sandbox, path)).json).toMatchObject({ status: 'failed' });
    expect(await write('retry')).toMatchObject({ status: 201, json: { status: 'pending' } });
    sandbox.clock.advance(10_000);
    // After a retry, a job that is allowed to fail has failed again and can be retried.
    expect(await write('retry')).toMatchObject({ status: 201, json: { status: 'pending' } });
    const retryOfLatest = `${project}/pipelines/${landmarks.latestPipelineId}/retry`;
    expect(await call(sandbox, retryOfLatest, { as: 'developer', method: 'POST' })).toMatchObject({
      status: 201,
      json: { status: 'success' },
    });
    expect(await write('cancel')).toMatchObject({ status: 200, json: { status: 'canceled' } });
    expect(await write('cancel')).toMatchObject({ status: 200, json: { status: 'canceled' } });
  });

  it('delete a pipeline without its child pipelines, for owners only', async () => {
    const path = `${project}/pipelines/${landmarks.latestPipelineId}`;
    expect((await call(sandbox, path, { as: 'maintainer', method: 'DELETE' })).status).toBe(403);
    expect(await call(sandbox, path, { as: 'owner', method: 'DELETE' })).toMatchObject({ status: 204, text: '' });
    expect((await call(sandbox, path)).status).toBe(404);
    expect((await call(sandbox, `${project}/pipelines/${landmarks.childPipelineId}`)).status).toBe(200);
  });

  it('return an error for an unknown ref, an anonymous caller or a reporter', async () => {
    const at = `${project}/pipeline`;
    const json = { ref: 'main' };
    expect((await call(sandbox, at, { method: 'POST', json })).status).toBe(401);
    expect((await call(sandbox, at, { as: 'reporter', method: 'POST', json })).status).toBe(403);
    expect(await createPipeline({ ref: 'nowhere' })).toMatchObject({
      status: 400,
      json: { message: { base: ['Reference not found'] } },
    });
  });
});

/** Latest pipeline of a ref, with responses of the reference documentation. */
import { describe, expect, test } from 'vitest';
import type { StubResponse } from '../../harness.ts';
import { startStubbed } from '../stub-upstream.ts';
import { expected, pipeline, pipelineFields } from './example.ts';

describe('getLatestPipeline', () => {
  const latest = 'GET /projects/1/pipelines/latest';
  const forbidden: StubResponse = { status: 403, body: { message: '403 Forbidden' } };
  const query = '{ project(id: 1) { latestPipeline { databaseId status } } }';

  test('returns the latest pipeline of a ref', async () => {
    const { execute, calls } = await startStubbed({ [latest]: { body: { ...pipeline, project_id: 1 } } });
    const { data } = await execute(`{ project(id: 1) { latestPipeline(ref: "v1.0/rc 1") { ${pipelineFields} } } }`);
    expect(data).toEqual({
      project: {
        latestPipeline: { ...expected, project: { databaseId: 1 }, id: 'gid://service/Pipeline/1/4200000046' },
      },
    });
    expect(calls).toEqual([`${latest}?ref=v1.0%2Frc%201`]);
  });

  test('returns null for 403 if the list of pipelines can be read', async () => {
    const { execute, calls } = await startStubbed({ [latest]: forbidden, 'GET /projects/1/pipelines': { body: [] } });
    expect(await execute(query)).toEqual({ data: { project: { latestPipeline: null } } });
    expect(calls).toEqual([latest, 'GET /projects/1/pipelines?page=1&per_page=1']);
  });

  test('returns FORBIDDEN for 403 if the list of pipelines cannot be read either', async () => {
    const { execute, calls } = await startStubbed({ [latest]: forbidden, 'GET /projects/1/pipelines': forbidden });
    const { data, errors } = await execute(query);
    expect(data).toEqual({ project: { latestPipeline: null } });
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(
          /^The upstream rejected this REST call \(403 Forbidden\); the request had no token\. /,
        ),
        path: ['project', 'latestPipeline'],
        extensions: { code: 'FORBIDDEN', status: 403 },
      },
    ]);
    expect(calls).toHaveLength(2);
  });

  test('returns UPSTREAM_FAILED for a response with the status 500, without a further call', async () => {
    const { execute, calls } = await startStubbed({ [latest]: { status: 500, body: '' } });
    const { errors } = await execute(query);
    expect(errors).toMatchObject([{ path: ['project', 'latestPipeline'], extensions: { code: 'UPSTREAM_FAILED' } }]);
    expect(calls).toEqual([latest]);
  });
});

/** A single pipeline, with responses of the reference documentation. */
import { describe, expect, test } from 'vitest';
import { nullsAccepted } from '../../harness.ts';
import { startStubbed } from '../stub-upstream.ts';
import { expected, id, path, pipeline, pipelineFields, user } from './example.ts';

const query = `{ project(id: 2147483950) { pipeline(id: "4200000046") { ${pipelineFields} } } }`;

describe('getPipeline', () => {
  test('returns every attribute with its type', async () => {
    const { execute, calls } = await startStubbed({ [`GET ${path}`]: { body: pipeline } });
    expect(await execute(query)).toEqual({ data: { project: { pipeline: expected } } });
    expect(calls).toEqual([`GET ${path}`]);
  });

  test('returns the pipeline by its global id', async () => {
    const { execute, calls } = await startStubbed({ [`GET ${path}`]: { body: pipeline } });
    const { data, errors } = await execute(
      `query ($id: ID!) { node(id: $id) { id ... on Pipeline { ${pipelineFields} } } }`,
      {
        id,
      },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ node: expected });
    expect(calls).toEqual([`GET ${path}`]);
  });

  test('returns null for attributes that are null in a new pipeline', async () => {
    const newPipeline = {
      ...pipeline,
      status: 'created',
      name: null,
      started_at: null,
      finished_at: null,
      committed_at: null,
      duration: null,
      queued_duration: null,
      coverage: null,
    };
    const { execute } = await startStubbed({ [`GET ${path}`]: { body: newPipeline } });
    expect(await execute(query)).toEqual({
      data: {
        project: {
          pipeline: {
            ...expected,
            status: 'CREATED',
            name: null,
            startedAt: null,
            finishedAt: null,
            committedAt: null,
            duration: null,
            queuedDuration: null,
            coverage: null,
          },
        },
      },
    });
  });

  test('returns null without a call for missing attributes', async () => {
    const { id: number, project_id } = pipeline;
    const { execute, calls } = await startStubbed(
      { [`GET ${path}`]: { body: { id: number, project_id } } },
      nullsAccepted,
    );
    const { data, errors } = await execute<{ project: { pipeline: object } }>(query);
    expect(errors).toBeUndefined();
    const { id: _, databaseId: __, project: ___, ...others } = data.project.pipeline as Record<string, unknown>;
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(calls).toHaveLength(1);
  });

  test('returns UNKNOWN for unknown enum values, and ignores undocumented attributes', async () => {
    const unknownValues = {
      ...pipeline,
      status: 'resting',
      source: 'merge_request_event',
      user: { ...user, state: 'banned', locked: true, public_email: '' },
      unlisted: { deep: [1] },
    };
    const { execute } = await startStubbed({ [`GET ${path}`]: { body: unknownValues } });
    expect(await execute(query)).toEqual({
      data: {
        project: {
          pipeline: {
            ...expected,
            status: 'UNKNOWN',
            source: 'merge_request_event',
            user: { ...expected.user, state: 'UNKNOWN' },
          },
        },
      },
    });
  });

  test('returns null and an error for attributes of another type, and the other attributes', async () => {
    const invalidValues = { ...pipeline, duration: 'long', tag: null, detailed_status: 'passed' };
    const { execute } = await startStubbed({ [`GET ${path}`]: { body: invalidValues } }, nullsAccepted);
    const { data, errors } = await execute(query);
    expect(data).toEqual({
      project: { pipeline: { ...expected, duration: null, tag: null, detailedStatus: null } },
    });
    expect(errors?.map(({ path: responsePath }) => responsePath?.join('.')).sort()).toEqual([
      'project.pipeline.detailedStatus',
      'project.pipeline.duration',
    ]);
  });

  test.each([
    ['HTML', '<html><body>Sign in</body></html>', 'UPSTREAM_INVALID_RESPONSE'],
    ['truncated JSON', '{"id": 46, "st', 'UPSTREAM_INVALID_RESPONSE'],
    ['empty', '', 'UPSTREAM_INVALID_RESPONSE'],
    ['an array', '[]', 'UPSTREAM_INVALID_RESPONSE'],
    ['a number', '5', 'UPSTREAM_INVALID_RESPONSE'],
  ])('returns null and an error if the response is %s', async (_, body, code) => {
    const { execute } = await startStubbed({ [`GET ${path}`]: { body } });
    const { data, errors } = await execute('{ project(id: 2147483950) { pipeline(id: "4200000046") { status } } }');
    expect(data).toEqual({ project: { pipeline: null } });
    expect(errors).toMatchObject([{ path: ['project', 'pipeline'], extensions: { code } }]);
  });
});

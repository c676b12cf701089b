/** Query of groups, their projects and pipelines: its results and number of calls. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OverviewDocument } from '../documents/documents.gen.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

test('makes one call for the groups, one per group and one per project', async () => {
  const { data, errors } = await facade.execute(OverviewDocument, { groups: 5, projects: 10, status: 'FAILED' });
  expect(errors).toBeUndefined();
  expect(data.groups.nodes).toHaveLength(5);
  const projects = data.groups.nodes.flatMap((group) => group.projects.nodes);
  const pipelines = projects.flatMap((project) => project.pipelines.nodes);
  expect(pipelines.length).toBeGreaterThan(0);
  expect(new Set(pipelines.map((pipeline) => pipeline.status))).toEqual(new Set(['FAILED']));
  expect(facade.calls).toHaveLength(1 + 5 + projects.length);
});

test('returns at least five public groups with a failed pipeline', async () => {
  const { data } = await facade.execute(OverviewDocument, { groups: 20, projects: 10, status: 'FAILED' });
  const failing = data.groups.nodes.filter((group) =>
    group.projects.nodes.some((project) => (project.pipelines.totalCount ?? 0) > 0),
  );
  expect(failing.length).toBeGreaterThanOrEqual(5);
});

test('traces method, path template, status, duration and source of each call', async () => {
  const { data, extensions } = await facade.execute(
    OverviewDocument,
    { groups: 2, projects: 2 },
    { headers: { 'x-portico-trace': '1' } },
  );
  const projects = data.groups.nodes.flatMap((group) => group.projects.nodes);
  expect(extensions?.rest).toHaveLength(1 + 2 + projects.length);
  expect(extensions?.rest).toContainEqual(
    expect.objectContaining({
      method: 'GET',
      path: '/projects/{id}/pipelines',
      status: 200,
      source: 'upstream',
      durationMs: expect.any(Number),
    }),
  );
});

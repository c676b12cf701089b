/** Attributes beyond the documented form of a response, in the words of the upstream. */
import { expect, onTestFinished, test } from 'vitest';
import type { MappingFile } from '../../src/name-mapping/index.ts';
import { type ExampledFacade, type Facade, startExampled, startFacade } from '../harness.ts';
import { renameEverything, wordsOf } from './renaming.ts';

async function startStubbed(
  file: MappingFile,
  examples: Parameters<typeof startExampled>[0],
): Promise<{ readonly facade: Facade; readonly upstream: ExampledFacade }> {
  const upstream = await startExampled(examples);
  onTestFinished(() => upstream.close());
  const facade = await startFacade(upstream.upstreamUrl, {}, { words: wordsOf(file) });
  onTestFinished(() => facade.close());
  return { facade, upstream };
}

const listed = { id: 7, iid: 3, project_id: 5, status: 'success', ref: 'main' };

test.each<[string, MappingFile]>([
  ['of the fuller schema', { schemas: { Pipeline: { attributes: { duration: 'seconds' } } } }],
  ['of all schemas', { attributes: { duration: 'seconds' } }],
])('a list translates attributes of the detail by words %s', async (_, file) => {
  const { facade, upstream } = await startStubbed(file, {
    'GET /projects/5/pipelines': {
      body: [
        { ...listed, seconds: 61 },
        { ...listed, id: 8, seconds: 62 },
      ],
    },
  });
  const { data, errors } = await facade.execute(
    '{ project(id: 5) { pipelines(first: 2) { nodes { duration extra } } } }',
  );
  expect(errors).toBeUndefined();
  const nodes = [
    { duration: 61, extra: null },
    { duration: 62, extra: null },
  ];
  expect(data).toEqual({ project: { pipelines: { nodes } } });
  expect(upstream.calls).toEqual(['GET /projects/5/pipelines?page=1&per_page=2']);
});

test('a list translates enum values of the detail', async () => {
  const { facade, upstream } = await startStubbed(
    { enums: { RunnerAccessLevel: { ref_protected: 'guarded' } } },
    { 'GET /runners': { body: [{ id: 6, access_level: 'guarded' }] } },
  );
  const { data } = await facade.execute('{ runners(first: 1) { nodes { accessLevel extra } } }');
  expect(data).toEqual({ runners: { nodes: [{ accessLevel: 'REF_PROTECTED', extra: null }] } });
  expect(upstream.calls).toHaveLength(1);
});

test('an embedded object translates attributes of the whole one', async () => {
  const user = { id: 1, username: 'a', state: 'active', role_title: 'Engineer' };
  const { facade, upstream } = await startStubbed(
    { attributes: { job_title: 'role_title' } },
    { 'GET /projects/5/pipelines/7': { body: { ...listed, user } } },
  );
  const { data } = await facade.execute('{ project(id: 5) { pipeline(id: 7) { user { username jobTitle extra } } } }');
  expect(data).toEqual({ project: { pipeline: { user: { username: 'a', jobTitle: 'Engineer', extra: null } } } });
  expect(upstream.calls).toHaveLength(1);
});

test('an object beyond the documented form translates its own attributes', async () => {
  const person = { id: 1, login: 'a', role_title: 'Engineer' };
  const { facade, upstream } = await startStubbed(
    { attributes: { user: 'person', username: 'login', job_title: 'role_title' } },
    { 'GET /projects/5/pipelines': { body: [{ ...listed, person }] } },
  );
  const { data } = await facade.execute(
    '{ project(id: 5) { pipelines(first: 1) { nodes { user { username jobTitle } extra } } } }',
  );
  const nodes = [{ user: { username: 'a', jobTitle: 'Engineer' }, extra: null }];
  expect(data).toEqual({ project: { pipelines: { nodes } } });
  expect(upstream.calls).toHaveLength(1);
});

test('an attribute that the upstream calls like one of the contract is not taken for that', async () => {
  const { facade, upstream } = await startStubbed(
    { attributes: { duration: 'seconds' } },
    {
      'GET /projects/5/pipelines': { body: [{ ...listed, duration: 'long' }] },
      'GET /projects/5/pipelines/7': { body: { ...listed, seconds: 61 } },
    },
  );
  const { data } = await facade.execute('{ project(id: 5) { pipelines(first: 1) { nodes { duration extra } } } }');
  const nodes = [{ duration: 61, extra: { 'upstream:duration': 'long' } }];
  expect(data).toEqual({ project: { pipelines: { nodes } } });
  expect(upstream.calls).toHaveLength(2);
});

test('unknown attributes stay where everything is renamed', async () => {
  const { facade } = await startStubbed(renameEverything(), {
    'GET /projects-there/5/pipelines-there': {
      body: [{ id_there: 7, iid_there: 3, project_id_there: 5, duration_there: 61, mood: 'fine', id: 9 }],
    },
  });
  const { data } = await facade.execute(
    '{ project(id: 5) { pipelines(first: 1) { nodes { databaseId duration extra } } } }',
  );
  const nodes = [{ databaseId: 7, duration: 61, extra: { mood: 'fine', 'upstream:id': 9 } }];
  expect(data).toEqual({ project: { pipelines: { nodes } } });
});

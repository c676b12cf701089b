/** Attributes that the schema of a response lacks, with the names of the upstream. */
import { expect, onTestFinished, test } from 'vitest';
import type { MappingFile } from '../../src/name-mapping/index.ts';
import { type Facade, type StubbedFacade, startFacade, startWithResponses } from '../harness.ts';
import { loadMapping, renameEverything } from './renaming.ts';

async function startStubbed(
  file: MappingFile,
  examples: Parameters<typeof startWithResponses>[0],
): Promise<{ readonly facade: Facade; readonly upstream: StubbedFacade }> {
  const upstream = await startWithResponses(examples);
  onTestFinished(() => upstream.close());
  const facade = await startFacade(upstream.upstreamUrl, {}, { words: loadMapping(file) });
  onTestFinished(() => facade.close());
  return { facade, upstream };
}

const pipeline = { id: 7, iid: 3, project_id: 5, status: 'success', ref: 'main' };

test.each<[string, MappingFile]>([
  ['the schema of the detail', { schemas: { Pipeline: { attributes: { duration: 'seconds' } } } }],
  ['all schemas', { attributes: { duration: 'seconds' } }],
])('maps attributes of the detail in a list, by names of %s', async (_, file) => {
  const { facade, upstream } = await startStubbed(file, {
    'GET /projects/5/pipelines': {
      body: [
        { ...pipeline, seconds: 61 },
        { ...pipeline, id: 8, seconds: 62 },
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

test('maps enum values of the detail in a list', async () => {
  const { facade, upstream } = await startStubbed(
    { enums: { RunnerAccessLevel: { ref_protected: 'guarded' } } },
    { 'GET /runners': { body: [{ id: 6, access_level: 'guarded' }] } },
  );
  const { data } = await facade.execute('{ runners(first: 1) { nodes { accessLevel extra } } }');
  expect(data).toEqual({ runners: { nodes: [{ accessLevel: 'REF_PROTECTED', extra: null }] } });
  expect(upstream.calls).toHaveLength(1);
});

test('maps attributes of the detail in an embedded object', async () => {
  const user = { id: 1, username: 'a', state: 'active', role_title: 'Engineer' };
  const { facade, upstream } = await startStubbed(
    { attributes: { job_title: 'role_title' } },
    { 'GET /projects/5/pipelines/7': { body: { ...pipeline, user } } },
  );
  const { data } = await facade.execute('{ project(id: 5) { pipeline(id: 7) { user { username jobTitle extra } } } }');
  expect(data).toEqual({ project: { pipeline: { user: { username: 'a', jobTitle: 'Engineer', extra: null } } } });
  expect(upstream.calls).toHaveLength(1);
});

test('maps the attributes of an object that the schema of the response lacks', async () => {
  const person = { id: 1, login: 'a', role_title: 'Engineer' };
  const { facade, upstream } = await startStubbed(
    { attributes: { user: 'person', username: 'login', job_title: 'role_title' } },
    { 'GET /projects/5/pipelines': { body: [{ ...pipeline, person }] } },
  );
  const { data } = await facade.execute(
    '{ project(id: 5) { pipelines(first: 1) { nodes { user { username jobTitle } extra } } } }',
  );
  const nodes = [{ user: { username: 'a', jobTitle: 'Engineer' }, extra: null }];
  expect(data).toEqual({ project: { pipelines: { nodes } } });
  expect(upstream.calls).toHaveLength(1);
});

test('returns an attribute of the upstream with a name that is mapped in the contract as extra, with the prefix upstream:', async () => {
  const { facade, upstream } = await startStubbed(
    { attributes: { duration: 'seconds' } },
    {
      'GET /projects/5/pipelines': { body: [{ ...pipeline, duration: 'long' }] },
      'GET /projects/5/pipelines/7': { body: { ...pipeline, seconds: 61 } },
    },
  );
  const { data } = await facade.execute('{ project(id: 5) { pipelines(first: 1) { nodes { duration extra } } } }');
  const nodes = [{ duration: 61, extra: { 'upstream:duration': 'long' } }];
  expect(data).toEqual({ project: { pipelines: { nodes } } });
  expect(upstream.calls).toHaveLength(2);
});

test('returns unknown attributes as extra with their own names if everything is renamed', async () => {
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

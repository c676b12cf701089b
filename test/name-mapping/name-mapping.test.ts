/** Results and REST calls of the graph with an upstream whose names differ from the contract. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/index.ts';
import type { MappingFile } from '../../src/name-mapping/index.ts';
import { type Facade, notFound, startFacade, startWithResponses } from '../harness.ts';
import { loadMapping, renameEverything } from './renaming.ts';

const owner = { as: 'owner' } as const;
const words = loadMapping(renameEverything());

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let facade: Facade;

beforeAll(async () => {
  sandbox = await startSandbox({ keptRequests: 1000, words });
  facade = await startFacade(sandbox.url, {}, { words });
});

afterAll(async () => {
  await facade.close();
  await sandbox.close();
});

/** Returns the calls that an upstream with this name mapping receives for a document, as `GET /projects/14`. */
async function recordCalls(file: MappingFile, document: string): Promise<readonly string[]> {
  const upstream = await startWithResponses({ '*': notFound });
  const facade = await startFacade(upstream.upstreamUrl, {}, { words: loadMapping(file) });
  try {
    await facade.execute(document);
    return upstream.calls;
  } finally {
    await facade.close();
    await upstream.close();
  }
}

test('maps the filter, order and status values of a list', async () => {
  const { data, errors } = await facade.execute(
    '{ project(id: "14") { pipelines(first: 3, filter: { status: FAILED }, orderBy: { field: UPDATED_AT }) { nodes { status sha } totalCount pageInfo { hasNextPage } } } }',
    {},
    owner,
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({ project: { pipelines: { pageInfo: { hasNextPage: true } } } });
  expect(JSON.stringify(data).match(/FAILED/g)).toHaveLength(3);
  const { url } = sandbox.requests.at(-1) ?? {};
  expect(url).toBe('/projects/14/pipelines?order_by=updated_at&page=1&per_page=3&sort=desc&status=failed');
});

test('sends and receives the names of the upstream', async () => {
  const calls = await recordCalls(
    {
      segments: { pipelines: 'runs' },
      attributes: { per_page: 'limit', status: 'state_is' },
      enums: { PipelineStatus: { failed: 'broken' } },
    },
    '{ project(id: "14") { pipelines(first: 3, filter: { status: FAILED }) { nodes { id } } } }',
  );
  expect(calls).toEqual(['GET /projects/14/runs?page=1&limit=3&state_is=broken']);
});

test('maps a parameter by the name of its operation', async () => {
  const file: MappingFile = {
    paths: { '/import/server-b': '/imports/of/b' },
    operations: { importFromServerB: { parameters: { server_url: 'host_address' } } },
  };
  const upstream = await startWithResponses({ 'POST /imports/of/b': { body: { id: 7 } } });
  const facade = await startFacade(upstream.upstreamUrl, {}, { words: loadMapping(file) });
  try {
    const { errors } = await facade.execute(
      'mutation { projectImportStartFromServerB(input: { serverUrl: "https://b.example.com", serverUsername: "u", personalAccessToken: "t0ken", serverProjectKey: "K", serverRepo: "r" }) { errors { message } } }',
    );
    expect(errors).toBeUndefined();
    expect(upstream.calls).toEqual(['POST /imports/of/b']);
    expect(upstream.bodies).toMatchObject([{ host_address: 'https://b.example.com' }]);
  } finally {
    await facade.close();
    await upstream.close();
  }
});

test('maps the names of attributes in an upstream error to input paths', async () => {
  const upstream = await startWithResponses({
    'POST /projects/14/labels': { status: 400, body: { error: 'name_there is missing, color_there is invalid' } },
  });
  const facade = await startFacade(
    upstream.upstreamUrl,
    {},
    { words: loadMapping({ attributes: { name: 'name_there', color: 'color_there' } }) },
  );
  try {
    const { data } = await facade.execute(
      'mutation { labelCreate(input: { project: "14", name: "a", color: "#ff0000" }) { errors { code path message } } }',
    );
    expect(data).toEqual({
      labelCreate: {
        errors: [
          { code: 'BAD_USER_INPUT', path: ['input', 'name'], message: 'is missing' },
          { code: 'BAD_USER_INPUT', path: ['input', 'color'], message: 'is invalid' },
        ],
      },
    });
  } finally {
    await facade.close();
    await upstream.close();
  }
});

test('reads an attribute by its mapped name in its own schema only', async () => {
  const upstream = await startWithResponses({
    'GET /projects/14/pipelines/1': { body: { id: 1, status: 'success', state: 'passed', ref: 'main' } },
  });
  const file = {
    schemas: { PipelineListItem: { attributes: { status: 'state' } } },
    enums: { PipelineStatus: { success: 'passed' } },
  };
  const facade = await startFacade(upstream.upstreamUrl, {}, { words: loadMapping(file) });
  try {
    const { data } = await facade.execute('{ project(id: "14") { pipeline(id: "1") { status ref } } }');
    expect(data).toEqual({ project: { pipeline: { status: 'SUCCESS', ref: 'main' } } });
  } finally {
    await facade.close();
    await upstream.close();
  }
});

test('traces the paths of the contract, or those of the upstream with x-portico-trace: wire', async () => {
  const paths = async (trace: string) => {
    const { extensions } = await facade.execute(
      '{ project(id: "14") { labels(first: 1) { nodes { id } } } }',
      {},
      { ...owner, headers: { 'x-portico-trace': trace } },
    );
    return extensions?.rest?.map(({ path }) => path);
  };
  expect(await paths('1')).toEqual(['/projects/{id}/labels']);
  expect(await paths('wire')).toEqual(['/projects-there/{id}/labels-there']);
});

/** Documents for the facade, compiled by relay-compiler and run by Relay: refetching through `node`, pages, mutations. */
import { createRequire } from 'node:module';
import {
  type ConcreteRequest,
  commitMutation,
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tokens } from '../../sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../test/harness.ts';

const require = createRequire(import.meta.url);
/** An artifact; `npm test` has them written before. */
const artifact = (name: string): ConcreteRequest => require(`../relay/__generated__/${name}.graphql.js`);

/** Statuses of a pipeline that was started again. */
const activeStatus = /RUNNING|PENDING|CREATED/;
const project = 'gid://service/Project/14';

let facade: SandboxedFacade;
let environment: Environment;
/** Texts that were sent. */
const sent: string[] = [];
beforeAll(async () => {
  facade = await startSandboxed();
});
beforeEach(() => {
  facade.forget();
  sent.length = 0;
  environment = new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(async ({ text }, variables) => {
      sent.push(text ?? '');
      const response = await fetch(new URL('/graphql', facade.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'private-token': tokens.owner },
        body: JSON.stringify({ query: text, variables }),
      });
      return response.json();
    }),
  });
});
afterAll(() => facade.close());

type Variables = Readonly<Record<string, unknown>>;

const run = (name: string, variables: Variables) => fetchQuery(environment, artifact(name), variables).toPromise();

/** The list of pipelines as a component with the fragment would see it. */
function shown(): readonly { node: { id: string; status: string } }[] {
  const record = environment.getStore().getSource().get(`client:${project}:__pipelines_list_pipelines_connection`);
  const edges: { __refs?: readonly string[] } = Object(record?.edges);
  const source = environment.getStore().getSource();
  return (edges.__refs ?? []).map((edge) => {
    const node = source.get(Object(source.get(edge)?.node).__ref);
    return { node: { id: String(node?.id), status: String(node?.status) } };
  });
}

async function endCursor(): Promise<string> {
  const source = environment.getStore().getSource();
  const record = source.get(`client:${project}:__pipelines_list_pipelines_connection`);
  return String(source.get(Object(record?.pageInfo).__ref)?.endCursor);
}

test('Relay pages through a connection, each page fetched by the node that holds it', async () => {
  const first = await run('pipelinesQuery', { project, count: 3 });
  expect(first).toMatchObject({ project: { id: project, fullPath: 'meridian/platform/engine' } });
  expect(shown()).toHaveLength(3);
  await run('pipelinesListQuery', { id: project, count: 3, cursor: await endCursor() });
  expect(sent.at(-1)).toMatch(/node\(id: \$id\)/);
  expect(shown()).toHaveLength(6);
  expect(new Set(shown().map(({ node }) => node.id)).size).toBe(6);
});

test('Relay refetches one object through node', async () => {
  await run('pipelinesQuery', { project, count: 20 });
  const failed = shown().find(({ node }) => node.status === 'FAILED')?.node;
  const { errors } = await facade.execute(
    'mutation ($id: ID!) { pipelineRetry(input: { id: $id }) { errors { code } } }',
    { id: failed?.id },
    { as: 'owner' },
  );
  expect(errors).toBeUndefined();
  facade.forget();
  await run('pipelinesPipelineQuery', { id: failed?.id });
  expect(sent.at(-1)).toMatch(/node\(id: \$id\)/);
  expect(shown().find(({ node }) => node.id === failed?.id)?.node.status).toMatch(activeStatus);
  expect(facade.calls).toEqual([expect.stringMatching(/^GET \/projects\/14\/pipelines\/\d+$/)]);
});

test('Relay shows in a list what a mutation answered', async () => {
  await run('pipelinesQuery', { project, count: 20 });
  const failed = shown().find(({ node }) => node.status === 'FAILED');
  expect(failed).toBeDefined();
  await new Promise((resolve, reject) =>
    commitMutation(environment, {
      mutation: artifact('pipelinesRetryMutation'),
      variables: { input: { id: failed?.node.id } },
      onCompleted: resolve,
      onError: reject,
    }),
  );
  expect(shown().find(({ node }) => node.id === failed?.node.id)?.node.status).toMatch(activeStatus);
});

test('Relay keeps every object by its id, of whatever type', async () => {
  await run('mergeRequestQuery', { project, iid: 2 });
  const source = environment.getStore().getSource();
  const types = new Map<string, string[]>();
  for (const key of source.getRecordIDs()) {
    const record = source.get(key);
    if (key.startsWith('gid:')) {
      expect(record?.id).toBe(key);
      types.set(String(record?.__typename), [...(types.get(String(record?.__typename)) ?? []), key]);
    } else expect(record ?? {}).not.toHaveProperty('id');
  }
  expect([...types.keys()].sort()).toEqual(
    [
      'Group',
      'Job',
      'Label',
      'MergeRequest',
      'MergeRequestApprovalState',
      'Milestone',
      'Note',
      'Pipeline',
      'Project',
      'ResourceGroup',
      'User',
    ].sort(),
  );
});

/** Hive gateway in front of the facade and another subgraph: the same, and subscriptions. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayRuntime } from '@graphql-hive/gateway';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { landmarks, tokens } from '../../sandbox/index.ts';
import { forwarding } from '../gateway.config.ts';
import { describeGateway, describeQuota, type Gateway } from './gateway.ts';
import { describeRefetch } from './refetch.ts';
import { startSubgraphs } from './subgraphs.ts';

async function start(env?: Readonly<Record<string, string>>): Promise<Gateway> {
  const { facade, supergraphSdl, close } = await startSubgraphs(env);
  const gateway = createGatewayRuntime({
    ...forwarding,
    supergraph: supergraphSdl,
    logging: false,
    landingPage: false,
    demandControl: { maxCost: 2000, includeExtensionMetadata: true },
  });
  const server = createServer(gateway);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    facade,
    url: `http://127.0.0.1:${port}/graphql`,
    async close() {
      await gateway[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
    },
  };
}

let gateway: Gateway;
beforeAll(async () => {
  gateway = await start();
});
afterAll(() => gateway.close());

describeGateway('Hive gateway', () => gateway);
describeRefetch('Hive gateway', () => gateway);
describeQuota('Hive gateway', start);

test('Hive gateway follows a pipeline, and adds what the other subgraph knows of its project', async () => {
  const headers = { 'content-type': 'application/json', 'private-token': tokens.maintainer };
  const query = `mutation { pipelineCreate(input: { project: "gid://service/Project/14", ref: "main" }) {
    pipeline { id status } errors { message }
  } }`;
  const created = await fetch(gateway.url, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data } = await created.json();
  const { id } = data.pipelineCreate.pipeline;

  const client = createClient({ url: gateway.url, headers: { 'private-token': tokens.maintainer } });
  const states = [];
  const events = client.iterate({
    query: 'subscription ($id: ID!) { pipeline(id: $id, every: 1) { status project { boards { totalCount } } } }',
    variables: { id },
  });
  for await (const { data, errors } of events) {
    expect(errors).toBeUndefined();
    expect(gateway.facade.activity).toMatchObject({ sockets: 1 });
    states.push(data?.pipeline);
    gateway.facade.sandbox.clock.advance(5000);
  }
  expect(states.length).toBeGreaterThan(1);
  expect(states.at(-1)).toEqual({
    status: expect.stringMatching(/^(SUCCESS|FAILED|CANCELED|SKIPPED)$/),
    project: { boards: { totalCount: expect.any(Number) } },
  });
  client.dispose();
});

test('Hive gateway subscribes with the credential of each caller', async () => {
  const { data } = await gateway.facade.execute<{ project: { pipelines: { nodes: readonly { id: string }[] } } }>(
    `{ project(id: "${landmarks.hiddenPipelinesProject.id}") { pipelines(first: 1) { nodes { id } } } }`,
    {},
    { as: 'developer' },
  );
  const [{ id } = { id: '' }] = data.project.pipelines.nodes;
  const firstFor = async (headers: Record<string, string>) => {
    const client = createClient({ url: gateway.url, headers, retryAttempts: 0 });
    const events = client.iterate({
      query: 'subscription ($id: ID!) { pipeline(id: $id) { status } }',
      variables: { id },
    });
    for await (const event of events) return event;
    throw new Error('There was no event');
  };
  const seen = { data: { pipeline: { status: expect.any(String) } } };
  expect(await firstFor({ 'private-token': tokens.developer })).toMatchObject(seen);
  expect(await firstFor({ authorization: `Bearer ${tokens.developer}` })).toMatchObject(seen);
  for (const headers of [{}, { 'private-token': tokens.guest }])
    expect(await firstFor(headers)).toMatchObject({
      errors: [{ extensions: { code: expect.stringMatching(/UNAUTHENTICATED|FORBIDDEN|NOT_FOUND/) } }],
    });
});

test('Hive gateway’s demand control sees what a query costs, and refuses what costs too much', async () => {
  const costOf = async (first: number, fields: string) => {
    const query = `{ project(id: "gid://service/Project/14") { pipelines(first: ${first}) { nodes { ${fields} } } } }`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(gateway.url, { method: 'POST', headers, body: JSON.stringify({ query }) });
    const { errors, extensions } = await response.json();
    return { estimated: extensions.cost.estimated, code: errors?.[0]?.extensions?.code };
  };
  // Two calls, and a weight of 1 for the project, the connection and each item.
  expect(await costOf(5, 'id status')).toEqual({ estimated: 27 });
  expect(await costOf(50, 'id status')).toEqual({ estimated: 72 });
  // The coverage is in the detail of each pipeline.
  expect(await costOf(50, 'id coverage')).toEqual({ estimated: 572 });
  gateway.facade.forget();
  expect(await costOf(500, 'id coverage')).toMatchObject({ code: 'COST_ESTIMATED_TOO_EXPENSIVE' });
  expect(gateway.facade.calls).toEqual([]);
});

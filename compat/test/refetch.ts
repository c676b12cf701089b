/** Clients with normalized caches that refetch objects through a gateway, where `Query.node` is absent. */
import { createRequire } from 'node:module';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { type ConcreteRequest, Environment, fetchQuery, Network, RecordSource, Store } from 'relay-runtime';
import { expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../sandbox/index.ts';
import type { GraphResponse } from '../../test/harness.ts';
import type { Gateway } from './gateway.ts';

interface Pipeline {
  readonly id: string;
  readonly status: string;
}

/** A page with a list of pipelines. */
interface PipelinePage {
  load(): Promise<void>;
  /** Pipelines as the cache contains them. */
  read(): readonly Pipeline[];
  /** Refetches one pipeline by its global id. */
  refetch(id: string): Promise<void>;
}

const headers = { 'private-token': tokens.owner };
const project = 'gid://service/Project/14';

/** Opens the page with Apollo Client, by documents of the guide for gateways. */
function openWithApollo(url: string): PipelinePage {
  const client = new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() });
  onTestFinished(() => client.stop());
  const page = gql`
    query Page($project: ID!) {
      project(id: $project) { id pipelines(first: 20) { nodes { id status } } }
    }
  `;
  const variables = { project };
  return {
    async load() {
      await client.query({ query: page, variables });
    },
    read() {
      const data = client.readQuery<{ project: { pipelines: { nodes: Pipeline[] } } }>({ query: page, variables });
      return data?.project.pipelines.nodes ?? [];
    },
    async refetch(id) {
      const query = gql`
        query RefreshPipeline($id: ID!) {
          pipeline(id: $id) { id status }
        }
      `;
      await client.query({ query, variables: { id }, fetchPolicy: 'network-only' });
    },
  };
}

const require = createRequire(import.meta.url);
const load = (name: string): ConcreteRequest => require(`../relay/__generated__/${name}.graphql.js`);

/** Opens the page with Relay. */
function openWithRelay(url: string): PipelinePage {
  const store = new Store(new RecordSource());
  const network = Network.create(async ({ text }, variables) => {
    const body = JSON.stringify({ query: text, variables });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return response.json();
  });
  const environment = new Environment({ store, network });
  return {
    async load() {
      await fetchQuery(environment, load('pipelinesQuery'), { project, count: 20 }).toPromise();
    },
    read() {
      const source = store.getSource();
      return source
        .getRecordIDs()
        .map((id) => source.get(id))
        .filter((record) => record?.__typename === 'Pipeline')
        .map((record) => ({ id: String(record?.id), status: String(record?.status) }));
    },
    async refetch(id) {
      await fetchQuery(environment, load('pipelinesRefreshQuery'), { id }).toPromise();
    },
  };
}

const clients = { 'Apollo Client': openWithApollo, Relay: openWithRelay } as const;

/** Objects of one page. */
interface Node {
  readonly id: string;
}

interface Page {
  readonly project: {
    readonly id: string;
    readonly labels: { readonly nodes: readonly Node[] };
    readonly pipelines: { readonly nodes: readonly Node[] };
    readonly mergeRequest: Node & { readonly notes: { readonly nodes: readonly Node[] } };
  };
}

export function describeRefetch(name: string, gateway: () => Gateway): void {
  test.each(Object.entries(clients))(`${name}: %s refetches a pipeline by its global id`, async (_, open) => {
    const { facade, url } = gateway();
    const page = open(url);
    await page.load();
    const failed = page.read().find(({ status }) => status === 'FAILED');
    expect(failed).toBeDefined();
    const retried = await facade.execute(
      'mutation ($id: ID!) { pipelineRetry(input: { id: $id }) { errors { code } } }',
      { id: failed?.id },
      { as: 'owner' },
    );
    expect(retried).toMatchObject({ data: { pipelineRetry: { errors: [] } } });
    facade.forget();
    await page.refetch(failed?.id ?? '');
    expect(page.read().find(({ id }) => id === failed?.id)?.status).toMatch(/RUNNING|PENDING|CREATED/);
    expect(facade.calls).toEqual([expect.stringMatching(/^GET \/projects\/14\/pipelines\/\d+$/)]);
  });

  test(`${name} refetches objects of each kind by the root field of their type`, async () => {
    const execute = async <Data>(
      query: string,
      variables: Readonly<Record<string, unknown>>,
    ): Promise<GraphResponse<Data>> => {
      const body = JSON.stringify({ query, variables });
      const response = await fetch(gateway().url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      return response.json();
    };
    const { data } = await execute<Page>(
      `query ($project: ID!) {
        project(id: $project) {
          id
          labels(first: 1) { nodes { id } }
          pipelines(first: 1) { nodes { id } }
          mergeRequest(iid: 2) { id notes(first: 1) { nodes { id } } }
        }
      }`,
      { project },
    );
    const { mergeRequest } = data.project;
    const ids = {
      project: data.project.id,
      label: data.project.labels.nodes[0]?.id,
      pipeline: data.project.pipelines.nodes[0]?.id,
      mergeRequest: mergeRequest.id,
      note: mergeRequest.notes.nodes[0]?.id,
    };
    const fields = Object.keys(ids);
    const refetched = await execute(
      `query (${fields.map((field) => `$${field}: ID!`).join(', ')}) {
        ${fields.map((field) => `${field}(id: $${field}) { id }`).join('\n')}
      }`,
      ids,
    );
    expect(refetched.errors).toBeUndefined();
    expect(refetched).toMatchObject({
      data: Object.fromEntries(Object.entries(ids).map(([field, id]) => [field, { id }])),
    });
  });
}

/** Apollo Client and urql with the caches of the guide: pages of one list, writes that show immediately, and errors. */
import { gql } from '@apollo/client';
import { createRequest } from '@urql/core';
import { type PorticoFixtures, type PorticoWorkerFixtures, porticoFixtures, type TestPortico } from 'portico/testing';
import { test as base, describe, expect, vi } from 'vitest';
import { createApolloClient, createLabel, deleteLabel, describeLabel } from '../src/apollo.ts';
import { LabelDescribeDocument, LabelsDocument, type LabelsQuery } from '../src/gql/graphql.ts';
import { createUrqlClient } from '../src/urql.ts';

const test = base.extend<PorticoFixtures & PorticoWorkerFixtures>(porticoFixtures());

interface Label {
  readonly id: string;
  readonly description: string | null;
}

/** A page with the labels of a project. */
interface LabelPage {
  readonly labels: readonly Label[];
  readonly error: string | undefined;
  /** Descriptions of the first label, in the order in which the page showed them. */
  readonly descriptions: readonly (string | null | undefined)[];
  loadMore(): Promise<unknown>;
  describe(id: string, description: string): Promise<unknown>;
}

const project = '14';
const toLabels = (data: LabelsQuery): readonly Label[] => data.project?.labels.edges.map(({ node }) => node) ?? [];
const toCursor = (data: LabelsQuery | undefined) => data?.project?.labels.pageInfo.endCursor ?? null;

type Open = (portico: TestPortico, role: 'developer' | 'guest') => LabelPage;

const openApollo: Open = ({ endpoint, sandbox }, role) => {
  const client = createApolloClient(endpoint, sandbox.tokens[role]);
  const query = client.watchQuery({ query: LabelsDocument, variables: { project } });
  let current: LabelsQuery | undefined;
  let error: string | undefined;
  const descriptions: (string | null | undefined)[] = [];
  query.subscribe((result) => {
    error = result.error?.message;
    if (result.dataState !== 'complete') return;
    current = result.data;
    descriptions.push(toLabels(current)[0]?.description);
  });
  return {
    descriptions,
    get labels() {
      return current === undefined ? [] : toLabels(current);
    },
    get error() {
      return error;
    },
    loadMore: () => query.fetchMore({ variables: { after: toCursor(current) } }),
    describe: (id, description) => describeLabel(client, id, description),
  };
};

const openUrql: Open = ({ endpoint, sandbox }, role) => {
  const client = createUrqlClient(endpoint, sandbox.tokens[role]);
  let current: LabelsQuery | undefined;
  let error: string | undefined;
  const descriptions: (string | null | undefined)[] = [];
  const follow = (after: string | null) => {
    client.executeQuery(createRequest(LabelsDocument, { project, after })).subscribe((result) => {
      error = result.error?.message;
      current = result.data ?? current;
      descriptions.push(result.data && toLabels(result.data)[0]?.description);
    });
  };
  follow(null);
  return {
    descriptions,
    get labels() {
      return current === undefined ? [] : toLabels(current);
    },
    get error() {
      return error;
    },
    loadMore: async () => follow(toCursor(current)),
    describe: (id, description) => client.mutation(LabelDescribeDocument, { input: { id, description } }).toPromise(),
  };
};

describe.each<[string, Open]>([
  ['Apollo Client', openApollo],
  ['urql', openUrql],
])('%s', (_, open) => {
  test('shows the pages of a list as one list', async ({ portico }) => {
    const page = open(portico, 'developer');
    await vi.waitFor(() => expect(page.labels).toHaveLength(20), 10_000);
    await page.loadMore();
    await vi.waitFor(() => expect(page.labels.length).toBeGreaterThan(20), 10_000);
    expect(new Set(page.labels.map(({ id }) => id)).size).toBe(page.labels.length);
  });

  test('keeps a write that the service accepts', async ({ portico }) => {
    const page = open(portico, 'developer');
    await vi.waitFor(() => expect(page.labels).toHaveLength(20), 10_000);
    const [label] = page.labels;
    await page.describe(label?.id ?? '', 'Accepted');
    await vi.waitFor(() => expect(page.labels[0]).toEqual({ ...label, description: 'Accepted' }), 10_000);
    expect(portico.sandbox.requests().filter(({ operation }) => operation === 'listLabels')).toHaveLength(1);
  });

  test('shows a write before its response, and the former value if the service rejects it', async ({ portico }) => {
    const page = open(portico, 'guest');
    await vi.waitFor(() => expect(page.labels).toHaveLength(20), 10_000);
    const [label] = page.labels;
    await page.describe(label?.id ?? '', 'Rejected');
    await vi.waitFor(() => expect(page.labels[0]).toEqual(label), 10_000);
    expect(page.descriptions).toContain('Rejected');
  });

  test('shows an error in place of incomplete data', async ({ portico }) => {
    portico.sandbox.fail('listLabels', { status: 400 });
    const page = open(portico, 'developer');
    await vi.waitFor(() => expect(page.error).toBeTypeOf('string'), 10_000);
    expect(page.labels).toEqual([]);
  });
});

describe('the cache of Apollo Client', () => {
  const mergeRequest = 'gid://service/MergeRequest/14/1';

  test('merges the attributes of objects without an id that several documents select', async ({ portico }) => {
    const client = createApolloClient(portico.endpoint, portico.sandbox.tokens.developer);
    const first = gql`query First { mergeRequest(id: "${mergeRequest}") { id diffRefs { baseSha } timeStats { timeEstimate } } }`;
    const second = gql`query Second { mergeRequest(id: "${mergeRequest}") { id diffRefs { headSha } timeStats { totalTimeSpent } } }`;
    const { data } = await client.query({ query: first });
    await client.query({ query: second });
    expect(client.readQuery({ query: first })).toEqual(data);
  });

  test('selects by interfaces and unions', async ({ portico }) => {
    const client = createApolloClient(portico.endpoint, portico.sandbox.tokens.owner);
    const query = gql`query Integrations { group(id: "9") { id allIntegrations { id settings { __typename ... on NotificationSettings { branchesToBeNotified } } } } }`;
    const { data } = await client.query({ query });
    expect(data).toBeDefined();
    expect(client.readQuery({ query })).toEqual(data);
    expect(JSON.stringify(data)).toContain('"branchesToBeNotified"');
  });

  test('finds an object that another document has read by its global id', async ({ portico }) => {
    const client = createApolloClient(portico.endpoint, portico.sandbox.tokens.developer);
    const list = gql`query List { project(id: "14") { id path mergeRequests(first: 1) { nodes { id title } } } }`;
    const { data } = await client.query({ query: list });
    const [first] = Object(data).project.mergeRequests.nodes;
    const calls = portico.sandbox.requests().length;
    const detail = gql`query Detail($id: ID!) { mergeRequest(id: $id) { id title } project(id: "gid://service/Project/14") { id path } }`;
    const { data: read } = await client.query({ query: detail, variables: { id: first.id } });
    expect(read).toMatchObject({ mergeRequest: first, project: { path: Object(data).project.path } });
    expect(portico.sandbox.requests()).toHaveLength(calls);
  });

  test('shows a new label first, and no deleted one, without another request', async ({ portico }) => {
    const client = createApolloClient(portico.endpoint, portico.sandbox.tokens.developer);
    await client.query({ query: LabelsDocument, variables: { project } });
    const names = () => {
      const data = client.readQuery({ query: LabelsDocument, variables: { project } });
      return data?.project?.labels.edges.map(({ node }) => node.name) ?? [];
    };
    const before = names();
    const { data } = await createLabel(client, project, 'Compass', '#112233');
    expect(names()).toEqual(['Compass', ...before]);
    await deleteLabel(client, data?.labelCreate?.label?.id ?? '');
    expect(names()).toEqual(before);
    expect(portico.sandbox.requests().filter(({ operation }) => operation === 'listLabels')).toHaveLength(1);
  });
});

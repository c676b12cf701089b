/** Apollo Client and urql with normalised caches: one object has one id, so what a mutation answers shows in the lists at once. */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tokens } from '../../sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../../test/harness.ts';

interface Label {
  readonly id: string;
  readonly description: string | null;
}

interface Data {
  readonly project: {
    readonly labels: {
      readonly edges: readonly { readonly node: Label }[];
      readonly pageInfo: { readonly endCursor: string };
    };
  };
}

/** A page with a list of labels, as a client keeps it. */
interface LabelPage {
  /** Shows the next three labels below those that are shown. */
  more(): Promise<void>;
  shown(): readonly Label[];
  update(input: { id: string; description: string }): Promise<void>;
  close(): void;
}

const list = /* GraphQL */ `
  query Labels($after: String) {
    project(id: "meridian/platform/engine") {
      id
      labels(first: 3, after: $after) {
        edges { node { id description } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;
const update = /* GraphQL */ `
  mutation Describe($input: LabelUpdateInput!) {
    labelUpdate(input: $input) { label { id description } errors { code } }
  }
`;
const headers = { 'private-token': tokens.owner };

const labelsOf = (data: Data | undefined): readonly Label[] => data?.project.labels.edges.map(({ node }) => node) ?? [];
const endOf = (data: Data | undefined) => data?.project.labels.pageInfo.endCursor;

const clients: Readonly<Record<string, (url: string) => LabelPage>> = {
  'Apollo Client': (url) => {
    const client = new ApolloClient({
      link: new HttpLink({ uri: url, headers }),
      cache: new InMemoryCache({ typePolicies: { Project: { fields: { labels: relayStylePagination() } } } }),
    });
    const query = client.watchQuery<Data>({ query: gql(list) });
    const first = Promise.withResolvers<void>();
    let shown: Data | undefined;
    const subscription = query.subscribe(({ dataState, data }) => {
      if (dataState !== 'complete') return;
      shown = data;
      first.resolve();
    });
    return {
      async more() {
        if (shown === undefined) await first.promise;
        else await query.fetchMore({ variables: { after: endOf(shown) } });
      },
      shown: () => labelsOf(shown),
      async update(input) {
        await client.mutate({ mutation: gql(update), variables: { input } });
      },
      close() {
        subscription.unsubscribe();
        client.stop();
      },
    };
  },

  urql: (url) => {
    const cache = cacheExchange({ resolvers: { Project: { labels: relayPagination() } } });
    const client = new Client({
      url,
      preferGetMethod: false,
      fetchOptions: { headers },
      exchanges: [cache, fetchExchange],
    });
    let shown: Data | undefined;
    const pages: { unsubscribe(): void }[] = [];
    return {
      more: () =>
        new Promise((resolve) => {
          const page = client.query<Data>(list, { after: endOf(shown) ?? null }).subscribe(({ data }) => {
            shown = data;
            resolve();
          });
          pages.push(page);
        }),
      shown: () => labelsOf(shown),
      async update(input) {
        await client.mutation(update, { input }).toPromise();
      },
      close() {
        for (const page of pages) page.unsubscribe();
      },
    };
  },
};

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
beforeEach(() => facade.forget());
afterAll(() => facade.close());

test.each(Object.entries(clients))('%s joins pages, and shows what a mutation changed', async (name, open) => {
  const page = open(new URL('/graphql', facade.url).href);
  await page.more();
  await page.more();
  await expect.poll(() => page.shown()).toHaveLength(6);
  expect(new Set(page.shown().map(({ id }) => id)).size).toBe(6);
  const [, second] = page.shown();
  facade.forget();
  await page.update({ id: second?.id ?? '', description: `told by ${name}` });
  await expect.poll(() => page.shown()[1]).toMatchObject({ id: second?.id, description: `told by ${name}` });
  // The write alone: nothing was asked again.
  expect(facade.calls).toEqual([expect.stringMatching(/^PUT .*\/labels\//)]);
  page.close();
});

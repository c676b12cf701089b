/** Apollo Client and urql read the parts in which `@defer` delivers a page: the title is shown before the labels are there. */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQL17Alpha9Handler } from '@apollo/client/incremental';
import { Client, fetchExchange } from '@urql/core';
import { expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../sandbox/index.ts';
import { openGated } from '../../test/gated-upstream.ts';

interface Page {
  readonly project?: { readonly name?: string; readonly labels?: { readonly nodes: readonly object[] } };
}

const document = /* GraphQL */ `
  query Page {
    project(id: "meridian/platform/engine") {
      id
      name
      ... @defer {
        labels(first: 2) { nodes { id name } }
      }
    }
  }
`;
const headers = { 'private-token': tokens.owner };

/** Follows the data of the page. @returns a function that stops */
type Follow = (url: string, onData: (data: Page) => void) => () => void;

const clients: Readonly<Record<string, Follow>> = {
  'Apollo Client': (url, onData) => {
    const client = new ApolloClient({
      link: new HttpLink({ uri: url, headers }),
      cache: new InMemoryCache(),
      // @ts-expect-error: the declarations of Apollo Client do not allow exactOptionalPropertyTypes.
      incrementalHandler: new GraphQL17Alpha9Handler(),
    });
    const subscription = client
      .watchQuery<Page>({ query: gql(document), errorPolicy: 'all' })
      .subscribe(({ data }) => data && onData(data as Page));
    return () => {
      subscription.unsubscribe();
      client.stop();
    };
  },
  urql: (url, onData) => {
    const client = new Client({ url, exchanges: [fetchExchange], preferGetMethod: false, fetchOptions: { headers } });
    const { unsubscribe } = client.query<Page>(document, {}).subscribe(({ data }) => data && onData(data));
    return unsubscribe;
  },
};

test.each(Object.keys(clients))('%s shows the first part, and then the deferred one', async (name) => {
  const facade = await openGated();
  onTestFinished(() => facade.close());
  const release = facade.hold('/labels');
  const pages: Page[] = [];
  const stop = clients[name]?.(new URL('/graphql', facade.url).href, (data) => pages.push(structuredClone(data)));
  await expect.poll(() => pages.at(-1)?.project?.name, { timeout: 10_000 }).toBeTypeOf('string');
  expect(pages.at(-1)?.project?.labels).toBeUndefined();
  release();
  await expect.poll(() => pages.at(-1)?.project?.labels?.nodes, { timeout: 10_000 }).toHaveLength(2);
  expect(pages.at(-1)?.project?.name).toBeTypeOf('string');
  stop?.();
});

/** Subscriptions of common clients. */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { tokens } from '../../sandbox/index.ts';
import { startWatched, type WatchedFacade } from './facade.ts';

const query = /* GraphQL */ `
  subscription Export($id: ID!) {
    vulnerabilityExport(id: $id) { id status downloadUrl }
  }
`;

let facade: WatchedFacade;
beforeAll(async () => {
  facade = await startWatched();
});
afterEach(() => facade.idle());
afterAll(() => facade.close());

const endpoint = () => new URL('/graphql', facade.url).href;
const socketClient = () =>
  createSocketClient({
    url: facade.socketUrl,
    webSocketImpl: WebSocket,
    connectionParams: { token: tokens.developer },
  });

interface Result {
  readonly data?: unknown;
  readonly errors?: unknown;
}

/** Subscribes to an export. Calls `onResult` for each result, and settles when the stream completes. */
type Follow = (id: string, onResult: (result: Result) => void) => Promise<void>;

const clients: Readonly<Record<string, Follow>> = {
  'graphql-ws': async (id, onResult) => {
    const client = socketClient();
    for await (const result of client.iterate({ query, variables: { id } })) onResult(result);
    await client.dispose();
  },

  'graphql-sse': async (id, onResult) => {
    const client = createSseClient({ url: endpoint(), headers: { 'private-token': tokens.developer } });
    for await (const result of client.iterate({ query, variables: { id } })) onResult(result);
    client.dispose();
  },

  'urql over WebSocket': async (id, onResult) => {
    const sockets = socketClient();
    const client = new Client({
      url: endpoint(),
      preferGetMethod: false,
      exchanges: [
        subscriptionExchange({
          forwardSubscription: ({ query: text = '', variables }) => ({
            subscribe: (sink) => ({
              unsubscribe: sockets.subscribe(
                { query: text, variables: { ...variables } },
                {
                  error: (error) => sink.error(error),
                  complete: () => sink.complete(),
                  next: ({ data, errors }) => sink.next({ data: data ?? null, ...(errors && { errors: [...errors] }) }),
                },
              ),
            }),
          }),
        }),
      ],
    });
    await subscribeByUrql(client, id, onResult);
    await sockets.dispose();
  },

  'urql over Server-Sent Events': async (id, onResult) => {
    const client = new Client({
      url: endpoint(),
      preferGetMethod: false,
      fetchSubscriptions: true,
      fetchOptions: { headers: { 'private-token': tokens.developer } },
      exchanges: [fetchExchange],
    });
    await subscribeByUrql(client, id, onResult);
  },

  'Apollo Client': async (id, onResult) => {
    const sockets = socketClient();
    const client = new ApolloClient({ link: new GraphQLWsLink(sockets), cache: new InMemoryCache() });
    await new Promise<void>((complete, error) => {
      client.subscribe({ query: gql(query), variables: { id } }).subscribe({ next: onResult, error, complete });
    });
    client.stop();
    await sockets.dispose();
  },
};

/** Subscribes by urql, which repeats the last result when the operation completes, and then ends its source. */
function subscribeByUrql(client: Client, id: string, onResult: (result: Result) => void): Promise<void> {
  return new Promise((complete) => {
    client.subscription(query, { id })((signal) => {
      if (signal === 0) complete();
      else if (signal.tag === 0) signal[0](0);
      else if (signal[0].hasNext) onResult(signal[0]);
    });
  });
}

test.each(Object.entries(clients))('%s receives each state of an export and the completion', async (_, follow) => {
  const id = await facade.startExport();
  const results: unknown[] = [];
  await follow(id, ({ data }) => {
    results.push(data);
    facade.sandbox.clock.advance(4000);
  });
  expect(results).toMatchObject([
    { vulnerabilityExport: { id, status: 'CREATED', downloadUrl: null } },
    { vulnerabilityExport: { id, status: 'FINISHED', downloadUrl: expect.stringContaining('/downloads/') } },
  ]);
});

test('executes queries and mutations over the same WebSocket, with error codes', async () => {
  const client = socketClient();
  const execute = async (text: string) => {
    for await (const result of client.iterate({ query: text })) return result;
    return expect.fail('no result');
  };
  expect(await execute('{ currentUser { username } }')).toEqual({ data: { currentUser: { username: 'dana.kim' } } });
  expect(
    await execute('mutation { labelCreate(input: { project: "14", name: "", color: "#000" }) { errors { code } } }'),
  ).toMatchObject({ data: { labelCreate: { errors: [{ code: 'BAD_USER_INPUT' }] } } });
  expect(await execute('{ project(id: "..") { name } }')).toMatchObject({
    data: { project: null },
    errors: [{ path: ['project'], extensions: { code: 'BAD_USER_INPUT' } }],
  });
  // A request error is an error message of the protocol.
  await expect(execute('{ nope }')).rejects.toMatchObject([
    { message: expect.stringContaining('nope'), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
  ]);
  await expect(execute('{')).rejects.toMatchObject([{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }]);
  await client.dispose();
});

test('Apollo Client receives the same data over HTTP and WebSocket', async () => {
  const sockets = socketClient();
  const execute = async (link: HttpLink | GraphQLWsLink) => {
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const { data } = await client.query({ query: gql`{ project(id: "14") { fullPath } }` });
    client.stop();
    return data;
  };
  expect(await execute(new GraphQLWsLink(sockets))).toEqual(await execute(new HttpLink({ uri: endpoint(), fetch })));
  await sockets.dispose();
});

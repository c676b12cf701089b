/** Client with a normalized cache, so that mutations and events update a pipeline in each list. */
import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { persistedExchange } from '@urql/exchange-persisted';
import { createClient } from 'graphql-ws';

export interface Connection {
  readonly client: Client;
  close(): void;
}

export interface ClientOptions {
  readonly url: string;
  readonly token: string;
  /** Sends the hashes of the manifest instead of the documents, for a facade with PERSISTED_DOCUMENTS. */
  readonly persisted: boolean;
}

/** The hash that codegen gave a document. */
function hashOf(_text: string, document: object): Promise<string> {
  const meta: { hash?: unknown } = '__meta__' in document ? Object(document.__meta__) : {};
  return Promise.resolve(String(meta.hash));
}

export function connect({ url, token, persisted }: ClientOptions): Connection {
  const sockets = createClient({ url: url.replace(/^http/, 'ws'), connectionParams: { token } });
  const embedded = () => null;
  const client = new Client({
    url,
    preferGetMethod: false,
    fetchOptions: { headers: token === '' ? {} : { 'private-token': token } },
    exchanges: [
      cacheExchange({ keys: { PipelineConnection: embedded, PipelineRetryPayload: embedded } }),
      ...(persisted
        ? [
            persistedExchange({
              generateHash: hashOf,
              enforcePersistedQueries: true,
              enableForMutation: true,
              enableForSubscriptions: true,
              preferGetForPersistedQueries: false,
            }),
          ]
        : []),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables, extensions }) => ({
          subscribe: (sink) => ({
            unsubscribe: sockets.subscribe(
              {
                query,
                variables: { ...variables },
                ...(extensions === undefined ? {} : { extensions: { ...extensions } }),
              },
              {
                next: ({ data, errors }) =>
                  sink.next({ data: data ?? null, ...(errors ? { errors: [...errors] } : {}) }),
                error: (error) => sink.error(error),
                complete: () => sink.complete(),
              },
            ),
          }),
        }),
      }),
    ],
  });
  return { client, close: () => void sockets.dispose() };
}

import { Client, fetchExchange, mapExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

const embedded = () => null;

export const createUrqlClient = (url: string, token: string) =>
  new Client({
    url,
    preferGetMethod: false,
    fetchOptions: { headers: { 'private-token': token } },
    exchanges: [
      mapExchange({ onResult: (result) => (result.error ? { ...result, data: undefined } : result) }),
      cacheExchange({
        keys: { LabelConnection: embedded, LabelEdge: embedded, LabelUpdatePayload: embedded },
        resolvers: { Project: { labels: relayPagination() } },
        optimistic: {
          labelUpdate: ({ input }) => ({
            __typename: 'LabelUpdatePayload',
            label: { __typename: 'Label', ...Object(input) },
            errors: [],
          }),
        },
      }),
      fetchExchange,
    ],
  });

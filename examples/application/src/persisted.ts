import { ApolloClient, HttpLink } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import type { DocumentNode } from 'graphql';
import { createCache } from './apollo.ts';

const getHash = (document: DocumentNode): string => ('__meta__' in document ? Object(document.__meta__).hash : '');

export const createPersistedClient = (uri: string, token: string) =>
  new ApolloClient({
    link: new PersistedQueryLink({ generateHash: getHash }).concat(
      new HttpLink({ uri, headers: { 'private-token': token } }),
    ),
    cache: createCache(),
  });

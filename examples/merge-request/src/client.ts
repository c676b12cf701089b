/** The client: queries and mutations over HTTP, subscriptions over one WebSocket, and a cache with one entry for each object. */
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type Reference } from '@apollo/client';
import { GraphQL17Alpha9Handler } from '@apollo/client/incremental';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { type RelayFieldPolicy, relayStylePagination } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';

/**
 * Pages of a list that grows at its start. What is added there moves the items behind it on to the next page, so an item may
 * arrive twice; it stays where it is shown already.
 */
function growingPages(keyArgs: string[]): RelayFieldPolicy<Reference> {
  const pages = relayStylePagination(keyArgs);
  return {
    ...pages,
    merge(existing, incoming, options) {
      if (typeof pages.merge !== 'function') return existing ?? null;
      const merged = pages.merge(existing, incoming, options);
      if (!merged) return merged;
      const seen = new Set<string>();
      const isNew = (edge: (typeof merged.edges)[number]): boolean => {
        const id = options.readField<Reference>('node', edge)?.__ref;
        if (id === undefined) return true;
        if (seen.has(id)) return false;
        seen.add(id);
        return true;
      };
      return { ...merged, edges: merged.edges.filter(isNew) };
    },
  };
}

/** A client of the facade at `url`; the token may be empty. */
export function connect(url: URL, token: string): ApolloClient {
  const socketUrl = new URL(url);
  socketUrl.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const http = new HttpLink({ uri: url.href, headers: token === '' ? {} : { 'private-token': token } });
  const socket = new GraphQLWsLink(createClient({ url: socketUrl.href, connectionParams: { token } }));
  return new ApolloClient({
    // @ts-expect-error: the declarations of Apollo Client do not allow exactOptionalPropertyTypes.
    incrementalHandler: new GraphQL17Alpha9Handler(),
    link: ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, socket, http),
    cache: new InMemoryCache({
      typePolicies: {
        MergeRequest: { fields: { notes: growingPages(['orderBy']) } },
        MergeRequestApprovalState: { fields: { approvedBy: { merge: false } } },
      },
    }),
  });
}

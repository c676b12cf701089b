import { ApolloClient, type FieldPolicy, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import apolloCache from 'portico/schema/apollo-cache.json' with { type: 'json' };
import { LabelCreateDocument, LabelDeleteDocument, LabelDescribeDocument } from './gql/graphql.ts';

const byGlobalId = (__typename: string): FieldPolicy => ({
  read: (existing, { args, toReference }) =>
    existing === undefined && String(args?.id).startsWith('gid://')
      ? toReference({ __typename, id: args?.id })
      : existing,
});

export const createCache = () =>
  new InMemoryCache({
    possibleTypes: apolloCache.possibleTypes,
    typePolicies: {
      ...apolloCache.typePolicies,
      Query: { fields: { project: byGlobalId('Project'), mergeRequest: byGlobalId('MergeRequest') } },
      Project: { fields: { labels: relayStylePagination(['filter']) } },
    },
  });

export const createApolloClient = (uri: string, token: string) =>
  new ApolloClient({ link: new HttpLink({ uri, headers: { 'private-token': token } }), cache: createCache() });

export const createLabel = (client: ApolloClient, project: string, name: string, color: string) =>
  client.mutate({
    mutation: LabelCreateDocument,
    variables: { input: { project, name, color } },
    update(cache, { data }) {
      const { label, project: parent } = data?.labelCreate ?? {};
      if (!label || !parent) return;
      cache.modify({
        id: cache.identify(parent) ?? '',
        fields: {
          labels: (list, { toReference, storeFieldName }) =>
            storeFieldName.includes('filter')
              ? list
              : {
                  ...list,
                  edges: [{ __typename: 'LabelEdge', cursor: '', node: toReference(label) }, ...list.edges],
                },
        },
      });
    },
  });

export const deleteLabel = (client: ApolloClient, id: string) =>
  client.mutate({
    mutation: LabelDeleteDocument,
    variables: { input: { id } },
    update(cache, { data }) {
      const deleted = data?.labelDelete?.deletedLabelId;
      if (!deleted) return;
      cache.evict({ id: cache.identify({ __typename: 'Label', id: deleted }) ?? '' });
      cache.gc();
    },
  });

export const describeLabel = (client: ApolloClient, id: string, description: string) =>
  client.mutate({
    mutation: LabelDescribeDocument,
    variables: { input: { id, description } },
    optimisticResponse: {
      __typename: 'Mutation',
      labelUpdate: { __typename: 'LabelUpdatePayload', label: { __typename: 'Label', id, description }, errors: [] },
    },
  });

import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { LabelDescribeDocument } from './gql/graphql.ts';

export const createApolloClient = (uri: string, token: string) =>
  new ApolloClient({
    link: new HttpLink({ uri, headers: { 'private-token': token } }),
    cache: new InMemoryCache({
      typePolicies: { Project: { fields: { labels: relayStylePagination(['filter']) } } },
    }),
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

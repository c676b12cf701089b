import type { ApolloClient } from '@apollo/client';
import { FailedPipelinesDocument } from './gql/graphql.ts';

async function fetchPage(client: ApolloClient, project: string, after: string | null) {
  const { data } = await client.query({ query: FailedPipelinesDocument, variables: { project, after } });
  return data?.project?.pipelines;
}

export async function* readFailedPipelines(client: ApolloClient, project: string) {
  let page = await fetchPage(client, project, null);
  while (page) {
    yield* page.nodes;
    const { hasNextPage, endCursor } = page.pageInfo;
    page = hasNextPage ? await fetchPage(client, project, endCursor) : undefined;
  }
}

/** A second subgraph, as another team would write it: Relay-style, with boards for the facade's projects and users. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { createYoga } from 'graphql-yoga';

export const typeDefs = /* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])

  scalar SafeInt

  interface Node {
    id: ID!
  }

  type Query {
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
    boards(first: Int, after: String): BoardConnection!
    whoami: String
  }

  type Board implements Node @key(fields: "id") {
    id: ID!
    title: String!
    project: Project!
    owner: User!
    mergeRequest: MergeRequest!
  }

  type BoardConnection {
    edges: [BoardEdge!]!
    nodes: [Board!]!
    pageInfo: PageInfo!
    totalCount: Int
  }

  type BoardEdge {
    cursor: String!
    node: Board!
  }

  type PageInfo @shareable {
    startCursor: String
    endCursor: String
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
  }

  type Project implements Node @key(fields: "id") {
    id: ID!
    boards(first: Int, after: String): BoardConnection!
  }

  type User @key(fields: "username") {
    username: String
    ownedBoards: BoardConnection!
  }

  type MergeRequest @key(fields: "project { id } iid") {
    project: Project
    iid: SafeInt
  }
`;

interface Board {
  readonly id: string;
  readonly title: string;
  readonly project: { readonly __typename: 'Project'; readonly id: string };
  readonly owner: { readonly __typename: 'User'; readonly username: string };
}

const boards: readonly Board[] = ['Releases', 'Incidents'].map((title, index) => ({
  id: `board-${index}`,
  title,
  project: { __typename: 'Project', id: 'gid://service/Project/14' },
  owner: { __typename: 'User', username: 'olivia.marsh' },
}));

function connectionOf(nodes: readonly Board[]) {
  return {
    nodes,
    edges: nodes.map((node) => ({ cursor: node.id, node })),
    totalCount: nodes.length,
    pageInfo: {
      startCursor: nodes[0]?.id ?? null,
      endCursor: nodes.at(-1)?.id ?? null,
      hasNextPage: false,
      hasPreviousPage: false,
    },
  };
}

/** Starts the subgraph on a free port. */
export async function startTracker() {
  const schema = buildSubgraphSchema([
    {
      typeDefs: parse(typeDefs),
      resolvers: {
        Node: { __resolveType: () => 'Board' },
        Query: {
          node: (_: unknown, { id }: { id: string }) => boards.find((board) => board.id === id) ?? null,
          nodes: (_: unknown, { ids }: { ids: readonly string[] }) =>
            ids.map((id) => boards.find((board) => board.id === id) ?? null),
          boards: () => connectionOf(boards),
          whoami: (_: unknown, __: unknown, { request }: { request: Request }) => request.headers.get('private-token'),
        },
        Board: {
          mergeRequest: ({ project }: Board) => ({ __typename: 'MergeRequest', project, iid: 60 }),
        },
        Project: {
          boards: ({ id }: { id: string }) => connectionOf(boards.filter(({ project }) => project.id === id)),
        },
        User: {
          ownedBoards: ({ username }: { username: string }) =>
            connectionOf(boards.filter(({ owner }) => owner.username === username)),
        },
      },
    },
  ]);
  const yoga = createYoga({ schema, logging: false, maskedErrors: false });
  const server = createServer(yoga);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

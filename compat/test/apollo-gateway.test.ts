/** The gateway of Apollo, with its server, in front of the facade and another subgraph. */
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { afterAll, beforeAll } from 'vitest';
import { describeGateway, describeQuota, type Gateway } from './gateway.ts';
import { describeRefetch } from './refetch.ts';
import { startSubgraphs } from './subgraphs.ts';

const credentialHeaders = ['private-token', 'authorization'] as const;

interface CallerContext {
  readonly credential?: Readonly<Record<string, string>>;
}

/** Passes the credential of the caller on, as a platform team would. */
class ForwardingDataSource extends RemoteGraphQLDataSource<CallerContext> {
  override willSendRequest({
    request,
    context,
  }: Parameters<NonNullable<RemoteGraphQLDataSource<CallerContext>['willSendRequest']>>[0]) {
    for (const name of credentialHeaders) request.http?.headers.set(name, context.credential?.[name] ?? '');
  }
}

async function start(env?: Readonly<Record<string, string>>): Promise<Gateway> {
  const { facade, supergraphSdl, close } = await startSubgraphs(env);
  const server = new ApolloServer<CallerContext>({
    gateway: new ApolloGateway({ supergraphSdl, buildService: ({ url = '' }) => new ForwardingDataSource({ url }) }),
  });
  const { url } = await startStandaloneServer(server, {
    listen: { port: 0, host: '127.0.0.1' },
    context: async ({ req }) => ({
      credential: Object.fromEntries(credentialHeaders.map((name) => [name, String(req.headers[name] ?? '')])),
    }),
  });
  return {
    facade,
    url,
    async close() {
      await server.stop();
      await close();
    },
  };
}

let gateway: Gateway;
beforeAll(async () => {
  gateway = await start();
});
afterAll(() => gateway.close());

describeGateway('Apollo gateway', () => gateway);
describeRefetch('Apollo gateway', () => gateway);
describeQuota('Apollo gateway', start);

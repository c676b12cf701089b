/** Hive gateway in front of the facade: `npm run gateway` in the folder above starts it, the tests run with it. */
import { defineConfig, type GatewayConfig } from '@graphql-hive/gateway';

/** Forwards the credential of the caller with each request and each subscription. */
export const forwarding = {
  propagateHeaders: {
    // Empty ones count as absent.
    fromClientToSubgraphs: ({ request }) => ({
      'private-token': request.headers.get('private-token') ?? '',
      authorization: request.headers.get('authorization') ?? '',
    }),
  },
  transportEntries: {
    portico: {
      options: {
        subscriptions: {
          kind: 'ws',
          location: '/graphql',
          options: {
            connectionParams: {
              token: '{context.headers.private-token}',
              authorization: '{context.headers.authorization}',
            },
          },
        },
      },
    },
  },
} satisfies Pick<GatewayConfig, 'propagateHeaders' | 'transportEntries'>;

export const gatewayConfig = defineConfig(forwarding);

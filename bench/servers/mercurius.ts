/** Mercurius with its JIT, and DataLoader as in the plain yoga. */
import fastify from 'fastify';
import { mercurius } from 'mercurius';
import { handSchema } from './hand/schema.ts';
import { readsFor, single } from './hand/upstream.ts';

const app = fastify();
await app.register(mercurius, {
  schema: handSchema(),
  jit: 1,
  persistedQueryProvider: mercurius.persistedQueryDefaults.automatic(),
  subscription: {
    fullWsTransport: true,
    // All operations of a WebSocket share one context, so each read has its own loader.
    onConnect: ({ payload }: { payload?: Record<string, string> }) => ({
      reads: { get: (path: string) => readsFor(payload?.['PRIVATE-TOKEN']).get(path) },
    }),
  },
  context: (request: { headers: Record<string, string | string[] | undefined> }) => ({
    reads: readsFor(single(request.headers['private-token'])),
  }),
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(new URL(address).port);

/** Handwritten server on GraphQL Yoga with DataLoader. */
import { useAPQ } from '@graphql-yoga/plugin-apq';
import { createYoga } from 'graphql-yoga';
import { handSchema } from './hand/schema.ts';
import { readsFor } from './hand/upstream.ts';
import { serveYoga } from './listen.ts';

const yoga = createYoga({
  schema: handSchema(),
  logging: false,
  // The default store expires documents after 36 s, which is shorter than a run.
  plugins: [useAPQ({ store: new Map<string, string>() })],
  context: ({ request }) => ({ reads: readsFor(request.headers.get('private-token') ?? undefined) }),
});
await serveYoga(yoga);

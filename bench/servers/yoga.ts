/** GraphQL Yoga with DataLoader, by hand. */
import { useAPQ } from '@graphql-yoga/plugin-apq';
import { createYoga } from 'graphql-yoga';
import { handSchema } from './hand/schema.ts';
import { readsFor } from './hand/upstream.ts';
import { serveYoga } from './listen.ts';

const yoga = createYoga({
  schema: handSchema(),
  logging: false,
  plugins: [useAPQ()],
  context: ({ request }) => ({ reads: readsFor(request.headers.get('private-token') ?? undefined) }),
});
await serveYoga(yoga);

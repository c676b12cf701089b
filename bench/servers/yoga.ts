/** GraphQL Yoga with DataLoader, by hand. */
import { createYoga } from 'graphql-yoga';
import { handSchema } from './hand/schema.ts';
import { readsFor } from './hand/upstream.ts';
import { serve } from './listen.ts';

const yoga = createYoga({
  schema: handSchema(),
  logging: false,
  context: ({ request }) => ({ reads: readsFor(request.headers.get('private-token') ?? undefined) }),
});
await serve((request, response) => void yoga(request, response));

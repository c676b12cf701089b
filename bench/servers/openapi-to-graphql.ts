/** openapi-to-graphql under yoga. */
import { createRequire } from 'node:module';
import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { serve } from './listen.ts';
import { openApi } from './openapi.ts';

interface Converter {
  createGraphQLSchema(document: object, options: object): Promise<{ readonly schema: GraphQLSchema }>;
}

// Its ES module imports a name that `debug` does not export.
const { createGraphQLSchema }: Converter = createRequire(import.meta.url)('openapi-to-graphql');
const { schema } = await createGraphQLSchema(openApi(process.env.UPSTREAM_URL ?? ''), {
  headers: { 'user-agent': 'bench' },
  addLimitArgument: false,
});
if (process.env.PRINT) console.error((await import('graphql')).printSchema(schema));
const yoga = createYoga({ schema, logging: false, maskedErrors: false });
await serve((request, response) => void yoga(request, response));

/** openapi-to-graphql under yoga. */
import { createRequire } from 'node:module';
import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { serveYoga } from './listen.ts';
import { openApi } from './openapi.ts';

interface Converter {
  createGraphQLSchema(document: object, options: object): Promise<{ readonly schema: GraphQLSchema }>;
}

// The ES module of openapi-to-graphql imports a name that `debug` does not export.
const { createGraphQLSchema }: Converter = createRequire(import.meta.url)('openapi-to-graphql');
// The validator reads objects with two references as YAML anchors.
const document: object = JSON.parse(JSON.stringify(openApi(process.env.UPSTREAM_URL ?? '')));
const { schema } = await createGraphQLSchema(document, {
  headers: { 'user-agent': 'bench' },
  addLimitArgument: false,
});
const yoga = createYoga({ schema, logging: false, maskedErrors: false });
await serveYoga(yoga);

/** openapi-to-graphql under yoga. */
import { createYoga } from 'graphql-yoga';
import { createGraphQLSchema } from 'openapi-to-graphql';
import { serve } from './listen.ts';
import { openApi } from './openapi.ts';

const { schema } = await createGraphQLSchema(JSON.parse(JSON.stringify(openApi(process.env.UPSTREAM_URL ?? ''))), {
  headers: { 'user-agent': 'bench' },
  addLimitArgument: false,
});
if (process.env.PRINT) console.error((await import('graphql')).printSchema(schema));
const yoga = createYoga({ schema, logging: false, maskedErrors: false });
await serve((request, response) => void yoga(request, response));

/** GraphQL Mesh: its OpenAPI loader under yoga. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import loadGraphQLSchemaFromOpenAPI from '@omnigraph/openapi';
import { createYoga } from 'graphql-yoga';
import { serveYoga } from './listen.ts';
import { openApi } from './openapi.ts';

const upstream = process.env.UPSTREAM_URL ?? '';
const folder = mkdtempSync(join(tmpdir(), 'mesh-'));
const source = join(folder, 'openapi.json');
writeFileSync(source, JSON.stringify(openApi(upstream)));
const schema = await loadGraphQLSchemaFromOpenAPI('bench', {
  source,
  cwd: folder,
  endpoint: upstream,
  operationHeaders: { 'private-token': "{context.request.headers['private-token']}" },
});
rmSync(folder, { recursive: true });
const yoga = createYoga({ schema, logging: false, maskedErrors: false });
await serveYoga(yoga);

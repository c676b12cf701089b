/** Prints the schema of the graph, with its directives, to schema/schema.graphql. */
import { writeFileSync } from 'node:fs';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { lexicographicSortSchema } from 'graphql';
import { schema } from '../src/graph/index.ts';

const notice = '# Generated from src/graph by `npm run generate`. Do not edit.\n\n';
writeFileSync(
  new URL('../schema/schema.graphql', import.meta.url),
  `${notice}${printSchemaWithDirectives(lexicographicSortSchema(schema))}\n`,
);

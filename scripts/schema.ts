/** Prints the schema of the graph, with its directives, and what a gateway composes of it. */
import { writeFileSync } from 'node:fs';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { lexicographicSortSchema } from 'graphql';
import { schema } from '../src/graph/index.ts';
import { printSubgraph } from '../src/graph/kit/federation/entities.ts';

function write(file: string, sdl: string): void {
  const notice = '# Generated from src/graph by `npm run generate`. Do not edit.\n\n';
  writeFileSync(new URL(`../schema/${file}`, import.meta.url), `${notice}${sdl}\n`);
}

write('schema.graphql', printSchemaWithDirectives(lexicographicSortSchema(schema)));
write('subgraph.graphql', printSubgraph(schema));

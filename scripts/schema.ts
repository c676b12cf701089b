/** Prints the schema of the graph with its directives, and the schema that a gateway composes of it. */
import { writeFileSync } from 'node:fs';
import { printGraph, printGraphForGateways } from '../src/graph/print.ts';

function write(file: string, sdl: string): void {
  const notice = '# Generated from src/graph by `npm run generate`. Do not edit.\n\n';
  writeFileSync(new URL(`../schema/${file}`, import.meta.url), `${notice}${sdl}\n`);
}

write('schema.graphql', printGraph());
write('subgraph.graphql', printGraphForGateways());

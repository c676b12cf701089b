/** Prints the schema of the graph with its directives, and the schema that a gateway composes of it. */
import { writeFileSync } from 'node:fs';
import { DeclarationError } from '../src/graph/kit/graph.ts';

/** Ends the process with a mistake in a declaration, in one line with its place in the area. */
function reportMistake(error: unknown): never {
  if (!(error instanceof DeclarationError)) throw error;
  const stacks = [error.cause, error.origin].map((each) => (each instanceof Error ? each.stack : ''));
  const [, place = 'src/graph'] = /\/(src\/graph\/(?!kit\/)[^\s()]+:\d+:\d+)/.exec(stacks.join('\n')) ?? [];
  console.error(`${place}: ${error.message}`);
  process.exit(1);
}

// The import creates the graph.
const { printGraph, printGraphForGateways } = await import('../src/graph/print.ts').catch(reportMistake);

function write(file: string, sdl: string): void {
  const notice = '# Generated from src/graph by `npm run generate`. Do not edit.\n\n';
  writeFileSync(new URL(`../schema/${file}`, import.meta.url), `${notice}${sdl}\n`);
}

write('schema.graphql', printGraph());
write('subgraph.graphql', printGraphForGateways());

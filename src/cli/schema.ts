/** `portico schema`: the schema as text. */
import { introspectionFromSchema } from 'graphql';
import { schema } from '../graph/index.ts';
import { printGraph, printGraphForGateways } from '../graph/print.ts';
import type { Terminal } from './terminal.ts';

interface SchemaOptions {
  /** What a gateway composes. */
  readonly subgraph?: boolean;
  /** The answer to the usual introspection query. */
  readonly json?: boolean;
}

export function printSchema(terminal: Terminal, { subgraph = false, json = false }: SchemaOptions): void {
  if (json) terminal.printJson(introspectionFromSchema(schema));
  else terminal.print(subgraph ? printGraphForGateways() : printGraph());
}

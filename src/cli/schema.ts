/** `portico schema`: prints the schema. */
import { introspectionFromSchema } from 'graphql';
import { printGraph, printGraphForGateways } from '../graph/print.ts';
import { createLocalSchema } from './local-schema.ts';
import type { Terminal } from './terminal.ts';

interface SchemaOptions {
  /** Whether to print the subgraph SDL for a federated gateway. */
  readonly subgraph?: boolean;
  /** Whether to print the result of the standard introspection query. */
  readonly json?: boolean;
}

export async function printSchema(
  terminal: Terminal,
  { subgraph = false, json = false }: SchemaOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const schema = await createLocalSchema(env);
  if (json) terminal.printJson(introspectionFromSchema(schema));
  else terminal.print(subgraph ? printGraphForGateways(schema) : printGraph(schema));
}

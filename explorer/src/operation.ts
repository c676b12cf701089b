import type { ExecutionResult } from 'graphql';
import type { TracedExtensions } from './trace.ts';

/** Operation as GraphiQL sends it. */
export interface Operation {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: unknown;
}

/** Result of an operation, with the traces of the facade. */
export type Result = ExecutionResult & { readonly extensions?: TracedExtensions & Record<string, unknown> };

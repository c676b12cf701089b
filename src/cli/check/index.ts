/** `portico check`: every operation of an application, validated, planned and held to a budget. */
import { findOperations } from '../documents.ts';
import { CommandFailure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import { allFindings, check } from './check.ts';
import { type Format, present } from './formats.ts';
import { loadSchema } from './schema.ts';

export interface CheckOptions {
  readonly maxCalls: number;
  /** Endpoint of a facade, or file, whose schema the operations are validated against. */
  readonly schema?: string;
  readonly format: Format;
}

/** Checks the operations in files. @returns the exit status: 1 where something is wrong with one */
export async function checkFiles(
  terminal: Terminal,
  patterns: readonly string[],
  { maxCalls, schema, format }: CheckOptions,
  stdin: () => string,
): Promise<number> {
  const against = schema === undefined ? undefined : await loadSchema(schema);
  const found = await findOperations(patterns, stdin);
  if (found.operations.length === 0 && found.problems.length === 0)
    throw new CommandFailure(`there is no operation in ${patterns.join(', ')}`);
  const progress = (done: number, total: number) => terminal.progress(`Planning operation ${done + 1} of ${total}`);
  const report = check(found, { maxCalls, schema: against, progress });
  terminal.progress('');
  terminal.print(present(report, format, terminal));
  return allFindings(report).some(({ severity }) => severity === 'error') ? 1 : 0;
}

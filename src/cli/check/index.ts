/** `portico check`: validates and plans every operation of an application, and checks its REST calls against a budget. */

import { CommandFailure } from '../../helpers/command-failure.ts';
import { findOperations, type ReadInput } from '../documents.ts';
import { createLocalSchema } from '../local-schema.ts';
import type { Terminal } from '../terminal.ts';
import { check, getAllFindings } from './check.ts';
import { type Format, formatReport } from './formats.ts';
import { loadSchema } from './schema.ts';

export interface CheckOptions {
  readonly maxCalls: number;
  /** URL of a facade, or path of a file, whose schema the operations are validated against. */
  readonly schema?: string;
  readonly format: Format;
}

/** Checks the operations in files. @returns the exit status: 1 if a finding is an error */
export async function checkFiles(
  terminal: Terminal,
  patterns: readonly string[],
  { maxCalls, schema, format }: CheckOptions,
  stdin: ReadInput,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const loadedSchema = schema === undefined ? undefined : await loadSchema(schema);
  const source = await findOperations(patterns, stdin);
  if (source.operations.length === 0 && source.problems.length === 0)
    throw new CommandFailure(`the files at ${patterns.join(', ')} contain no operation`);
  const onProgress = (done: number, total: number) => terminal.progress(`Planning operation ${done + 1} of ${total}`);
  const report = check(source, {
    maxCalls,
    schema: loadedSchema,
    localSchema: await createLocalSchema(env),
    onProgress,
  });
  terminal.progress('');
  terminal.print(formatReport(report, format, terminal));
  return getAllFindings(report).some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** `portico explain`: the calls that an operation may make, before anything is called. */
import { readFileSync } from 'node:fs';
import { presentPlan } from '../graph/plan/present.ts';
import type { PresentedCall } from '../graph/plan/presented-plan.ts';
import { settings } from '../settings.ts';
import { type FoundOperation, findOperations, placeOfError } from './documents.ts';
import { CommandFailure, messageOf } from './failure.ts';
import { errorsIn, type OfflinePlan, planOffline, titleOf } from './planning.ts';
import { printable, type Terminal } from './terminal.ts';

export interface ExplainOptions {
  /** File with the values of the variables, as a JSON object. */
  readonly variables?: string;
  /** Name of the operation, where there are several. */
  readonly operation?: string;
  readonly json?: boolean;
}

function readVariables(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    throw new CommandFailure(`--variables ${file}: ${messageOf(error)}`);
  }
  throw new CommandFailure(`--variables ${file} must hold a JSON object`);
}

function chosen(operations: readonly FoundOperation[], name: string | undefined): FoundOperation {
  const names = operations.map(({ definition }) => definition.name?.value ?? '(without a name)').join(', ');
  const [only, ...others] = operations;
  if (only === undefined) throw new CommandFailure('there is no operation to explain');
  if (name === undefined && others.length === 0) return only;
  if (name === undefined) throw new CommandFailure(`there are several operations, choose one by --operation: ${names}`);
  const found = operations.find(({ definition }) => definition.name?.value === name);
  if (found === undefined) throw new CommandFailure(`there is no operation ${name}, but ${names}`);
  return found;
}

/** `1 REST call`, `20 REST calls`. */
export const callCount = (count: number): string => `${count} REST call${count === 1 ? '' : 's'}`;

/** The calls below those that they wait for. */
function treeOf(terminal: Terminal, calls: readonly PresentedCall[]): readonly string[] {
  const lines: string[] = [];
  const add = (after: number | null, indent: string): void => {
    const below = [...calls.entries()].filter(([, call]) => call.after === after);
    for (const [position, [index, call]] of below.entries()) {
      const isLast = position === below.length - 1;
      const branch = after === null ? '' : isLast ? '└─ ' : '├─ ';
      const times = `${call.assumed ? '~' : ''}${call.times} ×`;
      const where = terminal.paint('dim', `${call.at} (${call.field})`);
      lines.push(`${indent}${branch}${terminal.paint('bold', times)} ${call.method} ${call.path}  ${where}`);
      add(index, after === null ? '' : `${indent}${isLast ? '   ' : '│  '}`);
    }
  };
  add(null, '');
  return lines;
}

const defaultLimit = Number(settings.find(({ name }) => name === 'MAX_REST_CALLS')?.default);

function print(terminal: Terminal, found: FoundOperation, { plan, placeholders }: OfflinePlan): void {
  const { worst, calls } = presentPlan(plan);
  terminal.print(`${terminal.paint('bold', titleOf(found))}: at most ${callCount(worst)}`);
  if (calls.length > 0) terminal.print(['', ...treeOf(terminal, calls)].join('\n'));
  const remarks = [
    ...(calls.some(({ after }) => after !== null) ? ['What stands below a call waits for its answer.'] : []),
    ...(calls.some(({ assumed }) => assumed) ? ['~ rests on a length that nobody states, taken to be 20.'] : []),
    ...Object.entries(placeholders).map(
      ([name, value]) => `$${name} has no value; planned with ${JSON.stringify(value)}. Give it by --variables.`,
    ),
    ...(plan.knownUpperBound > defaultLimit
      ? [`The facade refuses it, unless MAX_REST_CALLS is raised from its default of ${defaultLimit}.`]
      : []),
  ];
  if (remarks.length > 0) terminal.print(['', ...remarks].join('\n'));
}

/**
 * Prints the plan of an operation.
 * @param files with the operation and the fragments that it uses
 */
export async function explain(
  terminal: Terminal,
  files: readonly string[],
  { variables, operation, json = false }: ExplainOptions,
  stdin: () => string,
): Promise<void> {
  const { operations, problems } = await findOperations(files, stdin);
  const [problem] = problems;
  if (problem !== undefined)
    throw new CommandFailure(
      `${problem.place.file}:${problem.place.line}:${problem.place.column}: ${printable(problem.message)}`,
    );
  const found = chosen(operations, operation);
  const errors = errorsIn(found);
  if (errors.length > 0)
    throw new CommandFailure(
      errors
        .map((error) => {
          const { file, line, column } = placeOfError(found.place.file, error);
          return `${file}:${line}:${column}: ${printable(error.message)}`;
        })
        .join('\n'),
    );
  const planned = planOffline(found, variables === undefined ? {} : readVariables(variables));
  if (json) terminal.printJson(presentPlan(planned.plan));
  else print(terminal, found, planned);
}

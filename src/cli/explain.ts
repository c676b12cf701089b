/** `portico explain`: the REST calls that an operation may make, planned without a server. */
import type { GraphQLSchema } from 'graphql';
import { settings } from '../config/settings.ts';
import { serializePlan } from '../graph/plan/serialize-plan.ts';
import type { SerializedCall, SerializedPart, SerializedPlan } from '../graph/plan/serialized-plan.ts';
import { CommandFailure, getMessage } from '../helpers/command-failure.ts';
import { describeFileError } from '../helpers/file-errors.ts';
import { suggestName } from '../helpers/nearest-name.ts';
import { readTextFile } from '../helpers/text-file.ts';
import { findOperations, locateError, type ReadInput, type SourceOperation } from './documents.ts';
import { estimateExplanation } from './estimates.ts';
import { createLocalSchema } from './local-schema.ts';
import { formatTitle, type OfflinePlan, planOffline, validateOperation } from './planning.ts';
import { type Terminal, toPrintable } from './terminal.ts';

export interface ExplainOptions {
  /** Values of the variables: a JSON object, or the path of a file that contains one. */
  readonly variables?: string;
  /** Name of the operation to explain. Defaults to all operations. */
  readonly operation?: string;
  readonly json?: boolean;
}

/** Parses the values of the variables: a JSON object, or the path of a file that contains one. */
function readVariables(option: string): Readonly<Record<string, unknown>> {
  const isInline = /^\s*[{[]/.test(option);
  const source = isInline ? '--variables' : `--variables ${option}`;
  let value: unknown;
  try {
    value = JSON.parse(isInline ? option : readTextFile(option));
  } catch (error) {
    const problem = describeFileError(error) ?? getMessage(error);
    throw new CommandFailure(`${source} must be a JSON object or a file with one: ${problem}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandFailure(
    `${source} must ${isInline ? 'be' : 'contain'} a JSON object${Array.isArray(value) ? ', not a list' : ''}`,
  );
}

/** @throws CommandFailure if an operation does not declare a variable that has a value */
function checkVariableNames({ definition }: SourceOperation, variables: Readonly<Record<string, unknown>>): void {
  const names = (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  const unknown = Object.keys(variables).filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const problems = unknown.map((name) => `the operation has no variable ${name}${suggestName(name, names)}`);
  throw new CommandFailure(problems.join('\n'));
}

/** Selects the operation with a name, or all operations if no name is passed. */
function selectOperations(
  operations: readonly SourceOperation[],
  name: string | undefined,
): readonly SourceOperation[] {
  if (operations.length === 0)
    throw new CommandFailure('the files contain no operation; pass a file with a query, mutation or subscription');
  if (name === undefined) return operations;
  const match = operations.find(({ definition }) => definition.name?.value === name);
  if (match !== undefined) return [match];
  throw new CommandFailure(`no operation is named ${name}; the operations are ${listNames(operations)}`);
}

const listNames = (operations: readonly SourceOperation[]): string =>
  operations.map(({ definition }) => definition.name?.value ?? '(without a name)').join(', ');

/** `1 REST call`, `20 REST calls`. */
export const formatCallCount = (count: number): string => `${count} REST call${count === 1 ? '' : 's'}`;

const formatRoundTripCount = (count: number): string => `${count} round trip${count === 1 ? '' : 's'}`;

/** `pipelines (project.mergeRequest)`: the label and path of a part. */
export function formatPartName({ at, label }: SerializedPart): string {
  if (at === '' && label === null) return 'first part';
  return label === null ? `part ${at}` : `part "${label}" (${at})`;
}

/** One line with the calls of each part; empty if there is only one part. */
function formatParts(terminal: Terminal, parts: readonly SerializedPart[]): readonly string[] {
  if (parts.length < 2) return [];
  return parts.map((part, index) => {
    const when = index === 0 ? '' : 'after ';
    const trips =
      part.calls === 0 ? 'no call' : `${formatCallCount(part.calls)}, ${when}${formatRoundTripCount(part.roundTrips)}`;
    return `${terminal.paint('bold', formatPartName(part))}: ${toPrintable(trips)}`;
  });
}

/** Operation of a call, and the ones that may be called instead. */
function formatRoutes({ method, path, alternatives: [other, ...others] = [] }: SerializedCall): string {
  if (other === undefined) return `${method} ${path}`;
  const instead = others.length === 0 ? `${other.method} ${other.path}` : `one of ${others.length + 1} others`;
  return `${method} ${path} or ${instead}`;
}

/** Tree of the calls, each below the call whose response it needs. */
function formatCallTree(terminal: Terminal, { calls, parts }: SerializedPlan): readonly string[] {
  const lines: string[] = [];
  const add = (after: number | null, indent: string): void => {
    const below = [...calls.entries()].filter(([, call]) => call.after === after);
    for (const [position, [index, call]] of below.entries()) {
      const isLast = position === below.length - 1;
      const branch = after === null ? '' : isLast ? '└─ ' : '├─ ';
      const times = `${call.assumed ? '~' : ''}${call.times} ×`;
      const where = terminal.paint('dim', `${call.at} (${call.field})`);
      const part = parts[call.part];
      const later =
        call.part === 0 || part === undefined ? '' : `  ${terminal.paint('dim', `[${formatPartName(part)}]`)}`;
      lines.push(`${indent}${branch}${terminal.paint('bold', times)} ${formatRoutes(call)}  ${where}${later}`);
      add(index, after === null ? '' : `${indent}${isLast ? '   ' : '│  '}`);
    }
  };
  add(null, '');
  return lines;
}

const defaultLimit = Number(settings.find(({ name }) => name === 'MAX_REST_CALLS')?.default);

/** Line about a variable without a value. JSON cannot contain a file. */
function formatPlaceholder([name, value]: readonly [string, unknown]): string {
  if (value instanceof File) return `$${name} has no value; planned with an empty file.`;
  const shown = JSON.stringify(value, (_, part) => (part instanceof File ? 'file' : part));
  return `$${name} has no value; planned with ${shown}. Set it with --variables.`;
}

function printPlan(terminal: Terminal, operation: SourceOperation, { plan, placeholders }: OfflinePlan): void {
  const serialized = serializePlan(plan);
  const { worst, calls, parts, notOffered = [] } = serialized;
  terminal.print(`${terminal.paint('bold', formatTitle(operation))}: at most ${formatCallCount(worst)}`);
  for (const line of formatParts(terminal, parts)) terminal.print(line);
  if (calls.length > 0) terminal.print(['', ...formatCallTree(terminal, serialized)].join('\n'));
  const remarks = [
    ...notOffered.map(
      ({ method, path }) => `${method} ${path} is not called; fields that need it fail with NOT_OFFERED.`,
    ),
    ...(calls.some(({ after }) => after !== null)
      ? ['A call below another call waits for the response to that call.']
      : []),
    ...(calls.some(({ assumed }) => assumed) ? [`~ estimate: ${estimateExplanation}.`] : []),
    ...Object.entries(placeholders).map(formatPlaceholder),
    ...(plan.knownUpperBound > defaultLimit
      ? [`The facade rejects this operation unless MAX_REST_CALLS is raised from its default of ${defaultLimit}.`]
      : []),
  ];
  if (remarks.length > 0) terminal.print(['', ...remarks].join('\n'));
}

function planValid(
  schema: GraphQLSchema,
  operation: SourceOperation,
  variables: Readonly<Record<string, unknown>>,
): OfflinePlan {
  const errors = validateOperation(operation, schema);
  if (errors.length === 0) return planOffline(schema, operation, variables);
  const lines = errors.map((error) => {
    const { file, line, column } = locateError(operation.place.file, error);
    return `${file}:${line}:${column}: ${toPrintable(error.message)}`;
  });
  throw new CommandFailure(lines.join('\n'));
}

/**
 * Prints the plans of operations.
 * @param files paths of files and folders, or globs
 */
export async function explain(
  terminal: Terminal,
  files: readonly string[],
  { variables, operation: name, json = false }: ExplainOptions,
  stdin: ReadInput,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const schema = await createLocalSchema(env);
  const { operations, problems } = await findOperations(files, stdin);
  const [problem] = problems;
  if (problem !== undefined)
    throw new CommandFailure(
      `${problem.place.file}:${problem.place.line}:${problem.place.column}: ${toPrintable(problem.message)}`,
    );
  const chosen = selectOperations(operations, name);
  if (chosen.length > 1 && (json || variables !== undefined))
    throw new CommandFailure(
      `there are several operations; choose one with --operation to use --json or --variables: ${listNames(chosen)}`,
    );
  const values = variables === undefined ? {} : readVariables(variables);
  for (const [index, operation] of chosen.entries()) {
    checkVariableNames(operation, values);
    const plan = planValid(schema, operation, values);
    if (json) terminal.printJson(serializePlan(plan.plan));
    else {
      if (index > 0) terminal.print('');
      printPlan(terminal, operation, plan);
    }
  }
}

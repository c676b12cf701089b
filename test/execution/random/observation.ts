/** Executions in a random world, and what can be observed of them. */
import { setImmediate as immediate } from 'node:timers/promises';
import {
  type DocumentNode,
  type ExecutionResult,
  execute as executeByGraphqlJs,
  experimentalExecuteIncrementally,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  Kind,
  visit,
} from 'graphql';
import { expect } from 'vitest';
import { execute, executeIncrementally, executeTree, OperationTrees } from '../../../src/execution/index.ts';
import { collectParts, mergeParts, type ResponsePart } from '../../incremental-parts.ts';
import type { NamedChoices } from './choices.ts';
import type { RandomSchema } from './schema.ts';
import { ListError } from './values.ts';
import { type ListPolicy, type NeverPolicy, World } from './world.ts';

/** Operation to execute. */
export interface Subject {
  readonly random: RandomSchema;
  readonly document: DocumentNode;
  readonly operationName: string;
  readonly variableValues: Readonly<Record<string, unknown>>;
  readonly choices: NamedChoices;
}

export interface Observation {
  readonly world: World;
  readonly isSynchronous: boolean;
  /** `undefined` if the execution waits for a value that never settles. */
  readonly result: ExecutionResult | undefined;
}

type Arguments = Parameters<typeof executeByGraphqlJs>[0];
export type Execute = (args: Arguments, world: World) => ExecutionResult | Promise<ExecutionResult>;

/** Cancellation of an execution by the test. */
export class TestCancellation {
  reason: Error | undefined;
  readonly listeners = new Set<(reason: Error) => void>();

  listen(listener: (reason: Error) => void): void {
    this.listeners.add(listener);
  }

  unlisten(listener: (reason: Error) => void): void {
    this.listeners.delete(listener);
  }

  cancel(reason: Error): void {
    this.reason = reason;
    for (const listener of this.listeners) listener(reason);
  }
}

/** Executes the operation until no further values settle. */
async function observe(
  { random, document, operationName, variableValues, choices }: Subject,
  never: NeverPolicy,
  execute: Execute,
  whenIdle: (world: World) => void | Promise<void> = () => {},
  listPolicy: ListPolicy = 'as chosen',
): Promise<Observation> {
  const world = new World(choices, never, listPolicy);
  const contextValue = random.createContext(world);
  const { schema } = random;
  const args = { schema, document, operationName, variableValues, contextValue, rootValue: 'root' };
  const returned = execute(args, world);
  let result: ExecutionResult | undefined;
  const isSynchronous = !(returned instanceof Promise);
  if (returned instanceof Promise)
    returned.then((settled) => {
      result = settled;
    });
  else result = returned;
  await world.idle();
  if (result === undefined) {
    await whenIdle(world);
    await world.idle();
  }
  return { world, isSynchronous, result };
}

export const observeExecution = (subject: Subject, executeIt: Execute = execute): Promise<Observation> =>
  observe(subject, 'pending', executeIt);

export const observeGraphqlJs = (subject: Subject): Promise<Observation> =>
  observe(subject, 'pending', (args) => executeByGraphqlJs(args));

/** Executes the operation, and cancels it when no further values settle. */
export async function observeCancelled(subject: Subject, reason: Error): Promise<Observation> {
  const cancellation = new TestCancellation();
  const observation = await observe(
    subject,
    'pending',
    (args) => execute({ ...args, cancellation }),
    () => cancellation.cancel(reason),
  );
  expect(cancellation.listeners.size).toBe(0);
  return observation;
}

/** Cancellation of graphql-js when no further values settle. */
export interface GraphqlJsCancellation {
  readonly reason: Error;
  /** Number of root fields of a mutation that start before the cancellation. */
  readonly startedRootFields: number;
}

/**
 * Cancels an execution of graphql-js. Before the next root field of a mutation, graphql-js waits for values below a `null` also, such as the
 * rest of an asynchronous list: these are rejected first.
 */
async function cancelGraphqlJs(world: World, { reason, startedRootFields }: GraphqlJsCancellation): Promise<void> {
  while (world.startedRootKeys.length < startedRootFields && world.rejectPending(reason)) await world.idle();
  world.cancel(reason);
}

/** As `observeCancelled`: in graphql-js, the values that are pending at the moment of the cancellation are rejected. */
export function observeGraphqlJsCancelled(subject: Subject, cancellation: GraphqlJsCancellation): Promise<Observation> {
  return observe(
    subject,
    'rejected',
    (args) => executeByGraphqlJs(args),
    (world) => cancelGraphqlJs(world, cancellation),
  );
}

/** Executes the operation, and cancels it after the given number of turns of the event loop. */
export async function observeCancelledAfter(subject: Subject, turns: number, reason: Error) {
  const { random, choices, document, operationName, variableValues } = subject;
  const world = new World(choices, 'pending');
  const contextValue = random.createContext(world);
  const cancellation = new TestCancellation();
  const args = { schema: random.schema, document, operationName, variableValues, contextValue, cancellation };
  const execution = execute(args);
  for (let turn = 0; turn < turns; turn += 1) await immediate();
  cancellation.cancel(reason);
  let result: ExecutionResult | undefined;
  Promise.resolve(execution).then((value) => {
    result = value;
  });
  for (let turn = 0; turn < 2; turn += 1) await immediate();
  if (result === undefined) throw new Error('The execution does not end when it is cancelled');
  const callsAtEnd = [...world.calls];
  const textAtEnd = JSON.stringify(result);
  await world.idle();
  return { world, result, callsAtEnd, textAtEnd };
}

/** As `observeGraphqlJs`, with an error in place of each value that never settles. */
export function observeGraphqlJsEnd(subject: Subject): Promise<Observation> {
  return observe(
    subject,
    'rejected',
    (args) => executeByGraphqlJs(args),
    (world) => world.rejectNever(new Error('Never settled')),
  );
}

/**
 * All errors and calls that are possible: graphql-js without propagation of `null`. Values that never settle are rejected in the end.
 * @param cancellation `undefined` if the execution is not cancelled
 */
export async function observeAll(subject: Subject, cancellation?: GraphqlJsCancellation): Promise<Observation> {
  const observeLists = (listPolicy: ListPolicy) =>
    observe(
      { ...subject, document: withoutPropagation(subject.document) },
      'rejected',
      (args) => executeByGraphqlJs(args),
      (world) =>
        cancellation === undefined
          ? world.rejectNever(new Error('Never settled'))
          : cancelGraphqlJs(world, cancellation),
      listPolicy,
    );
  const observation = await observeLists('as chosen');
  // Time decides which errors of items precede the error of a generator, after which graphql-js drops them.
  const { result: resultOfArrays } = await observeLists('arrays');
  const { result } = observation;
  if (result === undefined || resultOfArrays === undefined) return observation;
  const errors = [...(result.errors ?? []), ...(resultOfArrays.errors ?? []).map(toErrorOfList)];
  return { ...observation, result: { ...result, errors } };
}

/** Places an error that is an item at its list. */
function toErrorOfList(error: GraphQLError): GraphQLError {
  const { message, nodes, path = [], originalError } = error;
  if (!(originalError instanceof ListError)) return error;
  return new GraphQLError(message, { nodes, path: path.slice(0, -1), originalError });
}

/** The document with an operation in which errors do not propagate, for graphql-js. */
export function withoutPropagation({ definitions, ...document }: DocumentNode): DocumentNode {
  const name = { kind: Kind.NAME, value: 'experimental_disableErrorPropagation' } as const;
  const directive = { kind: Kind.DIRECTIVE, name } as const;
  return {
    ...document,
    definitions: definitions.map((node) =>
      node.kind === Kind.OPERATION_DEFINITION ? { ...node, directives: [directive] } : node,
    ),
  };
}

/** Result of an incremental execution, and the parts from which it is merged. */
export interface IncrementalObservation extends Observation {
  readonly parts: readonly ResponsePart[];
}

type ExecuteInParts = (args: Arguments) => unknown;

async function observeParts(subject: Subject, executeInParts: ExecuteInParts): Promise<IncrementalObservation> {
  let parts: readonly ResponsePart[] = [];
  const observation = await observe(
    subject,
    'rejected',
    async (args) => {
      parts = await collectParts(await executeInParts(args));
      return mergeParts(parts);
    },
    (world) => world.rejectNever(new Error('Never settled')),
  );
  return { ...observation, parts };
}

/** Executes the operation incrementally. Values that never settle are rejected when no other values settle. */
export const observeIncremental = (subject: Subject): Promise<IncrementalObservation> =>
  observeParts(subject, ({ schema, document, operationName, variableValues: rawValues, rootValue, contextValue }) => {
    const operation = getOperationAST(document, operationName);
    if (!operation) throw new Error(`No operation ${operationName}`);
    const { variableValues, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], rawValues ?? {});
    if (errors) return { errors };
    const tree = new OperationTrees(schema, document, operation).select(variableValues, true);
    return executeIncrementally({ tree, variableValues, rootValue, contextValue });
  });

export const observeIncrementalGraphqlJs = (subject: Subject): Promise<IncrementalObservation> =>
  observeParts(subject, (args) => experimentalExecuteIncrementally(args));

/** The operation without `@defer` and `@stream`. */
export function withoutIncremental(subject: Subject): Subject {
  const document = visit(subject.document, {
    Directive: ({ name }) => (['defer', 'stream'].includes(name.value) ? null : undefined),
  });
  return { ...subject, document };
}

/** Executes the operation as `execute`, on cached operation trees. */
export function reuseTrees({ random: { schema }, document, operationName }: Subject): Execute {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new Error(`No operation ${operationName}`);
  const trees = new OperationTrees(schema, document, operation);
  return ({ variableValues: rawValues, rootValue, contextValue }) => {
    const { variableValues, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], rawValues ?? {});
    if (errors) return { errors };
    return executeTree({ tree: trees.select(variableValues), variableValues, rootValue, contextValue });
  };
}

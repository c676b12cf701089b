/** Executes examples with Portico's executor and with graphql-js, and compares everything that a client can observe. */
import {
  buildSchema,
  type ExecutionArgs,
  type ExecutionResult,
  execute as executeByGraphqlJs,
  FieldsOnCorrectTypeRule,
  type GraphQLFormattedError,
  type GraphQLResolveInfo,
  GraphQLSchema,
  isAbstractType,
  isObjectType,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  KnownTypeNamesRule,
  parse,
  specifiedRules,
  subscribe as subscribeByGraphqlJs,
  validate,
  validateExecutionArgs,
} from 'graphql';
import { expect } from 'vitest';
import { createSourceEvents, execute, executeTree, OperationTree } from '../../../src/execution/index.ts';
import { expectSameResult } from '../random/comparison.ts';
import { withoutPropagation } from '../random/observation.ts';

/** Resolver of any source, arguments and context. */
type Resolver = (source: never, args: never, context: never, info: GraphQLResolveInfo) => unknown;
export type TypeCheck = (value: never) => boolean | Promise<boolean>;
type TypeResolver = (value: never, context: never, info: GraphQLResolveInfo) => unknown;

/** Functions of one type. */
export interface TypeFunctions {
  readonly resolve?: Readonly<Record<string, Resolver>>;
  readonly subscribe?: Readonly<Record<string, Resolver>>;
  readonly isTypeOf?: TypeCheck;
  readonly resolveType?: TypeResolver;
}

/** Schema whose types have functions. */
export function createSchema(sdl: string, functions: Readonly<Record<string, TypeFunctions>>): GraphQLSchema {
  const schema = buildSchema(sdl);
  for (const [name, { resolve = {}, subscribe = {}, isTypeOf, resolveType }] of Object.entries(functions)) {
    const type = schema.getType(name);
    if (isAbstractType(type)) Object.assign(type, { resolveType });
    else if (isObjectType(type)) {
      Object.assign(type, { isTypeOf });
      for (const field of Object.values(type.getFields()))
        Object.assign(field, { resolve: resolve[field.name], subscribe: subscribe[field.name] });
    } else throw new Error(`No object or abstract type ${name}`);
  }
  return schema;
}

/** Operation to execute. */
export interface Example
  extends Pick<
    ExecutionArgs,
    | 'rootValue'
    | 'contextValue'
    | 'variableValues'
    | 'operationName'
    | 'fieldResolver'
    | 'typeResolver'
    | 'subscribeFieldResolver'
  > {
  /** Schema, or its definition. */
  readonly schema: GraphQLSchema | string;
  readonly document: string;
  /** Set if validation rejects the document. Others must have no unknown names, which execution passes over. */
  readonly isInvalid?: true;
  /** Creates the root value of each execution. Defaults to a shared `rootValue`. */
  readonly createRootValue?: () => unknown;
}

/** Result with errors as clients receive them. */
export interface PlainResult {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[];
}

const toPlain = ({ data, errors }: ExecutionResult): PlainResult => ({
  ...(data === undefined ? {} : { data }),
  ...(errors === undefined ? {} : { errors: errors.map((error) => error.toJSON()) }),
});

const nameRules = [
  FieldsOnCorrectTypeRule,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  KnownTypeNamesRule,
];

function toArgs(example: Example): ExecutionArgs {
  const { isInvalid = false, createRootValue, ...args } = example;
  const schema = args.schema instanceof GraphQLSchema ? args.schema : buildSchema(args.schema);
  const document = parse(args.document);
  // Other rules are about what executors must reject, too.
  const errors = validate(schema, document, isInvalid ? specifiedRules : nameRules);
  if (isInvalid) expect(errors).not.toEqual([]);
  else expect(errors.map(({ message }) => message)).toEqual([]);
  return { ...args, schema, document, rootValue: createRootValue === undefined ? args.rootValue : createRootValue() };
}

/**
 * Executes an example with both executors, and expects that data, order of keys, errors, and whether the result is a promise are equal.
 * @returns the result of Portico's executor
 */
export async function executeBoth(example: Example): Promise<PlainResult> {
  const returned = execute(toArgs(example));
  const actual = await returned;
  const expectedReturned = executeByGraphqlJs(toArgs(example));
  const expected = await expectedReturned;
  const { document, ...args } = toArgs(example);
  const complete = await executeByGraphqlJs({ ...args, document: withoutPropagation(document) });
  expectSameResult(actual, expected, complete);
  expect(returned instanceof Promise, 'is a promise').toBe(expectedReturned instanceof Promise);
  return toPlain(actual);
}

type Events = AsyncIterable<ExecutionResult>;

const isEvents = (value: ExecutionResult | Events): value is Events => Symbol.asyncIterator in value;

/** Executes a subscription: its source events, each of which is the root value of an execution. */
export async function subscribe(args: ExecutionArgs): Promise<ExecutionResult | Events> {
  const validated = validateExecutionArgs(args);
  if (!('schema' in validated)) return { errors: validated };
  const { schema, fragmentDefinitions, operation, variableValues } = validated;
  const { rootValue, contextValue, subscribeFieldResolver } = args;
  const tree = new OperationTree(schema, fragmentDefinitions, operation, variableValues);
  const events = await createSourceEvents({ tree, variableValues, rootValue, contextValue, subscribeFieldResolver });
  if ('errors' in events) return events;
  return (async function* () {
    for await (const event of events) yield executeTree({ tree, variableValues, rootValue: event, contextValue });
  })();
}

async function collect(results: ExecutionResult | Events): Promise<readonly ExecutionResult[]> {
  if (!isEvents(results)) return [results];
  const collected: ExecutionResult[] = [];
  for await (const result of results) collected.push(result);
  return collected;
}

/** Executes a subscription with both executors to its end, as `executeBoth`. Errors of the request are a single result. */
export async function subscribeBoth(example: Example): Promise<readonly PlainResult[]> {
  const actual = await collect(await subscribe(toArgs(example)));
  const expected = await collect(await subscribeByGraphqlJs(toArgs(example)));
  expect(actual.length).toBe(expected.length);
  for (const [index, result] of actual.entries()) expectSameResult(result, expected[index] ?? {});
  return actual.map(toPlain);
}

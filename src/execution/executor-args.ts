/** Arguments of an execution, and its result. */
import type { ExecutionResult, GraphQLFieldResolver, GraphQLTypeResolver } from 'graphql';
import type { VariableValues } from './field-arguments.ts';
import type { OperationTree } from './operation-tree.ts';

/** Cancellation signal of an execution. */
export interface Cancellation {
  /** Error of every field that is not complete; `undefined` before the execution is cancelled. */
  readonly reason: Error | undefined;
  listen(listener: (reason: Error) => void): void;
  unlisten(listener: (reason: Error) => void): void;
}

export interface ExecutorArgs {
  readonly tree: OperationTree;
  readonly variableValues: VariableValues;
  readonly rootValue?: unknown;
  readonly contextValue?: unknown;
  /** Resolver of fields without one. Defaults to the property of the parent with the name of the field. */
  readonly fieldResolver?: Resolver | undefined;
  /** Resolver of abstract types without one. Defaults to `__typename` and `isTypeOf`. */
  readonly typeResolver?: TypeResolver | undefined;
  /** Ends the execution: pending fields become errors with its reason, and no further root mutation starts. */
  readonly cancellation?: Cancellation | undefined;
  /** Converts the reason of the cancellation to the error of a root mutation that did not start. Defaults to the reason. */
  readonly toNotStartedError?: ((reason: Error) => Error) | undefined;
  /** Returns the error for a `null` that `@semanticNonNull` excludes, or `undefined` if `null` is to be the value. Defaults to an error. */
  readonly onSemanticNull?: ((coordinate: string) => Error | undefined) | undefined;
  /** Maximum number of errors in the result; further ones are only counted. Defaults to no maximum. */
  readonly maxErrors?: number | undefined;
  /** Called with the error of each value. It may abort the execution. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

type Resolver = GraphQLFieldResolver<unknown, unknown>;
type TypeResolver = GraphQLTypeResolver<unknown, unknown>;

/** Result of an execution. */
export interface OperationResult extends ExecutionResult {
  /** Number of errors beyond `maxErrors`. */
  readonly omittedErrors?: number;
}

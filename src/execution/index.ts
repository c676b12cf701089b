/** Execution of GraphQL operations over any schema. */

export type { DeferUsage } from './defer-usage.ts';
export type { IncrementalArgs } from './deferred-execution.ts';
export type { IncrementalResult, InitialResult, PartErrors, SubsequentResult } from './deferred-parts.ts';
export {
  createSourceEvents,
  type ExecutionArgs,
  execute,
  executeIncrementally,
  executeTree,
  type TreeExecutionArgs,
} from './execute.ts';
export type { Cancellation, OperationResult } from './executor-args.ts';
export type { FieldArguments, VariableValues } from './field-arguments.ts';
export { type Fragments, getFragments, OperationTree, OperationTrees } from './operation-tree.ts';
export { toSelectedField } from './resolve-info.ts';
export { DependentValue, type PartIterator } from './runtime-values.ts';
export {
  type ExecutableField,
  type ExecutableKind,
  getExecutableKind,
  SelectedField,
  Selection,
  withExecutableKind,
} from './selection.ts';
export { getSemanticNonNullLevels, semanticNonNullDirective } from './semantic-non-null.ts';

/** Execution of GraphQL operations over any schema. */
export {
  createSourceEvents,
  type ExecutionArgs,
  execute,
  executePrepared,
  type PreparedExecutionArgs,
} from './execute.ts';
export type { Cancellation, OperationResult } from './executor.ts';
export {
  type FieldArguments,
  type FieldKind,
  getFieldKind,
  getFragments,
  OperationTree,
  type PreparedField,
  SelectedField,
  Selection,
  type VariableValues,
  withFieldKind,
} from './operation-tree.ts';
export { OperationTrees } from './operation-trees.ts';
export { toSelectedField } from './resolve-info.ts';
export { DependentValue } from './runtime-values.ts';

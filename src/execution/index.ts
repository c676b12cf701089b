/** Execution of GraphQL operations over any schema. */
export {
  createSourceEvents,
  type ExecutionArgs,
  execute,
  executePrepared,
  type PreparedExecutionArgs,
} from './execute.ts';
export type { Cancellation, OperationResult } from './executor.ts';
export { type FieldArguments, type FieldKind, getFieldKind, type PreparedField, withFieldKind } from './field-kind.ts';
export { getFragments, OperationTree, SelectedField, Selection, type VariableValues } from './operation-tree.ts';
export { OperationTrees } from './operation-trees.ts';
export { toSelectedField } from './resolve-info.ts';

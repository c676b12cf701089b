/** Conversion between selected fields and the `info` of resolvers. */
import { type FieldNode, type GraphQLResolveInfo, isObjectType } from 'graphql';
import type { VariableValues } from './field-arguments.ts';
import { OperationTree } from './operation-tree.ts';
import type { Position } from './position.ts';
import { ignoreRejection } from './runtime-values.ts';
import { SelectedField } from './selection.ts';

/** Trees of operations that graphql-js executes, by their variables, which are an object of one execution. */
const trees = new WeakMap<GraphQLResolveInfo['variableValues'], OperationTree>();
const selectedFields = new WeakMap<OperationTree, Map<FieldNode, SelectedField[]>>();

/** Field as a resolver of graphql-js receives it. */
export function toSelectedField(info: GraphQLResolveInfo): SelectedField {
  const { schema, parentType, fieldNodes, fieldName } = info;
  const [node] = fieldNodes;
  const definition = schema.getField(parentType, fieldName);
  if (node === undefined || definition === undefined) throw new Error(`No field ${parentType.name}.${fieldName}`);
  const tree = getTree(info);
  const byNode = selectedFields.get(tree) ?? new Map<FieldNode, SelectedField[]>();
  selectedFields.set(tree, byNode);
  const fields = byNode.get(node) ?? [];
  byNode.set(node, fields);
  let field = fields.find(
    ({ parent, nodes }) =>
      parent.type === parentType &&
      nodes.length === fieldNodes.length &&
      nodes.every((each, index) => each === fieldNodes[index]),
  );
  if (field === undefined) {
    field = new SelectedField(node.alias?.value ?? fieldName, tree.select(parentType, []), definition, fieldNodes);
    fields.push(field);
  }
  return field;
}

function getTree({ schema, fragments, operation, variableValues }: GraphQLResolveInfo): OperationTree {
  let tree = trees.get(variableValues);
  if (tree === undefined || tree.operation !== operation || tree.schema !== schema) {
    tree = new OperationTree(schema, fragments, operation, variableValues);
    trees.set(variableValues, tree);
  }
  return tree;
}

const asyncHelpers: ReturnType<GraphQLResolveInfo['getAsyncHelpers']> = {
  promiseAll: (values) => Promise.all(values),
  track: (values) => {
    for (const value of values) ignoreRejection(value);
  },
};

const getAsyncHelpers = () => asyncHelpers;
const getAbortSignal = () => undefined;

/** Creates the `info` of a resolver of an object at this position. */
export function createResolveInfo(
  { schema, fragments, operation }: OperationTree,
  { definition, nodes, key, parent, coordinate }: SelectedField,
  position: Position,
  rootValue: unknown,
  variableValues: VariableValues,
): GraphQLResolveInfo {
  const { type } = parent;
  if (!isObjectType(type)) throw new Error(`${coordinate} is no field of an object type`);
  return {
    fieldName: definition.name,
    fieldNodes: nodes,
    returnType: definition.type,
    parentType: type,
    path: { prev: position.path, key, typename: type.name },
    schema,
    fragments,
    rootValue,
    operation,
    variableValues,
    getAbortSignal,
    getAsyncHelpers,
  };
}

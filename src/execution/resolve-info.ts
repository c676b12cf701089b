/** Conversion between selected fields and the `info` of resolvers. */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { type Fragments, OperationTree, SelectedField, type VariableValues } from './operation-tree.ts';
import type { Position } from './position.ts';

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

/** `info` of a resolver. Its path is computed when it is read, since few resolvers read it. */
class ResolveInfo implements GraphQLResolveInfo {
  readonly fieldName: string;
  readonly fieldNodes: readonly FieldNode[];
  readonly returnType: GraphQLResolveInfo['returnType'];
  readonly parentType: GraphQLObjectType;
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly operation: OperationDefinitionNode;
  readonly rootValue: unknown;
  readonly variableValues: VariableValues;
  readonly #key: string;
  readonly #position: Position;

  constructor(
    { schema, fragments, operation }: OperationTree,
    { definition, nodes, key }: SelectedField,
    parentType: GraphQLObjectType,
    position: Position,
    rootValue: unknown,
    variableValues: VariableValues,
  ) {
    this.fieldName = definition.name;
    this.fieldNodes = nodes;
    this.returnType = definition.type;
    this.parentType = parentType;
    this.schema = schema;
    this.fragments = fragments;
    this.operation = operation;
    this.rootValue = rootValue;
    this.variableValues = variableValues;
    this.#key = key;
    this.#position = position;
  }

  get path(): Path {
    const parents = this.#position.path.reduce<Path | undefined>(
      (prev, key) => ({ prev, key, typename: undefined }),
      undefined,
    );
    return { prev: parents, key: this.#key, typename: this.parentType.name };
  }

  getAbortSignal(): undefined {
    return undefined;
  }

  getAsyncHelpers(): ReturnType<GraphQLResolveInfo['getAsyncHelpers']> {
    return asyncHelpers;
  }
}

type Path = GraphQLResolveInfo['path'];

const asyncHelpers: ReturnType<GraphQLResolveInfo['getAsyncHelpers']> = {
  promiseAll: (values) => Promise.all(values),
  track: () => {},
};

/** Creates the `info` of a resolver. */
export function createResolveInfo(
  tree: OperationTree,
  field: SelectedField,
  position: Position,
  rootValue: unknown,
  variableValues: VariableValues,
): GraphQLResolveInfo {
  const { type } = field.parent;
  if (!isObjectType(type)) throw new Error(`${field.coordinate} is no field of an object type`);
  return new ResolveInfo(tree, field, type, position, rootValue, variableValues);
}

/** Flattens operations for the compiler: without fragments, conditions and literal arguments, one compiled operation fits all callers. */
import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type NameNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { kindOf } from '../../graph/kit/fields/kind.ts';

type Values = Readonly<Record<string, unknown>>;
type Field = GraphQLField<unknown, unknown>;

/** The arguments of one field, which are passed as variables whose names begin with a prefix. */
interface Arguments {
  readonly field: Field;
  readonly node: FieldNode;
  readonly prefix: string;
}

export interface Flattened {
  readonly document: DocumentNode;
  /** Number of fields, counted on each possible type of an object. */
  readonly size: number;
  /** The variables of the flattened document. Fails where an argument is invalid. */
  variables(values: Values): Record<string, unknown>;
}

const name = (value: string): NameNode => ({ kind: Kind.NAME, value });

/** Names of the variables in the arguments of @skip and @include. */
export function conditionsOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ name: { value: directive }, arguments: given = [] }: DirectiveNode) {
      if (directive !== 'skip' && directive !== 'include') return;
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** Whether a field may be resolved a second time after an error: reads are shared, but files and writes are not. */
function isRepeatable(field: Field): boolean {
  return kindOf(field)?.onlyOnce !== true;
}

class Flattener {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Record<string, FragmentDefinitionNode>;
  readonly #values: Record<string, unknown>;
  readonly #maxSize: number;
  /** Response names and type names, from which compiled code builds its identifiers. */
  readonly #keys = new Set<string>();
  readonly #arguments: Arguments[] = [];
  size = 0;

  constructor(schema: GraphQLSchema, document: DocumentNode, values: Values, maxSize: number) {
    this.#schema = schema;
    this.#values = { ...values };
    this.#maxSize = maxSize;
    this.#fragments = {};
    for (const node of document.definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.#fragments[node.name.value] = node;
  }

  get arguments(): readonly Arguments[] {
    return this.#arguments;
  }

  /**
   * Whether the identifiers of compiled code are unique. They are keys joined with underscores, so that `a_b` and `b` below `a` could collide,
   * unless no key is the beginning of another one up to an underscore. `__proto__` cannot be a key of an object literal.
   */
  get isUnambiguous(): boolean {
    for (const key of this.#keys) {
      if (key === '__proto__') return false;
      for (let at = key.indexOf('_'); at !== -1; at = key.indexOf('_', at + 1)) {
        const beginning = key.slice(0, at);
        if (this.#keys.has(beginning) || /^idx\d+$/.test(beginning)) return false;
      }
    }
    return true;
  }

  /** The selection set of an operation; undefined where it cannot be compiled. */
  operation(root: GraphQLObjectType, { selectionSet }: OperationDefinitionNode): SelectionSetNode | undefined {
    return this.#set(root, collectFields(this.#schema, this.#fragments, this.#values, root, selectionSet));
  }

  #set(type: GraphQLObjectType, fields: Map<string, readonly FieldNode[]>): SelectionSetNode | undefined {
    this.#keys.add(type.name);
    const selections: SelectionNode[] = [];
    for (const [key, nodes] of fields) {
      const flat = this.#field(type, key, nodes);
      if (flat === undefined) return undefined;
      selections.push(flat);
    }
    return { kind: Kind.SELECTION_SET, selections };
  }

  #field(type: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): FieldNode | undefined {
    this.size += 1;
    const [node] = nodes;
    if (node === undefined || this.size > this.#maxSize) return undefined;
    this.#keys.add(key);
    const bare = { kind: Kind.FIELD, name: node.name, ...(node.alias && { alias: node.alias }) } as const;
    if (node.name.value === '__typename') return bare;
    const field = type.getFields()[node.name.value];
    // Fields of introspection are not among the fields of a type.
    if (field === undefined || !isRepeatable(field)) return undefined;
    const selectionSet = this.#below(getNamedType(field.type), nodes);
    return selectionSet === undefined
      ? undefined
      : {
          ...bare,
          arguments: this.#argumentsOf(field, node),
          ...(selectionSet.selections.length > 0 && { selectionSet }),
        };
  }

  #below(type: GraphQLNamedType, nodes: readonly FieldNode[]): SelectionSetNode | undefined {
    const on = (object: GraphQLObjectType) =>
      this.#set(object, collectSubfields(this.#schema, this.#fragments, this.#values, object, [...nodes]));
    if (isObjectType(type)) return on(type);
    const selections: SelectionNode[] = [];
    for (const possible of isAbstractType(type) ? this.#schema.getPossibleTypes(type) : []) {
      const selectionSet = on(possible);
      if (selectionSet === undefined) return undefined;
      const typeCondition = { kind: Kind.NAMED_TYPE, name: name(possible.name) } as const;
      if (selectionSet.selections.length > 0)
        selections.push({ kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet });
    }
    return { kind: Kind.SELECTION_SET, selections };
  }

  #argumentsOf(field: Field, node: FieldNode) {
    if (field.args.length === 0) return [];
    const prefix = `a${this.#arguments.length}_`;
    this.#arguments.push({ field, node, prefix });
    return field.args.map((argument) => ({
      kind: Kind.ARGUMENT as const,
      name: name(argument.name),
      value: { kind: Kind.VARIABLE as const, name: name(`${prefix}${argument.name}`) },
    }));
  }
}

/** Whether the arguments of a field depend on variables. */
function hasVariables({ arguments: given = [] }: FieldNode): boolean {
  let found = false;
  const Variable = () => {
    found = true;
  };
  for (const argument of given) visit(argument, { Variable });
  return found;
}

/** Variables for the arguments of fields. Fails where one is invalid. */
function variablesOf(fields: readonly Arguments[], given: Values): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const { field, node, prefix } of fields)
    for (const [argument, value] of Object.entries(getArgumentValues(field, node, given)))
      variables[`${prefix}${argument}`] = value;
  return variables;
}

/**
 * Flattens an operation for the given values of the variables that {@link conditionsOf} names, with fields in the order of the response.
 * Other values of those variables need a flattened document of their own.
 * @returns undefined where the operation cannot be compiled, or has more than `maxSize` fields
 * @param variableType name of a type of the schema that accepts any value unchanged
 */
export function flatten(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  values: Values,
  { maxSize, variableType }: { readonly maxSize: number; readonly variableType: string },
): Flattened | undefined {
  const root = schema.getRootType(operation.operation);
  if (!root) return undefined;
  const flattener = new Flattener(schema, document, values, maxSize);
  const selectionSet = flattener.operation(root, operation);
  if (selectionSet === undefined || !flattener.isUnambiguous) return undefined;
  const type = { kind: Kind.NAMED_TYPE, name: name(variableType) } as const;
  const variableDefinitions = flattener.arguments.flatMap(({ field, prefix }) =>
    field.args.map(
      (argument): VariableDefinitionNode => ({
        kind: Kind.VARIABLE_DEFINITION,
        variable: { kind: Kind.VARIABLE, name: name(`${prefix}${argument.name}`) },
        type,
      }),
    ),
  );
  const flat: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: operation.operation,
    variableDefinitions,
    selectionSet,
  };
  const varying = flattener.arguments.filter(({ node }) => hasVariables(node));
  const constant = flattener.arguments.filter(({ node }) => !hasVariables(node));
  let constants: Values | undefined;
  return {
    document: { kind: Kind.DOCUMENT, definitions: [flat] },
    size: flattener.size,
    variables: (given) => {
      constants ??= variablesOf(constant, {});
      return { ...constants, ...variablesOf(varying, given) };
    },
  };
}

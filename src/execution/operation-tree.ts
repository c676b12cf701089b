/**
 * Operation tree: the merged selection sets of one operation, collected once per document and combination of its conditions. Its nodes are
 * created when they are first used, equal nodes are shared, and it contains no variables but those of `@skip` and `@include`.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { createObjectWriter, type ObjectWriter } from './object-writer.ts';
import { type OutputType, toOutputType } from './output-type.ts';

type Field = GraphQLField<unknown, unknown>;
export type VariableValues = GraphQLResolveInfo['variableValues'];
export type Fragments = GraphQLResolveInfo['fragments'];

/** Coerced arguments of a field, by name. */
export type FieldArguments = Readonly<Record<string, unknown>>;

/** Field of one node of an operation tree, prepared once for all executions of the operation. */
export interface PreparedField {
  /**
   * Returns the value of the field: immediately if it is loaded, otherwise a promise of it or a `DependentValue`.
   * @throws an error of the field
   */
  value(parent: unknown, args: FieldArguments, context: unknown): unknown;
}

/** Kind of field. It replaces the resolver: the executor calls the fields that it prepares. */
export interface FieldKind<Prepared extends PreparedField = PreparedField> {
  prepare(field: SelectedField): Prepared;
}

const extensionName = 'fieldKind';

/** Field extensions that attach a kind. */
export function withFieldKind(kind: FieldKind): { readonly [extensionName]: FieldKind } {
  return { [extensionName]: kind };
}

const isFieldKind = (value: unknown): value is FieldKind =>
  typeof value === 'object' && value !== null && 'prepare' in value;

/** Kind of a field; `undefined` if a resolver or a property of the parent provides its value. */
export function getFieldKind({
  extensions,
}: Pick<GraphQLField<unknown, unknown>, 'extensions'>): FieldKind | undefined {
  const kind = extensions[extensionName];
  return isFieldKind(kind) ? kind : undefined;
}

const noVariables: VariableValues = { sources: {}, coerced: {} };
const noArguments: FieldArguments = Object.freeze(Object.create(null));

/** Fragment definitions of a document by name. */
export function getFragments({ definitions }: DocumentNode): Fragments {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  return fragments;
}

function usesVariables({ arguments: argumentNodes = [] }: FieldNode): boolean {
  let isUsed = false;
  const Variable = () => {
    isUsed = true;
  };
  for (const node of argumentNodes) visit(node, { Variable });
  return isUsed;
}

/** One response key of a selection: the fields of all selection sets that have this key. */
export class SelectedField {
  /** Response key: the alias, or the name of the field. */
  readonly key: string;
  /** Selection that contains the field. */
  readonly parent: Selection;
  readonly definition: Field;
  /** Occurrences in the document, the first included one first. */
  readonly nodes: readonly FieldNode[];
  readonly output: OutputType;
  /** Schema coordinate, such as `Project.pipelines`. */
  readonly coordinate: string;
  #sharedArguments: FieldArguments | undefined;
  #dependsOnVariables: boolean | undefined;
  #prepared: PreparedField | null | undefined;
  #selection: Selection | undefined;

  constructor(key: string, parent: Selection, definition: Field, nodes: readonly FieldNode[]) {
    this.key = key;
    this.parent = parent;
    this.definition = definition;
    this.nodes = nodes;
    this.output = toOutputType(definition.type);
    this.coordinate = `${parent.type?.name}.${definition.name}`;
  }

  /** Name of the field. */
  get name(): string {
    return this.definition.name;
  }

  /** Field as its kind has prepared it; `undefined` if it has no kind. */
  get prepared(): PreparedField | undefined {
    if (this.#prepared === undefined) this.#prepared = getFieldKind(this.definition)?.prepare(this) ?? null;
    return this.#prepared ?? undefined;
  }

  /** Selection on the value of the field. */
  get selection(): Selection {
    this.#selection ??= this.parent.below(this.nodes, getNamedType(this.definition.type));
    return this.#selection;
  }

  /**
   * Coerces the arguments. Arguments without variables are coerced once for a field kind, and each time for a resolver, which may change them.
   * @throws GraphQLError if an argument is invalid
   */
  getArguments(variableValues: VariableValues): FieldArguments {
    if (this.#sharedArguments !== undefined) return this.#sharedArguments;
    const [node] = this.nodes;
    if (node === undefined || this.definition.args.length === 0) {
      this.#sharedArguments = noArguments;
      return noArguments;
    }
    this.#dependsOnVariables ??= usesVariables(node);
    const args = getArgumentValues(this.definition, node, variableValues);
    if (!this.#dependsOnVariables && getFieldKind(this.definition) !== undefined) this.#sharedArguments = args;
    return args;
  }
}

/** Node of an operation tree: merged selection sets on one type. */
export class Selection {
  /** Type of the objects; `undefined` if nothing is selected. */
  readonly type: GraphQLNamedType | undefined;
  readonly #tree: OperationTree | undefined;
  readonly #sets: readonly SelectionSetNode[];
  #fields: readonly SelectedField[] | undefined;
  #byName: ReadonlyMap<string, readonly SelectedField[]> | undefined;
  #writer: ObjectWriter<SelectedField> | undefined;
  /** Selections on the possible types of an abstract type. */
  #byType: Map<GraphQLNamedType, Selection> | undefined;

  /** Use `OperationTree` and the methods of its selections to obtain selections. */
  constructor(tree: OperationTree | undefined, type: GraphQLNamedType | undefined, sets: readonly SelectionSetNode[]) {
    this.#tree = tree;
    this.type = type;
    this.#sets = sets;
  }

  /** Selection without fields. */
  static readonly empty = new Selection(undefined, undefined, []);

  /** Schema of the operation; `undefined` for the empty selection. */
  get schema(): GraphQLSchema | undefined {
    return this.#tree?.schema;
  }

  /**
   * Selected fields in the order of the response. A selection on an abstract type contains the fields of all fragments, as any may apply.
   * @throws GraphQLError if a condition is `null`
   */
  get fields(): readonly SelectedField[] {
    this.#fields ??= this.#collect();
    return this.#fields;
  }

  /** Writes the response objects of this selection. */
  get writer(): ObjectWriter<SelectedField> {
    this.#writer ??= createObjectWriter(this.fields);
    return this.#writer;
  }

  /** Fields of one name, which differ in their aliases. */
  named(name: string): readonly SelectedField[] {
    this.#byName ??= Map.groupBy(this.fields, (field) => field.name);
    return this.#byName.get(name) ?? [];
  }

  /** Whether any of the named fields is selected. */
  has(...names: readonly string[]): boolean {
    return names.some((name) => this.named(name).length > 0);
  }

  /** Selection on the value of a field, merged over its aliases. */
  of(name: string): Selection {
    const fields = this.named(name);
    const [first] = fields;
    if (first === undefined) return Selection.empty;
    if (fields.length === 1) return first.selection;
    const nodes = fields.flatMap((field) => field.nodes);
    return this.below(nodes, getNamedType(first.definition.type));
  }

  /** Both selections as one. */
  and(other: Selection): Selection {
    if (this.#sets.length === 0) return other;
    if (other.#sets.length === 0) return this;
    return this.#tree?.select(this.type, [...this.#sets, ...other.#sets]) ?? this;
  }

  /** The same selection sets on one of the possible types of an abstract type. */
  on(type: GraphQLNamedType): Selection {
    if (type === this.type || this.#tree === undefined) return this;
    this.#byType ??= new Map();
    let selection = this.#byType.get(type);
    if (selection === undefined) {
      selection = this.#tree.select(type, this.#sets);
      this.#byType.set(type, selection);
    }
    return selection;
  }

  /** As `on`, with the name of the type. */
  onTypeNamed(name: string): Selection {
    const type = this.#tree?.schema.getType(name);
    return type === undefined ? this : this.on(type);
  }

  /** Selection of field nodes of this selection on the type of their value. */
  below(nodes: readonly FieldNode[], type: GraphQLNamedType): Selection {
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return this.#tree?.select(type, sets) ?? Selection.empty;
  }

  #collect(): readonly SelectedField[] {
    const tree = this.#tree;
    if (tree === undefined) return [];
    const nodesByKey = new Map<string, FieldNode[]>();
    const visitedFragments = new Set<string>();
    for (const set of this.#sets) this.#visit(tree, set, nodesByKey, visitedFragments);
    const fields: SelectedField[] = [];
    for (const [key, nodes] of nodesByKey) {
      const definition = nodes[0] && this.#getDefinition(tree, nodes[0].name.value);
      if (definition !== undefined) fields.push(new SelectedField(key, this, definition, nodes));
    }
    return fields;
  }

  #getDefinition({ schema }: OperationTree, name: string): Field | undefined {
    const { type } = this;
    if (isObjectType(type) || isAbstractType(type)) {
      const field = schema.getField(type, name);
      if (field !== undefined) return field;
    }
    // A field of a fragment on one of the possible types.
    const possibleTypes = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    return possibleTypes.map((possible) => possible.getFields()[name]).find((field) => field !== undefined);
  }

  #visit(
    tree: OperationTree,
    { selections }: SelectionSetNode,
    nodesByKey: Map<string, FieldNode[]>,
    visitedFragments: Set<string>,
  ): void {
    for (const node of selections) {
      if (!tree.isIncluded(node)) continue;
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const nodes = nodesByKey.get(key);
        if (nodes === undefined) nodesByKey.set(key, [node]);
        else nodes.push(node);
        continue;
      }
      const name = node.kind === Kind.FRAGMENT_SPREAD ? node.name.value : undefined;
      if (name !== undefined && visitedFragments.has(name)) continue;
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : tree.fragments[node.name.value];
      if (fragment === undefined || !this.#matches(tree, fragment.typeCondition?.name.value)) continue;
      if (name !== undefined) visitedFragments.add(name);
      this.#visit(tree, fragment.selectionSet, nodesByKey, visitedFragments);
    }
  }

  /** Whether a fragment with a type condition may apply to the objects of this selection. */
  #matches({ schema }: OperationTree, condition: string | undefined): boolean {
    const { type } = this;
    if (condition === undefined || condition === type?.name) return true;
    if (type === undefined) return false;
    if (!isObjectType(type)) return isAbstractType(type);
    const conditionType = schema.getType(condition);
    return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
  }
}

/** Tree of one operation under one combination of conditions. */
export class OperationTree {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly operation: OperationDefinitionNode;
  readonly #conditions: VariableValues;
  readonly #setIds = new Map<SelectionSetNode, number>();
  readonly #selections = new Map<string, Selection>();

  /** @param conditions values of the variables in `@skip` and `@include` */
  constructor(
    schema: GraphQLSchema,
    fragments: Fragments,
    operation: OperationDefinitionNode,
    conditions: VariableValues = noVariables,
  ) {
    this.schema = schema;
    this.fragments = fragments;
    this.operation = operation;
    this.#conditions = conditions;
  }

  /** Selection of the operation on its root type; `undefined` if the schema has no such root type. */
  get root(): (Selection & { readonly type: GraphQLObjectType }) | undefined {
    const type = this.schema.getRootType(this.operation.operation);
    if (type === undefined || type === null) return undefined;
    return this.select(type, [this.operation.selectionSet]) as Selection & { readonly type: GraphQLObjectType };
  }

  /** Number of selections created until now. */
  get size(): number {
    return this.#selections.size;
  }

  /** The shared selection of these sets on a type. */
  select(type: GraphQLNamedType | undefined, sets: readonly SelectionSetNode[]): Selection {
    let key = type?.name ?? '';
    for (const set of sets) key += ` ${this.#idOf(set)}`;
    let selection = this.#selections.get(key);
    if (selection === undefined) {
      selection = new Selection(this, type, sets);
      this.#selections.set(key, selection);
    }
    return selection;
  }

  /** Whether conditions include a selection. @throws GraphQLError if a condition is `null` */
  isIncluded(node: SelectionNode): boolean {
    if (node.directives === undefined || node.directives.length === 0) return true;
    if (getDirectiveValues(GraphQLSkipDirective, node, this.#conditions)?.if === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, node, this.#conditions)?.if !== false;
  }

  #idOf(set: SelectionSetNode): number {
    let id = this.#setIds.get(set);
    if (id === undefined) {
      id = this.#setIds.size;
      this.#setIds.set(set, id);
    }
    return id;
  }
}

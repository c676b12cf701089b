/** What a client selected below a field, merged over fragments and repetitions. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type VariableValues,
} from 'graphql';

interface Source {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variableValues: VariableValues;
}

/** The variables of a selection that does not depend on them. */
const noVariables: VariableValues = { sources: {}, coerced: {} };

/** The selection of each field as it was last asked for, which holds for one execution, or for all where it has no conditions. */
const latest = new WeakMap<readonly FieldNode[], Selection>();

export class Selection {
  readonly #source: Source | undefined;
  readonly #sets: readonly SelectionSetNode[];
  readonly type: GraphQLNamedType | undefined;
  #fields: ReadonlyMap<string, readonly FieldNode[]> | undefined;
  /** The selection on the type that it was last asked for. Objects of one type share it. */
  #narrowed: Selection | undefined;

  constructor(source: Source | undefined, type: GraphQLNamedType | undefined, sets: readonly SelectionSetNode[]) {
    this.#source = source;
    this.type = type;
    this.#sets = sets;
  }

  /** Nothing selected. */
  static readonly empty = new Selection(undefined, undefined, []);

  /** What is selected on the result of the field being resolved. The items of a list share one. */
  static of(info: Pick<GraphQLResolveInfo, 'returnType' | 'fieldNodes'> & Source): Selection {
    const known = latest.get(info.fieldNodes);
    // Compiled code has the same nodes in each execution.
    if (known?.holdsFor(info.variableValues)) return known;
    const { schema, fragments, returnType, fieldNodes } = info;
    const sets = selectionSets(fieldNodes);
    // Where it holds for all executions, it must not keep what one of them was given: it lives as long as compiled code.
    const variableValues = sets.every(isUnconditional) ? noVariables : info.variableValues;
    const selection = new Selection({ schema, fragments, variableValues }, getNamedType(returnType), sets);
    latest.set(fieldNodes, selection);
    return selection;
  }

  /** Whether it is what is selected with these variables. */
  holdsFor(variableValues: Source['variableValues']): boolean {
    const own = this.#source?.variableValues;
    return own === variableValues || own === noVariables;
  }

  /** The schema that the operation is executed with. */
  get schema(): GraphQLSchema | undefined {
    return this.#source?.schema;
  }

  /** The selection set that it consists of; undefined where there are several or none. */
  get onlySet(): SelectionSetNode | undefined {
    return this.#sets.length === 1 ? this.#sets[0] : undefined;
  }

  /** Nodes by field name: aliases of one field stand together. */
  get fields(): ReadonlyMap<string, readonly FieldNode[]> {
    this.#fields ??= this.#collect();
    return this.#fields;
  }

  /** Whether any of these fields is selected. */
  has(...names: readonly string[]): boolean {
    return names.some((name) => this.fields.has(name));
  }

  /** What is selected below a field, all its aliases together. */
  of(name: string): Selection {
    const nodes = this.fields.get(name);
    if (nodes === undefined) return Selection.empty;
    const { type } = this;
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    const field = fields[name];
    return new Selection(this.#source, field && getNamedType(field.type), selectionSets(nodes));
  }

  /** Nodes of a field by the key they have in the answer; each key is resolved by itself. */
  aliasesOf(name: string): ReadonlyMap<string, readonly FieldNode[]> {
    const aliases = new Map<string, FieldNode[]>();
    for (const node of this.fields.get(name) ?? []) {
      const key = node.alias?.value ?? name;
      const nodes = aliases.get(key);
      if (nodes) nodes.push(node);
      else aliases.set(key, [node]);
    }
    return aliases;
  }

  /** What some nodes of a field select, on the type that the field gives. */
  below(nodes: readonly FieldNode[], type: GraphQLNamedType): Selection {
    return new Selection(this.#source, type, selectionSets(nodes));
  }

  /** Both selections as one. */
  and(other: Selection): Selection {
    if (this.#sets.length === 0) return other;
    if (other.#sets.length === 0) return this;
    const source = this.#source?.variableValues === noVariables ? other.#source : this.#source;
    return new Selection(source, this.type, [...this.#sets, ...other.#sets]);
  }

  /** The selection as it applies to one concrete type of an interface or union. */
  on(type: GraphQLNamedType): Selection {
    if (type === this.type) return this;
    if (this.#narrowed?.type !== type) this.#narrowed = new Selection(this.#source, type, this.#sets);
    return this.#narrowed;
  }

  /** The selection as it applies to the type of a resource; nothing where it has none. */
  onResource(name: string): Selection {
    const type = this.#source?.schema.getType(name);
    return type === undefined ? this : this.on(type);
  }

  #collect(): ReadonlyMap<string, readonly FieldNode[]> {
    const fields = new Map<string, FieldNode[]>();
    const visited = new Set<string>();
    for (const set of this.#sets) this.#visit(set, fields, visited);
    return fields;
  }

  /** @param visited fragments, each of which counts once as in execution */
  #visit(set: SelectionSetNode, fields: Map<string, FieldNode[]>, visited: Set<string>): void {
    for (const node of set.selections) {
      if (!this.#included(node)) continue;
      if (node.kind === Kind.FIELD) {
        const nodes = fields.get(node.name.value);
        if (nodes) nodes.push(node);
        else fields.set(node.name.value, [node]);
        continue;
      }
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        if (visited.has(node.name.value)) continue;
        visited.add(node.name.value);
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.#source?.fragments[node.name.value];
      if (fragment && this.#applies(fragment.typeCondition?.name.value))
        this.#visit(fragment.selectionSet, fields, visited);
    }
  }

  #included(node: SelectionNode): boolean {
    const variableValues = this.#source?.variableValues;
    if (node.directives === undefined || node.directives.length === 0) return true;
    if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false;
  }

  /** Fragments on other concrete types say nothing about this one; an abstract type may turn out to be any. */
  #applies(condition: string | undefined): boolean {
    const { type } = this;
    if (condition === undefined || type === undefined || isAbstractType(type) || condition === type.name) return true;
    const schema = this.#source?.schema;
    const other = schema?.getType(condition);
    return isAbstractType(other) && isObjectType(type) && schema?.isSubType(other, type) === true;
  }
}

/** Whether the same is selected whatever the variables are. Fragments count as conditions. */
function isUnconditional({ selections }: SelectionSetNode): boolean {
  return selections.every(
    (node) =>
      !node.directives?.length &&
      node.kind !== Kind.FRAGMENT_SPREAD &&
      (node.selectionSet === undefined || isUnconditional(node.selectionSet)),
  );
}

function selectionSets(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap((node) => node.selectionSet ?? []);
}

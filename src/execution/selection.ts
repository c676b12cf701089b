/** Nodes of operation trees: merged selection sets and their fields. */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { type CollectionContext, FieldCollector } from './collected-fields.ts';
import { areSameUsages, type DeferUsage, type DeferUsages, findOutermost } from './defer-usage.ts';
import { type FieldArguments, noArguments, usesVariables, type VariableValues } from './field-arguments.ts';
import { createObjectWriter, type ObjectWriter } from './object-writer.ts';
import { type OutputType, toOutputType } from './output-type.ts';
import { getSemanticNonNullLevels } from './semantic-non-null.ts';
import { evaluateStream, type StreamUsage } from './stream-usage.ts';

type FieldDefinition = GraphQLField<unknown, unknown>;

/** Field of one node of an operation tree as the executor calls it, prepared once for all executions of the operation. */
export interface ExecutableField {
  /**
   * Returns the value of the field: immediately if it is loaded, otherwise a promise of it or a `DependentValue`.
   * @throws an error of the field
   */
  value(parent: unknown, args: FieldArguments, context: unknown): unknown;
}

/** Kind of field as the executor uses it. It replaces the resolver: the executor calls the fields that it prepares. */
export interface ExecutableKind<Prepared extends ExecutableField = ExecutableField> {
  prepare(field: SelectedField): Prepared;
}

const extensionName = 'fieldKind';

/** Field extensions that attach a kind. */
export function withExecutableKind(kind: ExecutableKind): { readonly [extensionName]: ExecutableKind } {
  return { [extensionName]: kind };
}

const isExecutableKind = (value: unknown): value is ExecutableKind =>
  typeof value === 'object' && value !== null && 'prepare' in value;

/** Kind of a field; `undefined` if a resolver or a property of the parent provides its value. */
export function getExecutableKind({ extensions }: Pick<FieldDefinition, 'extensions'>): ExecutableKind | undefined {
  const kind = extensions[extensionName];
  return isExecutableKind(kind) ? kind : undefined;
}

/** One response key of a selection: the fields of all selection sets that have this key. */
export class SelectedField {
  /** Response key: the alias, or the name of the field. */
  readonly key: string;
  /** Selection that contains the field. */
  readonly parent: Selection;
  readonly definition: FieldDefinition;
  /** Occurrences in the document, the first included one first. */
  readonly nodes: readonly FieldNode[];
  readonly output: OutputType<SelectedField>;
  /** Schema coordinate, such as `Project.pipelines`. */
  readonly coordinate: string;
  /** For each node, the deferred fragment that contains it; `undefined` if none is deferred. */
  readonly usages: DeferUsages | undefined;
  #sharedArguments: FieldArguments | undefined;
  #dependsOnVariables: boolean | undefined;
  #prepared: ExecutableField | null | undefined;
  #selection: Selection | undefined;
  #streamedItem: OutputType<SelectedField> | undefined;

  constructor(
    key: string,
    parent: Selection,
    definition: FieldDefinition,
    nodes: readonly FieldNode[],
    usages?: DeferUsages | undefined,
  ) {
    this.key = key;
    this.parent = parent;
    this.definition = definition;
    this.nodes = nodes;
    this.usages = usages;
    this.output = toOutputType(this, definition.type, getSemanticNonNullLevels(definition));
    this.coordinate = `${parent.type?.name}.${definition.name}`;
  }

  /** Name of the field. */
  get name(): string {
    return this.definition.name;
  }

  /** Field as its kind has prepared it; `undefined` if it has no kind. */
  get prepared(): ExecutableField | undefined {
    if (this.#prepared === undefined) this.#prepared = getExecutableKind(this.definition)?.prepare(this) ?? null;
    return this.#prepared ?? undefined;
  }

  /** Selection on the value of the field. */
  get selection(): Selection {
    this.#selection ??= this.parent.below(this.nodes, getNamedType(this.definition.type), this.#relativeUsages);
    return this.#selection;
  }

  /** Usages for the selection on the value: it belongs to the part in which the field is executed. */
  get #relativeUsages(): DeferUsages | undefined {
    const { usages } = this;
    if (usages === undefined) return undefined;
    const outermost = findOutermost(usages);
    if (outermost.length > 1) return usages;
    const [own] = outermost;
    return usages.map((usage) => (usage === own ? undefined : usage));
  }

  /** Whether `@stream` applies to the list, unless its condition is false. */
  get mayStream(): boolean {
    const [node] = this.nodes;
    return this.parent.isIncremental && (node?.directives ?? []).some(({ name }) => name.value === 'stream');
  }

  /**
   * Evaluates `@stream`. Returns `undefined` if it does not apply.
   * @throws GraphQLError if an argument is invalid
   */
  getStream(variableValues: VariableValues): StreamUsage | undefined {
    const [node] = this.nodes;
    return this.mayStream && node !== undefined ? evaluateStream(node, variableValues) : undefined;
  }

  /** Type of the streamed items of the list, with a field of which all occurrences belong to the item. */
  get streamedItem(): OutputType<SelectedField> {
    if (this.#streamedItem === undefined) {
      const { output } = new SelectedField(this.key, this.parent, this.definition, this.nodes);
      this.#streamedItem = output.kind === 'list' ? output.item : output;
    }
    return this.#streamedItem;
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
    if (!this.#dependsOnVariables && getExecutableKind(this.definition) !== undefined) this.#sharedArguments = args;
    return args;
  }
}

/** Fields of a selection that are executed together, later than the others. */
export interface DeferredFields {
  /** Outermost deferred fragments that contain the fields. */
  readonly usages: readonly DeferUsage[];
  readonly fields: readonly SelectedField[];
  /** Writes the response objects of these fields. */
  readonly writer: ObjectWriter<SelectedField>;
}

/** Deferred fragments of a selection. */
export interface Deferral {
  /** Usages of `@defer` in the selection sets themselves. */
  readonly newUsages: readonly DeferUsage[];
  readonly groups: readonly DeferredFields[];
}

/** Fields of a selection by the part that contains them. */
interface SelectionParts {
  /** Fields in the same part as the object. */
  readonly immediate: readonly SelectedField[];
  readonly deferral: Deferral | undefined;
}

/** Tree that contains and shares selections. */
export interface SelectionTree extends CollectionContext {
  /** Whether `@defer` and `@stream` apply. */
  readonly isIncremental: boolean;
  /** Called for each selection when its fields are created. */
  countFields(count: number): void;
  /** The shared selection of these sets on a type. */
  select(
    type: GraphQLNamedType | undefined,
    sets: readonly SelectionSetNode[],
    usages?: DeferUsages | undefined,
  ): Selection;
}

/** Node of an operation tree: merged selection sets on one type. */
export class Selection {
  /** Type of the objects; `undefined` if nothing is selected. */
  readonly type: GraphQLNamedType | undefined;
  readonly #tree: SelectionTree | undefined;
  readonly #sets: readonly SelectionSetNode[];
  /** For each set, the deferred fragment that contains it; `undefined` if none is deferred. */
  readonly #usages: DeferUsages | undefined;
  #fields: readonly SelectedField[] | undefined;
  #newUsages: readonly DeferUsage[] = [];
  #parts: SelectionParts | undefined;
  #byName: ReadonlyMap<string, readonly SelectedField[]> | undefined;
  #writer: ObjectWriter<SelectedField> | undefined;
  /** Selections on the possible types of an abstract type. */
  #byType: Map<GraphQLNamedType, Selection> | undefined;

  /** Use `OperationTree` and the methods of its selections to obtain selections. */
  constructor(
    tree: SelectionTree | undefined,
    type: GraphQLNamedType | undefined,
    sets: readonly SelectionSetNode[],
    usages?: DeferUsages | undefined,
  ) {
    this.#tree = tree;
    this.type = type;
    this.#sets = sets;
    this.#usages = usages;
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

  /** Writes the response objects of this selection, without deferred fields. */
  get writer(): ObjectWriter<SelectedField> {
    this.#writer ??= createObjectWriter(this.isIncremental ? this.#partition.immediate : this.fields);
    return this.#writer;
  }

  /** Whether `@defer` and `@stream` apply. */
  get isIncremental(): boolean {
    return this.#tree?.isIncremental === true;
  }

  /** Deferred fragments; `undefined` if none exist. */
  get deferral(): Deferral | undefined {
    return this.#partition.deferral;
  }

  /** Outermost deferred fragments of a field of this selection; empty if it is in the same part as the object. */
  getDeferUsages({ usages }: SelectedField): readonly DeferUsage[] {
    if (usages === undefined) return [];
    const outermost = findOutermost(usages);
    const own = this.#usages === undefined ? [] : findOutermost(this.#usages);
    return areSameUsages(outermost, own) ? [] : outermost;
  }

  get #partition(): SelectionParts {
    this.#parts ??= this.#divide();
    return this.#parts;
  }

  #divide(): SelectionParts {
    const { fields } = this;
    const immediate: SelectedField[] = [];
    const groups: { usages: readonly DeferUsage[]; fields: SelectedField[] }[] = [];
    for (const field of fields) {
      const usages = this.getDeferUsages(field);
      if (usages.length === 0) {
        immediate.push(field);
        continue;
      }
      const group = groups.find((each) => areSameUsages(each.usages, usages));
      if (group === undefined) groups.push({ usages, fields: [field] });
      else group.fields.push(field);
    }
    if (groups.length === 0 && this.#newUsages.length === 0) return { immediate, deferral: undefined };
    const withWriters = groups.map((group) => ({ ...group, writer: createObjectWriter(group.fields) }));
    return { immediate, deferral: { newUsages: this.#newUsages, groups: withWriters } };
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
    const usages = this.isIncremental
      ? fields.flatMap((field) => field.usages ?? field.nodes.map(() => undefined))
      : undefined;
    return this.below(nodes, getNamedType(first.definition.type), usages);
  }

  /** Both selections as one. */
  and(other: Selection): Selection {
    if (this.#sets.length === 0) return other;
    if (other.#sets.length === 0) return this;
    const usagesOf = (each: Selection) => each.#usages ?? each.#sets.map(() => undefined);
    const isDeferred = this.#usages !== undefined || other.#usages !== undefined;
    const usages = isDeferred ? [...usagesOf(this), ...usagesOf(other)] : undefined;
    return this.#tree?.select(this.type, [...this.#sets, ...other.#sets], usages) ?? this;
  }

  /** Selection sets of this node on one of the possible types of an abstract type. */
  on(type: GraphQLNamedType): Selection {
    if (type === this.type || this.#tree === undefined) return this;
    this.#byType ??= new Map();
    let selection = this.#byType.get(type);
    if (selection === undefined) {
      selection = this.#tree.select(type, this.#sets, this.#usages);
      this.#byType.set(type, selection);
    }
    return selection;
  }

  /** As `on`, with the name of the type. */
  onTypeNamed(name: string): Selection {
    const type = this.#tree?.schema.getType(name);
    return type === undefined ? this : this.on(type);
  }

  /**
   * Selection of field nodes of this selection on the type of their value.
   * @param usages deferred fragment that contains each node; `undefined` if none is deferred
   */
  below(nodes: readonly FieldNode[], type: GraphQLNamedType, usages?: DeferUsages | undefined): Selection {
    const sets: SelectionSetNode[] = [];
    const usagesOfSets: (DeferUsage | undefined)[] = [];
    for (const [index, { selectionSet }] of nodes.entries()) {
      if (selectionSet === undefined) continue;
      sets.push(selectionSet);
      usagesOfSets.push(usages?.[index]);
    }
    const isDeferred = usagesOfSets.some((usage) => usage !== undefined);
    return this.#tree?.select(type, sets, isDeferred ? usagesOfSets : undefined) ?? Selection.empty;
  }

  #collect(): readonly SelectedField[] {
    const tree = this.#tree;
    if (tree === undefined) return [];
    const collector = new FieldCollector(tree, this.type);
    collector.collect(this.#sets, this.#usages);
    this.#newUsages = collector.newUsages;
    const fields: SelectedField[] = [];
    for (const [key, { nodes, usages }] of collector.fields) {
      const definition = nodes[0] && this.#getDefinition(tree, nodes[0].name.value);
      if (definition !== undefined) fields.push(new SelectedField(key, this, definition, nodes, usages));
    }
    tree.countFields(fields.length);
    return fields;
  }

  #getDefinition({ schema }: SelectionTree, name: string): FieldDefinition | undefined {
    const { type } = this;
    if (isObjectType(type) || isAbstractType(type)) {
      const field = schema.getField(type, name);
      if (field !== undefined) return field;
    }
    // A field of a fragment on one of the possible types.
    const possibleTypes = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
    return possibleTypes.map((possible) => possible.getFields()[name]).find((field) => field !== undefined);
  }
}

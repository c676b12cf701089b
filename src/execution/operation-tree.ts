/**
 * Operation tree: the merged selection sets of one operation, collected once per document and combination of its conditions. Its nodes are
 * created when they are first used, equal nodes are shared, and its only variables are those in conditions.
 * `OperationTrees` keeps the trees of an operation.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLDeferDirective,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { DeferUsage, type DeferUsages } from './defer-usage.ts';
import type { VariableValues } from './field-arguments.ts';
import { Selection, type SelectionTree } from './selection.ts';

export type Fragments = GraphQLResolveInfo['fragments'];

const noVariables: VariableValues = { sources: {}, coerced: {} };

/** Fragment definitions of a document by name. */
export function getFragments({ definitions }: DocumentNode): Fragments {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  return fragments;
}

type RootSelection = Selection & { readonly type: GraphQLObjectType };

/** Tree of one operation under one combination of conditions. */
export class OperationTree implements SelectionTree {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly operation: OperationDefinitionNode;
  /** Whether `@defer` and `@stream` apply. */
  readonly isIncremental: boolean;
  readonly #conditions: VariableValues;
  readonly #setIds = new Map<SelectionSetNode, number>();
  readonly #selections = new Map<string, Selection>();
  #root: RootSelection | undefined;
  #usageCount = 0;
  #fieldCount = 0;

  /**
   * @param conditions values of the variables in `@skip`, `@include` and conditions of `@defer`
   * @param isIncremental whether `@defer` and `@stream` apply; otherwise they are ignored
   */
  constructor(
    schema: GraphQLSchema,
    fragments: Fragments,
    operation: OperationDefinitionNode,
    conditions: VariableValues = noVariables,
    isIncremental = false,
  ) {
    this.schema = schema;
    this.fragments = fragments;
    this.operation = operation;
    this.isIncremental = isIncremental;
    this.#conditions = conditions;
  }

  /** Selection of the operation on its root type; `undefined` if the schema has no such root type. */
  get root(): RootSelection | undefined {
    if (this.#root === undefined) {
      const type = this.schema.getRootType(this.operation.operation) ?? undefined;
      this.#root = type && (this.select(type, [this.operation.selectionSet]) as RootSelection);
    }
    return this.#root;
  }

  /** Number of selections created until now. */
  get size(): number {
    return this.#selections.size;
  }

  /** Number of fields in these selections. */
  get fieldCount(): number {
    return this.#fieldCount;
  }

  /** Called for each selection when its fields are created. */
  countFields(count: number): void {
    this.#fieldCount += count;
  }

  /**
   * The shared selection of these sets on a type.
   * @param usages deferred fragment that contains each set; `undefined` if none is deferred
   */
  select(
    type: GraphQLNamedType | undefined,
    sets: readonly SelectionSetNode[],
    usages?: DeferUsages | undefined,
  ): Selection {
    let key = type?.name ?? '';
    for (const [index, set] of sets.entries()) {
      const usage = usages?.[index];
      key += usage === undefined ? ` ${this.#idOf(set)}` : ` ${this.#idOf(set)}@${usage.id}`;
    }
    let selection = this.#selections.get(key);
    if (selection === undefined) {
      selection = new Selection(this, type, sets, usages);
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

  createDeferUsage(node: SelectionNode, parent: DeferUsage | undefined): DeferUsage | undefined {
    if (!this.isIncremental) return undefined;
    const directive = node.directives?.find(({ name }) => name.value === GraphQLDeferDirective.name);
    if (directive === undefined) return undefined;
    const { if: condition, label } = getDirectiveValues(GraphQLDeferDirective, node, this.#conditions) ?? {};
    if (condition === false) return undefined;
    this.#usageCount += 1;
    return new DeferUsage(this.#usageCount, directive, typeof label === 'string' ? label : undefined, parent);
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

/** Maximum number of kept trees of one operation: one for each combination of its conditions. */
const maxVariants = 8;
/** Measured bytes of a selection and of a field in a tree, with compiled literals. */
const bytesPerSelection = 1200;
const bytesPerField = 600;

/** Operation trees of one operation of a document. */
export class OperationTrees {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  readonly #operation: OperationDefinitionNode;
  readonly #conditionNames: readonly string[];
  /** Whether the document contains `@defer` or `@stream`. */
  readonly isIncremental: boolean;
  readonly #variants = new Map<string, OperationTree>();

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.#schema = schema;
    this.#fragments = getFragments(document);
    this.#operation = operation;
    const { conditionNames, isIncremental } = inspectDirectives(document);
    this.#conditionNames = [...conditionNames];
    this.isIncremental = isIncremental;
  }

  /** Estimated memory of the kept trees, which grow as they are used. */
  get bytes(): number {
    let bytes = 0;
    for (const { size, fieldCount } of this.#variants.values())
      bytes += size * bytesPerSelection + fieldCount * bytesPerField;
    return bytes;
  }

  /**
   * The tree for these variables. Trees of more than 8 combinations of conditions are not kept.
   * @param isIncremental whether `@defer` and `@stream` apply, if the document contains them
   */
  select(variableValues: VariableValues, isIncremental = false): OperationTree {
    const names = this.#conditionNames;
    const applies = isIncremental && this.isIncremental;
    const prefix = applies ? 'incremental' : '';
    const values = names.length === 0 ? '' : JSON.stringify(names.map((name) => variableValues.coerced[name] ?? null));
    const key = prefix + values;
    let tree = this.#variants.get(key);
    if (tree === undefined) {
      const conditions = names.length === 0 ? undefined : pickVariables(variableValues, names);
      tree = new OperationTree(this.#schema, this.#fragments, this.#operation, conditions, applies);
      if (this.#variants.size < maxVariants) this.#variants.set(key, tree);
    }
    return tree;
  }
}

function pickVariables({ sources, coerced }: VariableValues, names: readonly string[]): VariableValues {
  const pick = <T>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  return { sources: pick(sources), coerced: pick(coerced) };
}

/** Directives with a condition. */
const conditional: ReadonlySet<string> = new Set(['skip', 'include', 'defer']);
const incremental: ReadonlySet<string> = new Set(['defer', 'stream']);

/** Finds the variables in conditions, and `@defer` and `@stream`. */
function inspectDirectives(document: DocumentNode) {
  const conditionNames = new Set<string>();
  let isIncremental = false;
  visit(document, {
    Directive({ name: { value: directive }, arguments: argumentNodes = [] }) {
      if (incremental.has(directive)) isIncremental = true;
      if (!conditional.has(directive)) return;
      for (const { value } of argumentNodes) if (value.kind === Kind.VARIABLE) conditionNames.add(value.name.value);
    },
  });
  return { conditionNames, isIncremental };
}

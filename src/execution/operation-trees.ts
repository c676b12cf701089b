/** Operation trees of one operation: one per combination of its conditions. */
import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql';
import type { VariableValues } from './field-arguments.ts';
import { type Fragments, getFragments, OperationTree } from './operation-tree.ts';

/** Variants of one operation that are kept: one per combination of its conditions. */
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

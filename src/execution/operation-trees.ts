/** Operation trees of one operation: one per combination of the variables in `@skip` and `@include`. */
import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { type Fragments, getFragments, OperationTree, type VariableValues } from './operation-tree.ts';

/** Variants of one operation that are kept: one per combination of its conditions. */
const maxVariants = 8;

/** Operation trees of one operation of a document. */
export class OperationTrees {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  readonly #operation: OperationDefinitionNode;
  readonly #conditionNames: readonly string[];
  readonly #variants = new Map<string, OperationTree>();

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.#schema = schema;
    this.#fragments = getFragments(document);
    this.#operation = operation;
    this.#conditionNames = getConditionNames(document);
  }

  /** The tree for these variables. Trees of more than 8 combinations of conditions are not kept. */
  select(variableValues: VariableValues): OperationTree {
    const names = this.#conditionNames;
    const key = names.length === 0 ? '' : JSON.stringify(names.map((name) => variableValues.coerced[name] ?? null));
    let tree = this.#variants.get(key);
    if (tree === undefined) {
      const conditions = names.length === 0 ? undefined : pickVariables(variableValues, names);
      tree = new OperationTree(this.#schema, this.#fragments, this.#operation, conditions);
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

/** Names of the variables in `@skip` and `@include`. */
function getConditionNames(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ name: { value: directive }, arguments: argumentNodes = [] }) {
      if (directive !== 'skip' && directive !== 'include') return;
      for (const { value } of argumentNodes) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

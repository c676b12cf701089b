/** Measures a document before its validation, without expanding its fragments. */
import { type DocumentNode, type GraphQLError, Kind, type SelectionSetNode } from 'graphql';
import type { Config } from '../../config.ts';
import { getFragments } from '../../execution/index.ts';
import { requestError } from './request-error.ts';

export interface DocumentComplexity {
  /** Fields on the longest path of an operation, without those of introspection. */
  readonly depth: number;
  /** Aliases of the operation that has most of them. */
  readonly aliases: number;
  /** Fields and fragments of all operations, with those of a fragment counted at each use. */
  readonly selections: number;
}

const none: DocumentComplexity = { depth: 0, aliases: 0, selections: 0 };

/** Measures each fragment once, however often it is used. A fragment within itself, which validation rejects later, counts once. */
export function measureComplexity(document: DocumentNode): DocumentComplexity {
  const fragments = getFragments(document);
  const measured = new Map<string, DocumentComplexity>();
  const measureFragment = (name: string): DocumentComplexity => {
    const existing = measured.get(name);
    if (existing !== undefined) return existing;
    measured.set(name, none);
    const complexity = measureSet(fragments[name]?.selectionSet);
    measured.set(name, complexity);
    return complexity;
  };
  const measureSet = (set: SelectionSetNode | undefined): DocumentComplexity => {
    let [depth, aliases, selections] = [0, 0, 0];
    for (const selection of set?.selections ?? []) {
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      const below = isSpread ? measureFragment(selection.name.value) : measureSet(selection.selectionSet);
      aliases += below.aliases;
      selections += below.selections + 1;
      if (selection.kind !== Kind.FIELD) depth = Math.max(depth, below.depth);
      else if (!selection.name.value.startsWith('__')) depth = Math.max(depth, below.depth + 1);
      if (selection.kind === Kind.FIELD && selection.alias !== undefined) aliases += 1;
    }
    return { depth, aliases, selections };
  };
  let total = none;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, aliases, selections } = measureSet(definition.selectionSet);
    total = {
      depth: Math.max(total.depth, depth),
      aliases: Math.max(total.aliases, aliases),
      selections: total.selections + selections,
    };
  }
  return total;
}

/** Rejects a document that is too complex to validate, plan and execute. Enforced even in report-only mode. */
export function checkSelections(
  { selections }: DocumentComplexity,
  { maxSelections }: Pick<Config, 'maxSelections'>,
): void {
  if (selections > maxSelections)
    throw requestError(
      'SELECTION_LIMIT',
      `The document has ${selections} selections, counting those of a fragment at each use; the limit is ${maxSelections} (MAX_SELECTIONS). Select fewer fields`,
    );
}

export type PolicyLimits = Pick<Config, 'maxDepth' | 'maxAliases'>;

/** Errors for the limits on depth and aliases that a document exceeds. */
export function policyProblems(
  { depth, aliases }: DocumentComplexity,
  { maxDepth, maxAliases }: PolicyLimits,
): GraphQLError[] {
  const problems: GraphQLError[] = [];
  if (depth > maxDepth)
    problems.push(
      requestError(
        'DEPTH_LIMIT',
        `The fields are nested ${depth} levels deep; the limit is ${maxDepth} (MAX_DEPTH). Split the operation`,
      ),
    );
  if (aliases > maxAliases)
    problems.push(
      requestError(
        'ALIAS_LIMIT',
        `The operation has ${aliases} aliases; the limit is ${maxAliases} (MAX_ALIASES). Split the operation`,
      ),
    );
  return problems;
}

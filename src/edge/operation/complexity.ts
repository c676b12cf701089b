/** Measures a document before its validation, without expanding its fragments. */
import { type DocumentNode, type GraphQLError, Kind, type SelectionSetNode } from 'graphql';
import type { Config } from '../../config/config.ts';
import { getFragments } from '../../execution/index.ts';
import { shortenPath } from './largest-path.ts';
import { requestError } from './request-error.ts';

/** Path of fields, from its first response key. */
interface FieldPath {
  readonly key: string;
  readonly next: FieldPath | undefined;
}

export interface DocumentComplexity {
  /** Fields on the longest path of an operation, without those of introspection. */
  readonly depth: number;
  readonly deepest: FieldPath | undefined;
  /** Aliases of the operation that has most of them. */
  readonly aliases: number;
  /** Fields and fragments of all operations, with those of a fragment counted at each use. */
  readonly selections: number;
}

const none: DocumentComplexity = { depth: 0, deepest: undefined, aliases: 0, selections: 0 };

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
    let deepest: FieldPath | undefined;
    for (const selection of set?.selections ?? []) {
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      const below = isSpread ? measureFragment(selection.name.value) : measureSet(selection.selectionSet);
      aliases += below.aliases;
      selections += below.selections + 1;
      const isField = selection.kind === Kind.FIELD;
      if (isField && selection.alias !== undefined) aliases += 1;
      if (isField && selection.name.value.startsWith('__')) continue;
      const depthHere = isField ? below.depth + 1 : below.depth;
      if (depthHere <= depth) continue;
      depth = depthHere;
      deepest = isField ? { key: selection.alias?.value ?? selection.name.value, next: below.deepest } : below.deepest;
    }
    return { depth, deepest, aliases, selections };
  };
  let total = none;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, deepest, aliases, selections } = measureSet(definition.selectionSet);
    total = {
      depth: Math.max(total.depth, depth),
      deepest: depth > total.depth ? deepest : total.deepest,
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
      `The document has ${selections} selections (fields and fragments), counting those in a fragment at each use; the limit is ${maxSelections}. Select fewer fields`,
    );
}

function formatFieldPath(path: FieldPath | undefined): string {
  const keys: string[] = [];
  for (let next = path; next !== undefined; next = next.next) keys.push(next.key);
  return shortenPath(keys.join('.'));
}

export type PolicyLimits = Pick<Config, 'maxDepth' | 'maxAliases'>;

/** Errors for the limits on depth and aliases that a document exceeds. */
export function policyProblems(
  { depth, deepest, aliases }: DocumentComplexity,
  { maxDepth, maxAliases }: PolicyLimits,
): GraphQLError[] {
  const problems: GraphQLError[] = [];
  if (depth > maxDepth)
    problems.push(
      requestError(
        'DEPTH_LIMIT',
        `The fields at "${formatFieldPath(deepest)}" are nested ${depth} levels deep; the limit is ${maxDepth} (MAX_DEPTH). Split the operation there`,
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

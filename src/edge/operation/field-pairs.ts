/** Counts the pairs that validation compares at each path: of fields with the same response key, and of fragment spreads. */
import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';
import type { Config } from '../../config/config.ts';
import { type Fragments, getFragments } from '../../execution/index.ts';
import { requestError } from './request-error.ts';

/** Maximum number of visited selections for each allowed pair. Counting ends with an error beyond it. */
const visitsPerPair = 10;

/** Selection set with the fragments that contain it. */
interface NestedSelectionSet {
  readonly set: SelectionSetNode;
  /**
   * Names of the enclosing fragments. A fragment that spreads itself, which validation rejects later, would recurse
   * infinitely.
   */
  readonly within: ReadonlySet<string>;
}

class PairCount {
  readonly #fragments: Fragments;
  readonly #max: number;
  /** Response key that occurs most often at one path; `...` is a fragment. */
  key = '';
  #repetitions = 0;
  #pairs = 0;
  #visits = 0;

  constructor(document: DocumentNode, max: number) {
    this.#max = max;
    this.#fragments = getFragments(document);
  }

  get isTooLarge(): boolean {
    return this.#pairs > this.#max || this.#visits > this.#max * visitsPerPair;
  }

  /** Counts the pairs at one path, which several selection sets may select, and below it. */
  count(selectionSets: readonly NestedSelectionSet[]): void {
    const below = new Map<string, NestedSelectionSet[]>();
    const counts = new Map<string, number>();
    const note = (key: string): void => {
      const before = counts.get(key) ?? 0;
      this.#pairs += before;
      counts.set(key, before + 1);
      if (before >= this.#repetitions) {
        this.key = key;
        this.#repetitions = before + 1;
      }
    };
    const visit = ({ selections }: SelectionSetNode, within: ReadonlySet<string>): void => {
      for (const selection of selections) {
        this.#visits += 1;
        if (this.isTooLarge) return;
        if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet, within);
        else if (selection.kind === Kind.FRAGMENT_SPREAD) {
          const name = selection.name.value;
          // Validation also compares fragment spreads with each other.
          note('...');
          const fragment = within.has(name) ? undefined : this.#fragments[name];
          if (fragment !== undefined) visit(fragment.selectionSet, new Set([...within, name]));
        } else {
          const key = selection.alias?.value ?? selection.name.value;
          note(key);
          if (selection.selectionSet === undefined) continue;
          const existing = below.get(key);
          const nested = { set: selection.selectionSet, within };
          if (existing === undefined) below.set(key, [nested]);
          else existing.push(nested);
        }
      }
    };
    for (const { set, within } of selectionSets) visit(set, within);
    for (const merged of below.values()) {
      if (this.isTooLarge) return;
      this.count(merged);
    }
  }
}

/** Rejects a document whose validation would compare too many fields. Call it after `checkSelections`. */
export function checkFieldPairs(document: DocumentNode, { maxFieldPairs }: Pick<Config, 'maxFieldPairs'>): void {
  const pairs = new PairCount(document, maxFieldPairs);
  for (const { selectionSet } of document.definitions.filter(
    (node) => node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION,
  )) {
    pairs.count([{ set: selectionSet, within: new Set() }]);
    if (pairs.isTooLarge) {
      const [subject, advice] =
        pairs.key === '...'
          ? ['Fragments are spread', 'Spread fewer fragments there']
          : [`The response key "${pairs.key}" is selected`, 'Select each field once at a path'];
      throw requestError(
        'FIELD_PAIR_LIMIT',
        `${subject} too often at one path: the limit is ${maxFieldPairs} pairs of fields with one response key, or of fragment spreads. Each is paired with each other one: 5 form 10 pairs. ${advice}`,
      );
    }
  }
}

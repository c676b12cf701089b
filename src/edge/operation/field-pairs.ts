/** Counts the pairs of fields that validation compares: those with the same response name at the same path. */
import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';
import type { Config } from '../../config.ts';
import { refusal } from './refusal.ts';

/** Selections that are visited for each allowed pair before the count is given up. */
const visitsPerPair = 10;

interface Placed {
  readonly set: SelectionSetNode;
  /** Names of the fragments around it. A fragment that spreads itself, which validation refuses later, would recurse for ever. */
  readonly within: ReadonlySet<string>;
}

class PairCount {
  readonly #fragments = new Map<string, SelectionSetNode>();
  readonly #max: number;
  #pairs = 0;
  #visits = 0;

  constructor({ definitions }: DocumentNode, max: number) {
    this.#max = max;
    for (const node of definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(node.name.value, node.selectionSet);
  }

  get isTooLarge(): boolean {
    return this.#pairs > this.#max || this.#visits > this.#max * visitsPerPair;
  }

  /** Counts the pairs at one path, which several selection sets may select, and below it. */
  count(places: readonly Placed[]): void {
    const below = new Map<string, Placed[]>();
    const counts = new Map<string, number>();
    const note = (key: string): void => {
      const before = counts.get(key) ?? 0;
      this.#pairs += before;
      counts.set(key, before + 1);
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
          const fragment = within.has(name) ? undefined : this.#fragments.get(name);
          if (fragment !== undefined) visit(fragment, new Set([...within, name]));
        } else {
          const key = selection.alias?.value ?? selection.name.value;
          note(key);
          if (selection.selectionSet === undefined) continue;
          const known = below.get(key);
          const placed = { set: selection.selectionSet, within };
          if (known === undefined) below.set(key, [placed]);
          else known.push(placed);
        }
      }
    };
    for (const { set, within } of places) visit(set, within);
    for (const merged of below.values()) {
      if (this.isTooLarge) return;
      this.count(merged);
    }
  }
}

/** Refuses a document whose validation would compare too many fields. Call it after `checkSelections`. */
export function checkFieldPairs(document: DocumentNode, { maxFieldPairs }: Pick<Config, 'maxFieldPairs'>): void {
  const pairs = new PairCount(document, maxFieldPairs);
  for (const { selectionSet } of document.definitions.filter(
    (node) => node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION,
  )) {
    pairs.count([{ set: selectionSet, within: new Set() }]);
    if (pairs.isTooLarge)
      throw refusal(
        'FIELD_PAIR_LIMIT',
        `More fields have the same name at the same place than the ${maxFieldPairs} pairs that MAX_FIELD_PAIRS allows`,
      );
  }
}

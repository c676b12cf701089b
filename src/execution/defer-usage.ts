/** `@defer` in an operation tree. */
import type { DirectiveNode } from 'graphql';

/** A deferred fragment at one node of an operation tree. */
export class DeferUsage {
  /** Number of the usage in its tree. */
  readonly id: number;
  readonly directive: DirectiveNode;
  readonly label: string | undefined;
  /** Deferred fragment that contains this one; `undefined` if this one is directly in the part that executes the selection. */
  readonly parent: DeferUsage | undefined;

  constructor(id: number, directive: DirectiveNode, label: string | undefined, parent: DeferUsage | undefined) {
    this.id = id;
    this.directive = directive;
    this.label = label;
    this.parent = parent;
  }
}

/** For each occurrence of a field or selection set, the deferred fragment that contains it. */
export type DeferUsages = readonly (DeferUsage | undefined)[];

/** Outermost fragments of several occurrences; empty if one of them is not deferred. */
export function findOutermost(usages: DeferUsages): readonly DeferUsage[] {
  const distinct = new Set<DeferUsage>();
  for (const usage of usages) {
    if (usage === undefined) return [];
    distinct.add(usage);
  }
  return [...distinct].filter((usage) => {
    for (let each = usage.parent; each !== undefined; each = each.parent) if (distinct.has(each)) return false;
    return true;
  });
}

/** Whether two lists without duplicates have the same elements. */
export function areSameUsages(a: readonly DeferUsage[], b: readonly DeferUsage[]): boolean {
  return a.length === b.length && a.every((usage) => b.includes(usage));
}

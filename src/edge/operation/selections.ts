/** Selection sets with their fragments at each use, computed with without being written out. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  return new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
}

/** Makes a function that computes something of a selection set from its selections, once for each fragment. One within itself counts as `none`. */
export function foldSelections<T>(
  fragments: Fragments,
  none: T,
  fold: (selection: SelectionNode, below: T) => T,
  add: (sum: T, one: T) => T,
) {
  const known = new Map<string, T>();
  const ofFragment = (name: string): T => {
    const value = known.get(name);
    if (value !== undefined) return value;
    known.set(name, none);
    const computed = ofSet(fragments.get(name)?.selectionSet);
    known.set(name, computed);
    return computed;
  };
  const ofSet = (set: SelectionSetNode | undefined): T => {
    let sum = none;
    for (const selection of set?.selections ?? []) {
      const below =
        selection.kind === Kind.FRAGMENT_SPREAD ? ofFragment(selection.name.value) : ofSet(selection.selectionSet);
      sum = add(sum, fold(selection, below));
    }
    return sum;
  };
  return ofSet;
}

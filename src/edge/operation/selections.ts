/** Folds selection sets without expanding their fragments. */
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

/** Returns a function that folds a selection set, each fragment only once. A fragment within itself counts as `none`. */
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

/** Groups planned objects, so that a plan visits equal ones once. */
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import type { Selection } from '../../execution/index.ts';
import { getKind, type PlannedObjects } from '../kit/fields/kind.ts';

export type ObjectGroup = readonly [PlannedObjects, ...PlannedObjects[]];

/** Groups objects that differ only in their path parameters, such as labels of one project that arguments identify. */
export function groupEqualObjects(objects: readonly PlannedObjects[]): readonly ObjectGroup[] {
  const groups: [PlannedObjects, ...PlannedObjects[]][] = [];
  for (const object of objects) {
    const last = groups.at(-1);
    if (last !== undefined && areEqual(object, last[0])) last.push(object);
    else groups.push([object]);
  }
  return groups;
}

function areEqual(a: PlannedObjects, b: PlannedObjects): boolean {
  return (
    a.selection === b.selection &&
    a.type === b.type &&
    a.representation === b.representation &&
    a.mayBeEmpty === b.mayBeEmpty &&
    a.times === b.times &&
    a.itemPath === b.itemPath
  );
}

/** Whether a selection consists of attributes of the objects themselves, so that their path parameters make no difference. */
export function hasOnlyValues({ type, fields }: Selection): boolean {
  return (
    isObjectType(type) &&
    fields.every(({ name, definition }) => {
      const kind = getKind(definition);
      const isAttribute = kind !== undefined && kind.attributes.length > 0;
      return name === '__typename' || (isAttribute && isLeafType(getNamedType(definition.type)));
    })
  );
}

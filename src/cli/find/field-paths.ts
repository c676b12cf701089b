/** Paths from the query root to the fields that make a call. */

import { type GraphQLField, type GraphQLObjectType, type GraphQLSchema, getNullableType, isObjectType } from 'graphql';
import type { OperationId } from '../../contract/index.ts';
import { type FieldKind, getKind } from '../../graph/kit/fields/kind.ts';
import { getResourceType } from '../../graph/kit/resources/resource-type.ts';
import { memoize } from '../../memoize.ts';

export type Field = GraphQLField<unknown, unknown>;

/** A field of an object type. */
export interface OwnedField {
  readonly holder: GraphQLObjectType;
  readonly field: Field;
}

/** Fields that lead to an object, each on the type of the previous field. */
export type FieldPath = readonly Field[];

const maxPathLength = 3;

/** Frequencies of calls that do not return the value of the field itself. */
export const incidentalFrequencies = new Set<unknown>([
  'forAllFields',
  'perOwner',
  'perObject',
  'onOpening',
  'untilReady',
  'perPoll',
]);

const isMainCall = (kind: FieldKind, id: OperationId): boolean =>
  kind.calls().some(({ operations, frequency }) => operations.includes(id) && !incidentalFrequencies.has(frequency));

/** Finds the fields that make a call, sorted: fields of the root first, deprecated ones last. */
export function findFieldsCalling(
  schema: GraphQLSchema,
  id: OperationId,
  root: GraphQLObjectType,
): readonly OwnedField[] {
  const holders = root === schema.getQueryType() ? Object.values(schema.getTypeMap()).filter(isObjectType) : [root];
  const fields = holders.flatMap((holder) =>
    Object.values(holder.getFields()).flatMap((field) => {
      const kind = getKind(field);
      return kind !== undefined && isMainCall(kind, id) ? [{ holder, field }] : [];
    }),
  );
  const rank = ({ holder, field }: OwnedField): number =>
    (holder === root ? 0 : 1) + (field.deprecationReason === undefined ? 0 : 10);
  return fields.sort((a, b) => rank(a) - rank(b));
}

/** Resource type that a field returns without a call of its own, or with one call; `undefined` for other fields. */
function getTargetType(field: Field): GraphQLObjectType | undefined {
  const type = getNullableType(field.type);
  const kind = getKind(field);
  if (!isObjectType(type) || getResourceType(type) === undefined || kind === undefined) return undefined;
  if (kind.needsObject || kind.attributes.length > 0) return undefined;
  return kind.calls().every(({ frequency }) => frequency === 'atMostOnce') ? type : undefined;
}

/** Finds the paths to each resource type, shorter ones first. */
const findAllPaths = memoize((schema: GraphQLSchema): ReadonlyMap<string, readonly FieldPath[]> => {
  const paths = new Map<string, FieldPath[]>();
  let ends: { readonly type: GraphQLObjectType; readonly path: FieldPath; readonly through: readonly string[] }[] = [];
  const root = schema.getQueryType();
  if (root) ends.push({ type: root, path: [], through: [root.name] });
  for (let length = 0; length < maxPathLength; length += 1) {
    const next: typeof ends = [];
    for (const { type, path, through } of ends)
      for (const field of Object.values(type.getFields())) {
        const target = getTargetType(field);
        if (target === undefined || through.includes(target.name)) continue;
        const longer = [...path, field];
        paths.set(target.name, [...(paths.get(target.name) ?? []), longer]);
        next.push({ type: target, path: longer, through: [...through, target.name] });
      }
    ends = next;
  }
  return paths;
});

/** Paths to an object type; the empty path for the query root. */
export const findPathsTo = (schema: GraphQLSchema, type: GraphQLObjectType): readonly FieldPath[] =>
  type === schema.getQueryType() ? [[]] : (findAllPaths(schema).get(type.name) ?? []);

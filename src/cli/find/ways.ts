/** Ways from the root of queries to the fields that make a call. */
import { type GraphQLField, type GraphQLObjectType, getNullableType, isObjectType } from 'graphql';
import type { OperationId } from '../../contract/index.ts';
import { schema } from '../../graph/index.ts';
import { type FieldKind, kindOf } from '../../graph/kit/fields/kind.ts';
import { resourceTypeNamed } from '../../graph/kit/resources/resource-type.ts';

export type Field = GraphQLField<unknown, unknown>;

/** A field of an object type. */
export interface FieldAt {
  readonly holder: GraphQLObjectType;
  readonly field: Field;
}

/** Fields on a way to an object, each on the type that the one before it gives. */
export type Way = readonly Field[];

const longestWay = 3;

const objectTypes: readonly GraphQLObjectType[] = Object.values(schema.getTypeMap()).filter(isObjectType);

/** Frequencies of calls that a field makes to answer something else than what it is there for. */
const incidental = new Set<unknown>(['forAllFields', 'perOwner', 'perObject', 'onOpening', 'untilReady', 'perPoll']);

const callsItself = (kind: FieldKind, id: OperationId): boolean =>
  kind.calls().some(({ operations, frequency }) => operations.includes(id) && !incidental.has(frequency));

/** The fields that make a call, those on the root of queries first. */
export function fieldsCalling(id: OperationId, root: GraphQLObjectType): readonly FieldAt[] {
  const holders = root === schema.getQueryType() ? objectTypes : [root];
  const found = holders.flatMap((holder) =>
    Object.values(holder.getFields()).flatMap((field) => {
      const kind = kindOf(field);
      return kind !== undefined && callsItself(kind, id) ? [{ holder, field }] : [];
    }),
  );
  const rank = ({ holder, field }: FieldAt): number =>
    (holder === root ? 0 : 1) + (field.deprecationReason === undefined ? 0 : 10);
  return found.sort((one, other) => rank(one) - rank(other));
}

/** The resource that a field gives without a call of its own. */
function targetOf(field: Field): GraphQLObjectType | undefined {
  const type = getNullableType(field.type);
  const kind = kindOf(field);
  if (!isObjectType(type) || resourceTypeNamed(type.name) === undefined || kind === undefined) return undefined;
  if (kind.needsObject || kind.attributes.length > 0) return undefined;
  return kind.calls().every(({ frequency }) => frequency === 'atMostOnce') ? type : undefined;
}

let known: ReadonlyMap<string, readonly Way[]> | undefined;

/** The ways to each resource type, the shorter ones first. */
function allWays(): ReadonlyMap<string, readonly Way[]> {
  if (known !== undefined) return known;
  const ways = new Map<string, Way[]>();
  let ends: { readonly type: GraphQLObjectType; readonly way: Way; readonly through: readonly string[] }[] = [];
  const root = schema.getQueryType();
  if (root) ends.push({ type: root, way: [], through: [root.name] });
  for (let length = 0; length < longestWay; length += 1) {
    const next: typeof ends = [];
    for (const { type, way, through } of ends)
      for (const field of Object.values(type.getFields())) {
        const target = targetOf(field);
        if (target === undefined || through.includes(target.name)) continue;
        const longer = [...way, field];
        ways.set(target.name, [...(ways.get(target.name) ?? []), longer]);
        next.push({ type: target, way: longer, through: [...through, target.name] });
      }
    ends = next;
  }
  known = ways;
  return ways;
}

/** The ways to an object type; the empty one where it is the root of queries. */
export const waysTo = (type: GraphQLObjectType): readonly Way[] =>
  type === schema.getQueryType() ? [[]] : (allWays().get(type.name) ?? []);

/** Paths from the query root to the fields that send a call. */

import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Operation, OperationId } from '../../contract/index.ts';
import { memoize } from '../../helpers/memoize.ts';
import { getFrequencyProperties, getKind } from '../kit/fields/kind.ts';
import { getGraph } from '../kit/graph.ts';
import { isConnectionType } from '../kit/paging/connection.ts';
import { getResourceType } from '../kit/resources/resource-type.ts';

export type FieldDefinition = GraphQLField<unknown, unknown>;

/** A field of an object type. */
export interface OwnedField {
  readonly holder: GraphQLObjectType;
  readonly field: FieldDefinition;
  /** Type and name of the field, such as `Project.pipelines`. */
  readonly coordinate: string;
}

/** Fields that lead to an object, each on the type of the previous field. */
export type FieldPath = readonly FieldDefinition[];

const maxPathLength = 3;

/** Operations of the calls that return the value of a field, or the file whose URL is the value. */
export const getMainOperations = (field: FieldDefinition): ReadonlySet<OperationId> =>
  new Set(
    getKind(field)
      ?.calls()
      .filter(({ frequency }) => frequency === 'onOpening' || getFrequencyProperties(frequency).returnsValue)
      .flatMap(({ operations }) => operations),
  );

/** Finds the fields that send each call, in the order of the schema. */
const findAllCallers = memoize((schema: GraphQLSchema): ReadonlyMap<OperationId, readonly OwnedField[]> => {
  const calls = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((holder) =>
      Object.values(holder.getFields()).flatMap((field) => {
        const caller = { holder, field, coordinate: `${holder.name}.${field.name}` };
        return [...getMainOperations(field)].map((id) => ({ id, caller }));
      }),
    );
  const byOperation = Map.groupBy(calls, ({ id }) => id);
  return new Map([...byOperation].map(([id, members]) => [id, members.map(({ caller }) => caller)]));
});

const returnsList = ({ type }: FieldDefinition): boolean =>
  isConnectionType(getNamedType(type)) || isListType(getNullableType(type));

/** Number of the values that a mutation accepts. */
function countInputFields({ args: [input] }: FieldDefinition): number {
  const type = input && getNullableType(input.type);
  return isInputObjectType(type) ? Object.keys(type.getFields()).length : 0;
}

/** Resource type that a field returns without a call of its own, or with one call; `undefined` for other fields. */
function getTargetType(field: FieldDefinition): GraphQLObjectType | undefined {
  const type = getNullableType(field.type);
  const kind = getKind(field);
  if (!isObjectType(type) || getResourceType(type) === undefined || kind === undefined) return undefined;
  if (kind.needsObject || kind.attributes.length > 0) return undefined;
  return kind.calls().every(({ frequency }) => frequency === 'atMostOnce') ? type : undefined;
}

/** Finds the paths to each resource type, shorter ones first. */
const findAllPaths = memoize((schema: GraphQLSchema) => {
  const findBelow = (
    type: GraphQLObjectType,
    path: FieldPath,
    through: readonly GraphQLObjectType[],
  ): readonly { readonly target: GraphQLObjectType; readonly path: FieldPath }[] =>
    Object.values(type.getFields()).flatMap((field) => {
      const target = getTargetType(field);
      if (target === undefined || through.includes(target)) return [];
      const longer = [...path, field];
      const further = longer.length < maxPathLength ? findBelow(target, longer, [...through, target]) : [];
      return [{ target, path: longer }, ...further];
    });
  const root = schema.getQueryType();
  const paths = root ? findBelow(root, [], [root]) : [];
  return Map.groupBy(
    paths.toSorted((a, b) => a.path.length - b.path.length),
    ({ target }) => target,
  );
});

/** Paths to an object type; the empty path for the query root. */
export const findPathsTo = (schema: GraphQLSchema, type: GraphQLObjectType): readonly FieldPath[] =>
  type === schema.getQueryType() ? [[]] : (findAllPaths(schema).get(type) ?? []).map(({ path }) => path);

/** Whether the path of an operation continues that of the object that contains a field. */
function isParent(schema: GraphQLSchema, { holder, field }: OwnedField, { path }: Operation): boolean {
  // In the root, an object with several path parameters is named by its global id, which the call does not contain.
  if (holder === schema.getQueryType()) {
    const { parameters = [] } = getResourceType(getNamedType(field.type)) ?? {};
    return !path.includes('}/') || parameters.length === 1;
  }
  const { contract } = getGraph(schema);
  const details = getResourceType(holder)?.detailOperations ?? [];
  return details.some((id) => path.startsWith(`${contract.operation(id).path}/`));
}

/**
 * Finds the fields that send a call, the one that represents the call best first: for a list a field that returns a list, on the type whose
 * path the call continues; for a write the mutation that accepts the most values.
 */
export function rankFieldsCalling(schema: GraphQLSchema, operation: Operation): readonly OwnedField[] {
  const isRead = operation.method === 'GET';
  const root = isRead ? schema.getQueryType() : schema.getMutationType();
  if (!getGraph(schema).contract.offers(operation.id)) return [];
  const callers = findAllCallers(schema).get(operation.id) ?? [];
  const getRank = (caller: OwnedField): number => {
    const { holder, field } = caller;
    const deprecation = field.deprecationReason === undefined ? 0 : 1000;
    if (!isRead) return deprecation - countInputFields(field);
    const form = returnsList(field) === operation.list ? 0 : 4;
    return deprecation + form + (isParent(schema, caller, operation) ? 0 : 2) + (holder === root ? 0 : 1);
  };
  return callers
    .filter(({ holder }) => isRead || holder === root)
    .map((caller) => ({ caller, rank: getRank(caller) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ caller }) => caller);
}

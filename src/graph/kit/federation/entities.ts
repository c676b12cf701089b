/**
 * The graph as a federation 2 subgraph: `_entities`, and the SDL that a gateway composes. Not by the plugin of Pothos, whose `_entities`
 * comes from @apollo/subgraph and so declares no calls: neither plan nor call limit would see them.
 */
import type { OutputRef } from '@pothos/core';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { OperationId } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { badInput, isRestError, type RestError, type Violation } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { GraphContext } from '../../context.ts';
import { builder } from '../builder.ts';
import { withArticle } from '../contract/names.ts';
import { toList } from '../contract/values.ts';
import { addQueries } from '../fields/index.ts';
import { type Args, ofKind } from '../fields/kind.ts';
import { findInList } from '../fields/lookup.ts';
import { NamedItems } from '../fields/named-items.ts';
import { type NamedObject, NodeKind } from '../fields/node.ts';
import { decodeGlobalId } from '../resources/global-id.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import { type ResourceType, resourceTypeNamed, resourceTypes } from '../resources/resource-type.ts';
import { load } from '../resources/retrieval.ts';
import { type Key, subgraphSdl } from './subgraph-sdl.ts';

/** What a gateway sends to name an object. */
export type Representation = Readonly<Record<string, unknown>>;

/** A key besides `id` by which a gateway may name an object. */
export interface FederationKey {
  /** Fields of the key, as `@key(fields:)` has them. */
  readonly fields: string;
  /**
   * The path parameters that the key tells; undefined when the representation does not hold the key.
   * @param place of the representation, for what is wrong with its parts
   */
  path?(representation: Representation, place: Violation['path']): PathParameters | undefined;
  /** The list in which the object is found by the text of the one field of the key. */
  readonly list?: {
    readonly operation: OperationId;
    request(value: string): RestRequest;
  };
}

const furtherKeys = new Map<string, FederationKey[]>();

/** Lets gateways name objects by something else than their global id. */
export function addFederationKey(type: ResourceType, key: FederationKey): void {
  furtherKeys.set(type.name, [...(furtherKeys.get(type.name) ?? []), key]);
}

/** The path parameters of a project or group that a gateway names by its full path. */
export const byFullPath = ({ fullPath }: Representation): PathParameters | undefined =>
  typeof fullPath === 'string' ? { id: fullPath } : undefined;

const maxRepresentations = 1000;
const field = 'Query._entities';

/** What a representation names: path parameters, or the list that holds the object and the text by which it is found there. */
interface LocatedEntity extends NamedObject {
  readonly search?: { readonly list: NonNullable<FederationKey['list']>; readonly value: string };
}

function locate(representation: Representation, place: Violation['path']): LocatedEntity {
  const { __typename: typename, id } = representation;
  const type = typeof typename === 'string' ? resourceTypeNamed(typename) : undefined;
  if (type === undefined || !type.isNode)
    throw badInput([{ path: [...place, '__typename'], message: 'is not an entity of this subgraph' }]);
  if (typeof id === 'string') {
    const decoded = decodeGlobalId(id, [...place, 'id']);
    const path = decoded.typename === type.name ? type.decode(decoded.id) : undefined;
    if (path === undefined)
      throw badInput([{ path: [...place, 'id'], message: `must be the global id of ${withArticle(type.name)}` }]);
    return { type, path };
  }
  for (const key of furtherKeys.get(type.name) ?? []) {
    const path = key.path?.(representation, place);
    if (path !== undefined) return { type, path };
    const value = representation[key.fields];
    if (key.list !== undefined && typeof value === 'string')
      return { type, path, search: { list: key.list, value }, operations: [key.list.operation] };
  }
  throw badInput([{ path: place, message: `holds no key of ${type.name}` }]);
}

const representations = new NamedItems('representations', maxRepresentations, locate);

/** Kind of `_entities`. */
class EntityKind extends NodeKind {
  protected override operations() {
    return entityOperations();
  }

  protected override locate({ representations: items }: Args) {
    return Array.isArray(items) ? representations.of(items) : [];
  }

  protected override find(args: Args, context: GraphContext, { selection }: SelectedField) {
    return this.locate(args).map((located) => findEntity(located, context, selection));
  }
}

/** The object of a representation; null when it does not exist. */
function findEntity(
  located: LocatedEntity | RestError,
  context: GraphContext,
  selection: Selection,
): Promise<Resource | null> {
  if (isRestError(located)) return Promise.reject(located);
  const { type, path, search } = located;
  const typed = selection.onTypeNamed(type.name);
  if (path !== undefined) return load(type, path, typed, context, field);
  if (search === undefined) return Promise.resolve(null);
  return findInList(type, search.list.request(search.value), typed, context, field);
}

export const isRepresentation = (value: unknown): value is Representation =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

builder.scalarType('_Any', {
  description: 'Name of an object as a gateway sends it: its type name and one of its keys.',
  coerceOutputValue: (value) => value,
  coerceInputValue: (value) => {
    if (!isRepresentation(value)) throw new GraphQLError('_Any must be an object with __typename and a key');
    // Members are checked where the field is resolved: graphql-js fails with an error of its own on a literal that only a variable makes invalid.
    return value;
  },
});

const entityTypes = () => resourceTypes().filter(({ isNode }) => isNode);

const entityUnion = builder.unionType('_Entity', {
  description: 'Any object that a gateway can name.',
  types: () => entityTypes().map(({ ref }) => ref),
  resolveType: ({ typeName }: Resource) => typeName,
});

/** As the type of a field whose kind returns its value. */
const anyEntity: OutputRef<unknown> = entityUnion;

const service = builder.objectRef<object>('_Service').implement({
  description: 'This subgraph, for the composition of a gateway.',
  fields: (t) => ({
    sdl: t.field({
      type: 'String',
      nullable: true,
      description: 'The schema of this subgraph with the directives of federation.',
      resolve: (_, __, ___, { schema }) => printSubgraph(schema),
    }),
  }),
});

const entityOperations = (): readonly OperationId[] => [
  ...entityTypes().flatMap((type) => type.detailOperations),
  ...[...furtherKeys.values()].flat().flatMap(({ list }) => list?.operation ?? []),
];

/** An object that no call gives by its id is an entity all the same, so that other subgraphs can tell more of it. */
function keysOf(typename: string): readonly Key[] {
  const type = resourceTypeNamed(typename);
  if (type === undefined) return [];
  if (!type.isNode) return [{ fields: 'id', resolvable: false }];
  return [{ fields: 'id' }, ...(furtherKeys.get(typename) ?? []).map(({ fields }) => ({ fields }))];
}

/** The SDL that a gateway composes. */
export function printSubgraph(schema: GraphQLSchema): string {
  return subgraphSdl(schema, keysOf);
}

/** Adds the entry points of gateways. */
export function addFederationQueries(): void {
  const ofEntities = ofKind(new EntityKind());
  addQueries(({ t }) => ({
    _service: t.field({
      type: service,
      nullable: false,
      description: 'This subgraph, as a gateway needs it to compose the whole graph.',
      resolve: () => ({}),
    }),
    _entities: t.field({
      type: [anyEntity],
      nullable: { list: false, items: true },
      description:
        'Objects that a gateway names by their keys, in that order; null for each that does not exist. At most 1,000.',
      ...ofEntities,
      resolve: async (...call) => toList(await ofEntities.resolve(...call)) ?? [],
      args: {
        representations: t.arg({ type: ['_Any'], required: true, description: 'Type names and keys, at most 1,000.' }),
      },
    }),
  }));
}

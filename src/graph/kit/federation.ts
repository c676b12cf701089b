/**
 * The graph as a federation 2 subgraph: `_entities`, and the SDL that a gateway composes. Not by the plugin of Pothos, whose `_entities`
 * comes from @apollo/subgraph and so declares no calls: neither plan nor call limit would see them.
 */
import { GraphQLError, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import type { OperationId } from '../../contract/index.ts';
import { badInput, type Violation } from '../../rest/errors.ts';
import type { GraphContext } from '../context.ts';
import { attempt } from './attempt.ts';
import { builder } from './builder.ts';
import { type Args, declare, type NamedObject } from './declaration.ts';
import { type Entity, entities, entityNamed } from './entity.ts';
import { addQueries } from './fields.ts';
import { decodeGlobalId } from './global-id.ts';
import type { Address, Held } from './held.ts';
import { Selection } from './selection.ts';
import { subgraphSdl } from './subgraph-sdl.ts';

/** What a gateway sends to name an object. */
export type Representation = Readonly<Record<string, unknown>>;

/** A key besides `id` by which a gateway may name an object. */
export interface FederationKey {
  /** Fields of the key, as `@key(fields:)` has them. */
  readonly fields: string;
  /**
   * The address that the key tells; undefined when the representation does not hold the key.
   * @param path of the representation, for what is wrong with its parts
   */
  address?(representation: Representation, path: Violation['path']): Address | undefined;
  /** Operations that `find` reads with. */
  readonly operations?: readonly OperationId[];
  /** The object that the key tells, where a read has to find it by the text of its one field. */
  find?(value: string, context: GraphContext, selection: Selection, field: string): Promise<Held | null>;
}

const furtherKeys = new Map<string, FederationKey[]>();

/** Lets gateways name objects by something else than their global id. */
export function addFederationKey(entity: Entity, key: FederationKey): void {
  furtherKeys.set(entity.name, [...(furtherKeys.get(entity.name) ?? []), key]);
}

/** The address of a project or group that a gateway names by its full path. */
export const byFullPath = ({ fullPath }: Representation): Address | undefined =>
  typeof fullPath === 'string' ? { id: fullPath } : undefined;

const maxRepresentations = 1000;
const field = 'Query._entities';

/** What a representation names: an address, or the key by which a read finds the object. */
function locate(
  representation: Representation,
  path: Violation['path'],
): NamedObject & { readonly key?: FederationKey } {
  const entity = entityNamed(String(representation.__typename));
  if (entity === undefined || !entity.isNode)
    throw badInput([{ path: [...path, '__typename'], message: 'is not an entity of this subgraph' }]);
  const { id } = representation;
  if (typeof id === 'string') {
    const decoded = decodeGlobalId(id, [...path, 'id']);
    const address = decoded.typename === entity.name ? entity.decode(decoded.id) : undefined;
    if (address === undefined)
      throw badInput([{ path: [...path, 'id'], message: `must be the global id of a ${entity.name}` }]);
    return { entity, address };
  }
  for (const key of furtherKeys.get(entity.name) ?? []) {
    const address = key.address?.(representation, path);
    if (address !== undefined) return { entity, address };
    if (key.find !== undefined && typeof representation[key.fields] === 'string')
      return { entity, address, key, operations: key.operations ?? [] };
  }
  throw badInput([{ path, message: `holds no key of ${entity.name}` }]);
}

/** The object of a representation; null when it does not exist. */
async function findEntity(
  representation: Representation,
  path: Violation['path'],
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<Held | null> {
  const { entity, address, key } = locate(representation, path);
  const selection = Selection.of(info).on(entity.typeIn(info));
  if (address !== undefined) return entity.load(address, selection, context, field);
  return (await key?.find?.(String(representation[key.fields]), context, selection, field)) ?? null;
}

/** What the representations name; none where there are more than the field takes. */
function named({ representations }: Args): readonly NamedObject[] {
  if (!Array.isArray(representations) || representations.length > maxRepresentations) return [];
  return representations.filter(isRepresentation).flatMap((each) => attempt(() => locate(each, [])) ?? []);
}

export const isRepresentation = (value: unknown): value is Representation =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

builder.scalarType('_Any', {
  description: 'What a gateway sends to name an object: its type name and one of its keys.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (!isRepresentation(value)) throw new GraphQLError('_Any must be an object with __typename and a key');
    return value;
  },
});

const nodeEntities = () => entities().filter(({ isNode }) => isNode);

const entityUnion = builder.unionType('_Entity', {
  description: 'Any object that a gateway can name.',
  types: () => nodeEntities().map(({ ref }) => ref),
  resolveType: (held: Held) => held.entity.name,
});

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
  ...nodeEntities().flatMap((entity) => entity.detailOperations),
  ...[...furtherKeys.values()].flat().flatMap(({ operations = [] }) => operations),
];

function keysOf(typename: string): readonly string[] {
  if (!entityNamed(typename)?.isNode) return [];
  return ['id', ...(furtherKeys.get(typename) ?? []).map(({ fields }) => fields)];
}

/** The SDL that a gateway composes. */
export function printSubgraph(schema: GraphQLSchema): string {
  return subgraphSdl(schema, keysOf);
}

addQueries(({ t }) => ({
  _service: t.field({
    type: service,
    nullable: false,
    description: 'What a gateway needs to compose this subgraph.',
    resolve: () => ({}),
  }),
  _entities: t.field({
    type: [entityUnion],
    nullable: { list: false, items: true },
    description:
      'Objects that a gateway names by their keys, in that order; null for each that does not exist. At most 1,000.',
    ...declare({ kind: 'node', operations: entityOperations, named }),
    args: {
      representations: t.arg({ type: ['_Any'], required: true, description: 'Type names and keys, at most 1,000.' }),
    },
    resolve: (_, { representations }, context, info) => {
      if (representations.length > maxRepresentations)
        throw badInput([{ path: ['representations'], message: `must hold at most ${maxRepresentations} items` }]);
      return representations.map((representation, index) =>
        findEntity(representation, ['representations', index], context, info),
      );
    },
  }),
}));

/**
 * Entry points of a federation 2 subgraph: `_entities` and `_service`. They do not use the plugin of Pothos: its
 * `_entities` comes from @apollo/subgraph and declares no calls, so neither the plan nor the call limit would include
 * them.
 */

import type { OutputRef } from '@pothos/core';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { Contract, OperationId } from '../../../contract/index.ts';
import type { SelectedField, Selection } from '../../../execution/index.ts';
import { isRecord } from '../../../helpers/is-record.ts';
import { memoize } from '../../../helpers/memoize.ts';
import { badInput, isRestError, type RestError, type Violation } from '../../../rest/errors.ts';
import type { GraphContext } from '../../context.ts';
import { missingObjectRule } from '../contract/names.ts';
import { toList } from '../contract/values.ts';
import { IdentifiedItems } from '../fields/identified-items.ts';
import { defineQueries } from '../fields/index.ts';
import { type Args, toFieldOptions } from '../fields/kind.ts';
import { type IdentifiedObject, NodeKind, unreadableMessage } from '../fields/node.ts';
import { createDeclaration, type Declaration, type Graph, getGraph } from '../graph.ts';
import type { ListSearch } from '../resources/object-calls.ts';
import type { PathParameters, Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import { load } from '../resources/retrieval.ts';
import { findInList } from '../resources/search.ts';
import { type Key, printSubgraphSdl } from './subgraph-sdl.ts';

/** Representation of an entity that a gateway sends. */
export type Representation = Readonly<Record<string, unknown>>;

/** Key besides `id` by which a gateway may identify an object. */
export interface FederationKey {
  /** Fields of the key, as in `@key(fields:)`. */
  readonly fields: string;
  /**
   * Returns the path parameters from the key; `undefined` if the representation does not contain the key.
   * @param inputPath path of the representation, for violations
   */
  parsePath?(representation: Representation, inputPath: Violation['path']): PathParameters | undefined;
  /** List that contains the object, searched by the value of the only field of the key. */
  readonly list?: ListSearch;
}

/** Entities of a graph, and their keys besides `id`. */
class Entities {
  readonly #types: ResourceTypes;
  readonly #keys = new Map<string, readonly FederationKey[]>();

  constructor(graph: Graph) {
    this.#types = graph.singleton(ResourceTypes);
  }

  addKey({ name }: ResourceType, key: FederationKey): void {
    this.#keys.set(name, [...this.getKeys(name), key]);
  }

  getKeys(typename: string): readonly FederationKey[] {
    return this.#keys.get(typename) ?? [];
  }

  get(typename: string): ResourceType | undefined {
    return this.#types.get(typename);
  }

  /** Returns the arguments of `@key` for a type; none if the type is not an entity. */
  getPrintedKeys(typename: string): readonly Key[] {
    const type = this.#types.get(typename);
    if (type === undefined) return [];
    // An object without a call for its id is an entity nevertheless, so that other subgraphs can add fields to it.
    if (!type.isNode) return [{ fields: 'id', resolvable: false }];
    return [{ fields: 'id' }, ...this.getKeys(typename).map(({ fields }) => ({ fields }))];
  }

  ref(type: ResourceType) {
    return this.#types.ref(type);
  }

  /** Types of the objects that a gateway can read. */
  get resolvable(): readonly ResourceType[] {
    return this.#types.all.filter(({ isNode }) => isNode);
  }

  get operations(): readonly OperationId[] {
    return [
      ...this.resolvable.flatMap((type) => type.detailOperations),
      ...this.resolvable.flatMap(({ name }) => this.getKeys(name)).flatMap(({ list }) => list?.operation ?? []),
    ];
  }
}

/** Declares a key besides the global id by which gateways may identify objects. */
export function defineFederationKey(type: ResourceType, key: FederationKey): Declaration {
  return createDeclaration((graph) => graph.singleton(Entities).addKey(type, key));
}

/** Returns the path parameters of a project or group from its full path. */
export const parseFullPathKey = ({ fullPath }: Representation): PathParameters | undefined =>
  typeof fullPath === 'string' ? { id: fullPath } : undefined;

/**
 * Creates a key of objects by their project and their number within it.
 * @param parameter path parameter with that number
 */
export const createNumberKey = (project: ResourceType, parameter: string): FederationKey => ({
  fields: 'project { id } iid',
  parsePath({ project: key, iid }, inputPath) {
    if (!isRecord(key) || typeof key.id !== 'string' || iid === undefined) return undefined;
    if (typeof iid !== 'number' || !Number.isSafeInteger(iid) || iid < 1)
      throw badInput([{ path: [...inputPath, 'iid'], message: 'must be an integer from 1 to 2^53 - 1' }]);
    return { ...project.parseGlobalId(key.id, [...inputPath, 'project', 'id']), [parameter]: iid };
  },
});

const maxRepresentations = 1000;
const fieldCoordinate = 'Query._entities';

/** Location of an entity: path parameters, or the list that contains the object and the value to search for. */
interface LocatedEntity extends IdentifiedObject {
  readonly search?: { readonly list: ListSearch; readonly value: string };
}

function locateEntity(entities: Entities, representation: Representation, inputPath: Violation['path']): LocatedEntity {
  const { __typename: typename, id } = representation;
  const type = typeof typename === 'string' ? entities.get(typename) : undefined;
  const typePath = [...inputPath, '__typename'];
  if (type === undefined)
    throw badInput([{ path: typePath, message: 'must be the name of a type in the union _Entity' }]);
  if (!type.isNode) throw badInput([{ path: typePath, message: unreadableMessage(type) }]);
  if (typeof id === 'string') return { type, path: type.parseGlobalId(id, [...inputPath, 'id']) };
  for (const key of entities.getKeys(type.name)) {
    const path = key.parsePath?.(representation, inputPath);
    if (path !== undefined) return { type, path };
    const value = representation[key.fields];
    if (key.list !== undefined && typeof value === 'string')
      return { type, path, search: { list: key.list, value }, operations: [key.list.operation] };
  }
  const keys = entities.getPrintedKeys(type.name).map(({ fields }) => `"${fields}"`);
  throw badInput([{ path: inputPath, message: `must contain a key of ${type.name}: ${keys.join(' or ')}` }]);
}

/** Kind of `_entities`. */
class EntityKind extends NodeKind {
  readonly #entities: Entities;
  readonly #representations: IdentifiedItems<Representation, LocatedEntity>;

  constructor(contract: Contract, entities: Entities) {
    super(contract);
    this.#entities = entities;
    this.#representations = new IdentifiedItems('representations', maxRepresentations, (item, inputPath) =>
      locateEntity(entities, item, inputPath),
    );
  }

  protected override operations() {
    return this.#entities.operations;
  }

  protected override locate({ representations: items }: Args) {
    return Array.isArray(items) ? this.#representations.locateAll(items) : [];
  }

  protected override find(args: Args, context: GraphContext, { selection }: SelectedField) {
    return this.locate(args).map((located) => findEntity(located, context, selection));
  }
}

/** Reads the object of a representation; `null` if it does not exist. */
function findEntity(
  located: LocatedEntity | RestError,
  context: GraphContext,
  selection: Selection,
): Promise<Resource | null> {
  if (isRestError(located)) return Promise.reject(located);
  const { type, path, search } = located;
  const typedSelection = selection.onTypeNamed(type.name);
  if (path !== undefined) return load(type, path, typedSelection, context, fieldCoordinate);
  if (search === undefined) return Promise.resolve(null);
  return findInList(type, search.list, search.value, typedSelection, context, fieldCoordinate);
}

/** Adds the types of the entry points of gateways. */
function addGatewayTypes({ builder }: Graph, entities: Entities) {
  builder.scalarType('_Any', {
    description: 'Representation of an object from a gateway: its type name and one of its keys.',
    coerceOutputValue: (value) => value,
    coerceInputValue: (value) => {
      if (!isRecord(value)) throw new GraphQLError('_Any must be an object with __typename and a key');
      // The resolver checks the members. If a literal is invalid only because of a variable, graphql-js would report an
      // error without a code.
      return value;
    },
  });
  const service = builder.objectRef<object>('_Service').implement({
    description: 'Schema of this subgraph, for composition by a gateway.',
    fields: (t) => ({
      sdl: t.field({
        type: 'String',
        nullable: false,
        description: 'SDL of this subgraph with federation directives.',
        resolve: (_, __, ___, { schema }) => printSubgraph(schema),
      }),
    }),
  });
  /** Typed as a field whose kind returns the value. */
  const entity: OutputRef<unknown> = builder.unionType('_Entity', {
    description: 'Object that a gateway can identify.',
    types: () => entities.resolvable.map((type) => entities.ref(type)),
    resolveType: ({ typeName }: Resource) => typeName,
  });
  return { service, entity };
}

/** Prints the SDL that a gateway composes. */
export const printSubgraph = memoize((schema: GraphQLSchema): string =>
  printSubgraphSdl(schema, (typename) => getGraph(schema).singleton(Entities).getPrintedKeys(typename)),
);

/** Entry points of gateways. */
export const federationQueries = defineQueries(({ graph, t }) => {
  const entities = graph.singleton(Entities);
  const { service, entity } = addGatewayTypes(graph, entities);
  const entityOptions = toFieldOptions(new EntityKind(graph.contract, entities));
  return {
    _service: t.field({
      type: service,
      nullable: false,
      description: 'Schema of this subgraph, for composition by a gateway.',
      resolve: () => ({}),
    }),
    _entities: t.field({
      type: [entity],
      nullable: { list: false, items: true },
      description: `Objects that a gateway identifies by their keys, in the order of \`representations\`. Each is ${missingObjectRule}`,
      ...entityOptions,
      resolve: async (...call) => toList(await entityOptions.resolve(...call)) ?? [],
      args: {
        representations: t.arg({ type: ['_Any'], required: true, description: 'Type names and keys, at most 1,000.' }),
      },
    }),
  };
});

/**
 * Builds the schema of areas. Adds the entry points of the kit, `@rest` on fields, and checks of the values of
 * resolvers.
 */

import { type GraphQLField, type GraphQLSchema, isObjectType, specifiedDirectives } from 'graphql';
import { type Contract, standardContract } from '../../contract/index.ts';
import type { Area } from './area.ts';
import { restrictClaims } from './claims.ts';
import { checkLeaves } from './contract/leaves.ts';
import { annotateCalls, graphDirectives } from './directives.ts';
import { type Exposure, limitSchema, limitsGraph } from './exposure.ts';
import { federationQueries } from './federation/entities.ts';
import { addResourceType } from './fields/index.ts';
import { getKind, getOwnOperations, withLists } from './fields/kind.ts';
import { nodeQueries } from './fields/node.ts';
import { toContractGaps, type UpstreamProfile } from './gaps.ts';
import { type Declaration, DeclarationError, Graph } from './graph.ts';
import { describeNulls } from './null-descriptions.ts';
import { describeNullableFields } from './nullable-fields.ts';
import { isConnectionType } from './paging/connection.ts';
import { ResourceType } from './resources/resource-type.ts';
import { ResourceTypes } from './resources/resource-types.ts';

/** Returns the fields with a resolver, whose values no kind checks, without those of connections. */
function getResolverFields(schema: GraphQLSchema): readonly GraphQLField<unknown, unknown>[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !isConnectionType(type) && !type.name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()))
    .filter((field) => getKind(field) === undefined);
}

/** @throws Error if a field of a type other than `Mutation` makes a write */
function checkReads({ contract }: Graph, schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    if (type === schema.getMutationType()) continue;
    for (const field of Object.values(type.getFields())) {
      const kind = getKind(field);
      const operations = kind === undefined ? [] : withLists(contract, getOwnOperations(kind));
      const write = operations.find((id) => contract.operation(id).method !== 'GET');
      if (write !== undefined)
        throw new Error(`${type.name}.${field.name} makes the write ${write}, which only a mutation makes`);
    }
  }
}

/** Limits of a graph. */
export interface GraphLimits {
  /** The part that is offered. Defaults to all of it. */
  readonly exposure?: Exposure | undefined;
  /** Parts of the contract that the REST service lacks. Defaults to none. */
  readonly profile?: UpstreamProfile | undefined;
}

/** Whether limits leave anything out. */
export const isLimited = ({ exposure, profile }: GraphLimits): boolean =>
  profile !== undefined || (exposure !== undefined && limitsGraph(exposure));

/** Error of a type that a declaration uses and no area declares; `undefined` if none exists. */
function getUndeclaredError(graph: Graph): Error | undefined {
  const type = graph.singleton(ResourceTypes).findUndeclared();
  return type && new Error(`${type.name} is used, but not declared: add it to the declarations of an area`);
}

/**
 * Builds the schema of all declarations.
 * @throws Error if a declaration uses a type that no area declares
 */
function buildDeclarations(graph: Graph): GraphQLSchema {
  const directives = [...specifiedDirectives, ...graphDirectives];
  try {
    return graph.builder.toSchema({ directives, extensions: { graph } });
  } catch (error) {
    // Pothos rejects the fields of an undeclared type with a message that does not say what to do.
    if (!(error instanceof DeclarationError) || !error.message.endsWith(' has not been implemented')) throw error;
    throw new DeclarationError(error.origin, getUndeclaredError(graph) ?? error.cause);
  }
}

/** Contract of areas. @throws Error if the contracts of two areas have different operations or schemas of one name */
export const getContractOf = (areas: readonly Area[]): Contract =>
  areas.reduce((all, { contract = standardContract }) => all.and(contract), standardContract);

/**
 * Builds the schema of areas. Two schemas share nothing that one of them could change.
 * @throws Error if the contracts of two areas have different operations or schemas of one name, or if a declaration is invalid
 * @throws GraphSettingsError if the limits do not fit the graph
 */
export function buildSchema(areas: readonly Area[], { exposure, profile }: GraphLimits = {}): GraphQLSchema {
  const contract = getContractOf(areas);
  const graph = new Graph(profile === undefined ? contract : contract.without(toContractGaps(contract, profile)));
  const toDeclaration = (declaration: ResourceType | Declaration): Declaration =>
    declaration instanceof ResourceType
      ? { origin: declaration.origin, addTo: () => addResourceType(graph, declaration) }
      : declaration;
  for (const { name, declarations } of areas) graph.add(declarations.map(toDeclaration), name);
  graph.add([nodeQueries, federationQueries]);
  const complete = buildDeclarations(graph);
  const undeclared = getUndeclaredError(graph);
  if (undeclared !== undefined) throw undeclared;
  checkReads(graph, complete);
  restrictClaims(graph, complete);
  describeNulls(graph, complete);
  describeNullableFields(graph, complete);
  const areaNames = areas.map(({ name }) => name);
  const schema =
    exposure === undefined || !limitsGraph(exposure) ? complete : limitSchema(graph, complete, areaNames, exposure);
  annotateCalls(graph, schema);
  for (const field of getResolverFields(schema)) checkLeaves(field);
  return schema;
}

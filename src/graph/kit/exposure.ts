/** Part of a graph that an operator offers. */
import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import type { ContractGaps, OperationId } from '../../contract/index.ts';
import { getFrequencyProperties, getKind, withLists } from './fields/kind.ts';
import { NodeKind } from './fields/node.ts';
import type { Graph } from './graph.ts';
import { isConnectionType } from './paging/connection.ts';
import { ResourceTypes } from './resources/resource-types.ts';
import { findUnknownNames, GraphSettingsError } from './settings-error.ts';

/** Allowed and denied names. */
export interface NameLists {
  /** `undefined` if all names are allowed. */
  readonly allowed: readonly string[] | undefined;
  readonly denied: readonly string[];
}

/** Part of a graph that an operator offers. */
export interface Exposure {
  /** Whether there are no mutations. */
  readonly readOnly: boolean;
  readonly areas: NameLists;
  readonly mutations: NameLists;
  /** Schema coordinates. An allowed field restricts only its own type. */
  readonly fields: NameLists;
}

const isLimited = ({ allowed, denied }: NameLists): boolean => allowed !== undefined || denied.length > 0;

/** Whether an exposure omits any part of the graph. */
export const limitsGraph = ({ readOnly, areas, mutations, fields }: Exposure): boolean =>
  readOnly || [areas, mutations, fields].some(isLimited);

/** Whether an exposure omits attributes of objects. */
export const limitsAttributes = ({ areas, fields }: Exposure): boolean => [areas, fields].some(isLimited);

const isOffered = ({ allowed, denied }: NameLists, name: string): boolean =>
  !denied.includes(name) && (allowed === undefined || allowed.includes(name));

type CompositeType = GraphQLObjectType | GraphQLInterfaceType;

const isComposite = (type: GraphQLNamedType): type is CompositeType => isObjectType(type) || isInterfaceType(type);

const listCoordinates = (type: CompositeType): readonly string[] =>
  Object.keys(type.getFields()).map((name) => `${type.name}.${name}`);

/** Finds the problems of the names of an exposure. */
function findProblems(
  schema: GraphQLSchema,
  areaNames: readonly string[],
  { areas, mutations, fields }: Exposure,
): readonly string[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => isComposite(type) && !isIntrospectionType(type));
  const coordinates = types.filter(isComposite).flatMap(listCoordinates);
  const mutationNames = Object.keys(schema.getMutationType()?.getFields() ?? {});
  const check = (noun: string, plural: string, { allowed = [], denied }: NameLists, existing: readonly string[]) => [
    ...findUnknownNames(`ALLOWED_${plural}`, allowed, existing, `${noun} of the graph`),
    ...findUnknownNames(`DENIED_${plural}`, denied, existing, `${noun} of the graph`),
  ];
  const isDenied = (type: CompositeType, name: string) => fields.denied.includes(`${type.name}.${name}`);
  const required = types.filter(isObjectType).flatMap((type) =>
    type.getInterfaces().flatMap((shared) =>
      Object.keys(shared.getFields()).flatMap((name) => {
        const denied = [type, ...type.getInterfaces()].find((each) => isDenied(each, name));
        if (denied === undefined || isDenied(shared, name)) return [];
        return `DENIED_FIELDS contains ${denied.name}.${name}, which ${shared.name}.${name} requires: deny that one, or neither`;
      }),
    ),
  );
  const ids = fields.denied.includes('Node.id') ? ['DENIED_FIELDS contains Node.id, which clients need'] : [];
  return [
    ...check('area', 'AREAS', areas, areaNames),
    ...check('mutation', 'MUTATIONS', mutations, mutationNames),
    ...check('field', 'FIELDS', fields, coordinates),
    ...new Set(required),
    ...ids,
  ];
}

/** Selects the types and fields that remain. */
class Selector {
  readonly #graph: Graph;
  readonly #schema: GraphQLSchema;
  readonly #exposure: Exposure;
  /** Types that have a field in the list of allowed fields. */
  readonly #limitedTypes: ReadonlySet<string>;
  readonly #removed = new Set<string>();
  readonly #reachable = new Set<string>();

  constructor(graph: Graph, schema: GraphQLSchema, exposure: Exposure) {
    this.#graph = graph;
    this.#schema = schema;
    this.#exposure = exposure;
    this.#limitedTypes = new Set(exposure.fields.allowed?.map((coordinate) => coordinate.split('.')[0] ?? ''));
    for (const { name } of graph.singleton(ResourceTypes).all) if (!this.#isAreaOffered(name)) this.#removed.add(name);
    this.#removeEmptyTypes();
    this.#findReachableTypes();
  }

  keepsType({ name }: GraphQLNamedType): boolean {
    return !this.#removed.has(name) && this.#reachable.has(name);
  }

  keepsField(type: CompositeType, name: string): boolean {
    const field = type.getFields()[name];
    return field !== undefined && this.#mayKeep(type, name) && this.keepsType(getNamedType(field.type));
  }

  #isAreaOffered(coordinate: string): boolean {
    const area = this.#graph.areas.get(coordinate);
    return area === undefined || isOffered(this.#exposure.areas, area);
  }

  #isListed(type: CompositeType, name: string): boolean {
    const { allowed, denied } = this.#exposure.fields;
    const interfaces = type.getInterfaces().filter((shared) => name in shared.getFields());
    if ([type, ...interfaces].some((each) => denied.includes(`${each.name}.${name}`))) return false;
    if (allowed === undefined || !this.#limitedTypes.has(type.name)) return true;
    // An object must have the fields of its interfaces.
    return allowed.includes(`${type.name}.${name}`) || interfaces.some((shared) => this.#mayKeep(shared, name));
  }

  /** Whether a field remains if its type remains. */
  #mayKeep(type: CompositeType, name: string): boolean {
    const { readOnly, mutations } = this.#exposure;
    if (type === this.#schema.getMutationType() && (readOnly || !isOffered(mutations, name))) return false;
    return this.#isAreaOffered(`${type.name}.${name}`) && this.#isListed(type, name);
  }

  #remainingFields(type: CompositeType) {
    return Object.values(type.getFields()).filter(
      (field) => this.#mayKeep(type, field.name) && !this.#removed.has(getNamedType(field.type).name),
    );
  }

  /** Whether no member of a type remains. */
  #isEmpty(type: GraphQLNamedType): boolean {
    if (isUnionType(type)) return type.getTypes().every(({ name }) => this.#removed.has(name));
    if (!isComposite(type)) return false;
    const fields = this.#remainingFields(type);
    const items = fields.some(({ name }) => name === 'node' || name === 'nodes');
    const isItemless = isConnectionType(type) && !items && ('node' in type.getFields() || 'nodes' in type.getFields());
    const isUnused =
      isInterfaceType(type) && this.#schema.getPossibleTypes(type).every(({ name }) => this.#removed.has(name));
    return fields.length === 0 || isItemless || isUnused;
  }

  #removeEmptyTypes(): void {
    const types = Object.values(this.#schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
    let before = -1;
    while (this.#removed.size > before) {
      before = this.#removed.size;
      for (const type of types) if (!this.#removed.has(type.name) && this.#isEmpty(type)) this.#removed.add(type.name);
    }
  }

  /** Finds the types that fields lead to. Fields that return any object by its id do not count. */
  #findReachableTypes(): void {
    const schema = this.#schema;
    const returned = new Set<string>();
    const visit = (type: GraphQLNamedType): void => {
      if (isInterfaceType(type) && !returned.has(type.name)) {
        returned.add(type.name);
        schema.getPossibleTypes(type).forEach(visit);
      }
      add(type);
    };
    const add = (type: GraphQLNamedType): void => {
      if (this.#removed.has(type.name) || this.#reachable.has(type.name)) return;
      this.#reachable.add(type.name);
      if (isUnionType(type)) type.getTypes().forEach(visit);
      if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
      if (!isComposite(type)) return;
      type.getInterfaces().forEach(add);
      for (const field of this.#remainingFields(type)) {
        if (getKind(field) instanceof NodeKind) continue;
        visit(getNamedType(field.type));
        for (const { type: argument } of field.args) visit(getNamedType(argument));
      }
    };
    const query = schema.getQueryType();
    for (const root of [query, schema.getMutationType(), schema.getSubscriptionType()]) if (root) visit(root);
    for (const field of query ? this.#remainingFields(query) : []) {
      const type = getNamedType(field.type);
      if (!(getKind(field) instanceof NodeKind) || !isAbstractType(type)) continue;
      if (!schema.getPossibleTypes(type).some(({ name }) => this.#reachable.has(name))) continue;
      this.#reachable.add(type.name);
      for (const { type: argument } of field.args) visit(getNamedType(argument));
    }
  }
}

/**
 * Finds operations that are not called: those that no field of a schema calls, and those of other areas that are not
 * offered, if fields call them only for details. A read-only graph makes no writes.
 */
function findWithheldOperations(
  { contract }: Graph,
  schema: GraphQLSchema,
  areaNames: readonly string[],
  { areas, readOnly }: Exposure,
): ContractGaps['operations'] {
  const called = new Set<OperationId>();
  const offeredAreas = new Set(areaNames.filter((name) => isOffered(areas, name)));
  const isAreaOffered = (id: OperationId) => {
    const { area } = contract.operation(id);
    return offeredAreas.has(area) || !areaNames.includes(area);
  };
  const kinds = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).flatMap((field) => getKind(field) ?? []));
  for (const { operations, frequency } of kinds.flatMap((kind) => kind.calls())) {
    if (getFrequencyProperties(frequency).offersOperations) for (const id of operations) called.add(id);
    for (const id of withLists(contract, operations).filter(isAreaOffered)) called.add(id);
  }
  const withheld = [...contract.operations.values()].filter(
    ({ id, method }) => !called.has(id) || (readOnly && method !== 'GET'),
  );
  return new Map(withheld.map(({ id }) => [id, 'withheld']));
}

/** Whether a query leads to data of the REST service. */
function hasQueries(schema: GraphQLSchema): boolean {
  return Object.values(schema.getQueryType()?.getFields() ?? {}).some((field) => {
    const kind = getKind(field);
    return kind !== undefined && !(kind instanceof NodeKind);
  });
}

/**
 * Returns the part of a schema that is offered, in which each type can be reached, and limits its graph to it.
 * @throws GraphSettingsError if the exposure has names that the graph does not have, or leaves no query
 */
export function limitSchema(
  graph: Graph,
  schema: GraphQLSchema,
  areaNames: readonly string[],
  exposure: Exposure,
): GraphQLSchema {
  const problems = findProblems(schema, areaNames, exposure);
  if (problems.length > 0) throw new GraphSettingsError(problems.join('\n'));
  const selector = new Selector(graph, schema, exposure);
  const keepType = <T extends GraphQLNamedType>(type: T): T | null =>
    isSpecifiedScalarType(type) || selector.keepsType(type) ? type : null;
  const keepField = (name: string, typename: string) => {
    const type = schema.getType(typename);
    return type !== undefined && isComposite(type) && selector.keepsField(type, name) ? undefined : null;
  };
  const limited = mapSchema(schema, {
    [MapperKind.TYPE]: keepType,
    [MapperKind.COMPOSITE_FIELD]: (_, name, typename) => keepField(name, typename),
  });
  if (!hasQueries(limited))
    throw new GraphSettingsError(
      'ALLOWED_AREAS, DENIED_AREAS, ALLOWED_FIELDS and DENIED_FIELDS leave no query to offer',
    );
  graph.singleton(ResourceTypes).retain((type) => limited.getType(type.name) !== undefined);
  graph.limitCalls(findWithheldOperations(graph, limited, areaNames, exposure));
  return limited;
}

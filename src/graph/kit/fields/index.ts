/** Building blocks of areas: resource types, their fields, and the entry points of the graph. */
import type { FieldMap, InputFieldMap } from '@pothos/core';
import type { OperationId, SchemaName, SchemaType } from '../../../contract/index.ts';
import { type ContractEnum, Enums } from '../contract/enums.ts';
import { camelCase } from '../contract/names.ts';
import { type FieldType, ValueTypes } from '../contract/types.ts';
import { createDeclaration, type Declaration, type Graph } from '../graph.ts';
import {
  type AddressedType,
  completeDeclaration,
  type ResourceTypeDeclaration,
  type RetrievedType,
} from '../resources/declaration.ts';
import type { OperationBelow, PathName, Resource } from '../resources/resource.ts';
import { ResourceType } from '../resources/resource-type.ts';
import { ResourceTypes } from '../resources/resource-types.ts';
import {
  createAttributeField,
  createDerivedField,
  createEmbeddingField,
  type DerivedOptions,
  type Described,
  type Field,
  type FieldBuilder,
  getAttributeSchema,
  type ParentType,
} from './attribute.ts';
import { type CallFieldOptions, createCallField } from './call.ts';
import { type ComposedOptions, createComposedField } from './composed.ts';
import { createConnectionField } from './connection.ts';
import { createDownloadField, type DownloadOptions } from './download.ts';
import { addExtra, createValueExtra } from './extra.ts';
import { addId } from './id.ts';
import type { ConnectionOptions } from './list.ts';
import { createLookupField, type LocatedLookup, type LookupOptions } from './lookup.ts';
import type { WithPath } from './parameters.ts';
import { QueryRoot } from './query-root.ts';
import { createReferenceField, createValueReferenceField, type ReferenceOptions } from './reference.ts';

type AttributeName<S extends SchemaName> = keyof SchemaType<S> & string;

/** Defines a type of the graph whose objects have path parameters upstream. */
export function defineResourceType<S extends SchemaName, O extends OperationId>(
  declared: RetrievedType<S, O>,
): ResourceType<S, PathName<O>>;
export function defineResourceType<S extends SchemaName, Name extends string>(
  declared: AddressedType<S, Name>,
): ResourceType<S, Name>;
export function defineResourceType<S extends SchemaName>(declared: ResourceTypeDeclaration<S>): ResourceType<S> {
  return new ResourceType(completeDeclaration(declared));
}

/** Adds a resource type with the fields that all resource types have. */
export function addResourceType(graph: Graph, type: ResourceType): void {
  graph.declare(type.name);
  graph.singleton(ResourceTypes).add(type);
  addId(graph, type);
  addExtra(graph, type);
}

/** Fields of any object, and of the root of queries. */
export class Fields<Parent, Name extends string> {
  readonly graph: Graph;
  readonly t: FieldBuilder<Parent>;

  constructor(graph: Graph, t: FieldBuilder<Parent>) {
    this.graph = graph;
    this.t = t;
  }

  /** Returns the enum of a closed set of the contract. */
  getEnum(set: SchemaName): ContractEnum {
    return this.graph.singleton(Enums).forResponses(set);
  }

  /**
   * Creates a field that locates an object by parent and arguments. The object is loaded, and thereby verified, only if
   * a selected field needs it. `null` if it does not exist.
   */
  lookup<Target extends Name, A extends InputFieldMap>(
    type: ResourceType<SchemaName, Target>,
    options: LookupOptions<Name, Target, A>,
  ): Field;
  lookup<Target extends string, A extends InputFieldMap>(
    type: ResourceType<SchemaName, Target>,
    options: LocatedLookup<Name, Target, A>,
  ): Field;
  lookup<Target extends string, A extends InputFieldMap>(
    type: ResourceType<SchemaName, Target>,
    options: LookupOptions<Name, Target, A>,
  ): Field {
    return createLookupField(this.graph, this.t, type, options);
  }

  /**
   * Creates a field that returns the response of one call.
   * @param returns type of the resource, or name of the only attribute that is returned. Defaults to an embedded object
   */
  call<O extends OperationBelow<Name>, A extends InputFieldMap>(
    id: O,
    options?: CallFieldOptions<Name, O, A>,
    returns?: ResourceType | string,
  ): Field;
  call<O extends OperationId, A extends InputFieldMap>(
    id: O,
    options: WithPath<CallFieldOptions<Name, O, A>>,
    returns?: ResourceType | string,
  ): Field;
  call<O extends OperationId, A extends InputFieldMap>(
    id: O,
    options: CallFieldOptions<Name, O, A> = {},
    returns?: ResourceType | string,
  ): Field {
    return createCallField(this.graph, this.t, id, options, returns);
  }

  /**
   * Creates a field that returns a list as a Relay connection, of resources or, without `type`, of embedded objects.
   */
  connection<O extends OperationBelow<Name>, A extends InputFieldMap>(
    id: O,
    type?: ResourceType,
    options?: ConnectionOptions<Name, O, A>,
  ): Field;
  connection<O extends OperationId, A extends InputFieldMap>(
    id: O,
    type: ResourceType | undefined,
    options: WithPath<ConnectionOptions<Name, O, A>>,
  ): Field;
  connection<O extends OperationId, A extends InputFieldMap>(
    id: O,
    type?: ResourceType,
    options: ConnectionOptions<Name, O, A> = {},
  ): Field {
    return createConnectionField(this.graph, this.t, id, type, options);
  }

  /** Creates a field that needs several reads, some of which depend on the responses of others. */
  composed<A extends InputFieldMap>(options: ComposedOptions<Parent, A>): Field {
    return createComposedField(this.graph, this.t, options);
  }
}

export class ResourceFields<S extends SchemaName, Name extends string> extends Fields<Resource, Name> {
  readonly #parentType: ParentType;

  constructor(graph: Graph, t: FieldBuilder<Resource>, type: ResourceType) {
    super(graph, t);
    this.#parentType = { graph, t, type };
  }

  /** Creates fields of attributes under their own names, with type, description and deprecation from the contract. */
  attributes<N extends AttributeName<S>>(...names: readonly N[]): FieldMap {
    return Object.fromEntries(names.map((name) => [camelCase(name), this.attribute(name)]));
  }

  /** Creates a field of one attribute, under another name. */
  attribute<N extends AttributeName<S>>(
    name: N,
    options: Described & { readonly convert?: (value: unknown) => unknown } = {},
  ): Field {
    return createAttributeField(this.#parentType, name, options);
  }

  /** Creates a field of an attribute that embeds a resource, or a list of them. */
  object<N extends AttributeName<S>>(name: N, type: ResourceType, options: Described = {}): Field {
    return createEmbeddingField(this.#parentType, name, type, options);
  }

  /** Creates a field that returns the URL of a file that the facade relays. */
  download<N extends AttributeName<S>>(route: string, options: Omit<DownloadOptions<N, Name>, 'route'>): Field {
    return createDownloadField(this.#parentType, { route, ...options });
  }

  /**
   * Creates a field that is derived from one attribute.
   * @param derive receives the REST value, which services may send in another form than the contract describes; `null`
   * if it is null or absent, for which `derive` returns `null`
   */
  derived<N extends AttributeName<S>>(
    name: N,
    leaf: FieldType,
    options: DerivedOptions,
    derive: (attribute: unknown) => unknown,
  ): Field {
    return createDerivedField(this.#parentType, name, leaf, options, derive);
  }

  /** Creates a field that needs several reads. `attributes` lists those of the parent that `resolve` reads by `calls.attribute`. @throws Error if the parent has no such attribute */
  override composed<A extends InputFieldMap>({
    attributes = [],
    ...options
  }: ComposedOptions<Resource, A> & { readonly attributes?: readonly string[] }): Field {
    const { type } = this.#parentType;
    for (const name of attributes) getAttributeSchema(type, name);
    return createComposedField(this.graph, this.t, options, { type, attributes });
  }

  /** Creates a field of the object whose id is an attribute. The object is loaded only if a selected field needs more of it than its id. */
  reference<N extends AttributeName<S>>(target: ResourceType, attribute: N, options: ReferenceOptions): Field {
    return createReferenceField(this.#parentType, target, attribute, options);
  }
}

/** Defines fields of a resource type, which may be declared by another area. */
export function defineFields<S extends SchemaName, Name extends string>(
  type: ResourceType<S, Name>,
  fields: (f: ResourceFields<S, Name>) => FieldMap,
): Declaration {
  return createDeclaration((graph) => {
    const ref = graph.singleton(ResourceTypes).ref(type);
    graph.builder.objectFields(
      ref,
      graph.declareFields(type.name, (t: FieldBuilder<Resource>) =>
        fields(new ResourceFields<S, Name>(graph, t, type)),
      ),
    );
  });
}

/** Declares that responses contain objects of a type in a representation that no field declares. */
export function defineOccurrence(type: ResourceType, representation: SchemaName): Declaration {
  return createDeclaration((graph) => graph.singleton(ResourceTypes).getOccurrences(type).add(representation));
}

/**
 * Declares that only the path parameters of an object may be available, so that any attribute may need a detail call.
 */
export function defineOccurrenceByPath(type: ResourceType): Declaration {
  return createDeclaration((graph) => graph.singleton(ResourceTypes).getOccurrences(type).addReference());
}

/** Fields of an embedded object. */
export class ValueFields extends Fields<unknown, never> {
  readonly #schema: SchemaName;

  constructor(graph: Graph, t: FieldBuilder<unknown>, schema: SchemaName) {
    super(graph, t);
    this.#schema = schema;
  }

  /** Creates the field `extra`: attributes of the object that the schema does not have. */
  extra(): Field {
    return createValueExtra(this.graph, this.t, this.#schema);
  }

  /**
   * Creates a field of the object whose id is an attribute. The object is loaded only if a selected field needs more of
   * it than its id.
   */
  reference(target: ResourceType, attribute: string, options: Omit<ReferenceOptions, 'extractId'>): Field {
    return createValueReferenceField(this.graph, this.t, this.#schema, target, attribute, options);
  }
}

/** Defines fields of the type of embedded objects besides their attributes. */
export function defineValueFields(schema: SchemaName, fields: (f: ValueFields) => FieldMap): Declaration {
  return createDeclaration((graph) => {
    graph.builder.objectFields(
      graph.singleton(ValueTypes).extend(schema),
      graph.declareFields(schema, (t: FieldBuilder<unknown>) => fields(new ValueFields(graph, t, schema))),
    );
  });
}

/** Defines fields of the root of queries. */
export function defineQueries(fields: (f: Fields<object, never>) => FieldMap): Declaration {
  return createDeclaration((graph) => {
    graph.builder.objectFields(
      graph.singleton(QueryRoot).ref,
      graph.declareFields('Query', (t: FieldBuilder<object>) => fields(new Fields(graph, t))),
    );
  });
}

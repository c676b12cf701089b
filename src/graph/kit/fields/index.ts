/** What areas are made of: resource types, the kinds of fields that their objects have, and the entry points of the graph. */
import type { FieldMap, InputFieldMap } from '@pothos/core';
import type { OperationId, SchemaName, SchemaType } from '../../../contract/index.ts';
import { builder } from '../builder.ts';
import { camelCase } from '../contract/names.ts';
import { type LeafType, valueType } from '../contract/types.ts';
import { type AddressedType, completed, type Declaration, type RetrievedType } from '../resources/declaration.ts';
import { embedded, type OperationBelow, type PathName, type Resource } from '../resources/resource.ts';
import { ResourceType } from '../resources/resource-type.ts';
import {
  attributeField,
  type Described,
  derivedField,
  type Field,
  type FieldBuilder,
  objectField,
} from './attribute.ts';
import { type CallOptions, callField } from './call.ts';
import { type ComposedOptions, composedField } from './composed.ts';
import { type ConnectionOptions, connectionField } from './connection.ts';
import { type DownloadOptions, downloadField } from './download.ts';
import { addExtra } from './extra.ts';
import { addId } from './id.ts';
import { type LocatedLookup, type LookupOptions, lookupField } from './lookup.ts';
import type { WithPath } from './parameters.ts';
import { type ReferenceOptions, referenceField } from './reference.ts';

type AttributeName<S extends SchemaName> = keyof SchemaType<S> & string;

/** A type of the graph whose objects have path parameters of their own upstream. */
export function resourceType<S extends SchemaName, O extends OperationId>(
  declared: RetrievedType<S, O>,
): ResourceType<S, PathName<O>>;
export function resourceType<S extends SchemaName, Name extends string>(
  declared: AddressedType<S, Name>,
): ResourceType<S, Name>;
export function resourceType<S extends SchemaName>(declared: Declaration<S>): ResourceType<S> {
  const type = new ResourceType(completed(declared));
  addId(type);
  addExtra(type);
  return type;
}

const queryType = builder.objectRef<object>('Query').implement({
  description:
    'Reads from the upstream: objects by their address, lists of the whole instance, and any object by its global id.',
});

/** Fields that any object can have, the root of queries too. */
export class Fields<Parent, Name extends string> {
  readonly t: FieldBuilder<Parent>;

  constructor(t: FieldBuilder<Parent>) {
    this.t = t;
  }

  /**
   * An object whose path parameters the parent and the arguments tell, without a call of its own unless it has to answer something
   * itself; that verifies that it exists, and a missing one is null.
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
    return lookupField(this.t, type, options);
  }

  /** One call whose answer is the value of the field: an embedded object, or with `type` a resource. */
  call<O extends OperationBelow<Name>, A extends InputFieldMap>(
    id: O,
    options?: CallOptions<Name, O, A>,
    type?: ResourceType,
  ): Field;
  call<O extends OperationId, A extends InputFieldMap>(
    id: O,
    options: WithPath<CallOptions<Name, O, A>>,
    type?: ResourceType,
  ): Field;
  call<O extends OperationId, A extends InputFieldMap>(
    id: O,
    options: CallOptions<Name, O, A> = {},
    type?: ResourceType,
  ): Field {
    return callField(this.t, id, options, type);
  }

  /** A list as a Relay connection, of resources or, without `type`, of embedded objects. */
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
    return connectionField(this.t, id, type, options);
  }

  /** A value that takes several reads, some of which depend on what others answer. */
  composed<A extends InputFieldMap>(options: ComposedOptions<Parent, A>): Field {
    return composedField(this.t, options);
  }
}

/** Fields of a resource. */
export class ResourceFields<S extends SchemaName, Name extends string> extends Fields<Resource, Name> {
  readonly #type: ResourceType;

  constructor(t: FieldBuilder<Resource>, type: ResourceType) {
    super(t);
    this.#type = type;
  }

  /** Attributes under their own names, with type, description and deprecation from the contract. */
  attributes<N extends AttributeName<S>>(...names: readonly N[]): FieldMap {
    return Object.fromEntries(names.map((name) => [camelCase(name), this.attribute(name)]));
  }

  /** One attribute, for a field of another name. */
  attribute<N extends AttributeName<S>>(
    name: N,
    options: Described & { readonly convert?: (value: unknown) => unknown } = {},
  ): Field {
    return attributeField(this.t, this.#type, name, options);
  }

  /** An attribute that holds a resource, or a list of them. */
  object<N extends AttributeName<S>>(name: N, type: ResourceType, options: Described = {}): Field {
    return objectField(this.t, this.#type, name, type, options);
  }

  /** The address of a file that the facade hands on, and where it comes from. */
  download<N extends AttributeName<S>>(route: string, options: Omit<DownloadOptions<N, Name>, 'route'>): Field {
    return downloadField(this.t, this.#type, { route, ...options });
  }

  /** Something made of one attribute. */
  derived<N extends AttributeName<S>>(
    name: N,
    leaf: LeafType,
    options: Parameters<typeof derivedField>[4],
    derive: Parameters<typeof derivedField>[5],
  ): Field {
    return derivedField(this.t, this.#type, name, leaf, options, derive);
  }

  /** The object whose id an attribute tells; verified to exist when it has to answer something itself. */
  reference<N extends AttributeName<S>>(target: ResourceType, attribute: N, options: ReferenceOptions): Field {
    return referenceField(this.t, this.#type, target, attribute, options);
  }
}

/** Gives a resource type fields; areas add theirs to the types of others too. */
export function addFields<S extends SchemaName, Name extends string>(
  type: ResourceType<S, Name>,
  fields: (f: ResourceFields<S, Name>) => FieldMap,
): void {
  builder.objectFields(type.ref, (t) => fields(new ResourceFields<S, Name>(t, type)));
}

/** Fields of an object that other answers embed. */
export class ValueFields extends Fields<unknown, never> {
  /** The object whose number an attribute tells; verified to exist when it has to answer something itself. */
  reference(target: ResourceType, attribute: string, options: { readonly description: string }): Field {
    return this.composed({
      ...options,
      value: target.ref,
      attributes: [attribute],
      steps: target.detailOperations.map((operation) => ({ operation })),
      gives: { type: target },
      resolve: (value, _, calls) => {
        const id = embedded(value)?.[attribute];
        return typeof id === 'number' ? calls.find(target, { [target.firstParameter]: id }) : null;
      },
    });
  }
}

/** Gives the type of embedded objects further fields beside their attributes. */
export function addValueFields(schema: SchemaName, fields: (f: ValueFields) => FieldMap): void {
  builder.objectFields(valueType(schema), (t) => fields(new ValueFields(t)));
}

/** Adds entry points of the graph. */
export function addQueries(fields: (f: Fields<object, never>) => FieldMap): void {
  builder.objectFields(queryType, (t) => fields(new Fields(t)));
}

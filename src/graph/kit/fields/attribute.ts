/** An attribute of the object itself: at hand in the answer that gave the object, or in its detail. */
import type { FieldRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { attributesOf, resolve, type Schema, type SchemaName, schemaNameOf } from '../../../contract/index.ts';
import type { GraphContext } from '../../context.ts';
import type { Types } from '../builder.ts';
import { coordinate, describe, toGraphNames } from '../contract/names.ts';
import {
  deprecation,
  descriptionOf,
  type LeafType,
  type OutputShape,
  outputField,
  outputShape,
  useResourceField,
} from '../contract/types.ts';
import { converted, convertedList, toList } from '../contract/values.ts';
import { embedded, embeddedObject, type Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { readDetail } from '../resources/retrieval.ts';
import { Selection } from '../resources/selection.ts';
import {
  type Args,
  type FieldCall,
  type FieldKind,
  type Foreseen,
  type Held,
  needsDetail,
  ofKind,
  oneOf,
  type Place,
} from './kind.ts';

export type FieldBuilder<Parent> = PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>;
export type Field = FieldRef<Types, unknown>;

export interface Described {
  readonly description?: string;
  readonly deprecationReason?: string;
}

export class AttributeKind implements FieldKind {
  readonly attributes: readonly string[];
  readonly isOwn = true;
  readonly valueIn: FieldKind['valueIn'];
  readonly held: Held | undefined;
  readonly checksItself: boolean;
  readonly #type: ResourceType;
  readonly #list: boolean;

  constructor(
    type: ResourceType,
    name: string,
    options: { readonly held?: Held; readonly list?: boolean; readonly valueIn?: FieldKind['valueIn'] },
  ) {
    this.attributes = [name];
    this.#type = type;
    this.held = options.held;
    this.#list = options.held?.list ?? options.list ?? false;
    this.valueIn = options.valueIn;
    this.checksItself = options.valueIn !== undefined;
  }

  calls(): readonly FieldCall[] {
    const mayAsk = this.attributes.some((name) => this.#type.mayAskFor(name));
    return oneOf(mayAsk ? this.#type.detailOperations : [], 'forAllFields');
  }

  costsCall(listed: readonly SchemaName[]) {
    return listed.some((schema) => needsDetail(this, schema));
  }

  foresee({ representation, listLength }: Place, _: Args, selection: Selection): Foreseen {
    const { held } = this;
    const times = this.#list ? { times: listLength, assumed: true } : {};
    const place = held && { type: held.type, representation: held.representationIn(representation) };
    return { reads: [], objects: [{ ...place, selection, ...times }] };
  }
}

/** A resource that a value holds. */
class EmbeddedKind implements FieldKind {
  readonly attributes = [];
  readonly isOwn = false;
  readonly #type: ResourceType;
  readonly #representation: SchemaName;

  constructor(type: ResourceType, representation: SchemaName) {
    this.#type = type;
    this.#representation = representation;
  }

  calls() {
    return [];
  }

  costsCall() {
    return false;
  }

  foresee(_: Place, __: Args, selection: Selection): Foreseen {
    const known = { path: undefined, first: undefined, representation: this.#representation };
    return { reads: [], objects: [{ type: this.#type, ...known, selection }] };
  }
}

function schemaOf(type: ResourceType, name: string): Schema {
  const schema = attributesOf(type.schema).get(name);
  if (schema === undefined) throw new Error(`${type.schema} has no attribute ${name}`);
  return schema;
}

/** The attribute from what is at hand; from the detail only where the answer at hand does not cover it. */
export function attributeOf(
  type: ResourceType,
  resource: Resource,
  name: string,
  context: GraphContext,
  info: GraphQLResolveInfo,
): unknown {
  const value = resource.attributes?.[name];
  if (value !== undefined) return value;
  if (resource.covers(name)) return null;
  return readDetail(type, resource, context, coordinate(info))?.then((attributes) => attributes[name]) ?? null;
}

/** Goes on with a value at once where it is there, since a promise for each value of a long list costs more than the value. */
export function whenThere<T>(value: unknown, goOn: (value: unknown) => T | Promise<T>): T | Promise<T> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** A field of an attribute, with type, description and deprecation from the contract. */
function contractField(
  t: FieldBuilder<Resource>,
  type: ResourceType,
  name: string,
  shape: Pick<OutputShape, 'list' | 'type'>,
  kind: AttributeKind,
  { description }: Described,
  convert: (value: unknown, parent: Resource, info: GraphQLResolveInfo) => unknown,
): Field {
  const schema = schemaOf(type, name);
  return outputField(
    t,
    shape,
    {
      description: describe(description ?? toGraphNames(descriptionOf(schema)), schema['x-assumed']),
      ...deprecation(schema),
      ...ofKind(kind),
    },
    (parent, context, info) => {
      const value = attributeOf(type, parent, name, context, info);
      return value instanceof Promise
        ? value.then((detail) => convert(detail, parent, info))
        : convert(value, parent, info);
    },
  );
}

/** One attribute. @param options.convert changes what the field would show, for example to mask credentials in it */
export function attributeField(
  t: FieldBuilder<Resource>,
  type: ResourceType,
  name: string,
  { convert, ...described }: Described & { readonly convert?: (value: unknown) => unknown },
): Field {
  const shape = outputShape(schemaOf(type, name));
  const toShown = shape.convert ?? ((value: unknown) => value);
  const change = convert === undefined ? toShown : (value: unknown) => convert(toShown(value));
  const toValue = shape.list ? (value: unknown) => toList(change(value)) : change;
  const kind = new AttributeKind(type, name, {
    list: shape.list,
    valueIn: (attributes) => converted(toValue, attributes?.[name] ?? null),
  });
  return contractField(t, type, name, shape, kind, described, change);
}

/** An attribute that holds a resource, or a list of them. */
export function objectField(
  t: FieldBuilder<Resource>,
  type: ResourceType,
  name: string,
  target: ResourceType,
  described: Described,
): Field {
  const schema = schemaOf(type, name);
  const itemSchema = (holder: Schema) => schemaNameOf(resolve(holder).items ?? holder);
  const whole = itemSchema(schema);
  target.occursIn(whole);
  type.holdsResources(name);
  /** The answer at hand may show the object in another representation than the detail does. */
  const representationIn = (holder: SchemaName | undefined) => {
    const attribute = holder && attributesOf(holder).get(name);
    return attribute === undefined ? whole : itemSchema(attribute);
  };
  const list = resolve(schema).items !== undefined;
  const kind = new AttributeKind(type, name, { held: { type: target, list, representationIn } });
  return contractField(t, type, name, { list, type: target.ref }, kind, described, (value, parent, info) => {
    const representation = representationIn(parent.representation);
    const selected = () => Selection.of(info);
    const toObject = (item: unknown) => target.fromItem(embeddedObject(item), parent.path, representation, selected);
    return list ? convertedList(toObject, value) : toObject(value);
  });
}

/** Something made of one attribute. */
export function madeField(
  t: FieldBuilder<Resource>,
  type: ResourceType,
  name: string,
  leaf: LeafType,
  described: { readonly description: string },
  make: (value: unknown) => unknown,
): Field {
  return t.field({
    ...described,
    ...ofKind(new AttributeKind(type, name, {})),
    type: leaf,
    nullable: true,
    resolve: (parent, _, context, info) => whenThere(attributeOf(type, parent, name, context, info), make),
  });
}

/** Lets attributes of embedded objects whose schema is a representation of a resource type be resources of it. */
export function embedResource(type: ResourceType, representation: SchemaName): void {
  type.occursIn(representation);
  useResourceField(representation, (t, name, description) =>
    t.field({
      type: type.ref,
      nullable: true,
      description,
      ...ofKind(new EmbeddedKind(type, representation)),
      resolve: (value, _, __, info) =>
        type.fromItem(embeddedObject(embedded(value)?.[name]), {}, representation, () => Selection.of(info)),
    }),
  );
}

/** The kinds of fields that objects of the graph have. An area's file is made of these. */
import type { FieldMap, FieldRef, InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import {
  attributesOf,
  type OperationId,
  operation,
  type QueryOf,
  resolve,
  type Schema,
  type SchemaName,
  type SchemaType,
  schemaNameOf,
} from '../../contract/index.ts';
import { isRestError, type Violation } from '../../rest/errors.ts';
import type { AnyRequest, Request, RequestOf } from '../../rest/request.ts';
import type { GraphContext } from '../context.ts';
import { builder, type Types } from './builder.ts';
import { checkQuery, refuse } from './check.ts';
import { connectionType } from './connection.ts';
import { type Args, type AttributeDeclaration, type ConnectionDeclaration, declare } from './declaration.ts';
import type { Entity } from './entity.ts';
import { type Address, embedded, Held, unsettled } from './held.ts';
import { type ArgumentBuilder, argumentsFor, filterParameters, toQuery } from './inputs.ts';
import { camelCase, coordinate, describe } from './names.ts';
import { pagingArguments, readConnection } from './paging.ts';
import { Selection } from './selection.ts';
import {
  converted,
  deprecation,
  descriptionOf,
  type OutputShape,
  outputField,
  outputShape,
  type ScalarName,
  toGraphNames,
  toList,
  valueType,
} from './types.ts';

type AttributeName<S extends SchemaName> = keyof SchemaType<S> & string;
type Field = FieldRef<Types, unknown>;
/** What an operation is called with, less its id. */
type Parameters<O extends OperationId> = Omit<RequestOf<O>, 'operation' | 'body'>;

interface Described {
  readonly description?: string;
  readonly deprecationReason?: string;
}

interface AttributeOptions extends Described {
  /** Changes what the upstream sends, for example to mask credentials in it. */
  readonly convert?: (value: unknown) => unknown;
}

interface LookupOptions<Key extends string, A extends InputFieldMap> extends Described {
  readonly description: string;
  readonly args?: (t: ArgumentBuilder) => A;
  readonly address: (parent: Address<Key>, args: InputShapeFromFields<A>) => Address;
}

interface CallOptions<Key extends string, O extends OperationId, A extends InputFieldMap> extends Described {
  /** Parameters by parent, documented filters as they go on the wire, selection, and further arguments. */
  readonly request: (
    parent: Address<Key>,
    filters: QueryOf<O>,
    selection: Selection,
    args: InputShapeFromFields<A>,
  ) => Parameters<O>;
  /** Query parameters that the selection decides instead of the client. */
  readonly bySelection?: readonly string[];
  /** Further arguments beside the documented filters. */
  readonly args?: (t: ArgumentBuilder) => A;
  /** Whether a 404 means that there is none, rather than a failure. */
  readonly nullWhenMissing?: boolean;
  /** A read that tells a 403 for "there is none" (the read succeeds) from a refusal. */
  readonly nullWhenReadable?: { readonly operation: OperationId; request(parent: Address<Key>): AnyRequest };
}

interface ConnectionOptions<Key extends string, O extends OperationId, A extends InputFieldMap> extends Described {
  /** As for a call; the selection is that of the items. Without a query, the filters are the query. */
  readonly request: (
    parent: Address<Key>,
    filters: QueryOf<O>,
    selection: Selection,
    args: InputShapeFromFields<A>,
  ) => Parameters<O>;
  /** Query parameters that the selection decides, or that further arguments stand for. */
  readonly bySelection?: readonly string[];
  /** Further arguments beside the documented filters. */
  readonly args?: (t: ArgumentBuilder) => A;
  /** What is wrong with the call, in place of the check by the contract, where arguments do not have the names of parameters. */
  readonly check?: (args: InputShapeFromFields<A>, request: Request) => readonly Violation[];
  /** What the items take for their parent's address beside its own: its kind, where they can belong to several. */
  readonly within?: Address;
  /** Schema of the items where it depends on the request. */
  readonly form?: (request: Request) => SchemaName;
  /** Whether to page by next links instead of page numbers. */
  readonly keyset?: (args: InputShapeFromFields<A>, filters: QueryOf<O>) => boolean;
}

/** An object's address has the keys of its entity; a root has none. */
const addressOf = <Key extends string>(parent: unknown) =>
  (parent instanceof Held ? parent.address : {}) as Address<Key>;

/** GraphQL has coerced the arguments to what `A` declares before anyone sees them. */
const typedArgs = <A extends InputFieldMap>(args: Args) => args as InputShapeFromFields<A>;

/** Description and deprecation of a field that an operation answers. */
function operationOptions(id: OperationId, options: Described) {
  const { description, deprecated, source, assumed } = operation(id);
  const reason = options.deprecationReason ?? (deprecated && toGraphNames(deprecated));
  const from = [source, assumed ? 'assumed, as the documents do not show it' : ''].filter((part) => part !== '');
  return {
    description: describe(options.description ?? toGraphNames(description), from.join('; ')),
    ...(reason === undefined ? {} : { deprecationReason: reason }),
  };
}

const queryType = builder.objectRef<object>('Query').implement({
  description:
    'Where reading starts: objects by their address, lists of the whole instance, and any object by its global id.',
});

/** Fields that any object can have, the root of queries too. */
export class Fields<Parent, Key extends string> {
  readonly t: PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>;

  constructor(t: PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>) {
    this.t = t;
  }

  /**
   * An object addressed by the parent and the arguments, without a call of its own unless attributes of it are selected; these
   * verify that it exists, and a missing one is null.
   */
  lookup<A extends InputFieldMap>(entity: Entity, options: LookupOptions<Key, A>): Field {
    const { address, args, ...described } = options;
    const resolveAddress = (parent: Address<Key>, given: Args) => address(parent, typedArgs<A>(given));
    return this.t.field({
      ...described,
      ...declare({ kind: 'lookup', entity, address: resolveAddress }),
      type: entity.ref,
      nullable: true,
      args: args?.(this.t.arg) ?? {},
      resolve: (parent, given, context, info) =>
        entity.find(resolveAddress(addressOf(parent), given), context, info, coordinate(info)),
    });
  }

  /** One call whose answer is the value of the field: an embedded object, or with `entity` an object of the graph. */
  call<O extends OperationId, A extends InputFieldMap>(id: O, options: CallOptions<Key, O, A>, entity?: Entity): Field {
    const form = operation(id).answers[0];
    if (form === undefined || operation(id).list) throw new Error(`${id} does not answer with one object`);
    const parameters = filterParameters(id, options.bySelection);
    const request = (parent: Address<Key>, args: Args, selection: Selection): Request => {
      const filters = toQuery<O>(parameters, args);
      return { operation: id, query: filters, ...options.request(parent, filters, selection, typedArgs<A>(args)) };
    };
    entity?.occursIn(form);
    return this.t.field({
      ...operationOptions(id, options),
      ...declare({ kind: 'call', operation: id, fallback: options.nullWhenReadable?.operation, request, entity, form }),
      type: entity?.ref ?? valueType(form),
      nullable: true,
      args: { ...options.args?.(this.t.arg), ...argumentsFor(this.t.arg, parameters) },
      resolve: async (parent, args, context, info) => {
        const asked = request(addressOf(parent), args, Selection.of(info));
        refuse(checkQuery(id, asked.query ?? {}));
        try {
          const { body } = await context.rest.read(asked, coordinate(info));
          return entity
            ? entity.fromItem(embedded(body), addressOf(parent), form, () => Selection.of(info))
            : (body ?? null);
        } catch (error) {
          if (options.nullWhenMissing && isRestError(error, 'NOT_FOUND')) return null;
          if (!options.nullWhenReadable || !isRestError(error, 'FORBIDDEN')) throw error;
          const readable = context.rest.read(options.nullWhenReadable.request(addressOf(parent)), coordinate(info));
          return readable.then(
            () => null,
            () => Promise.reject(error),
          );
        }
      },
    });
  }

  /** A list as a Relay connection, of objects of the graph or, without `entity`, of embedded objects. */
  connection<O extends OperationId, A extends InputFieldMap>(
    id: O,
    entity: Entity | undefined,
    options: ConnectionOptions<Key, O, A>,
  ): Field {
    const { answers, keyset: supportsKeyset } = operation(id);
    const itemForm = answers[0];
    if (itemForm === undefined) throw new Error(`${id} does not answer with a list`);
    entity?.occursIn(itemForm);
    const parameters = filterParameters(id, options.bySelection);
    const declaration: ConnectionDeclaration = {
      kind: 'connection',
      operation: id,
      entity,
      request: (parent: Address<Key>, args, selection) => {
        const filters = toQuery<O>(parameters, args);
        return { operation: id, query: filters, ...options.request(parent, filters, selection, typedArgs<A>(args)) };
      },
      keyset: (args) => supportsKeyset && (options.keyset?.(typedArgs<A>(args), toQuery<O>(parameters, args)) ?? false),
      form: (request) => options.form?.(request) ?? itemForm,
      ...(options.check && { check: (args, request) => options.check?.(typedArgs<A>(args), request) ?? [] }),
      ...(options.within && { within: options.within }),
    };
    return this.t.field({
      ...operationOptions(id, options),
      ...declare(declaration),
      type: connectionType(entity?.name ?? itemForm, entity?.ref ?? valueType(itemForm)),
      nullable: true,
      args: { ...argumentsFor(this.t.arg, parameters), ...options.args?.(this.t.arg), ...pagingArguments(this.t.arg) },
      resolve: (parent, args, context, info) => readConnection(declaration, addressOf(parent), args, context, info),
    });
  }
}

/** Goes on with a value at once where it is there, since a promise for each value of a long list costs more than the value. */
function whenThere<T>(value: unknown, goOn: (value: unknown) => T | Promise<T>): T | Promise<T> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** A function of its own, as a closure beside the value at hand would cost it a context. */
function afterwards(
  value: Promise<unknown>,
  parent: Held,
  info: GraphQLResolveInfo,
  convert: (value: unknown, parent: Held, info: GraphQLResolveInfo) => unknown,
): Promise<unknown> {
  return value.then((detail) => convert(detail, parent, info));
}

/** A value as compiled code takes it: at once, with its failure as a value too. */
function heldValue(object: Held, name: string, convert: (value: unknown) => unknown): unknown {
  const value = object.attributes?.[name];
  if (value === undefined && !object.settles(name)) return unsettled;
  return converted(convert, value ?? null);
}

/** Fields of an object that has an address. */
export class EntityFields<S extends SchemaName, Key extends string> extends Fields<Held, Key> {
  readonly #entity: Entity;

  constructor(t: PothosSchemaTypes.RootFieldBuilder<Types, Held, 'Object'>, entity: Entity) {
    super(t);
    this.#entity = entity;
  }

  /** Attributes under their own names, with type, description and deprecation from the contract. */
  attributes<N extends AttributeName<S>>(...names: readonly N[]): FieldMap {
    return Object.fromEntries(names.map((name) => [camelCase(name), this.attribute(name)]));
  }

  /** One attribute, for a field of another name. */
  attribute<N extends AttributeName<S>>(name: N, { convert, ...options }: AttributeOptions = {}): Field {
    const shape = outputShape(this.#schemaOf(name));
    const change = convert ?? shape.convert ?? ((value: unknown) => value);
    const toValue = shape.list ? (value: unknown) => toList(change(value)) : change;
    return this.#field(name, shape, { ...options, held: (object) => heldValue(object, name, toValue) }, change);
  }

  /** An attribute that holds an object of the graph, or a list of them. */
  object<N extends AttributeName<S>>(name: N, entity: Entity, options: Described = {}): Field {
    const schema = this.#schemaOf(name);
    const { items } = resolve(schema);
    const itemForm = (holder: Schema) => schemaNameOf(resolve(holder).items ?? holder);
    const form = itemForm(schema);
    entity.occursIn(form);
    /** The answer at hand may show the object in another form than the detail does. */
    const formIn = (holder: SchemaName | undefined) => {
      const held = holder && attributesOf(holder).get(name);
      return held === undefined ? form : itemForm(held);
    };
    const shape: OutputShape = { list: items !== undefined, type: entity.ref, convert: undefined };
    const declared = { target: entity, targetForm: form };
    return this.#field(name, shape, { ...options, ...declared }, (value, parent, info) => {
      const shown = formIn(parent.form);
      const selected = () => Selection.of(info);
      const toObject = (item: unknown) => entity.fromItem(embedded(item), parent.address, shown, selected);
      return Array.isArray(value) ? value.map(toObject) : toObject(value);
    });
  }

  /** Something made of one attribute, such as a link to a `route` of the facade. */
  made<N extends AttributeName<S>>(
    name: N,
    type: ScalarName,
    options: { readonly description: string; readonly route?: OperationId },
    make: (value: unknown, object: Held, context: GraphContext) => unknown,
  ): Field {
    const { route, ...described } = options;
    return this.t.field({
      ...described,
      ...declare({ kind: 'attribute', entity: this.#entity, name, ...(route === undefined ? {} : { route }) }),
      type,
      nullable: true,
      resolve: (parent, _, context, info) =>
        whenThere(this.#valueOf(parent, name, context, info), (value) => make(value, parent, context)),
    });
  }

  /** The object whose id an attribute tells; verified to exist when attributes of it are selected. */
  reference<N extends AttributeName<S>>(target: Entity, name: N, options: { readonly description: string }): Field {
    return this.t.field({
      ...options,
      ...declare({ kind: 'reference', entity: this.#entity, name, target }),
      type: target.ref,
      nullable: true,
      resolve: (parent, _, context, info) =>
        whenThere(this.#valueOf(parent, name, context, info), (id) =>
          typeof id === 'number' || typeof id === 'string'
            ? target.find({ [target.keys[0] ?? 'id']: id }, context, info, coordinate(info))
            : null,
        ),
    });
  }

  /** The attribute from what is at hand; from the detail only when the form at hand does not carry it. */
  #valueOf(parent: Held, name: string, context: GraphContext, info: GraphQLResolveInfo): unknown {
    const value = parent.attributes?.[name];
    if (value !== undefined) return value;
    if (parent.settles(name)) return null;
    return parent.detail(context, coordinate(info))?.then((attributes) => attributes[name]) ?? null;
  }

  #schemaOf(name: string): Schema {
    const schema = attributesOf(this.#entity.schema).get(name);
    if (schema === undefined) throw new Error(`${this.#entity.schema} has no attribute ${name}`);
    return schema;
  }

  #field(
    name: string,
    shape: Pick<OutputShape, 'list' | 'type'>,
    options: Described & Pick<AttributeDeclaration, 'target' | 'targetForm' | 'held'>,
    convert: (value: unknown, parent: Held, info: GraphQLResolveInfo) => unknown,
  ): Field {
    const schema = this.#schemaOf(name);
    const { target, targetForm, held } = options;
    const more = { ...(target && { target, targetForm }), ...(held && { held }) };
    return outputField(
      this.t,
      shape,
      {
        description: describe(options.description ?? toGraphNames(descriptionOf(schema)), schema['x-source']),
        ...deprecation(schema),
        ...declare({ kind: 'attribute', entity: this.#entity, name, ...more }),
      },
      (parent, context, info) => {
        const value = this.#valueOf(parent, name, context, info);
        return value instanceof Promise ? afterwards(value, parent, info, convert) : convert(value, parent, info);
      },
    );
  }
}

/** Gives an entity fields; areas add theirs to the entities of others too. */
export function addFields<S extends SchemaName, Key extends string>(
  entity: Entity<S, Key>,
  fields: (f: EntityFields<S, Key>) => FieldMap,
): void {
  builder.objectFields(entity.ref, (t) => fields(new EntityFields<S, Key>(t, entity)));
}

/** Adds entry points of the graph. */
export function addQueries(fields: (f: Fields<object, never>) => FieldMap): void {
  builder.objectFields(queryType, (t) => fields(new Fields(t)));
}

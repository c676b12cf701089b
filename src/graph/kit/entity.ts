/** Objects of the graph that have an address of their own upstream. */
import type { ImplementableObjectRef } from '@pothos/core';
import { type GraphQLNamedType, type GraphQLResolveInfo, isObjectType } from 'graphql';
import { attributesOf, document, type OperationId, operation, type SchemaName, typesIn } from '../../contract/index.ts';
import { badInput, isRestError, RestError, type Violation } from '../../rest/errors.ts';
import { maxPageSize } from '../../rest/paging.ts';
import type { Request } from '../../rest/request.ts';
import type { GraphContext } from '../context.ts';
import { builder, type Types } from './builder.ts';
import type { Cursor } from './cursors.ts';
import { declarationOf, declare } from './declaration.ts';
import type { EntityOptions, Owner, Retrieve } from './entity-options.ts';
import { decodeAddress, decodeGlobalId, encodeAddress, encodeGlobalId, isGlobalId } from './global-id.ts';
import { type Address, type Attributes, Held, objectOf, unsettled } from './held.ts';
import { describe } from './names.ts';
import { isOddNumber, oddNumber, parseReference } from './references.ts';
import { Selection } from './selection.ts';
import { readOffsetWindow } from './window.ts';

/** Objects that `node` finds again by their global id. */
export const nodeInterface = builder.interfaceRef<Held>('Node').implement({
  description: 'An object with a global id, by which `node` finds it again.',
  resolveType: (held) => held.entity.name,
  fields: (t) => ({
    id: t.field({
      type: 'ID',
      nullable: false,
      description: 'Global id of the object; the same however it was reached.',
    }),
  }),
});

/** Pages of a list that are searched for one object at the most. */
const longestSearch = 1000;

const registered = new Map<string, Entity>();

/** By name: what is printed of them must not change with the order of imports. */
export function entities(): readonly Entity[] {
  return [...registered.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The type of a global id; undefined when there is none of that name. */
export function entityNamed(name: string): Entity | undefined {
  return registered.get(name);
}

function toPart(value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return '';
  // `007` is a name, not the number 7.
  return /^(?:0|[1-9]\d*)$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** A part of an address that is a text, even where it consists of digits. */
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** An object whose values are properties too. */
class Exposed extends Held {
  /** The property that was taken last, and its value: compiled code takes each three times in a row. */
  taken: string | undefined;
  value: unknown;
}

export class Entity<S extends SchemaName = SchemaName, Key extends string = string> {
  readonly name: string;
  readonly schema: S;
  readonly keys: readonly string[];
  readonly ref: ImplementableObjectRef<Types, Held>;
  readonly retrieve: Retrieve<Key> | undefined;
  readonly #options: EntityOptions<S, Key>;
  /** Schemas of the answers in which the object occurs. */
  readonly #forms = new Set<SchemaName>();
  /** A class of its own, so that its objects can have the properties of the type. */
  readonly #Held = class extends Exposed {};
  #byAddress = false;
  #knownTextKeys: ReadonlySet<string> | undefined;

  constructor(options: EntityOptions<S, Key>) {
    this.#options = options;
    this.name = options.name;
    this.schema = options.schema;
    this.keys = options.keys;
    this.retrieve = options.retrieve;
    this.ref = builder.objectRef<Held>(options.name);
    const schema = document.components.schemas[options.schema] ?? {};
    this.ref.implement({
      description: describe(options.description ?? schema.description, schema['x-source']),
      interfaces: this.isNode ? [nodeInterface] : [],
      fields: (t) => ({
        id: t.field({
          type: 'ID',
          nullable: false,
          description: `Global id, of the form \`gid://service/<Type>/<address>\`; ${
            this.isNode ? 'refetches the object through `node`.' : 'no call gives the object by it.'
          }`,
          ...declare({ kind: 'id', entity: this }),
          resolve: (held, _, context) => this.globalId(held, context),
        }),
      }),
    });
    registered.set(options.name, this);
  }

  /** An object with what an answer said of it. */
  hold(
    address: Address | (() => Address),
    attributes: Attributes | undefined,
    form: SchemaName | undefined,
    selected?: () => Selection,
  ): Held {
    return new this.#Held(this, address, attributes, form, selected);
  }

  /**
   * Makes a value a property of the objects, for compiled code. False where they have one of that name already.
   * @param missing the property of an object that does not hold the value
   */
  expose(name: string, read: (object: Held) => unknown, missing: Error): boolean {
    if (name in this.hold({}, undefined, undefined)) return false;
    Object.defineProperty(this.#Held.prototype, name, {
      get(this: Exposed) {
        if (this.taken !== name) {
          const value = read(this);
          this.value = value === unsettled ? missing : value;
          this.taken = name;
        }
        return this.value;
      },
    });
    return true;
  }

  /** Whether a retrieve or a list can prove that an object exists. */
  get isNode(): boolean {
    return this.#options.retrieve !== undefined || this.#options.search !== undefined;
  }

  /** The keys that are texts: their path parameter, or the attribute by which a list is searched, takes no number. */
  get #textKeys(): ReadonlySet<string> {
    this.#knownTextKeys ??= new Set(this.keys.filter((key) => this.#isText(key)));
    return this.#knownTextKeys;
  }

  #isText(key: string): boolean {
    const parameters = this.detailOperations.flatMap((id) => operation(id).pathParameters);
    const schema =
      parameters.find(({ name }) => name === key)?.schema ?? attributesOf(this.#options.schema).get(key) ?? {};
    const types = typesIn(schema);
    return types.has('string') && !types.has('integer');
  }

  #toPart(key: string, value: unknown): string | number {
    return this.#textKeys.has(key) ? toText(value) : toPart(value);
  }

  #toAddress(parts: Readonly<Record<string, unknown>>): Address {
    const address: Record<string, string | number> = {};
    for (const key in parts) address[key] = this.#toPart(key, parts[key]);
    return address;
  }

  get #owners(): readonly Owner[] {
    return [this.#options.owner ?? []].flat();
  }

  /** What the first key of an address names. */
  ownerOf(address: Address | undefined): Owner | undefined {
    return this.#owners.find(({ owns }) => owns === undefined || (address !== undefined && owns(address)));
  }

  /** The keys in the order of the global id. */
  get #idKeys(): readonly string[] {
    const { idPrefix } = this.#options;
    return idPrefix === undefined ? this.keys : [idPrefix, ...this.keys.filter((key) => key !== idPrefix)];
  }

  /** Operations that the detail of an object is read with. */
  get detailOperations(): readonly OperationId[] {
    const call = this.#options.retrieve ?? this.#options.search;
    return call === undefined ? [] : [call.operation].flat();
  }

  /** Operations that the global id may need. */
  get idOperations(): readonly OperationId[] {
    return this.#owners.length === 0 ? this.detailOperations : this.ownerOperations;
  }

  /** Operations that tell the number of what the object belongs to. */
  get ownerOperations(): readonly OperationId[] {
    return this.#owners.flatMap(({ entity }) => entity.detailOperations);
  }

  /** Notes a form in which the object occurs, so that it is known which attributes may cost a call. */
  occursIn(form: SchemaName | undefined): void {
    if (form !== undefined) this.#forms.add(form);
  }

  /** Notes that the object occurs by nothing but its address, so that any attribute may cost a call. */
  occursByAddress(): void {
    this.#byAddress = true;
  }

  /** Whether some form of the object leaves this attribute to the detail. */
  mayAskFor(attribute: string): boolean {
    return this.#byAddress || [...this.#forms].some((form) => !attributesOf(form).has(attribute));
  }

  /** An object from an item of an answer; null when there is none. */
  fromItem(
    item: Attributes | null,
    parent: Address,
    form: SchemaName | undefined,
    selected?: () => Selection,
  ): Held | null {
    if (item === null) return null;
    return this.hold(() => this.#toAddress(this.#options.address(item, parent)), item, form, selected);
  }

  /** An object of which only the address is known. */
  atAddress(address: Address, selected?: () => Selection): Held {
    return this.hold(address, undefined, undefined, selected);
  }

  /** Whether a selection holds anything that the object itself has to answer, rather than other objects below its address. */
  needsItself(selection: Selection): boolean {
    const { type } = selection;
    if (!isObjectType(type)) return false;
    const fields = type.getFields();
    return [...selection.fields.keys()].some((name) => {
      const field = fields[name];
      const kind = field && declarationOf(field)?.kind;
      return kind === 'attribute' || kind === 'id' || kind === 'reference';
    });
  }

  /** The object at an address, verified to exist when anything of its own is selected; null when it does not. */
  find(address: Address, context: GraphContext, info: GraphQLResolveInfo, field: string): Held | Promise<Held | null> {
    const selection = Selection.of(info).on(this.typeIn(info));
    if (!this.isNode || !this.needsItself(selection)) return this.atAddress(address, () => selection);
    return this.load(address, selection, context, field);
  }

  /**
   * The number of what an input names, for operations that take nothing else; only a path costs a read.
   * @param path of the input
   * @throws RestError `NOT_FOUND` when there is none
   */
  async numberOf(text: string, path: Violation['path'], context: GraphContext, field: string): Promise<number> {
    const reference = parseReference(this.name, text, path);
    if (typeof reference === 'number') return reference;
    const [key = 'id'] = this.keys;
    const found = await this.load({ [key]: reference }, Selection.empty, context, field);
    const number = found?.attributes?.id;
    if (typeof number === 'number') return number;
    throw new RestError('NOT_FOUND', `There is no such ${this.name}`, {
      violations: [{ path, message: `names no ${this.name} that the caller may see` }],
    });
  }

  /** The object at an address with its detail; null when it does not exist or is not shown to the caller. */
  load(address: Address, selection: Selection, context: GraphContext, field: string): Promise<Held | null> {
    const { retrieve } = this;
    const orNull = (error: unknown): null => {
      if (isRestError(error, 'NOT_FOUND')) return null;
      if (isRestError(error) && error.status !== undefined && error.status === retrieve?.absentStatus) return null;
      throw error;
    };
    if (retrieve === undefined) return this.#search(address, selection, context, field).catch(orNull);
    return context.rest
      .read(retrieve.request(address, selection), field)
      .then((answer) => this.hold(address, objectOf(answer), this.schema, () => selection), orNull);
  }

  /** The attributes that an answer at hand left out, from the call or the list that has them; undefined when none has more. */
  detailOf({ address, form, selection }: Held, context: GraphContext, field: string): Promise<Attributes> | undefined {
    const { retrieve } = this;
    if (retrieve !== undefined) return context.rest.read(retrieve.request(address, selection), field).then(objectOf);
    const listed = this.detailOperations.flatMap((id) => operation(id).answers);
    if (listed.length === 0 || (form !== undefined && listed.includes(form))) return undefined;
    return this.#search(address, selection, context, field).then((found) => found?.attributes ?? {});
  }

  /** Goes through the list that would hold the object, page by page. */
  async #search(address: Address, selection: Selection, context: GraphContext, field: string): Promise<Held | null> {
    const { search } = this.#options;
    if (search === undefined) throw new Error(`${this.name} cannot be found by its address`);
    const list = search.request(address);
    const [form] = operation(list.operation).answers;
    const read = (request: Request) => context.rest.read(request, field);
    let after: Cursor | undefined;
    for (let page = 0; page < longestSearch; page++) {
      const window = { first: maxPageSize, last: undefined, before: undefined, after };
      const { items, hasNextPage, cursorAt, whole } = await readOffsetWindow(list, window, read);
      const found = (whole ?? items).find((item) => item !== null && search.matches(item, address));
      if (found) return this.hold(address, found, form, () => selection);
      after = cursorAt(items.length - 1);
      if (whole !== undefined || !hasNextPage || after === undefined) return null;
    }
    throw new RestError(
      'UNPROCESSABLE',
      `The ${this.name} is not on the first ${longestSearch} pages of its list, where the search for it ends`,
    );
  }

  /** Path parameters of a global id; undefined when it cannot be one of this type. */
  decode(encoded: string): Address<Key> | undefined {
    const parts = decodeAddress(encoded);
    const missing = this.keys.length - (parts?.length ?? 0);
    if (parts === undefined || (missing !== 0 && !(missing === 1 && this.#options.instanceWide))) return undefined;
    const keys = this.#idKeys.filter((key) => missing === 0 || key !== this.keys[0]);
    // What names a project, group or user would be taken for a number that it is not.
    if (isOddNumber(toPart(parts[keys.indexOf('id')]))) return undefined;
    // It has exactly the keys of the entity, which the compiler cannot see.
    return Object.fromEntries(keys.map((key, index) => [key, this.#toPart(key, parts[index])])) as Address<Key>;
  }

  /** Path parameters that a global id in an input names. Fails with `BAD_USER_INPUT` when it is not of this type. */
  addressOf(globalId: string, path: Violation['path'] = ['input', 'id']): Address<Key> {
    const { typename, id } = decodeGlobalId(globalId, path);
    const address = typename === this.name ? this.decode(id) : undefined;
    if (address === undefined) throw badInput([{ path, message: `must be the global id of a ${this.name}` }]);
    return address;
  }

  /**
   * The last part of the address of an object below others, which an argument names by that part or by the global id.
   * @param above the parts of the address before it
   * @throws RestError `BAD_USER_INPUT` for the global id of anything that is elsewhere
   */
  partBelow(above: Address, text: string, path: Violation['path'] = ['id']): string | number {
    if (!isGlobalId(text)) {
      const key = this.keys.at(-1) ?? '';
      const part = this.#toPart(key, text);
      if (!this.#isText(key) && isOddNumber(part)) throw badInput([{ path, message: oddNumber }]);
      return part;
    }
    const address: Address = this.addressOf(text, path);
    const [first = '', last = first] = [this.keys[0], this.keys.at(-1)];
    const differs = ([key, part]: [string, unknown]) => {
      // A project or group that is named by its path may be the one of the id; the upstream will tell.
      const comparable = key !== first || (typeof part === 'number' && typeof address[key] === 'number');
      return comparable && address[key] !== part;
    };
    if (Object.entries(above).some(differs))
      throw badInput([{ path, message: `is the global id of a ${this.name} elsewhere` }]);
    return address[last] ?? '';
  }

  /** As `partBelow`, for parts that are numbers. */
  numberBelow(above: Address, text: string, path: Violation['path'] = ['id']): number {
    const part = this.partBelow(above, text, path);
    if (typeof part === 'number') return part;
    throw badInput([{ path, message: `must be the global id of a ${this.name} or a number` }]);
  }

  globalId(held: Held, context: GraphContext): string | Promise<string> {
    const encoded = this.encodedAddress(held, context);
    return encoded instanceof Promise
      ? encoded.then((address) => encodeGlobalId(this.name, address))
      : encodeGlobalId(this.name, encoded);
  }

  /** The end of the global id. Numbers only for projects and groups, so that one object has one id. */
  encodedAddress(held: Held, context: GraphContext): string | Promise<string> {
    const address = this.#toldAddress(held);
    const first = this.#belongsToInstance(address) ? undefined : this.#firstPart(held, address, context);
    return first instanceof Promise
      ? first.then((part) => this.#encodeAddress(address, part))
      : this.#encodeAddress(address, first);
  }

  /** The address as the object itself tells it, which may have been found by a name or below something else. */
  #toldAddress({ address, attributes }: Held): Address {
    if (attributes === undefined) return address;
    const told = this.#toAddress(this.#options.address(attributes, address));
    const parts: Record<string, string | number> = {};
    // What an answer leaves out is as it was asked for, but for the group that it says there is none of.
    for (const key of this.keys)
      parts[key] = told[key] || (this.#options.instanceWide && key === this.keys[0] ? '' : (address[key] ?? ''));
    return parts;
  }

  /** An object of the whole instance, whose address lacks the first key. */
  #belongsToInstance(address: Address): boolean {
    return this.#options.instanceWide === true && !address[this.keys[0] ?? ''];
  }

  #encodeAddress(address: Address, first: string | number | undefined): string {
    const parts: (string | number)[] = [];
    for (const key of this.#idKeys) {
      if (key === this.keys[0] && this.#belongsToInstance(address)) continue;
      const part = key === this.keys[0] ? first : address[key];
      if (part === undefined || part === '')
        throw new RestError('UPSTREAM_INVALID_ANSWER', `The upstream sends a ${this.name} without its id`);
      parts.push(part);
    }
    return encodeAddress(parts);
  }

  #firstPart(
    held: Held,
    address: Address,
    context: GraphContext,
  ): string | number | undefined | Promise<string | number | undefined> {
    const part = address[this.keys[0] ?? ''];
    if (typeof part === 'number') return part;
    const owner = this.ownerOf(address);
    const field = `${this.name}.id`;
    if (owner === undefined) {
      // What is known by its path alone has to tell its number.
      const unread = held.attributes === undefined && this.keys[0] === 'id' && part !== undefined;
      const detail = unread ? held.detail(context, field) : undefined;
      return detail ? detail.then(({ id }) => toPart(id ?? part)) : toPart(held.attributes?.id ?? part);
    }
    const told = owner.attribute === undefined ? undefined : held.attributes?.[owner.attribute];
    if (typeof told === 'number') return told;
    if (part === undefined || part === '') return undefined;
    return owner.entity
      .load({ id: part }, Selection.empty, context, field)
      .then((parent) => toPart(parent?.attributes?.id));
  }

  typeIn({ schema }: Pick<GraphQLResolveInfo, 'schema'>): GraphQLNamedType {
    const type = schema.getType(this.name);
    if (type === undefined) throw new Error(`The schema has no type ${this.name}`);
    return type;
  }
}

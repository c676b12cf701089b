/**
 * Lists as compiled code takes them, where nothing is selected but values: what answers say of each item becomes a part of the response,
 * without an object of the graph for each field.
 */
import {
  type FieldNode,
  GraphQLBoolean,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { SchemaName } from '../../contract/index.ts';
import { valueInOf } from './contract/types.ts';
import { convertedList } from './contract/values.ts';
import { type FieldKind, type Held, kindOf, type Target } from './fields/kind.ts';
import { type Attributes, covers, embeddedObject, isAttributes, itemOf } from './resources/resource.ts';

type Serialize = (value: unknown) => unknown;

/** Strings and booleans skip the serializers of graphql-js, as most values have the right type already. */
export const quickSerializers = {
  String: (value: unknown) => (typeof value === 'string' ? value : GraphQLString.serialize(value)),
  Boolean: (value: unknown) => (typeof value === 'boolean' ? value : GraphQLBoolean.serialize(value)),
};

/** What all members of a row have. */
interface Member {
  /** Its name in the response. */
  readonly key: string;
  /** Name of the field, and of the type that has it. */
  readonly field: string;
  readonly coordinate: string;
  /** Attributes that it is made of. */
  readonly attributes: readonly string[];
}

/** A member made of attributes. It fails where they hold something that its type cannot show. */
export interface ValueMember extends Member {
  readonly valueIn: (attributes: Attributes) => unknown;
}

/** A member that a resource tells, perhaps after a read. */
export interface ReadMember extends Member {
  readonly read: NonNullable<FieldKind['read']>;
  readonly serialize: Serialize;
}

/** A member that is a row itself, or a list of them, made of what an attribute holds. */
export interface HeldMember extends Member {
  readonly held: Held;
  readonly type: GraphQLObjectType;
  readonly rows: Rows;
}

/** A member that is the row of another object, which has to be read. */
export interface TargetMember extends Member {
  readonly target: Target;
  readonly type: GraphQLObjectType;
  readonly rows: Rows;
}

export type RowMember = ValueMember | ReadMember | HeldMember | TargetMember;

/** The rows of a list. */
export class Rows {
  readonly members: readonly RowMember[];
  readonly #plain = new Map<SchemaName | undefined, PlainRows | undefined>();
  #literal: ((values: readonly unknown[]) => (source: unknown) => unknown) | undefined;

  constructor(members: readonly RowMember[]) {
    this.members = members;
  }

  /** How a row is made of an item of an answer of a schema alone; undefined where something has to be read whatever the item tells. */
  plainFor(representation: SchemaName | undefined): PlainRows | undefined {
    if (this.#plain.has(representation)) return this.#plain.get(representation);
    const values = this.members.map((member) => plainValue(member, representation));
    const plain = values.every((value) => value !== undefined)
      ? { make: this.maker(values.map(({ make }) => make)), tells: values.flatMap(({ tells }) => tells) }
      : undefined;
    this.#plain.set(representation, plain);
    return plain;
  }

  /** What makes a row of any item of an answer of a schema; undefined where an item may leave something to be read. */
  makerFor(representation: SchemaName | undefined): RowMaker | undefined {
    const plain = this.plainFor(representation);
    return plain?.tells.length === 0 ? plain.make : undefined;
  }

  /**
   * A function that makes a row from where its values are. It is compiled, so that rows are object literals: made in a third of the time
   * that adding one member after the other takes, and written as JSON in a fourth. Keys are names of GraphQL, never `__proto__`, which no
   * compiled operation has.
   * @param values what takes each member from there, in their order
   */
  maker<Source>(values: readonly ((source: Source) => unknown)[]): (source: Source) => unknown {
    this.#literal ??= compiledLiteral(this.members);
    return this.#literal(values);
  }
}

/** The rows of objects of several types. */
export class RowsByType {
  readonly #rows: ReadonlyMap<string, Rows>;

  constructor(rows: ReadonlyMap<string, Rows>) {
    this.#rows = rows;
  }

  /** Those of one type, of which nothing may be selected. */
  of(typeName: string): Rows {
    return this.#rows.get(typeName) ?? empty;
  }
}

function compiledLiteral(members: readonly RowMember[]): (values: readonly unknown[]) => (source: unknown) => unknown {
  const literal = members.map(({ key }, index) => `${JSON.stringify(key)}: values[${index}](source)`);
  return new Function(`return (values) => (source) => ({ ${literal.join(', ')} })`)();
}

/** Makes a row. It fails where a value is one that its type cannot show. */
type RowMaker = (attributes: Attributes) => unknown;

/** Rows that are made of items alone. */
export interface PlainRows {
  readonly make: RowMaker;
  /** Whether an item tells all that its schema need not. Services often send more than they document. */
  readonly tells: readonly ((attributes: Attributes) => boolean)[];
}

/** Whether an item tells all that a row is made of. */
export const isTold = ({ tells }: PlainRows, item: Attributes): boolean => tells.every((tell) => tell(item));

/** How a member is made of an item alone. */
function plainValue(member: RowMember, representation: SchemaName | undefined): PlainRows | undefined {
  const untold = member.attributes.filter((name) => !covers(representation, name));
  const tells = untold.map((name) => (item: Attributes) => item[name] !== undefined);
  if ('valueIn' in member) return { make: member.valueIn, tells };
  if (!('held' in member)) return undefined;
  const { held, rows, attributes } = member;
  const [attribute = ''] = attributes;
  const plain = rows.plainFor(held.representationIn(representation));
  if (plain === undefined) return undefined;
  const { make } = plain;
  const isTellingObject = (object: unknown) => isAttributes(object) && isTold(plain, object);
  const isTelling = ({ [attribute]: value = null }: Attributes) =>
    value === null || (held.list ? Array.isArray(value) && value.every(isTellingObject) : isTellingObject(value));
  return {
    make: ({ [attribute]: value = null }) => ofHeld(held, value, make),
    tells: plain.tells.length === 0 ? tells : [...tells, isTelling],
  };
}

/** What is made of each object that an attribute holds. */
export function ofHeld<T>({ list }: Held, value: unknown, make: (object: Attributes) => T): T | (T | null)[] | null {
  const makeItem = (item: unknown) => {
    const object = embeddedObject(item);
    return object && make(object);
  };
  if (!list) return makeItem(value);
  const items = convertedList((item) => item, value);
  return items?.map((item) => makeItem(unlessFailed(item))) ?? null;
}

/** Whether answers of a schema tell what a member is made of. */
export const isAtHand = ({ attributes }: Pick<Member, 'attributes'>, representation: SchemaName | undefined): boolean =>
  attributes.every((name) => covers(representation, name));

const empty = new Rows([]);

const known = new WeakMap<SelectionSetNode, Rows | RowsByType>();

/** The rows of a list of which this is selected; undefined where its items are objects. */
export function rowsFor(selected: SelectionSetNode | undefined): Rows | undefined {
  const rows = selected && known.get(selected);
  return rows instanceof Rows ? rows : undefined;
}

/** The rows of objects of any type of which this is selected; undefined where they are objects of the graph. */
export function rowsByTypeFor(selected: SelectionSetNode | undefined): RowsByType | undefined {
  const rows = selected && known.get(selected);
  return rows instanceof RowsByType ? rows : undefined;
}

/** From now on, the items of lists, or the objects, of which this is selected are rows. */
export function useRows(selected: SelectionSetNode, rows: Rows | RowsByType): void {
  known.set(selected, rows);
}

/** The rows that a selection on objects of any type makes, which tells the types apart; undefined where it selects anything but values. */
export function rowsByTypeOf(schema: GraphQLSchema, { selections }: SelectionSetNode): RowsByType | undefined {
  const rows = new Map<string, Rows>();
  for (const node of selections) {
    const type =
      node.kind === Kind.INLINE_FRAGMENT && node.typeCondition && schema.getType(node.typeCondition.name.value);
    const ofType =
      isObjectType(type) && node.kind === Kind.INLINE_FRAGMENT ? rowsOf(type, node.selectionSet) : undefined;
    if (!isObjectType(type) || ofType === undefined) return undefined;
    rows.set(type.name, ofType);
  }
  return new RowsByType(rows);
}

/** The rows that a selection on an object type makes; undefined where it selects anything but values. */
export function rowsOf(type: GraphQLObjectType, { selections }: SelectionSetNode): Rows | undefined {
  const members: RowMember[] = [];
  for (const node of selections) {
    const member = node.kind === Kind.FIELD ? memberOf(type, node) : undefined;
    if (member === undefined) return undefined;
    members.push(member);
  }
  return new Rows(members);
}

function memberOf(type: GraphQLObjectType, node: FieldNode): RowMember | undefined {
  const { value: name } = node.name;
  const named = { key: node.alias?.value ?? name, field: name, coordinate: `${type.name}.${name}` };
  if (name === '__typename') return { ...named, attributes: [], valueIn: () => type.name };
  const field = type.getFields()[name];
  if (field === undefined) return undefined;
  const { attributes = [], valueIn = valueInOf(field), held, target, read } = kindOf(field) ?? {};
  const member = { ...named, attributes };
  const serialize = serializerOf(field.type);
  if (serialize !== undefined) {
    if (valueIn !== undefined) return { ...member, valueIn: (item) => serialize(valueIn(item)) };
    return read && { ...member, read, serialize };
  }
  const below = getNamedType(field.type);
  const rows = isObjectType(below) && node.selectionSet ? rowsOf(below, node.selectionSet) : undefined;
  if (!isObjectType(below) || rows === undefined) return undefined;
  const toRow = valueIn && rows.makerFor(undefined);
  if (valueIn !== undefined) return toRow && { ...member, valueIn: (item) => rowsIn(valueIn(item), toRow) };
  if (held !== undefined) return { ...member, held, type: below, rows };
  // An object that has to tell nothing itself is not read.
  const isRead = target?.type.isNode && rows.members.some((member) => 'read' in member || member.attributes.length > 0);
  return isRead && field.args.length === 0 ? { ...member, target, type: below, rows } : undefined;
}

/** The rows of the embedded objects that a value consists of. */
function rowsIn(value: unknown, toRow: RowMaker): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => rowsIn(item, toRow));
  return toRow(itemOf(unlessFailed(value)));
}

/** A value, unless it stands for a failure. */
export function unlessFailed<T>(value: T): Exclude<T, Error> {
  if (value instanceof Error) throw value;
  return value as Exclude<T, Error>;
}

/** What writes values of a type; undefined for types of objects. It fails with a value that stands for a failure. */
function serializerOf(given: GraphQLOutputType): Serialize | undefined {
  const type = getNullableType(given);
  if (isListType(type)) {
    const serializeItem = serializerOf(type.ofType);
    return serializeItem && ((value) => (Array.isArray(value) ? value.map(serializeItem) : nullOf(value)));
  }
  if (!isLeafType(type)) return undefined;
  const quick: Readonly<Record<string, Serialize>> = quickSerializers;
  const serialize = quick[type.name] ?? ((value) => type.serialize(value));
  return (value) => (value === null || value === undefined ? null : serialize(unlessFailed(value)));
}

/** Where there is no list, there is null. */
function nullOf(value: unknown): null {
  if (value === null || value === undefined) return null;
  throw value instanceof Error ? value : new TypeError('The value is no list');
}

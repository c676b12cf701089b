/**
 * Lists of which nothing is selected but values at hand, as compiled code takes them: what an answer says of each item becomes a part of
 * the response, without an object of the graph between them.
 */
import {
  type FieldNode,
  GraphQLBoolean,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
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
import { convertedList } from './contract/values.ts';
import { type Held, kindOf } from './fields/kind.ts';
import { type Attributes, covers, embeddedObject, type Item } from './resources/resource.ts';

type Serialize = (value: unknown) => unknown;

/** Strings and booleans skip the serializers of graphql-js, as most values have the right type already. */
export const quickSerializers = {
  String: (value: unknown) => (typeof value === 'string' ? value : GraphQLString.serialize(value)),
  Boolean: (value: unknown) => (typeof value === 'boolean' ? value : GraphQLBoolean.serialize(value)),
};

/** One member of a row. */
interface Column {
  /** Its name in the response. */
  readonly key: string;
  /** Fails where the answer holds something that its type cannot show. */
  readonly valueIn: (item: Attributes) => unknown;
  readonly isAtHand: (representation: SchemaName | undefined) => boolean;
}

/** The rows of a list. */
export class Rows {
  readonly #columns: readonly Column[];
  readonly #isAtHand = new Map<SchemaName | undefined, boolean>();
  readonly #toRow: (item: Attributes) => unknown;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#toRow = rowMaker(columns);
  }

  /** The part of the response that an item is. Fails where the answer holds something that a type cannot show. */
  of(item: Item): unknown {
    return this.#toRow(unlessFailed(item));
  }

  /** Whether answers of a schema tell everything that is selected. */
  areAtHand(representation: SchemaName | undefined): boolean {
    let atHand = this.#isAtHand.get(representation);
    if (atHand === undefined) {
      atHand = this.#columns.every(({ isAtHand }) => isAtHand(representation));
      this.#isAtHand.set(representation, atHand);
    }
    return atHand;
  }
}

/**
 * A function that makes a row. It is compiled, so that rows are object literals: made in a third of the time that adding one member after
 * the other takes, and written as JSON in a fourth. Keys are names of GraphQL, never `__proto__`, which no compiled operation has.
 */
function rowMaker(columns: readonly Column[]): (item: Attributes) => unknown {
  const members = columns.map(({ key }, index) => `${JSON.stringify(key)}: values[${index}](item)`);
  const values = columns.map(({ valueIn }) => valueIn);
  return new Function('values', `return (item) => ({ ${members.join(', ')} })`)(values);
}

const known = new WeakMap<SelectionSetNode, Rows>();

/**
 * The rows of a list of which this is selected; undefined where its items are objects.
 * @param representation of the items
 */
export function rowsFor(selected: SelectionSetNode | undefined, representation: SchemaName): Rows | undefined {
  const rows = selected && known.get(selected);
  if (rows?.areAtHand(representation) === false) throw new Error('A list has rows whose values are not at hand');
  return rows;
}

/** From now on, the items of lists of which this is selected are rows. */
export function useRows(selected: SelectionSetNode, rows: Rows): void {
  known.set(selected, rows);
}

/**
 * The rows that a selection on an object type makes; undefined where it selects anything but values at hand.
 * @param uncovered coordinates of the fields whose values are not in the responses that objects were made from
 */
export function rowsOf(
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  uncovered: ReadonlySet<string>,
): Rows | undefined {
  const fields = type.getFields();
  const columns: Column[] = [];
  for (const node of selections) {
    if (node.kind !== Kind.FIELD) return undefined;
    const { value: name } = node.name;
    const field = fields[name];
    const column =
      name === '__typename'
        ? { valueIn: () => type.name, isAtHand: () => true }
        : field && !uncovered.has(`${type.name}.${name}`) && columnOf(field, node, uncovered);
    if (!column) return undefined;
    columns.push({ key: node.alias?.value ?? name, ...column });
  }
  return new Rows(columns);
}

function columnOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  uncovered: ReadonlySet<string>,
): Omit<Column, 'key'> | undefined {
  const { attributes = [], valueIn, held } = kindOf(field) ?? {};
  const isCovered = (representation: SchemaName | undefined) =>
    attributes.every((name) => covers(representation, name));
  const serialize = serializerOf(field.type);
  if (valueIn !== undefined && serialize !== undefined)
    return { valueIn: (item) => serialize(valueIn(item)), isAtHand: isCovered };
  const [attribute] = attributes;
  const rows = held && node.selectionSet && rowsBelow(field.type, node.selectionSet, uncovered);
  if (held === undefined || attribute === undefined || rows === undefined) return undefined;
  return {
    valueIn: ({ [attribute]: value = null }) => heldRows(held, rows, value),
    isAtHand: (representation) => isCovered(representation) && rows.areAtHand(held.representationIn(representation)),
  };
}

function rowsBelow(type: GraphQLOutputType, selected: SelectionSetNode, uncovered: ReadonlySet<string>) {
  const named = getNamedType(type);
  return isObjectType(named) ? rowsOf(named, selected, uncovered) : undefined;
}

function heldRows({ list }: Held, rows: Rows, value: unknown): unknown {
  const toRow = (item: unknown) => {
    const object = embeddedObject(item);
    return object && rows.of(object);
  };
  return list ? (convertedList(toRow, value)?.map(unlessFailed) ?? null) : toRow(value);
}

function unlessFailed<T>(value: T): Exclude<T, Error> {
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

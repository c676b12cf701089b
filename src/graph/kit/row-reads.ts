/** Rows of which parts have to be read: what several items name is read, and made a row of, once. */
import type { GraphQLObjectType } from 'graphql';
import type { SchemaName } from '../../contract/index.ts';
import type { GraphContext } from '../context.ts';
import { type Attributes, type Item, type PathParameters, Resource } from './resources/resource.ts';
import { type ResourceType, resourceTypeNamed } from './resources/resource-type.ts';
import { load, loadedRepresentation, readDetail } from './resources/retrieval.ts';
import type { Selection } from './resources/selection.ts';
import {
  type HeldMember,
  isAtHand,
  isTold,
  ofHeld,
  type ReadMember,
  type RowMember,
  type Rows,
  type RowsByType,
  type TargetMember,
  unlessFailed,
  type ValueMember,
} from './rows.ts';

/** A part of the response, which may be looked at once all reads have ended. */
interface Part {
  readonly value: unknown;
}

/** The reads that a list waits for. One promise for all of them. */
class Reads {
  readonly context: GraphContext;
  readonly #ended = Promise.withResolvers<void>();
  /** One for the list itself, which may have nothing to read. */
  #open = 1;

  constructor(context: GraphContext) {
    this.context = context;
    // Nobody waits where an item fails at once, and what was begun before must not end the process by failing later.
    this.#ended.promise.catch(() => {});
  }

  /** @param use takes what was read; it may begin further reads */
  add<T>(read: Promise<T>, use: (value: T) => void): void {
    this.#open += 1;
    read.then((value) => {
      try {
        use(value);
        this.#close();
      } catch (error) {
        this.#ended.reject(error);
      }
    }, this.#ended.reject);
  }

  /** Settles when the last read has ended or one has failed. */
  ended(): Promise<void> {
    this.#close();
    return this.#ended.promise;
  }

  #close(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#ended.resolve();
  }
}

/** What has been read. */
class Answered implements Part {
  value: unknown = null;
}

/** Something that begins when something else has been read, made once for all that share it. */
class Later implements Part {
  part: Part | null = null;
  #value: unknown;

  get value(): unknown {
    this.#value ??= this.part?.value ?? null;
    return this.#value;
  }
}

/** What the detail of an object tells, shared by all items that are this object. */
class Detail {
  attributes: Attributes = {};
  promise: Promise<Attributes> | undefined;
}

/** One row, of what is at hand and what is being read. */
class Row implements Part {
  readonly item: Attributes;
  readonly detail: Detail | undefined;
  readonly parts: readonly Part[];
  readonly #make: (row: Row) => unknown;

  constructor(item: Attributes, detail: Detail | undefined, parts: readonly Part[], make: (row: Row) => unknown) {
    this.item = item;
    this.detail = detail;
    this.parts = parts;
    this.#make = make;
  }

  get value(): unknown {
    return this.#make(this);
  }
}

/** What an attribute is made of: as an item tells it, or its detail where it does not. */
function toldBy({ item, detail }: Row, { attributes: [name = ''] }: ValueMember): Attributes {
  return detail !== undefined && item[name] === undefined ? detail.attributes : item;
}

/** A member that begins something for each item. */
type PartMember = Exclude<RowMember, ValueMember>;

/** The rows of one list, or of what stands below its items, for one execution. */
class RowReader {
  readonly #type: ResourceType;
  readonly #representation: SchemaName | undefined;
  readonly #selection: Selection;
  readonly #reads: Reads;
  readonly #parts: readonly ((resource: Resource, detail: Detail | undefined) => Part)[];
  readonly #make: (row: Row) => unknown;
  /** Members that answers in this representation leave to the detail. */
  readonly #untold: readonly RowMember[];
  readonly #details = new Map<unknown, Detail>();

  constructor(
    rows: Rows,
    type: ResourceType,
    representation: SchemaName | undefined,
    selection: Selection,
    reads: Reads,
  ) {
    this.#type = type;
    this.#representation = representation;
    this.#selection = selection;
    this.#reads = reads;
    this.#untold = rows.members.filter((member) => !isAtHand(member, representation));
    const parts: ((resource: Resource, detail: Detail | undefined) => Part)[] = [];
    const values = rows.members.map((member): ((row: Row) => unknown) => {
      if ('valueIn' in member)
        return isAtHand(member, representation)
          ? ({ item }) => member.valueIn(item)
          : (row) => member.valueIn(toldBy(row, member));
      const index = parts.push(this.#partOf(member)) - 1;
      return ({ parts: { [index]: part } }) => part?.value;
    });
    this.#parts = parts;
    this.#make = rows.maker(values);
  }

  /** The row of an item of an answer. */
  ofItem(item: Attributes, parent: () => PathParameters): Part {
    const path = () => this.#type.pathOf(item, parent());
    return this.of(new Resource(this.#type.name, path, item, this.#representation, () => this.#selection));
  }

  /** The row of a resource, which is in the representation of all of them. */
  of(resource: Resource): Part {
    const item = resource.attributes ?? {};
    const isUntold = ({ attributes }: RowMember) => attributes.some((name) => item[name] === undefined);
    const untold = this.#untold.find(isUntold);
    const detail = untold && this.#detailOf(resource, untold);
    const parts = this.#parts.map((begin) => begin(resource, detail));
    return new Row(item, detail, parts, this.#make);
  }

  #detailOf(resource: Resource, { coordinate }: RowMember): Detail {
    const { path } = resource;
    const known = this.#details.get(keyOf(path));
    if (known !== undefined) return known;
    const detail = new Detail();
    this.#details.set(keyOf(path), detail);
    detail.promise = readDetail(this.#type, resource, this.#reads.context, coordinate);
    if (detail.promise !== undefined)
      this.#reads.add(detail.promise, (attributes) => {
        detail.attributes = attributes;
      });
    return detail;
  }

  /** What begins a part of the row of each item. */
  #partOf(member: PartMember): (resource: Resource, detail: Detail | undefined) => Part {
    if ('read' in member) return (resource) => this.#read(member, resource);
    const begin = 'held' in member ? this.#held(member) : this.#target(member);
    if (isAtHand(member, this.#representation)) return (resource) => begin(resource, resource.attributes ?? {});
    const [name = ''] = member.attributes;
    return (resource, detail) => {
      if (resource.attributes?.[name] !== undefined) return begin(resource, resource.attributes);
      if (detail?.promise === undefined) return begin(resource, {});
      const later = new Later();
      this.#reads.add(detail.promise, (attributes) => {
        later.part = begin(resource, attributes);
      });
      return later;
    };
  }

  #read({ read, serialize }: ReadMember, resource: Resource): Part {
    const answered = new Answered();
    const value = read(resource, this.#reads.context);
    if (value instanceof Promise)
      this.#reads.add(value, (told) => {
        answered.value = serialize(told);
      });
    else answered.value = serialize(value);
    return answered;
  }

  #held(member: HeldMember): (resource: Resource, attributes: Attributes) => Part {
    const { held, rows, attributes } = member;
    const [name = ''] = attributes;
    const representation = held.representationIn(this.#representation);
    const plain = rows.makerFor(representation);
    if (plain !== undefined) return (_, { [name]: value = null }) => ({ value: ofHeld(held, value, plain) });
    const reader = new RowReader(rows, held.type, representation, this.#selected(member), this.#reads);
    return (resource, { [name]: value = null }) => {
      const parts = ofHeld(held, value, (object) => reader.ofItem(object, () => resource.path));
      if (!Array.isArray(parts)) return parts ?? { value: null };
      return {
        get value() {
          return parts.map((part) => part?.value ?? null);
        },
      };
    };
  }

  #target(member: TargetMember): (resource: Resource, attributes: Attributes) => Part {
    const { target, rows, coordinate } = member;
    const selection = this.#selected(member);
    const reader = new RowReader(rows, target.type, loadedRepresentation(target.type), selection, this.#reads);
    const shared = new Map<unknown, Later>();
    return (resource, attributes) => {
      const path = target.pathFrom(resource, attributes);
      if (path === null) return { value: null };
      const known = shared.get(keyOf(path));
      if (known !== undefined) return known;
      const row = new Later();
      shared.set(keyOf(path), row);
      this.#reads.add(load(target.type, path, selection, this.#reads.context, coordinate), (found) => {
        row.part = found && reader.of(found);
      });
      return row;
    };
  }

  #selected({ key, field, type }: { readonly key: string; readonly field: string; readonly type: GraphQLObjectType }) {
    return this.#selection.below(this.#selection.aliasesOf(field).get(key) ?? [], type);
  }
}

/** What tells path parameters apart. */
function keyOf(path: PathParameters): unknown {
  const values = Object.values(path);
  return values.length === 1 ? values[0] : JSON.stringify(path);
}

/**
 * The rows of items of an answer, once all has been read that they need. Fails where an item is none, a read fails or a type cannot show a
 * value.
 * @param type absent where the items are values
 * @param parent path parameters of what the list belongs to
 */
export async function rowsOfItems(
  rows: Rows,
  items: readonly Item[],
  type: ResourceType | undefined,
  representation: SchemaName,
  parent: PathParameters,
  selection: Selection,
  context: GraphContext,
): Promise<readonly unknown[]> {
  const plain = rows.plainFor(representation);
  if (plain !== undefined && items.every((item) => !(item instanceof Error) && isTold(plain, item)))
    return items.map((item) => plain.make(unlessFailed(item)));
  if (type === undefined) throw new Error('Values have no detail');
  const reads = new Reads(context);
  const reader = new RowReader(rows, type, representation, selection, reads);
  const begun = items.map((item) => reader.ofItem(unlessFailed(item), () => parent));
  await reads.ended();
  return begun.map(({ value }) => value);
}

/**
 * The rows of objects of any type that are being read, once all has been read that they need; null for each that does not exist. Fails
 * where a read fails or a type cannot show a value.
 */
export async function rowsOfObjects(
  rows: RowsByType,
  objects: readonly Promise<Resource | null>[],
  selection: Selection,
  context: GraphContext,
): Promise<readonly unknown[]> {
  const reads = new Reads(context);
  const readers = new Map<string, RowReader>();
  const rowOf = (object: Resource): Part => {
    const { typeName, representation, attributes = {} } = object;
    const ofType = rows.of(typeName);
    const plain = ofType.plainFor(representation);
    if (plain !== undefined && isTold(plain, attributes)) return { value: plain.make(attributes) };
    const name = `${typeName} ${representation}`;
    const reader = readers.get(name) ?? readerOf(object);
    readers.set(name, reader);
    return reader.of(object);
  };
  const readerOf = ({ typeName, representation }: Resource): RowReader => {
    const type = resourceTypeNamed(typeName);
    if (type === undefined) throw new Error(`There is no type ${typeName}`);
    return new RowReader(rows.of(typeName), type, representation, selection.onResource(typeName), reads);
  };
  const parts: (Part | null)[] = objects.map(() => null);
  for (const [index, object] of objects.entries())
    reads.add(object, (found) => {
      parts[index] = found && rowOf(found);
    });
  await reads.ended();
  return parts.map((part) => part?.value ?? null);
}

/**
 * What every kind of field tells of itself. The planner, the printers of `@rest` and `@cost` and compiled execution ask these
 * questions and know no kind by name.
 */
import { type GraphQLField, type GraphQLNamedType, isObjectType } from 'graphql';
import { type OperationId, operation, type SchemaName } from '../../../contract/index.ts';
import type { GraphContext } from '../../context.ts';
import type { Args } from '../contract/inputs.ts';
import type { Cursors } from '../paging/cursors.ts';
import { type Attributes, covers, type PathParameters, type Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { ForeseenRead } from '../resources/retrieval.ts';
import type { Selection } from '../resources/selection.ts';

export type { Args };

/** What is known of the objects at a place of the answer before there is any answer. */
export interface Place {
  /** Absent where the objects are no resources. */
  readonly type: ResourceType | undefined;
  /** Absent while an answer has to tell them. */
  readonly path: PathParameters | undefined;
  /** The first path parameter, where it is known before the others. */
  readonly first: string | number | undefined;
  /** Schema of the answer that the objects come from; absent where only their path parameters are known. */
  readonly representation: SchemaName | undefined;
  /** Whether the answer may be empty, so that only the path parameters of the objects are known after all. */
  readonly answerMayBeEmpty: boolean;
  /** Items that a list of unstated length is taken to have. */
  readonly listLength: number;
  /** Reads the cursors that an operation goes on from. */
  readonly cursors: Cursors;
}

/** Objects that a field gives, and what is selected of them. */
export interface ForeseenObjects extends Partial<Omit<Place, 'listLength' | 'cursors'>> {
  readonly selection: Selection;
  /** How many of them for each parent; 1 unless given. */
  readonly times?: number;
  /** Whether `times` rests on a length that nobody states. */
  readonly assumed?: boolean;
  /** Where they stand below the field, such as `nodes`. */
  readonly below?: string;
  /** Index of the read that gives them; absent where they can be told without one. */
  readonly after?: number;
}

/** What a field reads for each parent, and what stands below it. */
export interface Foreseen {
  /** `after`: index of the read whose answer it needs, other than that of the parent. */
  readonly reads: readonly (ForeseenRead & { readonly after?: number })[];
  readonly objects: readonly ForeseenObjects[];
  /** Items of arguments that are looked at one by one, whatever they name; 0 unless given. */
  readonly items?: number;
}

/**
 * How often a field makes a call: `once` for each parent; `perPage` for each parent and page of a list; `atMostOnce` where arguments or
 * selection need it; a number for at most as many; `perItem` for each item of the value; `forAllFields` at most once for each parent,
 * whichever of its fields need the answer; `perOwner` at most once for all parents that belong to the same object; `perObject` for each
 * object that arguments name; `untilReady` until the answer is what the field waits for; `perPoll` for each poll of what is followed;
 * `onOpening` by whoever opens the address that the field gives.
 */
export type Frequency =
  | number
  | 'once'
  | 'perPage'
  | 'atMostOnce'
  | 'perItem'
  | 'forAllFields'
  | 'perOwner'
  | 'untilReady'
  | 'perObject'
  | 'perPoll'
  | 'onOpening';

/** A call of a field. */
export interface FieldCall {
  /** What is called: one of these, as arguments or the object decide. */
  readonly operations: readonly OperationId[];
  readonly frequency: Frequency;
}

/** The call of one of several operations; none where there is none. */
export function oneOf(operations: readonly OperationId[], frequency: Frequency): readonly FieldCall[] {
  return operations.length === 0 ? [] : [{ operations, frequency }];
}

/** Resources that an attribute holds. */
export interface Held {
  readonly type: ResourceType;
  readonly list: boolean;
  /** The representation of them in an answer of this schema. */
  readonly representationIn: (schema: SchemaName | undefined) => SchemaName | undefined;
}

/** A resource that another one names. */
export interface Target {
  readonly type: ResourceType;
  /**
   * Its path parameters; null where there is none.
   * @param attributes what is known of the other one
   */
  readonly pathFrom: (resource: Resource, attributes: Attributes) => PathParameters | null;
}

export interface FieldKind {
  /** REST calls that the field may make itself. */
  calls(): readonly FieldCall[];
  /** Attributes of its own object that the field answers from, besides path parameters. */
  readonly attributes: readonly string[];
  /** Whether the object itself has to answer the field, and so has to exist, rather than other objects below its path. */
  readonly isOwn: boolean;
  /** Whether each object of a list costs a call, given the representations in which lists give such objects. */
  costsCall(listed: readonly SchemaName[]): boolean;
  /** What the field reads, besides the detail of its own object, and what stands below it. Pure. */
  foresee(place: Place, args: Args, selection: Selection): Foreseen;
  /** The value from an answer whose schema covers the attributes, where nothing has to be read for it; an error in place of a wrong one. */
  readonly valueIn?: ((attributes: Attributes | undefined) => unknown) | undefined;
  /** The resources that the value holds, where it is made of nothing else. */
  readonly held?: Held | undefined;
  /** The resource that the value is, where the object and its attributes name it whatever the arguments. */
  readonly target?: Target | undefined;
  /** Reads the value of a resource that no attribute holds, where nothing but the resource decides it. */
  readonly read?: ((resource: Resource, context: GraphContext) => unknown) | undefined;
  /** Whether resolving it a second time would do something again, as a write does and the stream of a file. */
  readonly onlyOnce?: boolean;
  /** Whether the value is one that its type can show, whatever the upstream sends. */
  readonly checksItself?: boolean;
  /** Whether the value is objects of any type that arguments name, or rows of them where compiled code asks for these. */
  readonly namesObjects?: boolean;
  /** The type of the objects of a list and the representation that it gives them in. */
  readonly listed?: { readonly type: ResourceType; readonly representation: SchemaName } | undefined;
}

/** A field that reads nothing and below which nothing stands. */
export const nothing: Foreseen = { reads: [], objects: [] };

const key = 'portico';

/** The kind as an extension of a field. */
export function ofKind(kind: FieldKind): { extensions: Readonly<Record<string, unknown>> } {
  return { extensions: { [key]: kind } };
}

function isKind(value: unknown): value is FieldKind {
  return typeof value === 'object' && value !== null && 'foresee' in value;
}

/** The kind of a field; undefined for fields of values, which make no call. */
export function kindOf({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): FieldKind | undefined {
  const kind = extensions[key];
  return isKind(kind) ? kind : undefined;
}

/** Operations that a field may call itself. */
export function ownOperations(kind: FieldKind): readonly OperationId[] {
  return [...new Set(kind.calls().flatMap(({ operations }) => operations))];
}

/** Operations that a field may cause; for an item of a list that list too, since several items are read as one list. */
export function operationsOf(kind: FieldKind): readonly OperationId[] {
  return ownOperations(kind).flatMap((id) => [id, operation(id).itemOf ?? []].flat());
}

/** Kinds of the fields that a selection has on an object type. */
export function kindsIn({ type, fields }: Selection): readonly FieldKind[] {
  if (!isObjectType(type)) return [];
  const known = type.getFields();
  return [...fields.keys()].flatMap((name) => (known[name] && kindOf(known[name])) ?? []);
}

/** Whether a selection contains a field that the object itself has to answer. */
export function hasOwnField(selection: Selection): boolean {
  return kindsIn(selection).some(({ isOwn }) => isOwn);
}

const needingObject = new WeakMap<Selection, boolean>();

/** Whether a selection contains a field that the object itself has to answer, or no field that anything else answers. */
export function needsObject(selection: Selection): boolean {
  let needed = needingObject.get(selection);
  if (needed === undefined) {
    // Clients add `__typename` to every selection, so that it costs a call only where nothing else is selected.
    needed = hasOwnField(selection) || (kindsIn(selection).length === 0 && selection.fields.size > 0);
    needingObject.set(selection, needed);
  }
  return needed;
}

/** The attributes that a selection needs. An object whose id is selected needs what the id is made of. */
export function attributesNeeded(selection: Selection): readonly string[] {
  const needed = kindsIn(selection).flatMap(({ attributes }) => attributes);
  return selection.has('id') ? ['id', ...needed] : needed;
}

/** Whether answers of a schema leave some attribute of a field to the detail. */
export function needsDetail({ attributes }: FieldKind, representation: SchemaName | undefined): boolean {
  return attributes.some((name) => !covers(representation, name));
}

/** The GraphQL type of a resource type. */
export function graphTypeOf(
  { name }: ResourceType,
  { schema }: { readonly schema: { getType(name: string): GraphQLNamedType | null | undefined } },
): GraphQLNamedType {
  const type = schema.getType(name);
  if (type === undefined || type === null) throw new Error(`The schema has no type ${name}`);
  return type;
}

/** What an area says of a kind of object that has an address of its own upstream. */
import type { OperationId, SchemaName } from '../../contract/index.ts';
import type { AnyRequest } from '../../rest/request.ts';
import type { Entity } from './entity.ts';
import type { Address, Attributes } from './held.ts';
import type { Selection } from './selection.ts';

/** The call that gives one object. Methods, so that an entity with particular keys is still an entity. */
export interface Retrieve<Key extends string> {
  /** One operation, or all that `request` chooses from. */
  readonly operation: OperationId | readonly OperationId[];
  request(address: Address<Key>, selection: Selection): AnyRequest;
  /** Status besides 404 by which the call says that there is no such object. */
  readonly absentStatus?: number;
}

/** The list that an object is found in, and by which attribute. */
interface Search<Key extends string> {
  /** One operation, or all that `request` chooses from. */
  readonly operation: OperationId | readonly OperationId[];
  request(address: Address<Key>): AnyRequest;
  /** Whether an item of the list is the object at that address. */
  matches(item: Attributes, address: Address<Key>): boolean;
}

/** The project or group that the first key of an address names. */
export interface Owner {
  readonly entity: Entity;
  /** Attribute of the object that tells the owner's number. */
  readonly attribute?: string;
  /** The addresses that it owns, where others have another owner. */
  readonly owns?: (address: Address) => boolean;
}

export interface EntityOptions<S extends SchemaName = SchemaName, Key extends string = string> {
  /** Name of the GraphQL type. */
  readonly name: string;
  /** Names of the REST path parameters, in the order in which the global id joins them. */
  readonly keys: readonly [Key, ...Key[]];
  /** The key that the global id begins with, where that is not the first one. */
  readonly idPrefix?: Key;
  /** Schema with every attribute of the object. */
  readonly schema: S;
  /** Schema description unless given. */
  readonly description?: string;
  /** Whether there are such objects of the whole instance too, whose address lacks the first key. */
  readonly instanceWide?: boolean;
  /** What the first key names; several where that depends on the rest of the address. */
  readonly owner?: Owner | readonly Owner[];
  /** The address of an item of an answer; `parent` is that of the object whose field gave it. */
  address(item: Attributes, parent: Address): Readonly<Record<Key, unknown>>;
  /** The call that gives one object with all its attributes. */
  readonly retrieve?: Retrieve<Key>;
  /** How one object is found where no call gives just one: the list that holds it. */
  readonly search?: Search<Key>;
}

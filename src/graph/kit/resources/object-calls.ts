/** Calls that return, find or verify one object. */
import type { OperationId } from '../../../contract/index.ts';
import type { Selection } from '../../../execution/index.ts';
import type { RestRequest } from '../../../rest/request.ts';
import type { Attributes, PathParameters } from './resource.ts';
import type { PlannedParameter } from './response-value.ts';

/** List that a value filters. Its first item is the object, unless the upstream filters loosely. */
export interface ListSearch {
  readonly operation: OperationId;
  /** Returns the request of the first page of the filtered list, which is the only one that is searched. */
  request(value: string): RestRequest;
  /** Whether an item is the object of the value. */
  matches(item: Attributes, value: string): boolean;
}

/** List that contains an object for anonymous callers. */
export interface AnonymousSearch extends ListSearch {
  /** Attribute with the value that filters the list. */
  readonly attribute: string;
}

/**
 * Call that returns one object. `request` is a method so that types with specific parameters are assignable to
 * `ResourceType`.
 */
export interface Retrieve<Name extends string> {
  /** One operation, or all that `request` may choose. */
  readonly operation: OperationId | readonly OperationId[];
  request<Parameter extends PlannedParameter>(
    path: PathParameters<Name, Parameter>,
    selection: Selection,
  ): RestRequest<Parameter | string | number>;
  /** Status besides 404 with which the upstream reports that the object does not exist. */
  readonly absentStatus?: number;
  /** List that contains the object for anonymous callers, for whom the upstream rejects the call. */
  readonly anonymous?: AnonymousSearch;
}

/** List in which an object is searched. */
export interface Search<Name extends string> {
  /** One operation, or all that `request` may choose. */
  readonly operation: OperationId | readonly OperationId[];
  request<Parameter extends PlannedParameter>(
    path: PathParameters<Name, Parameter>,
  ): RestRequest<Parameter | string | number>;
  /** Whether an item of the list is the object with these path parameters. */
  matches(item: Attributes, path: PathParameters<Name>): boolean;
}

/** List below an object. The upstream returns it only if the object exists and the caller may see it. */
export interface Verification<Name extends string> {
  readonly operation: OperationId;
  request<Parameter extends PlannedParameter>(
    path: PathParameters<Name, Parameter>,
  ): RestRequest<Parameter | string | number>;
}

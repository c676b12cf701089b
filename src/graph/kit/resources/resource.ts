/** Objects of the graph: their path parameters upstream, and the attributes of the response that contained them. */
import type { Contract, OperationId, PathOf, SchemaName } from '../../../contract/index.ts';
import { Selection } from '../../../execution/index.ts';
import { isRecord } from '../../../helpers/is-record.ts';
import { nameJsonType } from '../../../helpers/json-type.ts';
import { RestError } from '../../../rest/errors.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';
import { createNotAListError } from '../contract/values.ts';

/** REST path parameters of an object, by name. */
export type PathParameters<Name extends string = string, Parameter = string | number> = Readonly<
  Record<Name, Parameter>
>;

/** Returns path parameters by their names; empty ones for those that a path lacks. */
export function pickParameters<Parameter>(
  names: readonly string[],
  path: PathParameters<string, Parameter>,
): PathParameters<string, Parameter | string> {
  const picked: Record<string, Parameter | string> = {};
  for (const name of names) picked[name] = path[name] ?? '';
  return picked;
}

/** Names of the path parameters of an operation. */
export type PathName<O extends OperationId> = [PathOf<O>] extends [never] ? never : keyof PathOf<O> & string;

/** Operations whose path parameters are all among these. */
export type OperationBelow<Name extends string> = {
  [O in OperationId]: [PathName<O>] extends [Name] ? O : never;
}[OperationId];

/** Attributes of an object in a response. */
export type Attributes = Readonly<Record<string, unknown>>;

/**
 * Computes path parameters when they are needed. All items of a list share one source, because a closure for each item
 * would cost an allocation.
 */
export class PathSource {
  /** Returns the path parameters of an object with these attributes. */
  readonly getPath: (attributes: Attributes) => PathParameters;

  constructor(getPath: (attributes: Attributes) => PathParameters) {
    this.getPath = getPath;
  }
}

export class Resource {
  /** Name of the GraphQL type. */
  readonly typeName: string;
  #path: PathParameters | PathSource;
  /** Attributes of the response that contained the object; `undefined` if only its path parameters are available. */
  readonly attributes: Attributes | undefined;
  /**
   * Schema of that response. An attribute that the schema has and the response omits is null; any other attribute is
   * read from the detail.
   */
  readonly representation: SchemaName | undefined;
  /** Whether the object comes from the response to a write. An attribute that the response omits is read. */
  readonly isWritten: boolean;
  readonly selection: Selection;
  /** Attributes that the loaded representation lacks, once they are being read. */
  detail: Promise<Attributes> | undefined;

  /**
   * @param path path parameters, or their source, which computes them once when they are needed
   * @param selection selection on this object
   */
  constructor(
    typeName: string,
    path: PathParameters | PathSource,
    attributes: Attributes | undefined,
    representation: SchemaName | undefined,
    selection: Selection = Selection.empty,
    isWritten = false,
  ) {
    this.typeName = typeName;
    this.#path = path;
    this.attributes = attributes;
    this.representation = representation;
    this.selection = selection;
    this.isWritten = isWritten;
  }

  get path(): PathParameters {
    const path = this.#path;
    if (!(path instanceof PathSource)) return path;
    this.#path = path.getPath(this.attributes ?? {});
    return this.#path;
  }

  /** Whether the loaded representation decides the value of an attribute, as null if it omits the attribute. */
  covers(contract: Contract, attribute: string): boolean {
    return !this.isWritten && covers(contract, this.representation, attribute);
  }
}

/** Whether responses of a schema contain an attribute. Without a representation, no attribute is covered. */
export function covers(contract: Contract, representation: SchemaName | undefined, attribute: string): boolean {
  return (
    representation !== undefined &&
    contract.attributesOf(representation).has(attribute) &&
    !contract.lacks(representation, attribute)
  );
}

/** Converts a value to an object; `undefined` for any other value. Some services send a list of one object instead of the object. */
function toObject(value: unknown): Attributes | undefined {
  const object: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isRecord(object) ? object : undefined;
}

/** Creates the error for a value that should be an object. */
function createNotAnObjectError(value: unknown, status?: number): RestError {
  const message = `Invalid response from the upstream: expected a JSON object, got ${nameJsonType(value)}`;
  return new RestError('UPSTREAM_INVALID_RESPONSE', message, { status });
}

/** Whether a response has no body, although it would have one once the resource is ready. */
export function isEmptyResponse({ body, status }: RestResponse): boolean {
  return body === undefined && (status === 200 || status === 202);
}

/**
 * Returns the object of a response; an empty one if the contract allows a response without a body.
 * @throws RestError UPSTREAM_INVALID_RESPONSE for other responses
 */
export function parseObject(response: RestResponse): Attributes {
  const object = toObject(response.body);
  if (object !== undefined) return object;
  if (isEmptyResponse(response)) return {};
  throw createNotAnObjectError(response.body, response.status);
}

/**
 * Returns the object of a response; `null` if the contract allows that none exists.
 * @throws RestError UPSTREAM_INVALID_RESPONSE for other responses
 */
export function parseNullableObject(
  contract: Contract,
  response: RestResponse,
  { operation: id }: Pick<RestRequest, 'operation'>,
): Attributes | null {
  const { mayBeNull, bodiless } = contract.operation(id);
  if (response.body === undefined && bodiless.has(response.status)) return null;
  return response.body === null && mayBeNull ? null : parseObject(response);
}

/** Item of a list, or its error, which affects this item alone. */
export type Item = Attributes | RestError;

/**
 * Returns the items of a response.
 * @throws RestError UPSTREAM_INVALID_RESPONSE if it is not a list
 */
export function parseItems({ body, status }: RestResponse): readonly Item[] {
  if (!Array.isArray(body)) throw createNotAListError(body, status);
  return body.map((item) => (isRecord(item) ? item : createNotAnObjectError(item, status)));
}

/** @throws RestError UPSTREAM_INVALID_RESPONSE if the value is not an object */
export function parseItem(value: unknown): Attributes {
  const object = toObject(value);
  if (object !== undefined) return object;
  throw createNotAnObjectError(value);
}

/**
 * Returns an embedded object of a response; `null` if it is missing.
 * @throws RestError UPSTREAM_INVALID_RESPONSE for other values
 */
export function parseEmbeddedObject(value: unknown): Attributes | null {
  return value === null || value === undefined ? null : parseItem(value);
}

/** Returns an object; `null` for any other value, which is reported elsewhere. */
export function asObject(value: unknown): Attributes | null {
  return toObject(value) ?? null;
}

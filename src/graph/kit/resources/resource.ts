/** One object of the graph: the path parameters that lead to it upstream, and what an answer said of it. */
import { attributesOf, type OperationId, operation, type PathOf, type SchemaName } from '../../../contract/index.ts';
import { Selection } from '../../../execution/index.ts';
import { RestError } from '../../../rest/errors.ts';
import type { RestRequest, RestResponse } from '../../../rest/request.ts';

/** REST path parameters of an object, by name. */
export type PathParameters<Name extends string = string> = Readonly<Record<Name, string | number>>;

/** Names of the path parameters of an operation. */
export type PathName<O extends OperationId> = [PathOf<O>] extends [never] ? never : keyof PathOf<O> & string;

/** Operations that take no other path parameters than these. */
export type OperationBelow<Name extends string> = {
  [O in OperationId]: [PathName<O>] extends [Name] ? O : never;
}[OperationId];

/** One object of an answer. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Path parameters that are computed when they are needed. One for all items of a list, as a function per item costs an allocation. */
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
  /** Attributes of the answer that the object came from; absent when only its path parameters are known. */
  readonly attributes: Attributes | undefined;
  /** Schema of that answer: an attribute it lists but does not send is null, any other is asked for. */
  readonly representation: SchemaName | undefined;
  /** Whether it came in the response to a write: an attribute that the response omits is read. */
  readonly isWritten: boolean;
  /** Selection on this object. */
  readonly selection: Selection;
  #detail: Promise<Attributes> | undefined;

  /**
   * @param path path parameters, or their source, from which they are computed once when they are needed
   * @param selection on this object
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

  /** Whether the answer at hand tells this attribute, with a value or by leaving it out. */
  covers(attribute: string): boolean {
    return !this.isWritten && covers(this.representation, attribute);
  }

  /** The attributes that the answer at hand left out. @param read reads them; called once at the most */
  detail(read: () => Promise<Attributes> | undefined): Promise<Attributes> | undefined {
    this.#detail ??= read();
    return this.#detail;
  }
}

/** Whether answers of a schema tell an attribute. Where there is no answer, nothing is told. */
export function covers(representation: SchemaName | undefined, attribute: string): boolean {
  return representation !== undefined && attributesOf(representation).has(attribute);
}

export function isAttributes(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands where the documents have an object: some services send a list of it alone. */
function toObject(value: unknown): Attributes | undefined {
  const object: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isAttributes(object) ? object : undefined;
}

/** What is said of a value that is not the object that the contract has there. */
function noObject(status?: number): RestError {
  return new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream sends something other than an object', { status });
}

/** Whether an answer holds nothing of what is there, as it does while that is not ready. */
export function isSilent({ body, status }: RestResponse): boolean {
  return body === undefined && (status === 200 || status === 202);
}

/**
 * The object of an answer; one of which nothing is known where the contract allows an answer without a body. Fails with
 * `UPSTREAM_INVALID_ANSWER` for anything else.
 */
export function objectOf(answer: RestResponse): Attributes {
  const object = toObject(answer.body);
  if (object !== undefined) return object;
  if (isSilent(answer)) return {};
  throw noObject(answer.status);
}

/** The object of an answer; null where the contract says that there may be none. Fails with `UPSTREAM_INVALID_ANSWER` for anything else. */
export function objectOrNull(
  answer: RestResponse,
  { operation: id }: Pick<RestRequest, 'operation'>,
): Attributes | null {
  const { answersNull, bodiless } = operation(id);
  if (answer.body === undefined && bodiless.has(answer.status)) return null;
  return answer.body === null && answersNull ? null : objectOf(answer);
}

/** An item of a list, or what is wrong with it, which costs the item alone. */
export type Item = Attributes | RestError;

/** The items of an answer. Fails with `UPSTREAM_INVALID_ANSWER` when it is no list. */
export function itemsOf({ body, status }: RestResponse): readonly Item[] {
  if (!Array.isArray(body))
    throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream sends something other than a list', { status });
  return body.map((item) => (isAttributes(item) ? item : noObject(status)));
}

/** One object. Fails with `UPSTREAM_INVALID_ANSWER` when it is none. */
export function itemOf(value: unknown): Attributes {
  const object = toObject(value);
  if (object !== undefined) return object;
  throw noObject();
}

/** An embedded object of an answer; null when it is missing. Fails with `UPSTREAM_INVALID_ANSWER` for anything else. */
export function embeddedObject(value: unknown): Attributes | null {
  return value === null || value === undefined ? null : itemOf(value);
}

/** What is told of an embedded object; null when it is missing or of another kind, where something else says so. */
export function embedded(value: unknown): Attributes | null {
  return toObject(value) ?? null;
}

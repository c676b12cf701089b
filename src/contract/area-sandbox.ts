/** Operations of an area in the sandbox, which its author declares with their data. */

import { isRecord } from '../helpers/is-record.ts';
import type { BodyOf, OperationId, PathOf, QueryOf } from './index.ts';
import type { OperationTypes } from './types.ts';

type Successes<O extends OperationId> = OperationTypes[O] extends { readonly responses: infer R } ? R : never;
type JsonOf<Response> = Response extends { content: { readonly 'application/json': infer Json } } ? Json : never;

/** Body of the successful responses of an operation, as typed by the contract. */
export type ResponseBodyOf<O extends OperationId> = {
  [Status in keyof Successes<O>]: Status extends number
    ? `${Status}` extends `2${string}`
      ? JsonOf<Successes<O>[Status]>
      : never
    : never;
}[keyof Successes<O>];

/** Type of the contract with every attribute optional and nullable, as in responses of real services. */
export type Loose<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Loose<Item>[]
      : { readonly [Name in keyof T]?: Loose<T[Name]> | null | undefined };

/** Account of the sandbox that a token belongs to. */
export interface SandboxUser {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly isAdministrator: boolean;
}

/** Project or group of the sandbox. */
export interface SandboxNamespace {
  readonly id: number;
  readonly name: string;
  /** Path with the groups above, such as `meridian/platform/engine`. */
  readonly fullPath: string;
  /** Access level of the caller, from 0 without membership to 50 for owners. */
  readonly accessLevel: number;
}

/** Call of the sandbox whose parameters match the contract. */
export interface SandboxCall<O extends OperationId> {
  readonly path: PathOf<O>;
  /** Query parameters by the names that are sent, including `[]`. */
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** Account of the caller; `undefined` without a token. Writes always have one. */
  readonly user: SandboxUser | undefined;
  /** Project in a path below `/projects/{id}`; `undefined` for any other path. The caller may see the project. */
  readonly project: SandboxNamespace | undefined;
  /** Group in a path below `/groups/{id}`; `undefined` for any other path. The caller may see the group. */
  readonly group: SandboxNamespace | undefined;
  /** Time of the clock of the sandbox, in milliseconds since 1970. */
  readonly now: number;
}

/** Result of a handler: the body of the response; none if the contract describes none, as for status 204. */
export type SandboxResult<O extends OperationId> = [ResponseBodyOf<O>] extends [never]
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a function without a return statement returns void
    void
  : Loose<ResponseBodyOf<O>>;

/**
 * Returns the body of the successful response of an operation. For a list, returns all items that match the query; the sandbox
 * selects the requested page.
 * @throws SandboxError for an error response
 */
export type SandboxHandler<O extends OperationId, Data> = (
  call: SandboxCall<O> & { readonly data: Data },
) => SandboxResult<O> | Promise<SandboxResult<O>>;

/** Data of an area in the sandbox, and a handler for each of its operations. */
export interface SandboxDefinition<Data> {
  /** Creates the data of one sandbox, at its start and at each reset. */
  readonly data: () => Data;
  readonly handlers: { readonly [O in OperationId]?: SandboxHandler<O, Data> };
}

/** Error response of a handler. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** Status of the response, such as 404. */
  readonly status: number;

  /** @param message `message` of the response body, such as `404 Discussion Not Found` */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Handles the calls of one sandbox, with its data. */
export type SandboxResponder = <O extends OperationId>(id: O, call: SandboxCall<O>) => unknown;

/** Operations of an area in the sandbox. Immutable, so that any number of sandboxes can have it. */
export class AreaSandbox {
  /** Ids of the operations with a handler. */
  readonly operations: readonly string[];
  /** Creates the data of a sandbox. @returns its handlers */
  readonly start: () => SandboxResponder;
  /** Created with the definition. Its stack leads to the line of the author. */
  readonly origin = new Error('Definition');

  constructor(operations: readonly string[], start: () => SandboxResponder) {
    this.operations = operations;
    this.start = start;
  }
}

/**
 * Defines the operations of an area in the sandbox, for `sandbox` of the area.
 * @throws TypeError if the data or a handler is not a function
 */
export function defineSandbox<Data>(definition: SandboxDefinition<Data>): AreaSandbox {
  const { data: createData, handlers } = definition;
  if (typeof createData !== 'function') throw new TypeError('data must be a function that creates the data');
  if (!isRecord(handlers)) throw new TypeError('handlers must be an object of functions by operation');
  for (const [id, handler] of Object.entries(handlers))
    if (typeof handler !== 'function') throw new TypeError(`the handler of ${id} must be a function`);
  return new AreaSandbox(Object.keys(handlers), () => {
    const data = createData();
    return <O extends OperationId>(id: O, call: SandboxCall<O>) => {
      const handler: SandboxHandler<O, Data> | undefined = handlers[id];
      return handler?.({ ...call, data });
    };
  });
}

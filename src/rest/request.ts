import { type BodyOf, type OperationId, operation, type PathOf, type QueryOf } from '../contract/index.ts';
import type { ErrorCode } from './errors.ts';

/** A call of one operation, typed by the contract: its path parameters, its query by the names on the wire, its body. */
export type RestRequestOf<O extends OperationId> = {
  readonly operation: O;
  /** Files by their members, which go as multipart form data instead of a JSON body. */
  readonly form?: Readonly<Record<string, File>> | undefined;
} & ([PathOf<O>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: Readonly<Record<keyof PathOf<O>, string | number>> }) &
  ([QueryOf<O>] extends [never] ? { readonly query?: undefined } : { readonly query?: QueryOf<O> }) &
  ([BodyOf<O>] extends [never] ? { readonly body?: undefined } : { readonly body?: BodyOf<O> });

/** A call of any one operation, still typed by the contract. */
export type AnyRequest = { [O in OperationId]: RestRequestOf<O> }[OperationId];

/** A call whose operation is only known at run time. */
export interface RestRequest {
  readonly operation: OperationId;
  readonly path?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** Files by their members, which go as multipart form data instead of a JSON body. */
  readonly form?: Readonly<Record<string, File>> | undefined;
}

/** A successful response. Its body is shared between readers and must not be changed. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  /** Characters of the body as it came. */
  readonly size?: number;
  /** The reason for which the body of a write is unusable, as `DecodedBody.problem`; the body is null then. */
  readonly problem?: string;
  /** Whether the upstream answered 304, so that this is the response that had been kept. */
  readonly kept?: boolean;
}

/** One header of a response; the first value where it occurs several times. */
export function header(response: Pick<RestResponse, 'headers'>, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A call as traces, logs and tests see it: templates and names, no values. */
export interface CallRecord {
  readonly operation: OperationId;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  /** Coordinate of the graph field that asked, such as `Project.pipelines`. */
  readonly field: string;
  /** HTTP status; undefined where there was no response. */
  readonly status: number | undefined;
  /** Code of the error that the call failed with. */
  readonly error?: ErrorCode | undefined;
  readonly durationMs: number;
  /**
   * `upstream`: this operation sent the call; `kept`: it did, and the upstream confirmed with 304 the response that had been kept;
   * `shared`: it joined another operation's call.
   */
  readonly source: 'upstream' | 'kept' | 'shared';
}

/** A call of an operation as its own caller may see it. */
export interface TracedCall extends CallRecord {
  readonly request: RestRequest;
  /** Reading of `performance.now()` when it began. */
  readonly startedAt: number;
}

/** Milliseconds with two decimals. */
export const roundedMs = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

/** A call that has ended now, and that nobody else shared. */
export function recordOf(ended: Pick<TracedCall, 'request' | 'field' | 'startedAt' | 'status' | 'error'>): TracedCall {
  const { id, method, path } = operation(ended.request.operation);
  const durationMs = roundedMs(performance.now() - ended.startedAt);
  return { ...ended, operation: id, method, path, durationMs, source: 'upstream' };
}

import type { Readable } from 'node:stream';
import type { BodyOf, OperationId, PathOf, QueryOf } from '../contract/index.ts';
import type { ErrorCode } from './errors.ts';

/** Call of one operation, typed by the contract: path parameters, query with wire names, body. */
export type RestRequestOf<O extends OperationId, Parameter = string | number> = {
  readonly operation: O;
  /** Files by field name, sent as multipart form data instead of a JSON body. */
  readonly form?: Readonly<Record<string, File>> | undefined;
} & ([PathOf<O>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: Readonly<Record<keyof PathOf<O>, Parameter>> }) &
  ([QueryOf<O>] extends [never] ? { readonly query?: undefined } : { readonly query?: QueryOf<O> }) &
  ([BodyOf<O>] extends [never] ? { readonly body?: undefined } : { readonly body?: BodyOf<O> });

/** Call of any operation, typed by the contract. */
export type AnyRequest<Parameter = string | number> = { [O in OperationId]: RestRequestOf<O, Parameter> }[OperationId];

/** Call whose operation is determined at run time. */
export interface RestRequest<Parameter = string | number> {
  readonly operation: OperationId;
  readonly path?: Readonly<Record<string, Parameter>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** Files by field name, sent as multipart form data instead of a JSON body. */
  readonly form?: Readonly<Record<string, File>> | undefined;
  /** Whether any page of the list suffices, in any order and with any filter, because only its status matters. */
  readonly acceptsAnyPage?: boolean;
}

/** A successful response. Its body is shared between readers and must not be changed. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  /** Characters of the body as received. */
  readonly size?: number;
  /** Problem of the unusable body of a write, as in `DecodedBody.problem`; the body is null then. */
  readonly problem?: string;
  /** Whether the upstream returned 304, so that this is the cached response. */
  readonly isRevalidated?: boolean;
}

/** Response whose file is streamed to the client. */
export interface Download {
  readonly status: number;
  readonly headers: RestResponse['headers'];
  readonly body: Readable;
}

/** Value of a response header; the first one if it occurs several times; `undefined` if absent. */
export function header(response: Pick<RestResponse, 'headers'>, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Origin of a response. The values are public, in `extensions.rest`, the log and metrics. */
export type ResponseOrigin =
  /** This operation sent the call. */
  | 'upstream'
  /** This operation sent the call, and the upstream confirmed the cached response with 304. */
  | 'kept'
  /** This operation joined the call of another operation. */
  | 'shared';

/** Facts of a call for traces, logs and tests: templates and names, no values. */
export interface CallRecord {
  readonly operation: OperationId;
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  /** Coordinate of the requesting graph field, such as `Project.pipelines`. */
  readonly field: string;
  /** HTTP status; `undefined` if there was no response. */
  readonly status: number | undefined;
  /** Code of the error that the call failed with. */
  readonly error?: ErrorCode | undefined;
  readonly durationMs: number;
  /** Part of `durationMs` for which the call waited because the upstream limits the rate of calls. Defaults to 0. */
  readonly pausedMs?: number | undefined;
  readonly source: ResponseOrigin;
  /** Part of the response that waits for the call; `undefined` for the first part. */
  readonly part?: ResponsePartName | undefined;
}

/** Part of a response that `@defer` or `@stream` delivers later. */
export interface ResponsePartName {
  /** Response path of the fragment or list, without indices. */
  readonly path: string;
  readonly label: string | undefined;
}

/** Record of a call with the data that only its own caller may see. */
export interface TracedCall extends CallRecord {
  readonly request: RestRequest;
  /** Reading of `performance.now()` at the start of the call. */
  readonly startedAt: number;
  /** Response; `undefined` for a failure, a poll, a file, and after `RestSession.release`. */
  received?: Pick<RestResponse, 'body' | 'size'> | undefined;
}

/** Rounds to two decimals. */
export const roundedMs = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

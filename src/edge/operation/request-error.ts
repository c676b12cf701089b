import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import type { ErrorCode } from '../../rest/errors.ts';

/** HTTP statuses of responses that contain only an error with one of these codes. That of all other codes is 400. */
const statuses = {
  // Clients send the document when they receive exactly this status.
  PERSISTED_QUERY_NOT_FOUND: 200,
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  CROSS_SITE_REFUSED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  BODY_LIMIT: 413,
  DOCUMENT_LIMIT: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  UNPROCESSABLE: 422,
  CALLER_LIMIT: 429,
  RATE_LIMITED: 429,
  REST_CALL_LIMIT: 429,
  STREAM_LIMIT: 429,
  UNSENT_LIMIT: 429,
  HEADER_LIMIT: 431,
  INTERNAL_SERVER_ERROR: 500,
  NOT_OFFERED: 501,
  UPSTREAM_FAILED: 502,
  UPSTREAM_INVALID_RESPONSE: 502,
  UPSTREAM_REFUSED: 502,
  UPSTREAM_UNREACHABLE: 502,
  CANCELLED: 503,
  INCOMING_LIMIT: 503,
  RESOURCE_EXHAUSTED: 503,
  UPSTREAM_DOWN: 503,
  DEADLINE_EXCEEDED: 504,
} satisfies Readonly<Record<ErrorCode, number> & Record<string, number>>;

const statusByCode: ReadonlyMap<unknown, number> = new Map(Object.entries(statuses));

/** HTTP status of a response that contains only an error with a code. */
export const statusOf = (code: unknown): number => statusByCode.get(code) ?? 400;

export interface RequestErrorOptions extends Pick<GraphQLErrorOptions, 'nodes' | 'source' | 'positions'> {
  /** Defaults to the status of the code. */
  readonly status?: number | undefined;
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly extensions?: object | undefined;
  /** Whether the document of the request is invalid. */
  readonly isOfDocument?: boolean | undefined;
}

/** Error of a request that is rejected before its operation is executed. */
export class RequestError extends GraphQLError {
  readonly code: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the document is invalid, which is an error of GraphQL and not of HTTP. */
  readonly isOfDocument: boolean;

  constructor(code: string, message: string, options: RequestErrorOptions = {}) {
    const { nodes, source, positions, status, headers = {}, extensions, isOfDocument = false } = options;
    super(message, {
      nodes: nodes ?? null,
      source: source ?? null,
      positions: positions ?? null,
      extensions: { code, ...extensions },
    });
    this.code = code;
    this.status = status ?? statusOf(code);
    this.headers = headers;
    this.isOfDocument = isOfDocument;
  }
}

/** Creates the error of a request that is not executed. */
export const requestError = (code: string, message: string, options?: RequestErrorOptions): RequestError =>
  new RequestError(code, message, options);

/** Converts an error of graphql-js, or of a limit, about a document. @param code code of an error that has none */
export function toDocumentError(error: GraphQLError, code: string): RequestError {
  const { message, nodes, source, positions, extensions } = error;
  const status = error instanceof RequestError ? error.status : undefined;
  const ownCode = typeof extensions.code === 'string' ? extensions.code : code;
  return new RequestError(ownCode, message, { nodes, source, positions, status, extensions, isOfDocument: true });
}

/** Limits on the resources that one caller may use concurrently, so that callers do not starve each other. */
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { CallerAmounts, type Callers } from '../../rest/callers.ts';
import type { Credential } from '../../rest/credential.ts';
import { type ErrorCode, isRestError, RestError } from '../../rest/errors.ts';
import type { RequestIds } from './context.ts';
import { RequestError } from './request-error.ts';

type ConcurrencySettings = Pick<
  Config,
  | 'maxOperationsPerCaller'
  | 'maxStreamsPerCaller'
  | 'maxPollersPerCaller'
  | 'maxSocketsPerCaller'
  | 'maxDownloadsPerCaller'
  | 'maxConnectionsPerAddress'
  | 'limitsReportOnly'
>;

/** Explains that unaccepted credentials share the limits of their address. */
export const sharedByAddress =
  'Requests without a token that the upstream has accepted share one limit per network address';

interface ConcurrencyLimit {
  readonly limit: number;
  /** Setting that determines the limit; absent for a constant. */
  readonly setting?: string;
  readonly code: ErrorCode;
  /** Completes "Too many ". */
  readonly noun: string;
  /** Seconds after which the client may retry. */
  readonly retryAfter: number;
}

function createLimits(settings: ConcurrencySettings) {
  return {
    operations: {
      limit: settings.maxOperationsPerCaller,
      setting: 'MAX_OPERATIONS_PER_CALLER',
      code: 'CALLER_LIMIT',
      noun: 'active queries and mutations',
      retryAfter: 1,
    },
    streams: {
      limit: settings.maxStreamsPerCaller,
      setting: 'MAX_STREAMS_PER_CALLER',
      code: 'STREAM_LIMIT',
      noun: 'open subscriptions and incremental responses',
      retryAfter: 30,
    },
    pollers: {
      limit: settings.maxPollersPerCaller,
      setting: 'MAX_STREAMS_PER_CALLER',
      code: 'STREAM_LIMIT',
      noun: 'watched objects',
      retryAfter: 30,
    },
    sockets: {
      limit: settings.maxSocketsPerCaller,
      setting: 'a fifth of MAX_STREAMS_PER_CALLER',
      code: 'STREAM_LIMIT',
      noun: 'open WebSockets',
      retryAfter: 30,
    },
    downloads: {
      limit: settings.maxDownloadsPerCaller,
      code: 'CALLER_LIMIT',
      noun: 'active downloads',
      retryAfter: 5,
    },
    connections: {
      limit: settings.maxConnectionsPerAddress,
      setting: 'MAX_CONNECTIONS_PER_ADDRESS',
      code: 'CALLER_LIMIT',
      noun: 'open connections',
      retryAfter: 30,
    },
  } satisfies Readonly<Record<string, ConcurrencyLimit>>;
}

/** Resources that are counted per caller while they are open. */
export type LimitKind = keyof ReturnType<typeof createLimits>;

/** Limits the open resources of each caller. */
export class ConcurrencyLimits {
  readonly #limits: Readonly<Record<LimitKind, ConcurrencyLimit>>;
  readonly #open: Readonly<Record<LimitKind, CallerAmounts>>;
  readonly #reportOnly: boolean;
  readonly #logger: Logger;

  constructor(settings: ConcurrencySettings, callers: Callers, logger: Logger) {
    this.#limits = createLimits(settings);
    this.#reportOnly = settings.limitsReportOnly;
    this.#logger = logger;
    this.#open = {
      operations: new CallerAmounts(callers),
      streams: new CallerAmounts(callers),
      pollers: new CallerAmounts(callers),
      sockets: new CallerAmounts(callers),
      downloads: new CallerAmounts(callers),
      connections: new CallerAmounts(callers),
    };
  }

  /** Whether the caller is at its limit, also in report-only mode. */
  isExhausted(kind: LimitKind, credential: Credential): boolean {
    return this.#open[kind].get(credential) >= this.#limits[kind].limit;
  }

  /**
   * @throws RestError if the caller is at its limit; in report-only mode, logs a warning instead. @param ids ids of the
   * request, for the log
   */
  check(kind: LimitKind, credential: Credential, ids?: RequestIds): void {
    if (!this.isExhausted(kind, credential)) return;
    const { setting, code, noun, retryAfter, limit } = this.#limits[kind];
    const message = `Too many ${noun}: the limit is ${limit} per caller${setting === undefined ? '' : ` (${setting})`}. End one of them, or retry after ${retryAfter} s. ${sharedByAddress}`;
    if (!this.#reportOnly) throw new RestError(code, message, { retryAfter });
    this.#logger.warn({ ...ids, code, problem: message }, 'beyond a limit');
  }

  /**
   * Counts a resource of a caller.
   * @returns a function that ends the count; further calls have no effect
   * @throws RestError if the caller is at its limit
   */
  acquire(kind: LimitKind, credential: Credential, ids?: RequestIds): () => void {
    this.check(kind, credential, ids);
    return this.add(kind, credential);
  }

  /** Counts a resource without checking the limit. */
  add(kind: LimitKind, credential: Credential): () => void {
    const reservation = this.#open[kind].reserve(credential, 1);
    return () => reservation.release();
  }
}

/** Converts the error of a limit to one of the request. @param status defaults to that of its code */
export function toRequestError({ message, code, retryAfter }: RestError, status?: number): RequestError {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return new RequestError(code, message, { status, headers, extensions: { retryAfter } });
}

/** Throws a RestError as a RequestError, and any other error unchanged. */
export function throwAsRequestError(error: unknown): never {
  throw isRestError(error) ? toRequestError(error) : error;
}

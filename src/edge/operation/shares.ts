/** Limits on what one caller may have open at once, so that others are not kept from their share. */
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Callers } from '../../rest/callers.ts';
import type { Credential } from '../../rest/credential.ts';
import { type ErrorCode, RestError } from '../../rest/errors.ts';
import type { RequestIds } from './context.ts';

/** Kinds of things that are counted for callers while they are open. */
export type Holding = 'operations' | 'streams' | 'pollers' | 'sockets' | 'downloads' | 'connections';

type ShareSettings = Pick<
  Config,
  | 'maxOperationsPerCaller'
  | 'maxStreamsPerCaller'
  | 'maxPollersPerCaller'
  | 'maxSocketsPerCaller'
  | 'maxDownloadsPerCaller'
  | 'maxConnectionsPerAddress'
  | 'limitsReportOnly'
>;

/** Why a caller may be refused for what others do. */
export const sharedByAddress =
  'Requests without a credential that the upstream has accepted share what is allowed for their address.';

interface Share {
  readonly limit: number;
  readonly setting: string;
  readonly code: ErrorCode;
  /** Completes "The caller has 5 ". */
  readonly noun: string;
  /** Seconds after which another try may be worth it. */
  readonly retryAfter: number;
}

function sharesOf(settings: ShareSettings): Readonly<Record<Holding, Share>> {
  return {
    operations: {
      limit: settings.maxOperationsPerCaller,
      setting: 'MAX_OPERATIONS_PER_CALLER',
      code: 'CALLER_LIMIT',
      noun: 'queries and mutations under way',
      retryAfter: 1,
    },
    streams: {
      limit: settings.maxStreamsPerCaller,
      setting: 'MAX_STREAMS_PER_CALLER',
      code: 'STREAM_LIMIT',
      noun: 'subscriptions open',
      retryAfter: 30,
    },
    pollers: {
      limit: settings.maxPollersPerCaller,
      setting: 'MAX_POLLERS_PER_CALLER',
      code: 'STREAM_LIMIT',
      noun: 'objects watched',
      retryAfter: 30,
    },
    sockets: {
      limit: settings.maxSocketsPerCaller,
      setting: 'MAX_SOCKETS_PER_CALLER',
      code: 'STREAM_LIMIT',
      noun: 'WebSockets open',
      retryAfter: 30,
    },
    downloads: {
      limit: settings.maxDownloadsPerCaller,
      setting: 'MAX_DOWNLOADS_PER_CALLER',
      code: 'CALLER_LIMIT',
      noun: 'downloads under way',
      retryAfter: 5,
    },
    connections: {
      limit: settings.maxConnectionsPerAddress,
      setting: 'MAX_CONNECTIONS_PER_ADDRESS',
      code: 'CALLER_LIMIT',
      noun: 'connections open',
      retryAfter: 30,
    },
  };
}

/** One thing that is counted for a caller. */
interface Held {
  readonly holding: Holding;
  /** The caller that it is counted for. */
  caller: string;
}

/** Counts what each caller holds. When the upstream accepts a credential, what it holds is no longer counted for its address. */
export class Shares {
  readonly #shares: Readonly<Record<Holding, Share>>;
  readonly #reportOnly: boolean;
  readonly #logger: Logger;
  readonly #callers: Callers;
  /** By caller. They have entries only for callers who hold something, so they cannot grow without bound. */
  readonly #counts: Readonly<Record<Holding, Map<string, number>>> = {
    operations: new Map(),
    streams: new Map(),
    pollers: new Map(),
    sockets: new Map(),
    downloads: new Map(),
    connections: new Map(),
  };
  /** By fingerprint, what is counted for an address until its credential is accepted. */
  readonly #unsettled = new Map<string, Set<Held>>();

  constructor(settings: ShareSettings, callers: Callers, logger: Logger) {
    this.#shares = sharesOf(settings);
    this.#reportOnly = settings.limitsReportOnly;
    this.#logger = logger;
    this.#callers = callers;
    callers.onAccepted((fingerprint) => this.#settle(fingerprint));
  }

  /** Number of entries for all callers; 0 when nobody holds anything. */
  get size(): number {
    return Object.values(this.#counts).reduce((sum, { size }) => sum + size, this.#unsettled.size);
  }

  /** Whether the caller holds as much as it may, also in report-only mode. */
  isExhausted(holding: Holding, credential: Credential): boolean {
    return (this.#counts[holding].get(this.#callers.of(credential)) ?? 0) >= this.#shares[holding].limit;
  }

  /** Whether the upstream has accepted the credential, so that it shares nothing with its address. */
  isAccepted(credential: Credential): boolean {
    return !credential.isAnonymous && this.#callers.of(credential) === credential.fingerprint;
  }

  /** Fails where the caller holds as much as it may. @param ids of the request, for the log */
  check(holding: Holding, credential: Credential, ids?: RequestIds): void {
    if (!this.isExhausted(holding, credential)) return;
    const { setting, code, noun, retryAfter } = this.#shares[holding];
    const held = this.#counts[holding].get(this.#callers.of(credential)) ?? 0;
    const message = `The caller has ${held} ${noun} already; ${setting} allows no more. ${sharedByAddress}`;
    if (!this.#reportOnly) throw new RestError(code, message, { retryAfter });
    this.#logger.warn({ ...ids, code, problem: message }, 'beyond a limit');
  }

  /**
   * Counts one more for a caller, or fails where it holds as much as it may.
   * @returns a function that ends the count; further calls have no effect
   */
  take(holding: Holding, credential: Credential, ids?: RequestIds): () => void {
    this.check(holding, credential, ids);
    return this.add(holding, credential);
  }

  /** Counts one more without checking the limit. */
  add(holding: Holding, credential: Credential): () => void {
    const held: Held = { holding, caller: this.#callers.of(credential) };
    const { fingerprint, isAnonymous } = credential;
    const settled = isAnonymous || held.caller === fingerprint;
    this.#count(held, 1);
    if (!settled) this.#unsettled.set(fingerprint, (this.#unsettled.get(fingerprint) ?? new Set()).add(held));
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      this.#count(held, -1);
      if (!settled) this.#forget(fingerprint, held);
    };
  }

  #count({ holding, caller }: Held, difference: 1 | -1): void {
    const counts = this.#counts[holding];
    const count = (counts.get(caller) ?? 0) + difference;
    if (count > 0) counts.set(caller, count);
    else counts.delete(caller);
  }

  #settle(fingerprint: string): void {
    for (const held of this.#unsettled.get(fingerprint) ?? []) {
      this.#count(held, -1);
      held.caller = fingerprint;
      this.#count(held, 1);
    }
    this.#unsettled.delete(fingerprint);
  }

  #forget(fingerprint: string, held: Held): void {
    const unsettled = this.#unsettled.get(fingerprint);
    if (unsettled?.delete(held) && unsettled.size === 0) this.#unsettled.delete(fingerprint);
  }
}

/** The GraphQL error for a refusal, with its HTTP status and headers. */
export function presentRefusal({ message, code, retryAfter }: RestError, status = 429): GraphQLError {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return new GraphQLError(message, { extensions: { code, retryAfter, http: { status, headers } } });
}

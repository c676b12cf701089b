/** Quota of REST calls per caller and minute. */
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { createCache } from '../../helpers/bounded-cache.ts';
import type { CallBudget } from '../../rest/call-budget.ts';
import type { Callers } from '../../rest/callers.ts';
import type { Credential } from '../../rest/credential.ts';
import { RestError } from '../../rest/errors.ts';
import { sharedByAddress, throwAsRequestError } from './concurrency-limits.ts';

/** Quota of a caller. */
export interface QuotaStatus {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetIn: number;
}

const windowMs = 60_000;
/** Upper bound on stored windows. A caller whose window is evicted starts a new one; a client needs as many addresses to cause that. */
const maxWindows = 100_000;
/** Part of the shared remaining calls that an instance prefetches: small enough not to affect the caller on other instances. */
export const prefetchShare = 1 / 20;
/** Upper bound on prefetched calls; more would not save requests to the shared counter. */
const maxPrefetch = 100;

/** Call counter that instances share. */
export interface SharedCount {
  /**
   * Counts the `spent` calls, negative for refunds, which must belong to `windowId`. Grants all `needed` calls or none, and
   * at most `prefetch` further ones.
   * @returns `undefined` if the counter does not respond in time
   */
  request(
    caller: string,
    request: {
      readonly spent: number;
      readonly windowId: number | undefined;
      readonly needed: number;
      readonly prefetch: number;
    },
  ): Promise<
    | {
        readonly granted: boolean;
        readonly prefetched: number;
        /** Calls that remain for all instances. */
        readonly remaining: number;
        readonly resetInMs: number;
        readonly windowId: number;
      }
    | undefined
  >;
}

export interface CallQuotaOptions {
  /** Upper bound on calls of one caller per minute. */
  readonly limit: number;
  readonly settings: Pick<Config, 'limitsReportOnly'>;
  readonly callers: Callers;
  readonly logger: Logger;
  /** `undefined` for a standalone instance. */
  readonly shared?: SharedCount | undefined;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Quota window of one caller. */
interface QuotaWindow {
  readonly caller: string;
  /** Calls that this instance may send; with a shared counter, those that it has prefetched. Negative if the counter has not counted calls that were sent. */
  localCalls: number;
  /** Calls that remain in the shared counter, as of its last result. */
  sharedRemaining: number;
  endsAt: number;
  /** Window of the shared counter. */
  windowId: number | undefined;
  /** Active requests to the shared counter. */
  pendingRequests: number;
  /** Whether an exceeded quota was logged in this window. */
  isReported: boolean;
}

/**
 * Counts REST calls by caller. The calls that an operation can send without waiting for a response are reserved before
 * it starts, and each further one is counted when it is sent. If instances share the count, each prefetches a few more
 * calls than it needs, so that most operations need no request to the shared counter; prefetched calls expire with the
 * window. Calls beyond these are reported to the shared counter afterwards.
 */
export class CallQuota {
  readonly #options: CallQuotaOptions;
  readonly #now: () => number;
  /** Upper bound on calls that this instance keeps prefetched. */
  readonly #maxLocalCalls: number;
  readonly #windows = createCache<QuotaWindow>(maxWindows);
  #rejections = 0;

  constructor(options: CallQuotaOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#maxLocalCalls = this.#prefetchFor(options.limit);
  }

  /** Number of rejections, including those that report-only mode only logs. */
  get rejections(): number {
    return this.#rejections;
  }

  /** Quota of a caller and the part of it that remains. */
  getStatus(credential: Credential): QuotaStatus {
    const { limit } = this.#options;
    const window = this.#windows.get(this.getCaller(credential));
    const resetInMs = (window?.endsAt ?? 0) - this.#now();
    if (window === undefined || resetInMs <= 0)
      return { limit, windowSeconds: windowMs / 1000, remaining: limit, resetIn: windowMs / 1000 };
    const remaining = Math.max(0, Math.min(limit, window.localCalls + window.sharedRemaining));
    return { limit, windowSeconds: windowMs / 1000, remaining, resetIn: Math.ceil(resetInMs / 1000) };
  }

  /** Opens the budget of one operation, download or poll. */
  open(credential: Credential): CallBudget {
    return new OperationBudget(this, credential);
  }

  getCaller(credential: Credential): string {
    return this.#options.callers.identify(credential);
  }

  /** Current window of a caller. @param latest the window that was current before */
  getWindow(caller: string, latest?: QuotaWindow): QuotaWindow {
    const now = this.#now();
    if (latest !== undefined && now < latest.endsAt) return latest;
    const current = this.#windows.get(caller);
    if (current !== undefined && now < current.endsAt) return current;
    const { limit, shared } = this.#options;
    const [localCalls, sharedRemaining] = shared === undefined ? [limit, 0] : [0, limit];
    const next = {
      caller,
      localCalls,
      sharedRemaining,
      endsAt: now + windowMs,
      windowId: undefined,
      pendingRequests: 0,
      isReported: false,
    };
    this.#windows.set(caller, next);
    return next;
  }

  /** Counts one call as it is sent. @returns false if it exceeds the quota in report-only mode, and is not counted */
  consume(window: QuotaWindow): boolean {
    if (window.localCalls + window.sharedRemaining > 0) {
      this.charge(window, 1);
      return true;
    }
    const { limit } = this.#options;
    this.#reject(
      window,
      `Too many REST calls: the limit is ${limit} per caller and minute (MAX_REST_CALLS_PER_MINUTE)`,
    );
    return false;
  }

  /** Counts calls that were sent. */
  charge(window: QuotaWindow, calls: number): void {
    window.localCalls -= calls;
    this.#balance(window);
  }

  /**
   * Refunds calls. No-op if their quota window has ended.
   * @param windowId window of the shared counter in which they were counted
   */
  refund(window: QuotaWindow, calls: number, windowId: number | undefined): void {
    const isExpired = this.#now() >= window.endsAt || (windowId !== undefined && windowId !== window.windowId);
    if (calls === 0 || isExpired) return;
    window.localCalls += calls;
    this.#balance(window);
  }

  /** Reserves calls before they are sent, in all instances. @returns the number of counted calls: 0 if they exceed the quota in report-only mode */
  reserve(window: QuotaWindow, calls: number): number | Promise<number> {
    const { limit, shared } = this.#options;
    if (calls <= limit && calls <= window.localCalls) {
      this.charge(window, calls);
      return calls;
    }
    return calls > limit || shared === undefined
      ? this.#rejectReservation(window, calls)
      : this.#reserveShared(window, calls, shared);
  }

  async #reserveShared(window: QuotaWindow, calls: number, shared: SharedCount): Promise<number> {
    const local = Math.max(0, window.localCalls);
    const { windowId } = window;
    window.localCalls -= local;
    const granted = await this.#requestShared(window, shared, {
      spent: Math.max(0, -window.localCalls),
      needed: calls - local,
    });
    // Prefetched calls have expired if a new window has started meanwhile.
    const expired = window.windowId === windowId ? 0 : local;
    if (granted) {
      if (expired > 0) this.charge(window, expired);
      return calls;
    }
    window.localCalls += local - expired;
    const current = this.getWindow(window.caller, window);
    if (granted === undefined && current.localCalls + current.sharedRemaining >= calls) {
      current.localCalls -= calls;
      return calls;
    }
    return this.#rejectReservation(current, calls);
  }

  /** Reports uncounted calls to the shared counter, refunds excess prefetched ones, and prefetches more before all are used. */
  #balance(window: QuotaWindow): void {
    const { shared } = this.#options;
    if (shared === undefined || window.pendingRequests > 0) return;
    const { localCalls } = window;
    const prefetch = this.#prefetchFor(window.sharedRemaining);
    if (localCalls < 0) void this.#requestShared(window, shared, { spent: -localCalls, needed: 0 });
    else if (localCalls > this.#maxLocalCalls)
      void this.#requestShared(window, shared, { spent: prefetch - localCalls, needed: 0 });
    else if (localCalls < prefetch / 2) void this.#requestShared(window, shared, { spent: 0, needed: 0 });
  }

  /** Number of calls to keep prefetched. */
  #prefetchFor(sharedRemaining: number): number {
    return Math.min(maxPrefetch, Math.floor(sharedRemaining * prefetchShare));
  }

  /** @param spent added to the local calls during the request @returns whether the needed calls are granted; `undefined` without a result */
  async #requestShared(
    window: QuotaWindow,
    shared: SharedCount,
    { spent, needed }: { readonly spent: number; readonly needed: number },
  ): Promise<boolean | undefined> {
    window.localCalls += spent;
    // Only one request at a time prefetches.
    const prefetch =
      window.pendingRequests > 0 ? 0 : Math.max(0, this.#prefetchFor(window.sharedRemaining) - window.localCalls);
    window.pendingRequests += 1;
    const requestedAt = this.#now();
    const result = await shared.request(window.caller, { spent, windowId: window.windowId, needed, prefetch });
    window.pendingRequests -= 1;
    if (result === undefined) {
      window.localCalls -= spent;
      return undefined;
    }
    // Calls that were prefetched in a window that has ended on other instances have expired.
    if (result.windowId !== window.windowId) window.localCalls = Math.min(0, window.localCalls);
    window.localCalls += result.prefetched;
    window.sharedRemaining = result.remaining;
    window.windowId = result.windowId;
    window.endsAt = requestedAt + result.resetInMs;
    if (window.localCalls < 0) this.#balance(window);
    return result.granted;
  }

  #rejectReservation(window: QuotaWindow, calls: number): 0 {
    const { limit } = this.#options;
    const needs = `The operation needs at least ${calls} REST call${calls === 1 ? '' : 's'}`;
    if (calls > limit)
      this.#reject(window, `${needs}, more than the limit of ${limit} per minute (MAX_REST_CALLS_PER_MINUTE)`, false);
    else {
      const remaining = Math.max(0, window.localCalls + window.sharedRemaining);
      this.#reject(
        window,
        `${needs}; ${remaining} of ${limit} per minute (MAX_REST_CALLS_PER_MINUTE) remain for the caller`,
      );
    }
    return 0;
  }

  /** @param canRetry whether a retry may succeed */
  #reject(window: QuotaWindow, problem: string, canRetry = true): void {
    const { settings, logger } = this.#options;
    this.#rejections += 1;
    const retryAfter = canRetry ? Math.max(1, Math.ceil((window.endsAt - this.#now()) / 1000)) : undefined;
    const advice = retryAfter === undefined ? 'Split the operation' : `Retry after ${retryAfter} s. ${sharedByAddress}`;
    const message = `${problem}. ${advice}`;
    if (!settings.limitsReportOnly) throw new RestError('RATE_LIMITED', message, { retryAfter });
    if (!window.isReported) logger.warn({ code: 'RATE_LIMITED', problem: message }, 'beyond a limit');
    window.isReported = true;
  }
}

class OperationBudget implements CallBudget {
  readonly #quota: CallQuota;
  readonly #credential: Credential;
  readonly #caller: string;
  #window: QuotaWindow | undefined;
  /** Window of the shared counter in which calls were reserved. */
  #windowId: number | undefined;
  /** Calls that are not counted when they are sent. */
  #reserved = 0;
  /** Reserved calls that the quota has counted: none if they exceed it in report-only mode. */
  #charged = 0;
  #sent = 0;
  #chargedOnSend = 0;
  #isReleased = false;

  constructor(quota: CallQuota, credential: Credential) {
    this.#quota = quota;
    this.#credential = credential;
    this.#caller = quota.getCaller(credential);
  }

  reserve(calls: number): void | Promise<void> {
    const reservation = this.#quota.reserve(this.#currentWindow(), calls);
    if (typeof reservation !== 'number') return reservation.then((charged) => this.#grant(calls, charged));
    this.#grant(calls, reservation);
  }

  consume(): void {
    if (this.#sent >= this.#reserved && this.#quota.consume(this.#currentWindow())) this.#chargedOnSend += 1;
    this.#sent += 1;
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#reserved = 0;
    const window = this.#window;
    if (window === undefined) return;
    const used = Math.min(this.#charged, this.#sent);
    const counted = used + this.#chargedOnSend;
    const caller = this.#quota.getCaller(this.#credential);
    const isMoved = caller !== this.#caller && counted > 0 && window === this.#quota.getWindow(this.#caller, window);
    this.#quota.refund(window, this.#charged - used + (isMoved ? counted : 0), this.#windowId);
    // The upstream has accepted the credential meanwhile. Its calls move when the operation ends: `Callers` moves only resources in use.
    if (isMoved) this.#quota.charge(this.#quota.getWindow(caller), counted);
  }

  #grant(calls: number, charged: number): void {
    this.#reserved = calls;
    this.#charged = charged;
    this.#windowId = this.#window?.windowId;
  }

  #currentWindow(): QuotaWindow {
    this.#window = this.#quota.getWindow(this.#caller, this.#window);
    return this.#window;
  }
}

/** Reserves REST calls. Returns a promise only if the shared counter has to be consulted. @throws GraphQLError if the caller has too few calls left */
export function reserveCalls(budget: CallBudget | undefined, calls: number): void | Promise<void> {
  if (calls === 0) return;
  try {
    return budget?.reserve(calls)?.catch(throwAsRequestError);
  } catch (error) {
    throwAsRequestError(error);
  }
}

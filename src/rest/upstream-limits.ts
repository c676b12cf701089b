/** Rate limits that the upstream reports, by credential, and the pauses that follow. Times are readings of `steadyNow`. */
import { createCache } from '../helpers/bounded-cache.ts';
import type { Credential } from './credential.ts';
import type { CredentialEvents } from './credential-events.ts';
import { createPauseError, parseRetryAfter } from './failure.ts';
import { header, type RestResponse } from './request.ts';
import { steadyNow } from './timers.ts';

/**
 * A `RateLimit-Reset` above the first bound is a time in seconds, above the second a time in milliseconds; otherwise a
 * number of seconds.
 */
const minTimeSeconds = 1_000_000_000;
const minTimeMs = 100_000_000_000;
/** Lower bound on the time until a reset, because clocks differ. */
const minResetMs = 1000;
/** Upper bound on the time until a reset and on a pause, because headers may be wrong. */
export const maxPauseMs = 24 * 60 * 60 * 1000;
/** Shorter pauses are not published to other instances. */
const minSharedPauseMs = 1000;
const maxCredentials = 10_000;

type Head = Pick<RestResponse, 'status' | 'headers'>;

/** Limit that a response reports. */
export interface ReportedLimit {
  /** Calls that remain before the reset. */
  readonly remaining: number;
  /** `undefined` if it is not reported. */
  readonly resetAt: number | undefined;
}

function parseNumberHeader(response: Head, name: string): number | undefined {
  const text = header(response, name)?.trim();
  const number = Number(text);
  return text && Number.isFinite(number) ? number : undefined;
}

/** Milliseconds until a reset. @param systemNow time by the system clock, in milliseconds since 1970 */
function toResetMs(reset: number, systemNow: number): number {
  const resetMs =
    reset > minTimeMs ? reset - systemNow : reset > minTimeSeconds ? reset * 1000 - systemNow : reset * 1000;
  return Math.min(Math.max(resetMs, minResetMs), maxPauseMs);
}

/**
 * Limit that a response reports; `undefined` if it reports none.
 * @param systemNow time by the system clock, to which the header refers. Defaults to `now`
 */
export function parseReportedLimit(response: Head, now: number, systemNow = now): ReportedLimit | undefined {
  const reset = parseNumberHeader(response, 'ratelimit-reset');
  const isRejected = response.status === 429 && reset !== undefined;
  const reported = parseNumberHeader(response, 'ratelimit-remaining') ?? (isRejected ? 0 : undefined);
  if (reported === undefined) return undefined;
  const remaining = Math.max(0, Math.floor(reported));
  return { remaining, resetAt: reset === undefined ? undefined : now + toResetMs(reset, systemNow) };
}

interface CredentialState {
  limit: ReportedLimit | undefined;
  pausedUntil: number;
}

export interface UpstreamLimitsOptions {
  /** Exchanges pauses with other instances; `undefined` for a standalone instance. */
  readonly events?: CredentialEvents | undefined;
  /** Defaults to `steadyNow`. */
  readonly now?: () => number;
  /** Called when reads of a credential become paused. @param until reading of `steadyNow` */
  readonly onPause?: ((credential: Credential, until: number) => void) | undefined;
  /** Upper bound on waiting reads of one caller. Defaults to no limit. */
  readonly maxWaiting?: number | undefined;
}

/** Rate limits by credential. A report about one credential has no effect on another. */
export class UpstreamLimits {
  readonly #events: CredentialEvents | undefined;
  readonly #now: () => number;
  readonly #systemNow: () => number;
  readonly #maxWaiting: number;
  readonly #onPause: UpstreamLimitsOptions['onPause'];
  readonly #states = createCache<CredentialState>(maxCredentials);
  /** Waiting reads by caller. Contains only callers with waiting reads. */
  readonly #waiting = new Map<string, number>();
  #listener: (credential: Credential, response: Head) => void = () => undefined;

  constructor({ events, now, onPause, maxWaiting = Number.POSITIVE_INFINITY }: UpstreamLimitsOptions = {}) {
    this.#events = events;
    this.#onPause = onPause;
    this.#maxWaiting = maxWaiting;
    this.#now = now ?? steadyNow;
    this.#systemNow = now ?? Date.now;
  }

  /** Sets the listener that is called with each response that reports a limit, except for responses to polls. */
  onReport(listener: (credential: Credential, response: Head) => void): void {
    this.#listener = listener;
  }

  /**
   * Records the remaining calls and the pause that a response reports.
   * @param isRead whether the call was a read, so that `Retry-After` of a 429 pauses reads; that of a write may concern
   * only writes of the same kind
   * @param isPoll whether a poller sent the call; its poll budget records the response, and no listener is called
   */
  recordResponse(
    credential: Credential,
    response: Head,
    { isRead, isPoll }: { isRead: boolean; isPoll: boolean },
  ): void {
    const limit = parseReportedLimit(response, this.#now(), this.#systemNow());
    const retryAfter = response.status === 429 && isRead ? parseRetryAfter(header(response, 'retry-after')) : undefined;
    if (limit !== undefined) {
      this.#getState(credential).limit = limit;
      if (limit.remaining === 0 && limit.resetAt !== undefined) this.pause(credential, limit.resetAt);
      if (!isPoll) this.#listener(credential, response);
    }
    if (retryAfter !== undefined && retryAfter > 0) this.pause(credential, this.#now() + retryAfter * 1000);
  }

  /** Pauses the reads of a credential until a time, in all instances. */
  pause(credential: Credential, until: number): void {
    const before = this.getPausedUntil(credential);
    this.applyPause(credential, until);
    const after = this.getPausedUntil(credential);
    if (before <= this.#now() && after > this.#now()) this.#onPause?.(credential, after);
    if (after > before && after - this.#now() >= minSharedPauseMs) this.#events?.publishPause(credential, after);
  }

  /** Applies a pause that another instance published. */
  applyPause(credential: Credential, until: number): void {
    const state = this.#getState(credential);
    state.pausedUntil = Math.max(state.pausedUntil, Math.min(until, this.#now() + maxPauseMs));
  }

  /** End of the pause of a credential; in the past if it is not paused. */
  getPausedUntil(credential: Credential): number {
    const remotePause = this.#events?.takeRemotePause(credential);
    if (remotePause !== undefined) this.applyPause(credential, remotePause);
    return this.#states.get(credential.fingerprint)?.pausedUntil ?? 0;
  }

  /** Milliseconds for which reads of a credential must wait; 0 or less if they may start now. */
  getPauseMs(credential: Credential): number {
    return this.getPausedUntil(credential) - this.#now();
  }

  /**
   * Begins the wait of a read.
   * @param caller caller that the credential counts for
   * @returns a function that ends the wait
   * @throws RestError `RATE_LIMITED` if the wait would be longer, or too many reads of the caller wait
   */
  beginWait(caller: string, pauseMs: number, maxWaitMs: number): () => void {
    if (pauseMs > maxWaitMs || (this.#waiting.get(caller) ?? 0) >= this.#maxWaiting) throw createPauseError(pauseMs);
    this.#count(caller, 1);
    return () => this.#count(caller, -1);
  }

  #count(caller: string, difference: 1 | -1): void {
    const waiting = (this.#waiting.get(caller) ?? 0) + difference;
    if (waiting > 0) this.#waiting.set(caller, waiting);
    else this.#waiting.delete(caller);
  }

  /** Remaining calls of a credential, and the seconds until the reset; `undefined` if the upstream reports none. */
  getRemaining(credential: Credential): { readonly remaining: number; readonly resetIn: number | null } | undefined {
    const limit = this.#states.get(credential.fingerprint)?.limit;
    if (limit === undefined) return undefined;
    const { remaining, resetAt } = limit;
    if (resetAt === undefined) return { remaining, resetIn: null };
    const wait = resetAt - this.#now();
    return wait <= 0 ? undefined : { remaining, resetIn: Math.ceil(wait / 1000) };
  }

  /** Number of reads that wait for the end of a pause. */
  get waitingReads(): number {
    return this.#waiting.values().reduce((sum, count) => sum + count, 0);
  }

  /** Number of credentials whose reads are paused. */
  get pausedCredentials(): number {
    const now = this.#now();
    return this.#states.values().reduce((count, { pausedUntil }) => count + (pausedUntil > now ? 1 : 0), 0);
  }

  #getState({ fingerprint }: Credential): CredentialState {
    let state = this.#states.get(fingerprint);
    if (state === undefined) {
      state = { limit: undefined, pausedUntil: 0 };
      this.#states.set(fingerprint, state);
    }
    return state;
  }
}

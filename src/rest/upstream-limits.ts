/** What the upstream tells of its own limits on calls, by credential, and the pauses that follow. All times are in milliseconds since 1970. */
import { LRUCache } from 'lru-cache';
import type { Credential } from './credential.ts';
import type { CredentialEvents } from './credential-events.ts';
import { callsPaused, parseRetryAfter } from './failure.ts';
import { header, type RestResponse } from './request.ts';
import type { Wait } from './tries.ts';

/** A `RateLimit-Reset` above the first is a time in seconds, and above the second one in milliseconds; else it is a number of seconds. */
const smallestTime = 1_000_000_000;
const smallestMilliseconds = 100_000_000_000;
/** Bounds on the milliseconds to a reset, as clocks differ and headers may be wrong. */
const shortestWait = 1000;
export const longestWait = 24 * 60 * 60 * 1000;
/** Milliseconds of a pause at the least that other instances are told of. */
const toldWait = 1000;
/** Milliseconds by which timers may be early; a read that comes too early would have to wait once more. */
const timerError = 2;
/** Credentials that are remembered. */
const remembered = 10_000;

type Head = Pick<RestResponse, 'status' | 'headers'>;

/** What a response tells of the limit. */
export interface ReportedLimit {
  /** Calls that remain before the reset. */
  readonly remaining: number;
  /** Absent where it is not told. */
  readonly resetAt: number | undefined;
}

function numberIn(response: Head, name: string): number | undefined {
  const text = header(response, name)?.trim();
  const number = Number(text);
  return text && Number.isFinite(number) ? number : undefined;
}

/** Milliseconds until a reset. */
function waitOf(reset: number, now: number): number {
  const wait = reset > smallestMilliseconds ? reset - now : reset > smallestTime ? reset * 1000 - now : reset * 1000;
  return Math.min(Math.max(wait, shortestWait), longestWait);
}

/** The limit that a response tells of; undefined where it tells of none. */
export function reportedLimit(response: Head, now: number): ReportedLimit | undefined {
  const reset = numberIn(response, 'ratelimit-reset');
  const refused = response.status === 429 && reset !== undefined;
  const reported = numberIn(response, 'ratelimit-remaining') ?? (refused ? 0 : undefined);
  if (reported === undefined) return undefined;
  const remaining = Math.max(0, Math.floor(reported));
  return { remaining, resetAt: reset === undefined ? undefined : now + waitOf(reset, now) };
}

interface Known {
  limit: ReportedLimit | undefined;
  pausedUntil: number;
}

export interface UpstreamLimitsOptions {
  /** What other instances tell and are told; absent where this one stands alone. */
  readonly events?: CredentialEvents | undefined;
  readonly now?: () => number;
  /** Reads of one caller that may wait at once; no limit when absent. */
  readonly maxWaiting?: number | undefined;
}

/** Remembers the limits of credentials. Nothing that is told of one credential has an effect on another. */
export class UpstreamLimits {
  readonly #events: CredentialEvents | undefined;
  readonly #now: () => number;
  readonly #maxWaiting: number;
  // By size, since a cache bounded by number allocates the memory of all entries at once.
  readonly #known = new LRUCache<string, Known>({ maxSize: remembered, sizeCalculation: () => 1 });
  /** Reads that wait, by caller. It has entries only for callers who have some. */
  readonly #waiting = new Map<string, number>();
  #listener: (credential: Credential, response: Head) => void = () => undefined;

  constructor({ events, now = Date.now, maxWaiting = Number.POSITIVE_INFINITY }: UpstreamLimitsOptions = {}) {
    this.#events = events;
    this.#maxWaiting = maxWaiting;
    this.#now = now;
  }

  /** Sets the listener that is called with each response that tells of a limit, but for those of polls. */
  onReport(listener: (credential: Credential, response: Head) => void): void {
    this.#listener = listener;
  }

  /**
   * Takes a response into account: the calls that it says remain, and the pause that it asks for.
   * @param isRead whether a `Retry-After` of 429 concerns reads; that of a write may concern its own kind alone
   * @param isPoll whether the response is that of a poll, which takes account of it itself
   */
  note(credential: Credential, response: Head, { isRead, isPoll }: { isRead: boolean; isPoll: boolean }): void {
    const limit = reportedLimit(response, this.#now());
    const retryAfter = response.status === 429 && isRead ? parseRetryAfter(header(response, 'retry-after')) : undefined;
    if (limit !== undefined) {
      this.#of(credential).limit = limit;
      if (limit.remaining === 0 && limit.resetAt !== undefined) this.pause(credential, limit.resetAt);
      if (!isPoll) this.#listener(credential, response);
    }
    if (retryAfter !== undefined && retryAfter > 0) this.pause(credential, this.#now() + retryAfter * 1000);
  }

  /** Lets reads of a credential wait until a time, in all instances. */
  pause(credential: Credential, until: number): void {
    const before = this.pausedUntil(credential);
    this.follow(credential, until);
    const after = this.pausedUntil(credential);
    if (after > before && after - this.#now() >= toldWait) this.#events?.paused(credential, after);
  }

  /** The same as another instance tells it. */
  follow(credential: Credential, until: number): void {
    const known = this.#of(credential);
    known.pausedUntil = Math.max(known.pausedUntil, Math.min(until, this.#now() + longestWait));
  }

  /** When the reads of a credential may go on; in the past where they may now. */
  pausedUntil(credential: Credential): number {
    const told = this.#events?.pausedElsewhere(credential);
    if (told !== undefined) this.follow(credential, told);
    return this.#known.get(credential.fingerprint)?.pausedUntil ?? 0;
  }

  /**
   * The wait that a read has to begin; undefined where it may go on now.
   * @param caller whom the credential counts for
   * @param most milliseconds that it can wait
   * @throws RestError `RATE_LIMITED` where it would have to wait for longer, or with too many others
   */
  wait(credential: Credential, caller: string, most: number): Wait | undefined {
    const wait = this.pausedUntil(credential) - this.#now();
    if (wait <= 0) return undefined;
    if (wait > most || (this.#waiting.get(caller) ?? 0) >= this.#maxWaiting) throw callsPaused(wait);
    this.#count(caller, 1);
    return { milliseconds: wait + timerError, end: () => this.#count(caller, -1) };
  }

  #count(caller: string, difference: 1 | -1): void {
    const waiting = (this.#waiting.get(caller) ?? 0) + difference;
    if (waiting > 0) this.#waiting.set(caller, waiting);
    else this.#waiting.delete(caller);
  }

  /** The calls that remain to a credential, and the seconds until there are more; undefined where the upstream does not tell. */
  left(credential: Credential): { readonly remaining: number; readonly resetIn: number | null } | undefined {
    const limit = this.#known.get(credential.fingerprint)?.limit;
    if (limit === undefined) return undefined;
    const { remaining, resetAt } = limit;
    if (resetAt === undefined) return { remaining, resetIn: null };
    const wait = resetAt - this.#now();
    return wait <= 0 ? undefined : { remaining, resetIn: Math.ceil(wait / 1000) };
  }

  /** Credentials whose reads wait at the moment. */
  get paused(): number {
    const now = this.#now();
    return this.#known.values().reduce((count, { pausedUntil }) => count + (pausedUntil > now ? 1 : 0), 0);
  }

  #of({ fingerprint }: Credential): Known {
    let known = this.#known.get(fingerprint);
    if (known === undefined) {
      known = { limit: undefined, pausedUntil: 0 };
      this.#known.set(fingerprint, known);
    }
    return known;
  }
}

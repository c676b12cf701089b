/** What the upstream allows one credential, as its headers tell; shared by all pollers of that credential. */
import { LRUCache } from 'lru-cache';
import { header, type RestResponse } from '../rest/request.ts';
import type { Clock } from './clock.ts';

/** Part of the calls that are left which pollers use; the rest is for queries and mutations. */
const pollersShare = 0.5;
/** Above these, `RateLimit-Reset` is a time and not a number of seconds: one in seconds, or one in milliseconds. */
const smallestTime = 1_000_000_000;
const smallestMilliseconds = 100_000_000_000;
/** Milliseconds that headers may ask to wait. A time that has passed, as clocks differ, and one that is far off are not meant. */
const shortestWait = 1000;
export const longestWait = 24 * 60 * 60 * 1000;
/** Milliseconds after which calls that are used up count as there again, where the upstream does not say. */
const usualWait = 60_000;
/** Milliseconds by which two headers that mean the same time may differ, as they are in whole seconds. */
const tolerance = 2000;
/** Budgets that are remembered although nobody polls with them. */
const remembered = 10_000;

function numberIn(response: Pick<RestResponse, 'headers'>, name: string): number | undefined {
  const text = header(response, name)?.trim();
  const number = Number(text);
  return text && Number.isFinite(number) ? number : undefined;
}

/**
 * How many looks the pollers of a credential may have. What they may use until the reset is settled when the upstream first tells of it, and
 * every look is taken from that, so that all of them together stay within it. While nothing is known, or nothing any more as the reset has
 * passed, one look goes ahead and the others wait for what its response tells.
 */
export class Budget {
  readonly #clock: Clock;
  /** Looks that may still be made before the reset. */
  #allowed = Number.POSITIVE_INFINITY;
  #remaining = 0;
  #resetAt = 0;
  #known = false;
  /** Looks that have no response yet. */
  #underway = 0;
  #heldUntil = 0;
  readonly #waiting = new Set<() => void>();
  /** Pollers that share the budget. */
  pollers = 0;
  /** When the credential was last used to write something through this process. */
  writtenAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes note of the rate-limit headers of a response, a failure too. */
  note(response: Pick<RestResponse, 'status' | 'headers'>): void {
    const reset = numberIn(response, 'ratelimit-reset');
    const refused = response.status === 429 && reset !== undefined;
    const told = numberIn(response, 'ratelimit-remaining') ?? (refused ? 0 : undefined);
    if (told === undefined) return;
    const remaining = Math.max(0, Math.floor(told));
    const now = this.#clock.now();
    const resetAt = now + waitOf(reset, now);
    this.#renew();
    const limited = this.#allowed !== Number.POSITIVE_INFINITY;
    const anew = !limited || (remaining > this.#remaining && resetAt > this.#resetAt + tolerance);
    // The looks under way, but for the one that this is the response of, are not in what the upstream counted.
    const share = Math.floor(remaining * pollersShare) - Math.max(0, this.#underway - 1);
    this.#allowed = Math.max(0, anew ? share : Math.min(this.#allowed, share));
    if (anew || resetAt < this.#resetAt - tolerance) this.#resetAt = resetAt;
    this.#remaining = remaining;
    this.#known = true;
    if (remaining === 0) this.hold(resetAt);
  }

  /** Forbids all looks before a time. What is allowed after it is not known. */
  hold(until: number): void {
    this.#known = false;
    this.#heldUntil = Math.max(this.#heldUntil, Math.min(until, this.#clock.now() + longestWait));
  }

  /** Milliseconds for which no look is allowed; 0 where one may be. */
  get wait(): number {
    this.#renew();
    const now = this.#clock.now();
    const until = this.#allowed < 1 ? Math.max(this.#resetAt, this.#heldUntil) : this.#heldUntil;
    return Math.max(0, until - now);
  }

  /** Begins a look where `wait` is over. @returns Whether it may be made; if not, `whenKnown` tells when to ask again. */
  take(): boolean {
    this.#renew();
    if (!this.#known && this.#underway > 0) return false;
    this.#underway += 1;
    this.#allowed -= 1;
    return true;
  }

  /** Ends a look. @param answered whether it came to its end; if not, it tells nothing of what the upstream allows */
  done(answered: boolean): void {
    this.#underway -= 1;
    // An upstream that tells of no limits has none.
    if (answered) this.#known = true;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const run of waiting) run();
  }

  /** Runs something when the look under way has ended. @returns A function that calls it off. */
  whenKnown(run: () => void): () => void {
    this.#waiting.add(run);
    return () => this.#waiting.delete(run);
  }

  /** The shortest interval at which all pollers of the credential together stay within their share until the reset. */
  get shortestInterval(): number {
    this.#renew();
    const left = Math.max(0, this.#resetAt - this.#clock.now());
    if (this.#allowed === Number.POSITIVE_INFINITY) return 0;
    return this.#allowed < 1 ? left : Math.min(left, (left * this.pollers) / this.#allowed);
  }

  /** Whether a later poller has to know of it. */
  get isBinding(): boolean {
    const now = this.#clock.now();
    return this.#heldUntil > now || this.#resetAt > now;
  }

  /** What was known of the time before the reset is not true after it. */
  #renew(): void {
    if (this.#allowed === Number.POSITIVE_INFINITY || this.#clock.now() < this.#resetAt) return;
    this.#allowed = Number.POSITIVE_INFINITY;
    this.#known = false;
  }
}

/** Milliseconds until a reset. */
function waitOf(reset: number | undefined, now: number): number {
  if (reset === undefined) return usualWait;
  const wait = reset > smallestMilliseconds ? reset - now : reset > smallestTime ? reset * 1000 - now : reset * 1000;
  return Math.min(Math.max(wait, shortestWait), longestWait);
}

/** The budgets of all credentials that something is watched with. */
export class Budgets {
  readonly #clock: Clock;
  readonly #budgets = new Map<string, Budget>();
  /** Budgets without a poller that still bind: nobody is rid of a limit by subscribing anew. */
  readonly #resting = new LRUCache<string, Budget>({ max: remembered });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The budget of a credential, as long as somebody polls with it. */
  find(fingerprint: string): Budget | undefined {
    return this.#budgets.get(fingerprint);
  }

  join(fingerprint: string): Budget {
    const budget = this.#budgets.get(fingerprint) ?? this.#resting.get(fingerprint) ?? new Budget(this.#clock);
    budget.pollers += 1;
    this.#resting.delete(fingerprint);
    this.#budgets.set(fingerprint, budget);
    return budget;
  }

  leave(fingerprint: string): void {
    const budget = this.#budgets.get(fingerprint);
    if (budget === undefined) return;
    budget.pollers -= 1;
    if (budget.pollers > 0) return;
    this.#budgets.delete(fingerprint);
    if (budget.isBinding) this.#resting.set(fingerprint, budget);
  }

  /** All pollers of all credentials. */
  get pollers(): number {
    return this.#budgets.values().reduce((sum, { pollers }) => sum + pollers, 0);
  }
}

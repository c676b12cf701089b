/** The rate limit of one credential, as the upstream's headers report it; shared by all pollers of that credential. */
import { LRUCache } from 'lru-cache';
import type { Credential } from '../rest/credential.ts';
import type { CredentialEvents } from '../rest/credential-events.ts';
import { header, type RestResponse } from '../rest/request.ts';
import type { Clock } from './clock.ts';

/** Share of the remaining calls that pollers use; the rest is for queries and mutations. */
const pollersShare = 0.5;
/** A `RateLimit-Reset` above the first is a time in seconds, and above the second one in milliseconds; else it is a number of seconds. */
const smallestTime = 1_000_000_000;
const smallestMilliseconds = 100_000_000_000;
/** Bounds on the milliseconds to a reset, as clocks differ and headers may be wrong. */
const shortestWait = 1000;
export const longestWait = 24 * 60 * 60 * 1000;
/** Milliseconds to the reset where the upstream does not send any. */
const usualWait = 60_000;
/** Milliseconds by which two headers for the same reset may differ, as they are in whole seconds. */
const tolerance = 2000;
/** Milliseconds of a wait at the least that other instances are told of. */
const toldWait = 1000;
/** Budgets without pollers that are remembered. */
const remembered = 10_000;

function numberIn(response: Pick<RestResponse, 'headers'>, name: string): number | undefined {
  const text = header(response, name)?.trim();
  const number = Number(text);
  return text && Number.isFinite(number) ? number : undefined;
}

/**
 * The polls that are allowed to all pollers of a credential together. The first response with rate-limit headers sets how many they may
 * make before the reset, and each poll is subtracted from that. Before that response, and again after each reset, one poller polls and the
 * others wait for its response.
 */
export class Budget {
  readonly #clock: Clock;
  /** Polls that may still be made before the reset. */
  #allowed = Number.POSITIVE_INFINITY;
  #remaining = 0;
  #resetAt = 0;
  #known = false;
  /** Polls without a response yet. */
  #underway = 0;
  #heldUntil = 0;
  readonly #waiting = new Set<() => void>();
  readonly #tellPause: (until: number) => void;
  /** Pollers that share the budget. */
  pollers = 0;
  /** When the credential was last used to write something through this process. */
  writtenAt = 0;

  /** @param tellPause called when all calls have to wait until a time */
  constructor(clock: Clock, tellPause: (until: number) => void = () => {}) {
    this.#clock = clock;
    this.#tellPause = tellPause;
  }

  /** Takes the rate-limit headers of a response into account, also those of an error. */
  note(response: Pick<RestResponse, 'status' | 'headers'>): void {
    const reset = numberIn(response, 'ratelimit-reset');
    const refused = response.status === 429 && reset !== undefined;
    const reported = numberIn(response, 'ratelimit-remaining') ?? (refused ? 0 : undefined);
    if (reported === undefined) return;
    const remaining = Math.max(0, Math.floor(reported));
    const now = this.#clock.now();
    const resetAt = now + waitOf(reset, now);
    this.#renew();
    const limited = this.#allowed !== Number.POSITIVE_INFINITY;
    const anew = !limited || (remaining > this.#remaining && resetAt > this.#resetAt + tolerance);
    // The upstream has not counted the polls under way yet, apart from the one that this response belongs to.
    const share = Math.floor(remaining * pollersShare) - Math.max(0, this.#underway - 1);
    this.#allowed = Math.max(0, anew ? share : Math.min(this.#allowed, share));
    if (anew || resetAt < this.#resetAt - tolerance) this.#resetAt = resetAt;
    this.#remaining = remaining;
    this.#known = true;
    if (remaining === 0) this.hold(resetAt);
  }

  /** Forbids all polls before a time. What is allowed after it is unknown. */
  hold(until: number): void {
    const before = this.#heldUntil;
    this.pause(until);
    if (this.#heldUntil > before && this.#heldUntil - this.#clock.now() >= toldWait) this.#tellPause(this.#heldUntil);
  }

  /** The same as another instance tells it. */
  pause(until: number): void {
    this.#known = false;
    this.#heldUntil = Math.max(this.#heldUntil, Math.min(until, this.#clock.now() + longestWait));
  }

  /** Milliseconds until a poll is allowed; 0 where it is. */
  get wait(): number {
    this.#renew();
    const now = this.#clock.now();
    const until = this.#allowed < 1 ? Math.max(this.#resetAt, this.#heldUntil) : this.#heldUntil;
    return Math.max(0, until - now);
  }

  /** Begins a poll after `wait`. @returns whether it may be made; if not, ask again when `whenKnown` calls back */
  take(): boolean {
    this.#renew();
    if (!this.#known && this.#underway > 0) return false;
    this.#underway += 1;
    this.#allowed -= 1;
    return true;
  }

  /** Ends a poll. @param completed whether it was not cancelled, so that its response has been taken into account */
  done(completed: boolean): void {
    this.#underway -= 1;
    // An upstream without rate-limit headers has no rate limit.
    if (completed) this.#known = true;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const run of waiting) run();
  }

  /** Runs something when the poll under way has ended. @returns a function that cancels it */
  whenKnown(run: () => void): () => void {
    this.#waiting.add(run);
    return () => this.#waiting.delete(run);
  }

  /** The shortest interval, in milliseconds, at which all pollers of the credential stay within their share until the reset. */
  get shortestInterval(): number {
    this.#renew();
    const left = Math.max(0, this.#resetAt - this.#clock.now());
    if (this.#allowed === Number.POSITIVE_INFINITY) return 0;
    return this.#allowed < 1 ? left : Math.min(left, (left * this.pollers) / this.#allowed);
  }

  /** Whether it still restricts pollers, also those that join later. */
  get isBinding(): boolean {
    const now = this.#clock.now();
    return this.#heldUntil > now || this.#resetAt > now;
  }

  /** Forgets the limits when the reset has passed. */
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

/** The budgets of all credentials that pollers use. */
export class Budgets {
  readonly #clock: Clock;
  readonly #budgets = new Map<string, Budget>();
  /** Budgets without pollers that still restrict, so that nobody gets rid of a limit by subscribing again. */
  readonly #idle = new LRUCache<string, Budget>({ max: remembered });
  readonly #events: CredentialEvents | undefined;
  readonly #endings = new Map<string, () => void>();

  /** @param events of the credentials in other instances */
  constructor(clock: Clock, events?: CredentialEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  /** The budget of a credential that a poller uses. */
  find(fingerprint: string): Budget | undefined {
    return this.#budgets.get(fingerprint);
  }

  join(credential: Credential): Budget {
    const { fingerprint } = credential;
    const known = this.#budgets.get(fingerprint);
    const budget = known ?? this.#idle.get(fingerprint) ?? this.#newBudget(credential);
    budget.pollers += 1;
    this.#idle.delete(fingerprint);
    this.#budgets.set(fingerprint, budget);
    if (known === undefined) this.#follow(credential, budget);
    return budget;
  }

  #newBudget(credential: Credential): Budget {
    return new Budget(this.#clock, (until) => this.#events?.paused(credential, until));
  }

  #follow(credential: Credential, budget: Budget): void {
    const end = this.#events?.follow(credential, {
      paused: (until) => budget.pause(until),
      written: (at) => {
        budget.writtenAt = Math.max(budget.writtenAt, at);
      },
    });
    if (end !== undefined) this.#endings.set(credential.fingerprint, end);
  }

  leave(fingerprint: string): void {
    const budget = this.#budgets.get(fingerprint);
    if (budget === undefined) return;
    budget.pollers -= 1;
    if (budget.pollers > 0) return;
    this.#budgets.delete(fingerprint);
    this.#endings.get(fingerprint)?.();
    this.#endings.delete(fingerprint);
    if (budget.isBinding) this.#idle.set(fingerprint, budget);
  }

  /** Number of pollers of all credentials. */
  get pollers(): number {
    return this.#budgets.values().reduce((sum, { pollers }) => sum + pollers, 0);
  }
}

/** The rate limit of one credential, as the upstream's headers report it; shared by all pollers of that credential. */
import { LRUCache } from 'lru-cache';
import type { Credential } from '../rest/credential.ts';
import type { CredentialEvents } from '../rest/credential-events.ts';
import type { RestResponse } from '../rest/request.ts';
import { longestWait, reportedLimit, type UpstreamLimits } from '../rest/upstream-limits.ts';
import type { Clock } from './clock.ts';

/** Share of the remaining calls that pollers use; the rest is for queries and mutations. */
const pollersShare = 0.5;
/** Milliseconds to the reset where the upstream does not send any. */
const usualWait = 60_000;
/** Milliseconds by which two headers for the same reset may differ, as they are in whole seconds. */
const tolerance = 2000;
/** Budgets without pollers that are remembered. */
const remembered = 10_000;

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
  readonly #credential: Credential;
  readonly #limits: UpstreamLimits;
  /** Pollers that share the budget. */
  pollers = 0;
  /** When the credential was last used to write something through this process. */
  writtenAt = 0;

  /** @param limits has the pauses that the upstream asks for, which hold for all reads of the credential */
  constructor(clock: Clock, credential: Credential, limits: UpstreamLimits) {
    this.#clock = clock;
    this.#credential = credential;
    this.#limits = limits;
  }

  /**
   * Takes the rate-limit headers of a response into account, also those of an error.
   * @param isPoll whether it is the response of a poll that is under way
   */
  note(response: Pick<RestResponse, 'status' | 'headers'>, isPoll = true): void {
    const now = this.#clock.now();
    const limit = reportedLimit(response, now);
    if (limit === undefined) return;
    const { remaining, resetAt = now + usualWait } = limit;
    this.#renew();
    const limited = this.#allowed !== Number.POSITIVE_INFINITY;
    const anew = !limited || (remaining > this.#remaining && resetAt > this.#resetAt + tolerance);
    // The upstream has not counted the polls under way yet, apart from the one that this response belongs to.
    const share = Math.floor(remaining * pollersShare) - Math.max(0, this.#underway - (isPoll ? 1 : 0));
    this.#allowed = Math.max(0, anew ? share : Math.min(this.#allowed, share));
    if (anew || resetAt < this.#resetAt - tolerance) this.#resetAt = resetAt;
    this.#remaining = remaining;
    this.#known = true;
    if (remaining === 0) this.hold(resetAt);
  }

  /** Forbids all polls before a time. What is allowed after it is unknown. */
  hold(until: number): void {
    this.#known = false;
    this.#heldUntil = Math.max(this.#heldUntil, Math.min(until, this.#clock.now() + longestWait));
  }

  /** Milliseconds until a poll is allowed; 0 where it is. */
  get wait(): number {
    this.#renew();
    const now = this.#clock.now();
    const held = Math.max(this.#heldUntil, this.#limits.pausedUntil(this.#credential));
    const until = this.#allowed < 1 ? Math.max(this.#resetAt, held) : held;
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

/** The budgets of all credentials that pollers use. */
export class Budgets {
  readonly #clock: Clock;
  readonly #budgets = new Map<string, Budget>();
  /** Budgets without pollers that still restrict, so that nobody gets rid of a limit by subscribing again. */
  readonly #idle = new LRUCache<string, Budget>({ maxSize: remembered, sizeCalculation: () => 1 });
  readonly #events: CredentialEvents | undefined;
  readonly #limits: UpstreamLimits;
  readonly #endings = new Map<string, () => void>();

  /**
   * @param limits what the upstream tells of its limits
   * @param events of the credentials in other instances
   */
  constructor(clock: Clock, limits: UpstreamLimits, events?: CredentialEvents) {
    this.#clock = clock;
    this.#limits = limits;
    this.#events = events;
    limits.onReport(({ fingerprint }, response) => this.#budgets.get(fingerprint)?.note(response, false));
  }

  /** The budget of a credential that a poller uses. */
  find(fingerprint: string): Budget | undefined {
    return this.#budgets.get(fingerprint);
  }

  join(credential: Credential): Budget {
    const { fingerprint } = credential;
    const known = this.#budgets.get(fingerprint);
    const budget = known ?? this.#idle.get(fingerprint) ?? new Budget(this.#clock, credential, this.#limits);
    budget.pollers += 1;
    this.#idle.delete(fingerprint);
    this.#budgets.set(fingerprint, budget);
    if (known === undefined) this.#follow(credential, budget);
    return budget;
  }

  #follow(credential: Credential, budget: Budget): void {
    const end = this.#events?.follow(credential, {
      paused: (until) => this.#limits.follow(credential, until),
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

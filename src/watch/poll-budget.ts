/** Poll budget of one credential, from the upstream's rate-limit headers; shared by all pollers of that credential. */
import { createCache } from '../helpers/bounded-cache.ts';
import type { Credential } from '../rest/credential.ts';
import type { CredentialEvents } from '../rest/credential-events.ts';
import type { RestResponse } from '../rest/request.ts';
import { maxPauseMs, parseReportedLimit, type UpstreamLimits } from '../rest/upstream-limits.ts';
import type { Clock } from './clock.ts';

/** Share of the remaining calls that pollers may use; the rest is left to queries and mutations. */
const pollersShare = 0.5;
/** Time until the reset if the upstream does not report it. */
const defaultResetMs = 60_000;
/** Upper bound on the difference between two headers for the same reset, which are in whole seconds. */
const resetToleranceMs = 2000;
/** Upper bound on stored budgets without pollers. */
const maxIdleBudgets = 10_000;

/**
 * Polls that all pollers of a credential may make together. The first response with rate-limit headers sets their
 * number until the reset, and each poll is subtracted from it. Before that response, and again after each reset, one
 * poller polls and the others wait for its response.
 */
export class PollBudget {
  readonly #clock: Clock;
  /** Polls that remain before the reset. */
  #allowed = Number.POSITIVE_INFINITY;
  #remaining = 0;
  #resetAt = 0;
  /** Whether a poll has shown the limit, or its absence. Until then, one poller polls at a time. */
  #isLimitKnown = false;
  /** Polls without a response yet. */
  #active = 0;
  /** Time before which no poll is allowed, in milliseconds since 1970. */
  #pausedUntil = 0;
  readonly #waiting = new Set<() => void>();
  readonly #credential: Credential;
  readonly #limits: UpstreamLimits;
  /** Number of pollers that share the budget. */
  pollers = 0;
  /** Time of the last write with the credential through this process. */
  writtenAt = 0;

  /** @param limits contains the pauses that the upstream requests, which apply to all reads of the credential */
  constructor(clock: Clock, credential: Credential, limits: UpstreamLimits) {
    this.#clock = clock;
    this.#credential = credential;
    this.#limits = limits;
  }

  /**
   * Records the rate-limit headers of a response, also those of an error.
   * @param isPoll whether it is the response of an active poll
   */
  recordResponse(response: Pick<RestResponse, 'status' | 'headers'>, isPoll = true): void {
    const now = this.#clock.now();
    const limit = parseReportedLimit(response, now, this.#clock.systemNow?.());
    if (limit === undefined) return;
    const { remaining, resetAt = now + defaultResetMs } = limit;
    this.#renew();
    const limited = this.#allowed !== Number.POSITIVE_INFINITY;
    const anew = !limited || (remaining > this.#remaining && resetAt > this.#resetAt + resetToleranceMs);
    // The upstream has not counted the other active polls yet.
    const share = Math.floor(remaining * pollersShare) - Math.max(0, this.#active - (isPoll ? 1 : 0));
    this.#allowed = Math.max(0, anew ? share : Math.min(this.#allowed, share));
    if (anew || resetAt < this.#resetAt - resetToleranceMs) this.#resetAt = resetAt;
    this.#remaining = remaining;
    this.#isLimitKnown = true;
    if (remaining === 0) this.pauseUntil(resetAt);
  }

  /** Prevents all polls until a time. The budget after it is unknown. */
  pauseUntil(until: number): void {
    this.#isLimitKnown = false;
    this.#pausedUntil = Math.max(this.#pausedUntil, Math.min(until, this.#clock.now() + maxPauseMs));
  }

  /** Milliseconds until a poll is allowed; 0 if it is allowed now. */
  get waitMs(): number {
    this.#renew();
    const now = this.#clock.now();
    const pausedUntil = Math.max(this.#pausedUntil, this.#limits.getPausedUntil(this.#credential));
    const until = this.#allowed < 1 ? Math.max(this.#resetAt, pausedUntil) : pausedUntil;
    return Math.max(0, until - now);
  }

  /** Reserves a poll. Call it when `waitMs` is 0. @returns whether it is reserved; if not, retry when `onPollEnd` calls back */
  tryAcquire(): boolean {
    this.#renew();
    if (!this.#isLimitKnown && this.#active > 0) return false;
    this.#active += 1;
    this.#allowed -= 1;
    return true;
  }

  /** Ends a poll. @param completed whether it was not cancelled, so that its response has been recorded */
  done(completed: boolean): void {
    this.#active -= 1;
    // An upstream without rate-limit headers has no rate limit.
    if (completed) this.#isLimitKnown = true;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const run of waiting) run();
  }

  /** Calls a function when the active poll has ended. @returns a function that cancels it */
  onPollEnd(run: () => void): () => void {
    this.#waiting.add(run);
    return () => this.#waiting.delete(run);
  }

  /** Shortest interval, in milliseconds, at which all pollers of the credential stay within their share until the reset. */
  get minIntervalMs(): number {
    this.#renew();
    const left = Math.max(0, this.#resetAt - this.#clock.now());
    if (this.#allowed === Number.POSITIVE_INFINITY) return 0;
    return this.#allowed < 1 ? left : Math.min(left, (left * this.pollers) / this.#allowed);
  }

  /** Whether the budget still restricts pollers, including those that join later. */
  get isBinding(): boolean {
    const now = this.#clock.now();
    return this.#pausedUntil > now || this.#resetAt > now;
  }

  /** Resets the budget once the reset has passed. */
  #renew(): void {
    if (this.#allowed === Number.POSITIVE_INFINITY || this.#clock.now() < this.#resetAt) return;
    this.#allowed = Number.POSITIVE_INFINITY;
    this.#isLimitKnown = false;
  }
}

/** Poll budgets of all credentials with pollers. */
export class PollBudgets {
  readonly #clock: Clock;
  readonly #budgets = new Map<string, PollBudget>();
  /** Budgets without pollers that still restrict, so that a new subscription does not evade a limit. */
  readonly #idle = createCache<PollBudget>(maxIdleBudgets);
  readonly #events: CredentialEvents | undefined;
  readonly #limits: UpstreamLimits;
  readonly #endings = new Map<string, () => void>();

  /**
   * @param limits rate limits that the upstream reports
   * @param events events of the credentials in other instances
   */
  constructor(clock: Clock, limits: UpstreamLimits, events?: CredentialEvents) {
    this.#clock = clock;
    this.#limits = limits;
    this.#events = events;
    limits.onReport(({ fingerprint }, response) => this.#budgets.get(fingerprint)?.recordResponse(response, false));
  }

  /** Budget of a credential; `undefined` if no poller uses the credential. */
  find(fingerprint: string): PollBudget | undefined {
    return this.#budgets.get(fingerprint);
  }

  join(credential: Credential): PollBudget {
    const { fingerprint } = credential;
    const existing = this.#budgets.get(fingerprint);
    const budget = existing ?? this.#idle.get(fingerprint) ?? new PollBudget(this.#clock, credential, this.#limits);
    budget.pollers += 1;
    this.#idle.delete(fingerprint);
    this.#budgets.set(fingerprint, budget);
    if (existing === undefined) this.#subscribe(credential, budget);
    return budget;
  }

  #subscribe(credential: Credential, budget: PollBudget): void {
    const end = this.#events?.subscribe(credential, {
      onPause: (until) => this.#limits.applyPause(credential, until),
      onWrite: (at) => {
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

/** What the upstream allows one credential, as its headers tell; shared by all pollers of that credential. */
import { type Answer, header } from '../rest/request.ts';
import type { Clock } from './clock.ts';

/** Part of the calls that are left which pollers use; the rest is for queries and mutations. */
const pollersShare = 0.5;
/** Above this, `RateLimit-Reset` is a time and not a number of seconds. */
const smallestTime = 1_000_000_000;

function numberIn(answer: Answer, name: string): number | undefined {
  const text = header(answer, name);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

export class Budget {
  readonly #clock: Clock;
  #remaining = Number.POSITIVE_INFINITY;
  #resetAt = 0;
  /** Pollers that share the budget. */
  pollers = 0;
  /** No call may be made before this time. */
  heldUntil = 0;
  /** When the credential was last used to write something through this process. */
  writtenAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes note of the rate-limit headers of an answer. */
  note(answer: Answer): void {
    const remaining = numberIn(answer, 'ratelimit-remaining');
    const reset = numberIn(answer, 'ratelimit-reset');
    if (remaining === undefined || reset === undefined) return;
    this.#remaining = remaining;
    this.#resetAt = reset > smallestTime ? reset * 1000 : this.#clock.now() + reset * 1000;
    if (remaining === 0) this.hold(this.#resetAt);
  }

  hold(until: number): void {
    this.heldUntil = Math.max(this.heldUntil, until);
  }

  /** The shortest interval at which all pollers of the credential together stay within their share until the reset. */
  get shortestInterval(): number {
    const left = this.#resetAt - this.#clock.now();
    const calls = Math.floor(this.#remaining * pollersShare);
    if (left <= 0 || calls === 0) return 0;
    return (left * this.pollers) / calls;
  }
}

/** The budgets of all credentials that something is watched with. */
export class Budgets {
  readonly #clock: Clock;
  readonly #budgets = new Map<string, Budget>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The budget of a credential, as long as somebody polls with it. */
  find(fingerprint: string): Budget | undefined {
    return this.#budgets.get(fingerprint);
  }

  join(fingerprint: string): Budget {
    const budget = this.#budgets.get(fingerprint) ?? new Budget(this.#clock);
    budget.pollers += 1;
    this.#budgets.set(fingerprint, budget);
    return budget;
  }

  leave(fingerprint: string): void {
    const budget = this.#budgets.get(fingerprint);
    if (budget === undefined) return;
    budget.pollers -= 1;
    if (budget.pollers === 0) this.#budgets.delete(fingerprint);
  }

  /** All pollers of all credentials. */
  get pollers(): number {
    return this.#budgets.values().reduce((sum, { pollers }) => sum + pollers, 0);
  }
}

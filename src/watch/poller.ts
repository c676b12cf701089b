/** Polls one resource or page of a list with one credential, within the budget of the credential. */

import type { Contract } from '../contract/index.ts';
import { isRecord } from '../helpers/is-record.ts';
import { Cancellation } from '../rest/cancellation.ts';
import { isRestError, RestError } from '../rest/errors.ts';
import { createPauseError } from '../rest/failure.ts';
import { isSameEtag } from '../rest/interceptors/revalidate.ts';
import { header, type RestRequest, type RestResponse } from '../rest/request.ts';
import { maxPauseMs } from '../rest/upstream-limits.ts';
import type { Clock } from './clock.ts';
import type { RequestedInterval, StateSource, SubscriberOptions } from './hub.ts';
import { digestVersion, toPageAttributes, withHeadersOf } from './page-state.ts';
import type { PollBudget } from './poll-budget.ts';
import type { Attributes, ResourceState, State } from './state.ts';
import type { Watch } from './watch.ts';

/** Intervals of a poller. */
export interface PollingIntervals {
  /** Interval after a change, and lower bound on the interval that a subscriber can request. */
  readonly firstIntervalMs: number;
  /** Upper bound on the interval while nothing changes, unless subscribers request longer ones. */
  readonly maxIntervalMs: number;
  /** Time for which the upstream may fail before subscribers receive an error. */
  readonly errorGracePeriodMs: number;
}

/** Factor by which the interval grows with each poll without a change. */
const growthFactor = 1.5;
/** Interval between two polls for wake-ups. */
const wakeIntervalMs = 1000;
/** Upper bound on the time by which Node calls a timer too early. */
const maxTimerErrorMs = 1;
/** Maximum random part of an interval, so that pollers do not stay synchronized. */
const jitter = 0.2;

/** Codes of failures after which another poll may succeed. */
const transientCodes = [
  'RATE_LIMITED',
  'UPSTREAM_FAILED',
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_DOWN',
  'RESOURCE_EXHAUSTED',
  'UPSTREAM_INVALID_RESPONSE',
  'DEADLINE_EXCEEDED',
] as const;

export interface PollerOptions {
  readonly watch: Watch;
  readonly request: RestRequest;
  /** The contract of the operation. */
  readonly contract: Contract;
  /** Sends the call, and records the headers of its response in the budget. */
  readonly call: (
    request: RestRequest,
    headers: Readonly<Record<string, string>>,
    cancellation: Cancellation,
  ) => Promise<RestResponse>;
  readonly clock: Clock;
  readonly intervals: PollingIntervals;
  readonly budget: PollBudget;
  /** Newest state that another poller of the same resource read; this poller resumes from it. */
  readonly initialState?: ResourceState | undefined;
  /** Time of the last poll of the same resource by another poller, in milliseconds since 1970. */
  readonly polledAt?: number | undefined;
  /** Called when a poll starts. */
  readonly onPollStart?: (polledAt: number) => void;
  /** Called with each state that was read. @param characters characters of its response */
  readonly onState?: (state: ResourceState, characters: number) => void;
  /** Called with each successful poll. @param lagMs time from when the poll was due to its response */
  readonly onLag?: ((lagMs: number) => void) | undefined;
  /** Called when a poll starts for wake-ups. */
  readonly onWokenPoll?: (() => void) | undefined;
  /** Set that contains the poller while it runs. */
  readonly active?: Set<Poller>;
  /** Called once when the poller has ended. */
  readonly onEnd?: () => void;
}

/** Failed polls since the last success, or a rate limit that allows no poll. */
interface FailureStreak {
  /** Consecutive failed polls; 0 if a rate limit allows no poll. */
  failures: number;
  error: RestError;
  /** Time before which the upstream accepts no poll, in milliseconds since 1970. */
  notBefore: number;
  /** Whether subscribers have received the error, because the grace period is over. */
  reported: boolean;
  /** Cancels the timer of the grace period. */
  readonly cancel: () => void;
}

export class Poller implements StateSource {
  readonly #options: PollerOptions;
  readonly #cancellation = new Cancellation();
  #publish: (state: State) => void = () => {};
  #requestedInterval: () => RequestedInterval = () => ({ intervalMs: undefined, usesDefaultInterval: true });
  /** Interval for subscribers that use the default. */
  #interval: number;
  #polledAt = 0;
  #lastRead: ResourceState | undefined;
  #etag: string | undefined;
  /** Characters of the latest response. */
  #characters = 0;
  #isPolling = false;
  /** Time at which the first poll since the last success was due. */
  #dueAt: number | undefined;
  /**
   * Time after which the poll that subscribers need must start, in milliseconds since 1970. It may lie in the future if it
   * was converted from the clock of another instance.
   */
  #newerThanAt = 0;
  /** Whether the next poll is for a wake-up. */
  #isWoken = false;
  #next: { readonly at: number; readonly cancel: () => void } | undefined;
  /** Failure or rate limit since the last success; `undefined` if none exists. */
  #failureStreak: FailureStreak | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#interval = options.intervals.firstIntervalMs;
  }

  start(
    publish: (state: State) => void,
    requestedInterval: () => RequestedInterval,
    { newerThanAt }: Pick<SubscriberOptions, 'newerThanAt'>,
  ): void {
    this.#options.active?.add(this);
    this.#publish = publish;
    this.#requestedInterval = requestedInterval;
    this.#newerThanAt = newerThanAt;
    const { initialState, clock, intervals } = this.#options;
    const polledAt = Math.max(this.#options.polledAt ?? 0, initialState?.readAt ?? 0);
    if (polledAt === 0 && newerThanAt < clock.now()) {
      this.#dueAt = clock.now();
      this.#pollWhenAllowed();
      return;
    }
    this.#lastRead = initialState;
    this.#polledAt = polledAt;
    const isCurrent = initialState !== undefined && initialState.readAt > newerThanAt;
    const interval = intervals.firstIntervalMs * (isCurrent ? 1 + jitter * clock.random() : 1);
    // Subscribers need a state from after the write, even before the interval has passed.
    if (polledAt <= newerThanAt) this.#scheduleAfter(newerThanAt);
    else this.#schedule(Math.max(0, interval - (clock.now() - polledAt)));
    if (isCurrent) publish(initialState);
  }

  /** Milliseconds until the next poll; `undefined` during a poll. */
  get nextIn(): number | undefined {
    return this.#next && Math.max(0, this.#next.at - this.#options.clock.now());
  }

  /** Milliseconds by which its poll is late; 0 if it is not. */
  get overdueMs(): number {
    return this.#dueAt === undefined ? 0 : Math.max(0, this.#options.clock.now() - this.#dueAt);
  }

  /** Ends the backoff after failures, because the upstream responds again. The random delay spreads the waiting pollers. */
  retrySoon(): void {
    const { clock, intervals } = this.#options;
    if (this.#failureStreak === undefined || this.#isPolling || this.#failureStreak.error.code === 'RATE_LIMITED')
      return;
    // A Retry-After of the upstream still applies; the pause of the circuit breaker is over.
    if (this.#failureStreak.error.status === undefined) this.#failureStreak.notBefore = 0;
    this.#schedule(clock.random() * intervals.firstIntervalMs);
  }

  onSubscribe({ intervalMs, newerThanAt }: SubscriberOptions, satisfied: boolean): void {
    if (!satisfied) this.#newerThanAt = Math.max(this.#newerThanAt, newerThanAt);
    // New subscribers do not cause more calls to a failing upstream.
    if (!this.#isPolling && this.#failureStreak === undefined) {
      const age = this.#options.clock.now() - this.#polledAt;
      if (!satisfied) this.#scheduleAfter(newerThanAt);
      else if (intervalMs !== undefined) this.#schedule(Math.max(0, this.#atLeastFirst(intervalMs) - age));
    }
  }

  /** Polls now, or soon if the last poll was just before. No-op while the upstream fails. */
  wake(): void {
    if (this.#failureStreak !== undefined && !this.#isPolling) return;
    this.#isWoken = true;
    if (!this.#isPolling) this.#scheduleWokenPoll();
  }

  #scheduleWokenPoll(): void {
    this.#schedule(Math.max(0, this.#polledAt + wakeIntervalMs - this.#options.clock.now()));
  }

  stop(): void {
    if (this.#cancellation.isCancelled) return;
    this.#cancellation.cancel();
    this.#next?.cancel();
    this.#failureStreak?.cancel();
    this.#options.active?.delete(this);
    this.#options.onEnd?.();
  }

  /** Schedules a poll that starts after a time, in milliseconds since 1970. */
  #scheduleAfter(at: number): void {
    const remainingMs = at - this.#options.clock.now();
    this.#schedule(remainingMs < 0 ? 0 : Math.floor(remainingMs) + 1 + maxTimerErrorMs);
  }

  #atLeastFirst(intervalMs: number): number {
    return Math.max(intervalMs, this.#options.intervals.firstIntervalMs);
  }

  /** Schedules the next poll after the delay, unless an earlier one is scheduled. */
  #schedule(delayMs: number): void {
    const { clock } = this.#options;
    const at = clock.now() + delayMs;
    if (this.#cancellation.isCancelled || (this.#next !== undefined && this.#next.at <= at)) return;
    this.#next?.cancel();
    this.#dueAt = Math.min(this.#dueAt ?? at, at);
    this.#next = { at, cancel: clock.setTimeout(delayMs, () => this.#pollWhenAllowed()) };
  }

  /** Polls now, or when the budget allows it. */
  #pollWhenAllowed(): void {
    this.#next = undefined;
    const { clock, budget } = this.#options;
    const now = clock.now();
    const waitMs = Math.max(budget.waitMs, (this.#failureStreak?.notBefore ?? 0) - now);
    if (waitMs > 0) {
      this.#reportRateLimit(waitMs);
      // The random part spreads the pollers that wait for the same reset.
      this.#schedule(waitMs + clock.random() * this.#interval);
    } else if (budget.tryAcquire()) void this.#poll();
    else this.#next = { at: now, cancel: budget.onPollEnd(() => this.#pollWhenAllowed()) };
  }

  /** Sends subscribers without a first state an error if the rate limit makes them wait longer than the grace period. */
  #reportRateLimit(waitMs: number): void {
    if (this.#lastRead !== undefined || this.#failureStreak !== undefined) return;
    this.#failureStreak = {
      failures: 0,
      error: createPauseError(waitMs),
      notBefore: 0,
      reported: false,
      cancel: this.#scheduleReport(),
    };
  }

  async #poll(): Promise<void> {
    const { request, clock, call, budget } = this.#options;
    const cancellation = this.#cancellation;
    this.#isPolling = true;
    this.#polledAt = clock.now();
    this.#options.onPollStart?.(this.#polledAt);
    if (this.#isWoken) this.#options.onWokenPoll?.();
    this.#isWoken = false;
    const headers = this.#etag === undefined ? {} : { 'if-none-match': this.#etag };
    let completed = true;
    try {
      const response = await call(request, headers, cancellation);
      completed = !cancellation.isCancelled;
      if (completed) this.#onSuccess(response);
    } catch (error) {
      completed = !cancellation.isCancelled;
      if (completed)
        this.#onFailure(
          error instanceof RestError
            ? error
            : new RestError('UPSTREAM_FAILED', 'Polling failed unexpectedly; it is retried'),
        );
    }
    this.#isPolling = false;
    // Called after #onFailure, which may pause the budget, because this releases the pollers that wait for the response.
    budget.done(completed);
    if (this.#failureStreak !== undefined) this.#isWoken = false;
    this.#schedule(this.#getDelayMs());
    if (this.#polledAt <= this.#newerThanAt && this.#failureStreak === undefined)
      this.#scheduleAfter(this.#newerThanAt);
    if (this.#isWoken) this.#scheduleWokenPoll();
  }

  /** Milliseconds until the next poll, with jitter. */
  #getDelayMs(): number {
    const { clock, budget } = this.#options;
    const { intervalMs, usesDefaultInterval } = this.#requestedInterval();
    const requested = intervalMs === undefined ? Number.POSITIVE_INFINITY : this.#atLeastFirst(intervalMs);
    const wanted = Math.min(
      requested,
      usesDefaultInterval || intervalMs === undefined ? this.#interval : Number.POSITIVE_INFINITY,
    );
    return Math.max(wanted, this.#backoff, budget.minIntervalMs) * (1 + jitter * clock.random());
  }

  /** Backoff, which grows with consecutive failures; 0 if none exist. */
  get #backoff(): number {
    const { firstIntervalMs, maxIntervalMs } = this.#options.intervals;
    return this.#failureStreak === undefined
      ? 0
      : Math.min(firstIntervalMs * 2 ** this.#failureStreak.failures, maxIntervalMs);
  }

  #onSuccess(response: RestResponse): void {
    const { watch, intervals, request, contract } = this.#options;
    const { list } = contract.operation(request.operation);
    const revalidated = response.status === 304 ? this.#lastRead : undefined;
    if (revalidated !== undefined) this.#assertRequestedEtag(response);
    if (revalidated !== undefined && !list) {
      this.#complete({ ...revalidated, readAt: this.#polledAt }, this.#characters);
      return;
    }
    const page = revalidated === undefined ? response : withHeadersOf(revalidated.attributes, response);
    const attributes = list ? toPageAttributes(page) : this.#toAttributes(response);
    if (attributes === undefined)
      throw new RestError(
        'UPSTREAM_INVALID_RESPONSE',
        `Invalid response from the upstream: expected ${list ? 'a list' : 'an object'}`,
        { status: response.status },
      );
    if (revalidated === undefined) {
      // A missing body arrives with a later poll, which must not be conditional.
      this.#etag = response.body === undefined ? undefined : header(response, 'etag');
      this.#characters = response.size ?? 0;
    }
    const compared = JSON.stringify(watch.comparedAttributes.map((name) => attributes[name] ?? null));
    const version = list ? digestVersion(compared) : compared;
    // `#complete` multiplies it by `growthFactor`, so that the next interval is the first one.
    if (version !== this.#lastRead?.version) this.#interval = intervals.firstIntervalMs / growthFactor;
    this.#complete({ kind: 'read', readAt: this.#polledAt, version, attributes }, this.#characters);
  }

  /** @throws RestError UPSTREAM_INVALID_RESPONSE if a 304 is for another ETag. The next poll is unconditional then. */
  #assertRequestedEtag(response: RestResponse): void {
    if (this.#etag === undefined || isSameEtag(response, this.#etag)) return;
    this.#etag = undefined;
    throw new RestError(
      'UPSTREAM_INVALID_RESPONSE',
      'The upstream returned 304 Not Modified for another ETag than the requested one',
      { status: response.status },
    );
  }

  /** Returns the attributes of an object; `undefined` if the response is not an object. */
  #toAttributes({ body, status }: RestResponse): Attributes | undefined {
    if (isRecord(body)) return body;
    // Some statuses have no body, such as 202 for a resource that exists but is not ready.
    const { bodiless, implied } = this.#options.contract.operation(this.#options.request.operation);
    return body === undefined && bodiless.has(status) ? (implied.get(status) ?? {}) : undefined;
  }

  #complete(state: ResourceState, characters: number): void {
    this.#options.onState?.(state, characters);
    this.#options.onLag?.(this.overdueMs);
    this.#dueAt = undefined;
    this.#interval = Math.min(this.#interval * growthFactor, this.#options.intervals.maxIntervalMs);
    this.#failureStreak?.cancel();
    this.#failureStreak = undefined;
    this.#lastRead = state;
    this.#publish(state);
  }

  #onFailure(error: RestError): void {
    const { clock, budget } = this.#options;
    if (!isRestError(error, ...transientCodes)) {
      this.#publish(this.#failure(error, true));
      this.stop();
      return;
    }
    const waitMs = Math.min((error.retryAfter ?? 0) * 1000, maxPauseMs);
    const notBefore = clock.now() + waitMs;
    if (this.#failureStreak === undefined)
      this.#failureStreak = { failures: 1, error, notBefore, reported: false, cancel: this.#scheduleReport() };
    else {
      this.#failureStreak.failures += 1;
      this.#failureStreak.error = error;
      this.#failureStreak.notBefore = notBefore;
      if (this.#failureStreak.reported) this.#publish(this.#failure(error, false));
    }
    // Without a status it is the caller's own quota, which is no evidence about the upstream.
    if (error.code === 'RATE_LIMITED' && error.status !== undefined)
      budget.pauseUntil(error.retryAfter === undefined ? clock.now() + this.#backoff : notBefore);
  }

  #scheduleReport(): () => void {
    return this.#options.clock.setTimeout(this.#options.intervals.errorGracePeriodMs, () => this.#report());
  }

  #report(): void {
    if (this.#failureStreak === undefined) return;
    this.#failureStreak.reported = true;
    this.#publish(this.#failure(this.#failureStreak.error, false));
  }

  #failure(error: RestError, last: boolean): State {
    return { kind: 'failed', readAt: this.#options.clock.now(), version: `failed: ${error.code}`, error, last };
  }
}

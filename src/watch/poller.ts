/** Polls one resource with one credential, as often as is useful and allowed. */
import { operation } from '../contract/index.ts';
import { Cancellation } from '../rest/cancellation.ts';
import { isRestError, RestError } from '../rest/errors.ts';
import { callsPaused } from '../rest/failure.ts';
import { header, type RestRequest, type RestResponse } from '../rest/request.ts';
import { isSameEtag } from '../rest/shared-reads.ts';
import { longestWait } from '../rest/upstream-limits.ts';
import type { Budget } from './budget.ts';
import type { Clock } from './clock.ts';
import type { RequestedInterval, Source, SubscriberOptions } from './hub.ts';
import type { Attributes, ReadState, State } from './state.ts';
import type { Watch } from './watch.ts';

/** The intervals of a poller, in milliseconds. */
export interface PollingIntervals {
  /** Interval after a change, and the shortest one that a subscriber can ask for. */
  readonly firstInterval: number;
  /** Interval up to which intervals grow while nothing changes, unless subscribers ask for longer ones. */
  readonly longestInterval: number;
  /** Time for which the upstream may fail before subscribers get an error. */
  readonly patience: number;
}

/** Factor by which the interval grows with each poll that finds nothing new. */
const growth = 1.5;
/** Part of an interval that is added at random, so that pollers do not stay synchronized. */
const jitter = 0.2;

/** Failures after which another poll may succeed. */
const passing = [
  'RATE_LIMITED',
  'UPSTREAM_FAILED',
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_DOWN',
  'UPSTREAM_INVALID_ANSWER',
  'DEADLINE_EXCEEDED',
] as const;

export interface PollerOptions {
  readonly watch: Watch;
  readonly request: RestRequest;
  /** Makes the call, and passes the headers of its response to the budget. */
  readonly call: (
    request: RestRequest,
    headers: Readonly<Record<string, string>>,
    cancellation: Cancellation,
  ) => Promise<RestResponse>;
  readonly clock: Clock;
  readonly intervals: PollingIntervals;
  readonly budget: Budget;
  /** The newest state that another poller of the same resource read, which this one goes on from. */
  readonly known?: ReadState | undefined;
  /** When another poller of the same resource polled it last, in milliseconds since 1970. */
  readonly polledAt?: number | undefined;
  /** Called when a poll begins. */
  readonly onPoll?: (polledAt: number) => void;
  /** Called with each state that was read. @param characters of its response */
  readonly onState?: (state: ReadState, characters: number) => void;
  /** Called once when the poller has ended. */
  readonly ended?: () => void;
}

function isAttributes(body: unknown): body is Attributes {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

export class Poller implements Source {
  readonly #options: PollerOptions;
  readonly #cancellation = new Cancellation();
  #publish: (state: State) => void = () => {};
  #requestedInterval: () => RequestedInterval = () => ({ every: undefined, free: true });
  /** Interval for subscribers who leave it to the poller. */
  #interval: number;
  #polledAt = 0;
  #lastRead: ReadState | undefined;
  #etag: string | undefined;
  /** Characters of the response that was read last. */
  #characters = 0;
  #isPolling = false;
  /** Whether a subscriber joined during the call for whom its response is too old. */
  #pollAgain = false;
  #next: { readonly at: number; readonly cancel: () => void } | undefined;
  #trouble:
    | { failures: number; error: RestError; notBefore: number; reported: boolean; cancel: () => void }
    | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#interval = options.intervals.firstInterval;
  }

  start(
    publish: (state: State) => void,
    requestedInterval: () => RequestedInterval,
    { after }: Pick<SubscriberOptions, 'after'>,
  ): void {
    this.#publish = publish;
    this.#requestedInterval = requestedInterval;
    const { known, clock, intervals } = this.#options;
    const polledAt = Math.max(this.#options.polledAt ?? 0, known?.at ?? 0);
    if (polledAt === 0) {
      this.#pollWhenAllowed();
      return;
    }
    this.#lastRead = known;
    this.#polledAt = polledAt;
    const isCurrent = known !== undefined && known.at > after;
    const interval = intervals.firstInterval * (isCurrent ? 1 + jitter * clock.random() : 1);
    // Subscribers need what was read after a write, even before the interval is over.
    this.#schedule(polledAt <= after ? 0 : Math.max(0, interval - (clock.now() - polledAt)));
    if (isCurrent) publish(known);
  }

  /** Milliseconds until the next poll; undefined while one is under way. */
  get nextIn(): number | undefined {
    return this.#next && Math.max(0, this.#next.at - this.#options.clock.now());
  }

  joined({ every, after }: SubscriberOptions, satisfied: boolean): void {
    if (this.#isPolling) this.#pollAgain ||= !satisfied && after >= this.#polledAt;
    // New subscribers do not cause more calls to an upstream that fails.
    else if (this.#trouble === undefined) {
      const age = this.#options.clock.now() - this.#polledAt;
      if (!satisfied) this.#schedule(0);
      else if (every !== undefined) this.#schedule(Math.max(0, this.#atLeastFirst(every) - age));
    }
  }

  stop(): void {
    if (this.#cancellation.isCancelled) return;
    this.#cancellation.cancel();
    this.#next?.cancel();
    this.#trouble?.cancel();
    this.#options.ended?.();
  }

  #atLeastFirst(interval: number): number {
    return Math.max(interval, this.#options.intervals.firstInterval);
  }

  /** Schedules the next poll after so many milliseconds, unless there is an earlier one. */
  #schedule(delay: number): void {
    const { clock } = this.#options;
    const at = clock.now() + delay;
    if (this.#cancellation.isCancelled || (this.#next !== undefined && this.#next.at <= at)) return;
    this.#next?.cancel();
    this.#next = { at, cancel: clock.after(delay, () => this.#pollWhenAllowed()) };
  }

  /** Polls now, or when the budget allows it. */
  #pollWhenAllowed(): void {
    this.#next = undefined;
    const { clock, budget } = this.#options;
    const now = clock.now();
    const wait = Math.max(budget.wait, (this.#trouble?.notBefore ?? 0) - now);
    if (wait > 0) {
      this.#reportRateLimit(wait);
      // The random part spreads the pollers that wait for the same reset.
      this.#schedule(wait + clock.random() * this.#interval);
    } else if (budget.take()) void this.#poll();
    else this.#next = { at: now, cancel: budget.whenKnown(() => this.#pollWhenAllowed()) };
  }

  /** Sees to it that subscribers without a first state get an error when the rate limit keeps them waiting for longer than the patience. */
  #reportRateLimit(wait: number): void {
    if (this.#lastRead !== undefined || this.#trouble !== undefined) return;
    this.#trouble = {
      failures: 0,
      error: callsPaused(wait),
      notBefore: 0,
      reported: false,
      cancel: this.#reportLater(),
    };
  }

  async #poll(): Promise<void> {
    const { request, clock, call, budget } = this.#options;
    const cancellation = this.#cancellation;
    this.#isPolling = true;
    this.#pollAgain = false;
    this.#polledAt = clock.now();
    this.#options.onPoll?.(this.#polledAt);
    const headers = this.#etag === undefined ? {} : { 'if-none-match': this.#etag };
    let completed = true;
    try {
      const response = await call(request, headers, cancellation);
      completed = !cancellation.isCancelled;
      if (completed) this.#succeeded(response);
    } catch (error) {
      completed = !cancellation.isCancelled;
      if (completed)
        this.#failed(
          error instanceof RestError ? error : new RestError('UPSTREAM_FAILED', 'The upstream cannot be read'),
        );
    }
    this.#isPolling = false;
    // After #failed, which may hold the budget, as this lets the pollers run that wait for the response.
    budget.done(completed);
    if (this.#pollAgain && this.#trouble === undefined) this.#schedule(0);
    else this.#schedule(this.#delay());
  }

  #delay(): number {
    const { clock, budget } = this.#options;
    const { every, free } = this.#requestedInterval();
    const requested = every === undefined ? Number.POSITIVE_INFINITY : this.#atLeastFirst(every);
    const wanted = Math.min(requested, free || every === undefined ? this.#interval : Number.POSITIVE_INFINITY);
    return Math.max(wanted, this.#backOff, budget.shortestInterval) * (1 + jitter * clock.random());
  }

  /** Interval that grows with the failures in a row; 0 where there is none. */
  get #backOff(): number {
    const { firstInterval, longestInterval } = this.#options.intervals;
    return this.#trouble === undefined ? 0 : Math.min(firstInterval * 2 ** this.#trouble.failures, longestInterval);
  }

  #succeeded(response: RestResponse): void {
    const { watch, intervals, request } = this.#options;
    if (response.status === 304 && this.#lastRead !== undefined) {
      if (this.#etag !== undefined && !isSameEtag(response, this.#etag)) {
        // The next poll has no condition.
        this.#etag = undefined;
        throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream confirms another ETag than the one requested', {
          status: response.status,
        });
      }
      this.#settle({ ...this.#lastRead, at: this.#polledAt }, this.#characters);
    }
    // Some statuses have no body, such as 202 for a resource that exists but is not ready.
    else if (
      isAttributes(response.body) ||
      (response.body === undefined && operation(request.operation).bodiless.has(response.status))
    ) {
      const { implied } = operation(request.operation);
      const attributes = isAttributes(response.body) ? response.body : (implied.get(response.status) ?? {});
      // A body that is missing comes with a later poll, which must not be told that nothing has changed.
      this.#etag = isAttributes(response.body) ? header(response, 'etag') : undefined;
      const version = JSON.stringify(watch.compares.map((name) => attributes[name] ?? null));
      if (version !== this.#lastRead?.version) this.#interval = intervals.firstInterval / growth;
      this.#characters = response.size ?? 0;
      this.#settle({ kind: 'read', at: this.#polledAt, version, attributes }, this.#characters);
    } else
      throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream answers with something other than an object', {
        status: response.status,
      });
  }

  #settle(state: ReadState, characters: number): void {
    this.#options.onState?.(state, characters);
    this.#interval = Math.min(this.#interval * growth, this.#options.intervals.longestInterval);
    this.#trouble?.cancel();
    this.#trouble = undefined;
    this.#lastRead = state;
    this.#publish(state);
  }

  #failed(error: RestError): void {
    const { clock, budget } = this.#options;
    if (!isRestError(error, ...passing)) {
      this.#publish(this.#failure(error, true));
      this.stop();
      return;
    }
    const wait = Math.min((error.retryAfter ?? 0) * 1000, longestWait);
    const notBefore = clock.now() + wait;
    if (this.#trouble === undefined)
      this.#trouble = { failures: 1, error, notBefore, reported: false, cancel: this.#reportLater() };
    else {
      this.#trouble.failures += 1;
      this.#trouble.error = error;
      this.#trouble.notBefore = notBefore;
      if (this.#trouble.reported) this.#publish(this.#failure(error, false));
    }
    // Without a status it is the caller's quota here, which says nothing about the upstream.
    if (error.code === 'RATE_LIMITED' && error.status !== undefined)
      budget.hold(error.retryAfter === undefined ? clock.now() + this.#backOff : notBefore);
  }

  #reportLater(): () => void {
    return this.#options.clock.after(this.#options.intervals.patience, () => this.#report());
  }

  #report(): void {
    if (this.#trouble === undefined) return;
    this.#trouble.reported = true;
    this.#publish(this.#failure(this.#trouble.error, false));
  }

  #failure(error: RestError, last: boolean): State {
    return { kind: 'failed', at: this.#options.clock.now(), version: `failed: ${error.code}`, error, last };
  }
}

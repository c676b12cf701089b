/** Looks at one resource with one credential, as often as is useful and allowed. */
import { operation } from '../contract/index.ts';
import { isRestError, RestError } from '../rest/errors.ts';
import { header, type RestRequest, type RestResponse } from '../rest/request.ts';
import { type Budget, longestWait } from './budget.ts';
import type { Clock } from './clock.ts';
import type { RequestedInterval, Source, SubscriberOptions } from './hub.ts';
import type { Attributes, ReadState, State } from './state.ts';
import type { Watch } from './watch.ts';

/** How often pollers look. All times in milliseconds. */
export interface PollingIntervals {
  /** Interval after a change, and the shortest one that a subscriber can ask for. */
  readonly firstInterval: number;
  /** Interval that the growing ones end at, unless a subscriber asks for a longer one. */
  readonly longestInterval: number;
  /** Time for which the upstream may fail before subscribers are told. */
  readonly patience: number;
}

/** Factor on the interval with each look that finds nothing new. */
const growth = 1.5;
/** Intervals are lengthened by up to this part, so that pollers that began together do not stay together. */
const jitter = 0.2;

/** Failures after which another look may find the resource. */
const passing = [
  'RATE_LIMITED',
  'UPSTREAM_FAILED',
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_INVALID_ANSWER',
  'DEADLINE_EXCEEDED',
] as const;

export interface PollerOptions {
  readonly watch: Watch;
  readonly request: RestRequest;
  /** Asks the upstream; lets the budget know what the answer's headers say. */
  readonly call: (
    request: RestRequest,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<RestResponse>;
  readonly clock: Clock;
  readonly pace: PollingIntervals;
  readonly budget: Budget;
  /** Told once when the poller has ended. */
  readonly ended: () => void;
}

function isAttributes(body: unknown): body is Attributes {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

export class Poller implements Source {
  readonly #options: PollerOptions;
  readonly #abort = new AbortController();
  #publish: (state: State) => void = () => {};
  #rhythm: () => RequestedInterval = () => ({ every: undefined, free: true });
  /** Interval of readers who leave it to the poller. */
  #interval: number;
  #polledAt = 0;
  #lastRead: ReadState | undefined;
  #etag: string | undefined;
  /** The call under way. */
  #isPolling = false;
  /** Whether a reader came during the call to whom its answer is not new enough. */
  #pollAgain = false;
  #next: { readonly at: number; readonly cancel: () => void } | undefined;
  #trouble:
    | { failures: number; error: RestError; notBefore: number; reported: boolean; cancel: () => void }
    | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#interval = options.pace.firstInterval;
  }

  start(publish: (state: State) => void, rhythm: () => RequestedInterval): void {
    this.#publish = publish;
    this.#rhythm = rhythm;
    this.#pollWhenAllowed();
  }

  joined({ every }: SubscriberOptions, satisfied: boolean): void {
    if (this.#isPolling) this.#pollAgain ||= !satisfied;
    // Newcomers do not drive the calls to an upstream that fails.
    else if (this.#trouble === undefined) {
      const age = this.#options.clock.now() - this.#polledAt;
      if (!satisfied) this.#schedule(0);
      else if (every !== undefined) this.#schedule(Math.max(0, this.#atLeastFirst(every) - age));
    }
  }

  stop(): void {
    if (this.#abort.signal.aborted) return;
    this.#abort.abort();
    this.#next?.cancel();
    this.#trouble?.cancel();
    this.#options.ended();
  }

  #atLeastFirst(interval: number): number {
    return Math.max(interval, this.#options.pace.firstInterval);
  }

  /** Looks again after so many milliseconds, unless it does so earlier anyway. */
  #schedule(delay: number): void {
    const { clock } = this.#options;
    const at = clock.now() + delay;
    if (this.#abort.signal.aborted || (this.#next !== undefined && this.#next.at <= at)) return;
    this.#next?.cancel();
    this.#next = { at, cancel: clock.after(delay, () => this.#pollWhenAllowed()) };
  }

  /** Looks now, or when the upstream allows it. */
  #pollWhenAllowed(): void {
    this.#next = undefined;
    const { clock, budget } = this.#options;
    const now = clock.now();
    const wait = Math.max(budget.wait, (this.#trouble?.notBefore ?? 0) - now);
    if (wait > 0) {
      this.#expectNothing(wait);
      // Many pollers may wait for the same moment.
      this.#schedule(wait + clock.random() * this.#interval);
    } else if (budget.take()) void this.#poll();
    else this.#next = { at: now, cancel: budget.whenKnown(() => this.#pollWhenAllowed()) };
  }

  /** Whoever has not been told anything is not left to wait in silence for longer than the patience lasts. */
  #expectNothing(wait: number): void {
    if (this.#lastRead !== undefined || this.#trouble !== undefined) return;
    const error = new RestError('RATE_LIMITED', 'The upstream allows no further calls for now', {
      retryAfter: Math.ceil(wait / 1000),
    });
    this.#trouble = { failures: 0, error, notBefore: 0, reported: false, cancel: this.#reportLater() };
  }

  async #poll(): Promise<void> {
    const { request, clock, call, budget } = this.#options;
    const { signal } = this.#abort;
    this.#isPolling = true;
    this.#pollAgain = false;
    this.#polledAt = clock.now();
    const known = this.#etag === undefined ? {} : { 'if-none-match': this.#etag };
    let wanted = true;
    try {
      const answer = await call(request, known, signal);
      wanted = !signal.aborted;
      if (wanted) this.#answered(answer);
    } catch (error) {
      wanted = !signal.aborted;
      if (wanted)
        this.#failed(
          error instanceof RestError ? error : new RestError('UPSTREAM_FAILED', 'The upstream cannot be read'),
        );
    }
    this.#isPolling = false;
    // The others go by what has come of it.
    budget.done(wanted);
    if (this.#pollAgain && this.#trouble === undefined) this.#schedule(0);
    else this.#schedule(this.#delay());
  }

  #delay(): number {
    const { clock, budget } = this.#options;
    const { every, free } = this.#rhythm();
    const asked = every === undefined ? Number.POSITIVE_INFINITY : this.#atLeastFirst(every);
    const wanted = Math.min(asked, free || every === undefined ? this.#interval : Number.POSITIVE_INFINITY);
    return Math.max(wanted, this.#backOff, budget.shortestInterval) * (1 + jitter * clock.random());
  }

  /** Interval that an upstream in trouble is given. */
  get #backOff(): number {
    const { firstInterval, longestInterval } = this.#options.pace;
    return this.#trouble === undefined ? 0 : Math.min(firstInterval * 2 ** this.#trouble.failures, longestInterval);
  }

  #answered(answer: RestResponse): void {
    const { watch, pace, request } = this.#options;
    if (answer.status === 304 && this.#lastRead !== undefined) this.#settle({ ...this.#lastRead, at: this.#polledAt });
    // 202 says that it is there and not ready, which may be all that the answer says.
    else if (
      isAttributes(answer.body) ||
      (answer.body === undefined && operation(request.operation).bodiless.has(answer.status))
    ) {
      const attributes = isAttributes(answer.body) ? answer.body : {};
      this.#etag = header(answer, 'etag');
      const version = JSON.stringify(watch.compares.map((name) => attributes[name] ?? null));
      if (version !== this.#lastRead?.version) this.#interval = pace.firstInterval / growth;
      this.#settle({ kind: 'seen', at: this.#polledAt, version, attributes });
    } else
      throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream answers with something other than an object', {
        status: answer.status,
      });
  }

  #settle(seen: ReadState): void {
    this.#interval = Math.min(this.#interval * growth, this.#options.pace.longestInterval);
    this.#trouble?.cancel();
    this.#trouble = undefined;
    this.#lastRead = seen;
    this.#publish(seen);
  }

  #failed(error: RestError): void {
    const { clock, budget } = this.#options;
    if (!isRestError(error, ...passing) && !this.#isPending(error)) {
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
    if (error.code === 'RATE_LIMITED')
      budget.hold(error.retryAfter === undefined ? clock.now() + this.#backOff : notBefore);
  }

  #reportLater(): () => void {
    return this.#options.clock.after(this.#options.pace.patience, () => this.#report());
  }

  /** A resource that is not there any more ends the stream, unless it may come back before it is done. */
  #isPending(error: RestError): boolean {
    const { watch } = this.#options;
    if (error.code !== 'NOT_FOUND' || !watch.missingWhilePending) return false;
    return this.#lastRead !== undefined && !watch.isOver(this.#lastRead.attributes);
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

/** Looks at one resource with one credential, as often as is useful and allowed. */
import { operation } from '../contract/index.ts';
import { isRestError, RestError } from '../rest/errors.ts';
import { type Answer, header, type Request } from '../rest/request.ts';
import { type Budget, longestWait } from './budget.ts';
import type { Clock } from './clock.ts';
import type { Demand, Rhythm, Source } from './hub.ts';
import type { Attributes, Seen, State } from './state.ts';
import type { Watch } from './watches.ts';

/** How often pollers look. All times in milliseconds. */
export interface Pace {
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
  readonly request: Request;
  /** Asks the upstream; lets the budget know what the answer's headers say. */
  readonly call: (request: Request, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Answer>;
  readonly clock: Clock;
  readonly pace: Pace;
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
  #rhythm: () => Rhythm = () => ({ every: undefined, free: true });
  /** Interval of readers who leave it to the poller. */
  #interval: number;
  #lookedAt = 0;
  #seen: Seen | undefined;
  #etag: string | undefined;
  /** The call under way. */
  #looking = false;
  /** Whether a reader came during the call to whom its answer is not new enough. */
  #again = false;
  #next: { readonly at: number; readonly cancel: () => void } | undefined;
  #trouble:
    | { failures: number; error: RestError; notBefore: number; reported: boolean; cancel: () => void }
    | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#interval = options.pace.firstInterval;
  }

  start(publish: (state: State) => void, rhythm: () => Rhythm): void {
    this.#publish = publish;
    this.#rhythm = rhythm;
    this.#lookSoon();
  }

  joined({ every }: Demand, satisfied: boolean): void {
    if (this.#looking) this.#again ||= !satisfied;
    // Newcomers do not drive the calls to an upstream that fails.
    else if (this.#trouble === undefined) {
      const age = this.#options.clock.now() - this.#lookedAt;
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
    this.#next = { at, cancel: clock.after(delay, () => this.#lookSoon()) };
  }

  /** Looks now, or when the upstream allows it. */
  #lookSoon(): void {
    this.#next = undefined;
    const { clock, budget } = this.#options;
    const now = clock.now();
    const wait = Math.max(budget.wait, (this.#trouble?.notBefore ?? 0) - now);
    if (wait > 0) {
      this.#expectNothing(wait);
      // Many pollers may wait for the same moment.
      this.#schedule(wait + clock.random() * this.#interval);
    } else if (budget.take()) void this.#look();
    else this.#next = { at: now, cancel: budget.whenKnown(() => this.#lookSoon()) };
  }

  /** Whoever has not been told anything is not left to wait in silence for longer than the patience lasts. */
  #expectNothing(wait: number): void {
    if (this.#seen !== undefined || this.#trouble !== undefined) return;
    const error = new RestError('RATE_LIMITED', 'The upstream allows no further calls for now', {
      retryAfter: Math.ceil(wait / 1000),
    });
    this.#trouble = { failures: 0, error, notBefore: 0, reported: false, cancel: this.#reportLater() };
  }

  async #look(): Promise<void> {
    const { request, clock, call, budget } = this.#options;
    const { signal } = this.#abort;
    this.#looking = true;
    this.#again = false;
    this.#lookedAt = clock.now();
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
    this.#looking = false;
    // The others go by what has come of it.
    budget.done(wanted);
    if (this.#again && this.#trouble === undefined) this.#schedule(0);
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

  #answered(answer: Answer): void {
    const { watch, pace, request } = this.#options;
    if (answer.status === 304 && this.#seen !== undefined) this.#settle({ ...this.#seen, at: this.#lookedAt });
    // 202 says that it is there and not ready, which may be all that the answer says.
    else if (
      isAttributes(answer.body) ||
      (answer.body === undefined && operation(request.operation).bodiless.has(answer.status))
    ) {
      const attributes = isAttributes(answer.body) ? answer.body : {};
      this.#etag = header(answer, 'etag');
      const version = JSON.stringify(watch.compares.map((name) => attributes[name] ?? null));
      if (version !== this.#seen?.version) this.#interval = pace.firstInterval / growth;
      this.#settle({ kind: 'seen', at: this.#lookedAt, version, attributes });
    } else
      throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream answers with something other than an object', {
        status: answer.status,
      });
  }

  #settle(seen: Seen): void {
    this.#interval = Math.min(this.#interval * growth, this.#options.pace.longestInterval);
    this.#trouble?.cancel();
    this.#trouble = undefined;
    this.#seen = seen;
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
    return this.#seen !== undefined && !watch.isOver(this.#seen.attributes);
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

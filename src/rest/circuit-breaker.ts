/** Circuit breaker for the upstream. While it is open, calls fail immediately, except for single probes. */
import { RestError } from './errors.ts';

export interface CircuitBreakerOptions {
  /** Consecutive failures within ten seconds that open the breaker; fewer than 3 count as 3. One caller accounts for at most a third, rounded up. */
  readonly failures: number;
  /** Delay before the first probe; doubles with each failed probe. */
  readonly pauseMs: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** Called when the breaker opens. */
  readonly onOpen?: () => void;
  /** Called when the breaker closes. */
  readonly onClose?: () => void;
}

/** `closed`: calls are sent. `open`: calls fail. `probing`: one call is sent, the others fail. */
export type BreakerState = 'closed' | 'open' | 'probing';

/** Outcome of a call as evidence of the upstream's health. */
export type CallOutcome = 'responded' | 'failed' | 'unreachable' | 'unknown';

/** Number of callers whose calls must fail, so that no single caller can open the breaker for the others. */
const minCallers = 3;
const failureWindowMs = 10_000;
/** Longest pause between two probes. A caller whose probe failed waits twice as long, but only if another caller waits for a probe. */
const maxPauseMs = 10_000;
/** A probe without a result is abandoned after this time. */
const maxProbeMs = 60_000;

/**
 * Opens after a run of failures; any response resets the count. Each caller accounts for only a part of the failures,
 * because an expensive query can fail for its caller alone. Failures to connect are independent of the caller and count
 * without that bound.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  /** Failures that open the breaker, and the part of them that one caller may account for. */
  readonly #maxFailures: number;
  readonly #maxFailuresPerCaller: number;
  readonly #now: () => number;
  /** Counted failures of each caller since the last response. */
  #failures = new Map<string, number>();
  #counted = 0;
  #unreachable = 0;
  #since = 0;
  #state: BreakerState = 'closed';
  #pause: number;
  /** Clock reading from which the next probe may be sent. */
  #nextProbe = 0;
  #probe: symbol | undefined;
  /** Callers whose probes failed since the breaker opened; probes of other callers take precedence. */
  #probers = new Set<string>();
  /** Whether callers in `#probers` wait for another pause, in which other callers may send the probe. */
  #prefersOthers = false;
  #rejected = 0;
  #openings = 0;
  readonly #closeListeners: (() => void)[] = [];

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#maxFailures = Math.max(options.failures, minCallers);
    this.#maxFailuresPerCaller = Math.ceil(this.#maxFailures / minCallers);
    this.#now = options.now ?? (() => performance.now());
    this.#pause = options.pauseMs;
  }

  /** Adds a listener that is called when the breaker closes. */
  onClose(listener: () => void): void {
    this.#closeListeners.push(listener);
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Number of calls that failed because the breaker was open. */
  get rejections(): number {
    return this.#rejected;
  }

  /** Number of times the breaker has opened. */
  get openings(): number {
    return this.#openings;
  }

  /**
   * Admits a call.
   * @param getCaller returns the caller of the call
   * @returns the token that identifies a probe to `onCallEnd`; `undefined` for other calls
   * @throws RestError `UPSTREAM_DOWN` while the breaker is open
   */
  admit(getCaller: () => string): symbol | undefined {
    if (this.#state === 'closed') return undefined;
    // A caller that requests what the upstream cannot deliver would otherwise keep the breaker open for everyone.
    const hasProbed = this.#probers.has(getCaller());
    const wait = this.#nextProbe + (hasProbed && this.#prefersOthers ? this.#pause : 0) - this.#now();
    if (wait > 0) {
      this.#rejected += 1;
      // If only callers that have probed are left, a longer wait would delay the recovery without helping another caller.
      this.#prefersOthers ||= !hasProbed;
      const retryAfter = Math.ceil(Math.min(wait, this.#pause) / 1000);
      const message = `The upstream is unavailable, so the call was not sent. Retry after ${retryAfter} s`;
      throw new RestError('UPSTREAM_DOWN', message, { retryAfter });
    }
    this.#probe = Symbol('probe');
    this.#nextProbe = this.#now() + maxProbeMs;
    this.#state = 'probing';
    this.#prefersOthers = false;
    return this.#probe;
  }

  /**
   * Records the end of a call.
   * @param getCaller returns the caller of the call
   * @param probe token that `admit` returned
   */
  onCallEnd(outcome: CallOutcome, getCaller: () => string, probe: symbol | undefined): void {
    if (outcome === 'responded') this.#close();
    else if (probe !== undefined && probe === this.#probe) this.#onProbeFailed(outcome, getCaller);
    else if (this.#state === 'closed' && outcome !== 'unknown') this.#count(outcome, getCaller);
  }

  #count(outcome: 'failed' | 'unreachable', getCaller: () => string): void {
    const now = this.#now();
    if (now - this.#since > failureWindowMs) this.#reset();
    if (this.#counted + this.#unreachable === 0) this.#since = now;
    if (outcome === 'unreachable') this.#unreachable += 1;
    else {
      const caller = getCaller();
      const ofCaller = this.#failures.get(caller) ?? 0;
      if (ofCaller >= this.#maxFailuresPerCaller) return;
      this.#failures.set(caller, ofCaller + 1);
      this.#counted += 1;
    }
    if (this.#counted + this.#unreachable >= this.#maxFailures) this.#open();
  }

  #open(): void {
    this.#reset();
    this.#probers = new Set();
    this.#prefersOthers = false;
    this.#openings += 1;
    this.#pause = this.#options.pauseMs;
    this.#nextProbe = this.#now() + this.#pause;
    this.#state = 'open';
    this.#options.onOpen?.();
  }

  /** Schedules the next probe after a probe without a response. */
  #onProbeFailed(outcome: CallOutcome, getCaller: () => string): void {
    this.#probe = undefined;
    if (outcome !== 'unreachable') this.#probers.add(getCaller());
    if (outcome === 'unknown') {
      // The next probe needs no pause, unless the same caller sends it.
      this.#prefersOthers = true;
      this.#nextProbe = this.#now();
    } else {
      this.#pause = Math.min(2 * this.#pause, maxPauseMs);
      this.#nextProbe = this.#now() + this.#pause;
    }
    this.#state = 'open';
  }

  #close(): void {
    if (this.#counted + this.#unreachable > 0) this.#reset();
    if (this.#state === 'closed') return;
    this.#probe = undefined;
    this.#state = 'closed';
    this.#options.onClose?.();
    for (const listener of this.#closeListeners) listener();
  }

  #reset(): void {
    this.#failures = new Map();
    this.#counted = 0;
    this.#unreachable = 0;
  }
}

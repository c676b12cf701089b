/** Spares an upstream that fails for everybody: calls fail at once, but for single ones that find out whether it answers again. */
import { isRestError, RestError } from './errors.ts';

export interface BreakerOptions {
  /** Failures in a row, of several callers, after which it opens; one for each of the callers at the least. */
  readonly failures: number;
  /** Milliseconds before the first probe; doubles with each probe that fails. */
  readonly pause: number;
  /** Milliseconds that never go backwards. */
  readonly now?: () => number;
  /** Called when calls begin to fail at once. */
  readonly opened?: () => void;
  /** Called when calls are sent again. */
  readonly closed?: () => void;
}

/** `closed`: calls are sent. `open`: they fail. `probing`: one call is sent, the others fail. */
export type BreakerState = 'closed' | 'open' | 'probing';

/** What became of a call, as far as it tells of the upstream. */
export type CallFate = 'answered' | 'failed' | 'unconnected' | 'unknown';

/** Callers whose calls have to fail, so that nobody can open it for others alone. */
const fewestCallers = 3;
/** Milliseconds after which failures are forgotten. */
const term = 10_000;
/** Milliseconds between two probes at the most. */
const longestPause = 30_000;
/** Milliseconds after which a probe of which nothing is heard is given up. */
const longestProbe = 60_000;

/**
 * Opens when nothing but failures has come for a while: any answer begins the count anew. Failures count for the callers that they strike, a
 * part of the number for each, as an expensive query can fail for its caller alone; but that there is no connection is no caller's doing.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  /** Failures that open it, and those of them that one caller may account for. */
  readonly #most: number;
  readonly #mostOfCaller: number;
  readonly #now: () => number;
  /** Failures of each caller since the last answer, as far as they count. */
  #failures = new Map<string, number>();
  #counted = 0;
  #unconnected = 0;
  #since = 0;
  #state: BreakerState = 'closed';
  #pause: number;
  /** When the next probe may be made. */
  #nextProbe = 0;
  #probe: symbol | undefined;
  /** Callers whose probes have brought no answer since it opened; they let others go first. */
  #probers = new Set<string>();
  #refusals = 0;
  #openings = 0;

  constructor(options: BreakerOptions) {
    this.#options = options;
    this.#most = Math.max(options.failures, fewestCallers);
    this.#mostOfCaller = Math.ceil(this.#most / fewestCallers);
    this.#now = options.now ?? (() => performance.now());
    this.#pause = options.pause;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Calls that failed because it was open. */
  get refusals(): number {
    return this.#refusals;
  }

  /** How often it has opened. */
  get openings(): number {
    return this.#openings;
  }

  /**
   * Lets a call pass.
   * @param callerOf names its caller
   * @returns what identifies it to `ended` where it is a probe
   * @throws RestError `UPSTREAM_DOWN`
   */
  enter(callerOf: () => string): symbol | undefined {
    if (this.#state === 'closed') return undefined;
    // Whoever asks for what the upstream cannot answer would keep it open for everybody.
    const later = this.#probers.has(callerOf()) ? this.#pause : 0;
    const wait = this.#nextProbe + later - this.#now();
    if (wait > 0) {
      this.#refusals += 1;
      const message = 'The upstream fails for everybody at the moment, and is spared for a while';
      throw new RestError('UPSTREAM_DOWN', message, { retryAfter: Math.ceil(Math.min(wait, this.#pause) / 1000) });
    }
    this.#probe = Symbol('probe');
    this.#nextProbe = this.#now() + longestProbe;
    this.#state = 'probing';
    return this.#probe;
  }

  /**
   * Takes the end of a call into account.
   * @param callerOf names its caller
   * @param probe what `enter` returned for it
   */
  ended(fate: CallFate, callerOf: () => string, probe: symbol | undefined): void {
    if (fate === 'answered') this.#close();
    else if (probe !== undefined && probe === this.#probe) this.#probed(fate, callerOf);
    else if (this.#state === 'closed' && fate !== 'unknown') this.#count(fate, callerOf);
  }

  #count(fate: 'failed' | 'unconnected', callerOf: () => string): void {
    const now = this.#now();
    if (now - this.#since > term) this.#forget();
    if (this.#counted + this.#unconnected === 0) this.#since = now;
    if (fate === 'unconnected') this.#unconnected += 1;
    else {
      const caller = callerOf();
      const ofCaller = this.#failures.get(caller) ?? 0;
      if (ofCaller >= this.#mostOfCaller) return;
      this.#failures.set(caller, ofCaller + 1);
      this.#counted += 1;
    }
    if (this.#counted + this.#unconnected >= this.#most) this.#open();
  }

  #open(): void {
    this.#forget();
    this.#probers = new Set();
    this.#openings += 1;
    this.#pause = this.#options.pause;
    this.#nextProbe = this.#now() + this.#pause;
    this.#state = 'open';
    this.#options.opened?.();
  }

  /** A probe has failed, or nobody knows. */
  #probed(fate: CallFate, callerOf: () => string): void {
    this.#probe = undefined;
    if (fate !== 'unconnected') this.#probers.add(callerOf());
    if (fate !== 'unknown') this.#pause = Math.min(2 * this.#pause, longestPause);
    this.#nextProbe = this.#now() + (fate === 'unknown' ? 0 : this.#pause);
    this.#state = 'open';
  }

  #close(): void {
    if (this.#counted + this.#unconnected > 0) this.#forget();
    if (this.#state === 'closed') return;
    this.#probe = undefined;
    this.#state = 'closed';
    this.#options.closed?.();
  }

  #forget(): void {
    this.#failures = new Map();
    this.#counted = 0;
    this.#unconnected = 0;
  }
}

const failingStatuses = new Set([502, 503, 504]);
/** Codes of failures to connect. */
const unconnected = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** What a status tells. Other failures of the upstream may be about what was asked for. */
export function fateOfStatus(status: number): CallFate {
  if (failingStatuses.has(status)) return 'failed';
  return status < 500 ? 'answered' : 'unknown';
}

/** What the failure of an exchange tells that nobody has cancelled. */
export function fateOfFailure(error: unknown): CallFate {
  if (isRestError(error)) {
    if (error.status !== undefined) return fateOfStatus(error.status);
    return error.code === 'DEADLINE_EXCEEDED' ? 'failed' : 'unknown';
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return unconnected.test(code) ? 'unconnected' : 'failed';
}

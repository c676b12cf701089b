/**
 * State of the facade, and of the upstream according to the calls of operations and polls. No call is sent to check it.
 */
import type { Logger } from 'pino';
import { type CallError, callErrorOf, isUpstreamFailure } from '../rest/call-error.ts';
import type { CallRecord } from '../rest/request.ts';

type Phase = 'starting' | 'ready' | 'draining';

/** Readiness of the facade, from what it has observed. */
export interface Readiness {
  readonly status: Phase;
  readonly upstream: 'responding' | 'failing';
  /** Class of the last failure. `undefined` while the upstream responds, and until a call ends after the circuit breaker has opened. */
  readonly upstreamError: CallError | undefined;
  /** Time since which the upstream fails, in ISO 8601. `undefined` while it responds. */
  readonly upstreamFailingSince: string | undefined;
}

/** Time after which a call counts half as much. */
const halfLifeMs = 5000;
/** Interval between two log lines about exhausted resources. */
const exhaustionLogIntervalMs = 60_000;
/** Shares of failed calls at which the upstream begins to fail, and at which it has recovered. They differ, so that the state does not flap. */
const [failingShare, recoveredShare] = [0.5, 0.1];

/** Share of failed calls, in which a call counts half as much after each `halfLifeMs`. */
class FailureShare {
  #calls = 0;
  #failures = 0;
  #updatedAt = 0;

  /** Adds a call. @returns the share, from 0 to 1 */
  add(isFailure: boolean, now: number): number {
    const decay = 0.5 ** ((now - this.#updatedAt) / halfLifeMs);
    this.#updatedAt = now;
    this.#calls = this.#calls * decay + 1;
    this.#failures = this.#failures * decay + Number(isFailure);
    return this.#failures / this.#calls;
  }
}

export interface HealthOptions {
  /** Whether the circuit breaker rejects calls. Defaults to never. */
  readonly isBreakerOpen?: () => boolean;
  /** Monotonic clock in milliseconds. Defaults to `performance.now`. */
  readonly now?: () => number;
}

export class Health {
  readonly #logger: Logger;
  readonly #isBreakerOpen: () => boolean;
  readonly #now: () => number;
  readonly #share = new FailureShare();
  #exhaustionLoggedAt = Number.NEGATIVE_INFINITY;
  #failure: { readonly since: Date; readonly sinceMs: number; error: CallError } | undefined;
  phase: Phase = 'starting';

  constructor(logger: Logger, { isBreakerOpen = () => false, now = () => performance.now() }: HealthOptions = {}) {
    this.#logger = logger;
    this.#isBreakerOpen = isBreakerOpen;
    this.#now = now;
  }

  get readiness(): Readiness {
    const failure = this.#failure;
    return {
      status: this.phase,
      upstream: failure === undefined && !this.#isBreakerOpen() ? 'responding' : 'failing',
      upstreamError: failure?.error,
      upstreamFailingSince: failure?.since.toISOString(),
    };
  }

  /** Observes a call that was not cancelled. Logs with its cause when the upstream begins to fail, and when it has recovered. */
  observe(call: CallRecord): void {
    const error = callErrorOf(call);
    if (error === 'exhausted') this.#logExhaustion();
    if (call.source === 'shared' || error === 'exhausted' || error === 'not_sent' || error === 'cancelled') return;
    const isFailure = error !== undefined && isUpstreamFailure(error);
    const share = this.#share.add(isFailure, this.#now());
    if (isFailure) this.#failed(call, error, share);
    else if (this.#failure !== undefined && share < recoveredShare) this.#recovered(this.#failure.sinceMs);
  }

  #logExhaustion(): void {
    const now = this.#now();
    if (now - this.#exhaustionLoggedAt < exhaustionLogIntervalMs) return;
    this.#exhaustionLoggedAt = now;
    this.#logger.error('no free file descriptor, port or memory for connections to the upstream');
  }

  #failed({ operation, status, error: code, durationMs }: CallRecord, error: CallError, share: number): void {
    if (this.#failure !== undefined) this.#failure.error = error;
    // An open circuit breaker sends few calls, so that earlier successes would outweigh their failures for a long time.
    else if (share >= failingShare || this.#isBreakerOpen()) {
      this.#failure = { since: new Date(), sinceMs: this.#now(), error };
      this.#logger.warn({ cause: error, code, status, operation, durationMs }, 'the upstream fails');
    }
  }

  #recovered(sinceMs: number): void {
    this.#failure = undefined;
    this.#logger.info({ failedForMs: Math.round(this.#now() - sinceMs) }, 'the upstream responds again');
  }
}

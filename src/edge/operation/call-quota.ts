/** The REST calls that one caller may make within a minute. */
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Allowance } from '../../rest/allowance.ts';
import type { Callers } from '../../rest/callers.ts';
import type { Credential } from '../../rest/credential.ts';
import { RestError } from '../../rest/errors.ts';
import { sharedByAddress } from './shares.ts';

/** Milliseconds after which the count of a caller begins anew. */
const term = 60_000;
/** Callers that are remembered. One that is forgotten begins anew, which only somebody with as many addresses can bring about. */
const remembered = 100_000;

/** A count that instances share. */
export interface SharedCount {
  /** Counts points, fewer than 0 for those given back. @returns undefined where nobody answers in time */
  consume(caller: string, points: number): Promise<{ readonly consumed: number; readonly resetIn: number } | undefined>;
}

export interface CallQuotaOptions {
  /** Calls of one caller within a minute. */
  readonly limit: number;
  readonly settings: Pick<Config, 'limitsReportOnly'>;
  readonly callers: Callers;
  readonly logger: Logger;
  /** Absent where this instance stands alone. */
  readonly shared?: SharedCount | undefined;
  /** Milliseconds that never go backwards. */
  readonly now?: () => number;
}

/** The minute of one caller. */
interface Minute {
  /** Calls that were made or are reserved, those in other instances among them as far as they are known. */
  consumed: number;
  /** Those of them that other instances do not know of; below 0 where they know of too many. */
  untold: number;
  endsAt: number;
  /** Whether it has been reported that there were too many. */
  reported: boolean;
}

/**
 * Counts REST calls by caller. Those that an operation is certain to make are counted before it begins, where other instances are asked too,
 * and each further one when it is sent, in this instance alone; the next operation tells the others of it.
 */
export class CallQuota {
  readonly #options: CallQuotaOptions;
  readonly #now: () => number;
  // By size, since a cache bounded by number allocates the memory of all entries at once.
  readonly #minutes = new LRUCache<string, Minute>({ maxSize: remembered, sizeCalculation: () => 1 });
  #refusals = 0;

  constructor(options: CallQuotaOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** How often a caller was refused, or would have been. */
  get refusals(): number {
    return this.#refusals;
  }

  /** The calls of one operation, download or poll. */
  open(credential: Credential): Allowance {
    return new OperationAllowance(this, credential);
  }

  callerOf(credential: Credential): string {
    return this.#options.callers.of(credential);
  }

  /** Counts one call in this instance. */
  take(caller: string): void {
    const minute = this.minuteOf(caller);
    const { limit } = this.#options;
    if (minute.consumed >= limit) {
      this.#refuse(
        minute,
        `The caller has made the ${limit} REST calls that MAX_REST_CALLS_PER_MINUTE allows in this minute`,
      );
    }
    this.add(caller, 1);
  }

  /** Corrects what was counted in this instance. */
  add(caller: string, calls: number): void {
    correct(this.minuteOf(caller), calls);
  }

  /** Counts calls before they are made, in all instances. */
  reserve(caller: string, calls: number): void | Promise<void> {
    const { shared } = this.#options;
    if (shared !== undefined) return this.#reserveShared(shared, caller, calls);
    const minute = this.minuteOf(caller);
    correct(minute, calls);
    this.#check(minute, calls);
  }

  async #reserveShared(shared: SharedCount, caller: string, calls: number): Promise<void> {
    const minute = this.minuteOf(caller);
    minute.consumed += calls;
    const points = minute.untold + calls;
    minute.untold = 0;
    const answer = await shared.consume(caller, points);
    if (answer === undefined) minute.untold += points;
    else {
      // What this instance has counted while it waited for the answer is not in it.
      minute.consumed = Math.max(0, answer.consumed + minute.untold);
      minute.endsAt = this.#now() + answer.resetIn;
    }
    this.#check(minute, calls);
  }

  /** Takes calls back where they are too many. */
  #check(minute: Minute, calls: number): void {
    const { limit, settings } = this.#options;
    if (minute.consumed <= limit) return;
    const left = Math.max(0, limit - (minute.consumed - calls));
    if (!settings.limitsReportOnly) correct(minute, -calls);
    const needs = `The operation needs at least ${calls} REST call${calls === 1 ? '' : 's'}`;
    if (calls > limit)
      this.#refuse(minute, `${needs}, more than the ${limit} a minute that MAX_REST_CALLS_PER_MINUTE allows`, false);
    else
      this.#refuse(
        minute,
        `${needs}; of the ${limit} that MAX_REST_CALLS_PER_MINUTE allows the caller, ${left} are left in this minute`,
      );
  }

  /** @param mayFit whether another try may succeed */
  #refuse(minute: Minute, problem: string, mayFit = true): void {
    const { settings, logger } = this.#options;
    this.#refusals += 1;
    const message = mayFit ? `${problem}. ${sharedByAddress}` : problem;
    const retryAfter = mayFit ? Math.max(1, Math.ceil((minute.endsAt - this.#now()) / 1000)) : undefined;
    if (!settings.limitsReportOnly) throw new RestError('RATE_LIMITED', message, { retryAfter });
    if (!minute.reported) logger.warn({ code: 'RATE_LIMITED', problem: message }, 'beyond a limit');
    minute.reported = true;
  }

  /** The present minute of a caller. */
  minuteOf(caller: string): Minute {
    const now = this.#now();
    const known = this.#minutes.get(caller);
    if (known !== undefined && now < known.endsAt) return known;
    const minute = { consumed: 0, untold: 0, endsAt: now + term, reported: false };
    this.#minutes.set(caller, minute);
    return minute;
  }
}

function correct(minute: Minute, calls: number): void {
  minute.consumed = Math.max(0, minute.consumed + calls);
  minute.untold += calls;
}

class OperationAllowance implements Allowance {
  readonly #quota: CallQuota;
  readonly #credential: Credential;
  readonly #caller: string;
  /** The minute in which its first calls were counted. */
  #minute: Minute | undefined;
  #reserved = 0;
  #made = 0;
  #ended = false;

  constructor(quota: CallQuota, credential: Credential) {
    this.#quota = quota;
    this.#credential = credential;
    this.#caller = quota.callerOf(credential);
  }

  reserve(calls: number): void | Promise<void> {
    this.#minute ??= this.#quota.minuteOf(this.#caller);
    const reserving = this.#quota.reserve(this.#caller, calls);
    if (reserving === undefined) this.#reserved = calls;
    else
      return reserving.then(() => {
        this.#reserved = calls;
      });
  }

  take(): void {
    this.#minute ??= this.#quota.minuteOf(this.#caller);
    if (this.#made >= this.#reserved) this.#quota.take(this.#caller);
    this.#made += 1;
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const unused = Math.max(0, this.#reserved - this.#made);
    this.#reserved = 0;
    // What was counted in a minute that is over would otherwise be added to what is allowed in this one.
    if (this.#minute === undefined || this.#minute !== this.#quota.minuteOf(this.#caller)) return;
    correct(this.#minute, -unused);
    this.#settle();
  }

  /** Where the upstream has accepted the credential meanwhile, the calls are no longer those of its address. */
  #settle(): void {
    const caller = this.#quota.callerOf(this.#credential);
    if (caller === this.#caller || this.#made === 0) return;
    this.#quota.add(this.#caller, -this.#made);
    this.#quota.add(caller, this.#made);
  }
}

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
/** Where instances share a count, part of what is left that one has in hand: so small that the caller hardly misses it at another. */
export const spareShare = 1 / 20;
/** More calls in hand save nothing more. */
const mostSpare = 100;

/** A count that instances share. */
export interface SharedCount {
  /**
   * Counts the calls `told`, below 0 for those given back, which must be of the `window` in which they were drawn. Grants the calls `needed`
   * or none, and up to so many `spare` ones.
   * @returns undefined where nobody answers in time
   */
  draw(
    caller: string,
    wish: {
      readonly told: number;
      readonly window: number | undefined;
      readonly needed: number;
      readonly spare: number;
    },
  ): Promise<
    | {
        readonly granted: boolean;
        readonly spare: number;
        /** Calls that are still there for all instances. */
        readonly left: number;
        /** Milliseconds until all begins anew. */
        readonly resetIn: number;
        readonly window: number;
      }
    | undefined
  >;
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
  readonly caller: string;
  /** Calls that this instance has in hand; below 0 where it has made some that other instances do not know of. */
  left: number;
  /** Calls that could still be drawn from what instances share, as far as is known. */
  undrawn: number;
  endsAt: number;
  /** The minute of all instances. */
  window: number | undefined;
  /** Questions to other instances that are under way. */
  asking: number;
  /** Whether it has been reported that there were too many. */
  reported: boolean;
}

/**
 * Counts REST calls by caller. Those that an operation is certain to make are counted before it begins, and each further one when it is sent.
 * Where instances share the count, each draws from it a few more calls than it needs, so that most operations ask nobody; what it has in hand
 * ends with the minute. A call for which it has none left in hand is told to the others afterwards.
 */
export class CallQuota {
  readonly #options: CallQuotaOptions;
  readonly #now: () => number;
  /** Calls that this instance has in hand at the most. */
  readonly #mostSpare: number;
  // By size, since a cache bounded by number allocates the memory of all entries at once.
  readonly #minutes = new LRUCache<string, Minute>({ maxSize: remembered, sizeCalculation: () => 1 });
  #refusals = 0;

  constructor(options: CallQuotaOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#mostSpare = this.#spareOf(options.limit);
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

  /** The present minute of a caller. @param known one that was the present one */
  minuteOf(caller: string, known?: Minute): Minute {
    const now = this.#now();
    if (known !== undefined && now < known.endsAt) return known;
    const present = this.#minutes.get(caller);
    if (present !== undefined && now < present.endsAt) return present;
    const { limit, shared } = this.#options;
    const [left, undrawn] = shared === undefined ? [limit, 0] : [0, limit];
    const next = { caller, left, undrawn, endsAt: now + term, window: undefined, asking: 0, reported: false };
    this.#minutes.set(caller, next);
    return next;
  }

  /** Counts one call as it is sent. @returns whether it is counted, which it is not where it is beyond a limit that is only reported */
  take(minute: Minute): boolean {
    if (minute.left + minute.undrawn > 0) {
      this.charge(minute, 1);
      return true;
    }
    const { limit } = this.#options;
    this.#refuse(
      minute,
      `The caller has made the ${limit} REST calls that MAX_REST_CALLS_PER_MINUTE allows in this minute`,
    );
    return false;
  }

  /** Counts calls that have been made. */
  charge(minute: Minute, calls: number): void {
    minute.left -= calls;
    this.#balance(minute);
  }

  /**
   * Takes back that calls are counted. Those of an earlier minute are over.
   * @param window the minute of all instances in which they were counted
   */
  giveBack(minute: Minute, calls: number, window: number | undefined): void {
    const isOver = this.#now() >= minute.endsAt || (window !== undefined && window !== minute.window);
    if (calls === 0 || isOver) return;
    minute.left += calls;
    this.#balance(minute);
  }

  /** Counts calls before they are made, in all instances. @returns how many are counted: none where they are too many, which is only reported */
  reserve(minute: Minute, calls: number): number | Promise<number> {
    const { limit, shared } = this.#options;
    if (calls <= limit && calls <= minute.left) {
      this.charge(minute, calls);
      return calls;
    }
    return calls > limit || shared === undefined
      ? this.#refuseReserve(minute, calls)
      : this.#draw(minute, calls, shared);
  }

  async #draw(minute: Minute, calls: number, shared: SharedCount): Promise<number> {
    const own = Math.max(0, minute.left);
    const { window } = minute;
    minute.left -= own;
    const granted = await this.#ask(minute, shared, { told: Math.max(0, -minute.left), needed: calls - own });
    // Those that it had in hand are over where a new minute has begun meanwhile.
    const over = minute.window === window ? 0 : own;
    if (granted) {
      if (over > 0) this.charge(minute, over);
      return calls;
    }
    minute.left += own - over;
    const present = this.minuteOf(minute.caller, minute);
    if (granted === undefined && present.left + present.undrawn >= calls) {
      present.left -= calls;
      return calls;
    }
    return this.#refuseReserve(present, calls);
  }

  /** Tells the others what they do not know, gives back what is too much in hand, and draws more before all is used up. */
  #balance(minute: Minute): void {
    const { shared } = this.#options;
    if (shared === undefined || minute.asking > 0) return;
    const { left } = minute;
    const spare = this.#spareOf(minute.undrawn);
    if (left < 0) void this.#ask(minute, shared, { told: -left, needed: 0 });
    else if (left > this.#mostSpare) void this.#ask(minute, shared, { told: spare - left, needed: 0 });
    else if (left < spare / 2) void this.#ask(minute, shared, { told: 0, needed: 0 });
  }

  /** Calls to have in hand where so many could be drawn. */
  #spareOf(undrawn: number): number {
    return Math.min(mostSpare, Math.floor(undrawn * spareShare));
  }

  /** @param told counted from now on as known to the others @returns whether what is needed is granted; undefined where nobody answers */
  async #ask(
    minute: Minute,
    shared: SharedCount,
    { told, needed }: { readonly told: number; readonly needed: number },
  ): Promise<boolean | undefined> {
    minute.left += told;
    // One question at a time is enough to draw more than is needed.
    const spare = minute.asking > 0 ? 0 : Math.max(0, this.#spareOf(minute.undrawn) - minute.left);
    minute.asking += 1;
    const askedAt = this.#now();
    const answer = await shared.draw(minute.caller, { told, window: minute.window, needed, spare });
    minute.asking -= 1;
    if (answer === undefined) {
      minute.left -= told;
      return undefined;
    }
    // What was drawn in a minute that is over for the others is over, too.
    if (answer.window !== minute.window) minute.left = Math.min(0, minute.left);
    minute.left += answer.spare;
    minute.undrawn = answer.left;
    minute.window = answer.window;
    minute.endsAt = askedAt + answer.resetIn;
    if (minute.left < 0) this.#balance(minute);
    return answer.granted;
  }

  #refuseReserve(minute: Minute, calls: number): 0 {
    const { limit } = this.#options;
    const needs = `The operation needs at least ${calls} REST call${calls === 1 ? '' : 's'}`;
    if (calls > limit)
      this.#refuse(minute, `${needs}, more than the ${limit} a minute that MAX_REST_CALLS_PER_MINUTE allows`, false);
    else {
      const left = Math.max(0, minute.left + minute.undrawn);
      this.#refuse(
        minute,
        `${needs}; of the ${limit} that MAX_REST_CALLS_PER_MINUTE allows the caller, ${left} are left in this minute`,
      );
    }
    return 0;
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
}

class OperationAllowance implements Allowance {
  readonly #quota: CallQuota;
  readonly #credential: Credential;
  readonly #caller: string;
  #minute: Minute | undefined;
  /** The minute of all instances in which calls were reserved. */
  #window: number | undefined;
  /** Calls that need not be counted when they are sent, and how many of them are counted. */
  #reserved = 0;
  #paid = 0;
  #made = 0;
  /** Calls that were counted when they were sent. */
  #taken = 0;
  #ended = false;

  constructor(quota: CallQuota, credential: Credential) {
    this.#quota = quota;
    this.#credential = credential;
    this.#caller = quota.callerOf(credential);
  }

  reserve(calls: number): void | Promise<void> {
    const paying = this.#quota.reserve(this.#present(), calls);
    if (typeof paying !== 'number') return paying.then((paid) => this.#grant(calls, paid));
    this.#grant(calls, paying);
  }

  take(): void {
    if (this.#made >= this.#reserved && this.#quota.take(this.#present())) this.#taken += 1;
    this.#made += 1;
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const used = Math.min(this.#paid, this.#made);
    if (this.#minute !== undefined) this.#quota.giveBack(this.#minute, this.#paid - used, this.#window);
    this.#reserved = 0;
    this.#settle(used + this.#taken);
  }

  #grant(calls: number, paid: number): void {
    this.#reserved = calls;
    this.#paid = paid;
    this.#window = this.#minute?.window;
  }

  #present(): Minute {
    this.#minute = this.#quota.minuteOf(this.#caller, this.#minute);
    return this.#minute;
  }

  /** Where the upstream has accepted the credential meanwhile, the calls are no longer those of its address. */
  #settle(calls: number): void {
    const caller = this.#quota.callerOf(this.#credential);
    if (caller === this.#caller || calls === 0 || this.#minute === undefined) return;
    // Those of an earlier minute count in none that is still open.
    if (this.#minute !== this.#quota.minuteOf(this.#caller, this.#minute)) return;
    this.#quota.giveBack(this.#minute, calls, this.#window);
    this.#quota.charge(this.#quota.minuteOf(caller), calls);
  }
}

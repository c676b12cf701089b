/** Counts the bytes of responses that clients have not read yet. */
import type { Config } from '../config.ts';
import { ByteBudget, type ByteReservation } from './byte-budget.ts';
import { HttpError } from './http-error.ts';

/** Responses up to this size bypass the limit: their operation was already admitted. */
const smallResponseBytes = 64 * 1024;

const retryAfterSeconds = 5;

export class OutgoingBuffer {
  readonly #budget: ByteBudget;

  constructor({ maxUnsentBytes, maxUnsentBytesPerCaller }: Pick<Config, 'maxUnsentBytes' | 'maxUnsentBytesPerCaller'>) {
    this.#budget = new ByteBudget(
      { bytes: maxUnsentBytes, setting: 'MAX_UNSENT_BYTES' },
      { bytes: maxUnsentBytesPerCaller, setting: 'MAX_UNSENT_BYTES_PER_CALLER' },
    );
  }

  /** Error for a caller with too many unread bytes, optionally for a response of the given size; `undefined` if it is admitted. */
  getBackpressureError(caller: string, bytes = 0): HttpError | undefined {
    const exceeded = this.#budget.exceeded(caller, bytes <= smallResponseBytes ? 0 : bytes);
    if (exceeded === undefined) return undefined;
    const { limit, isOwn } = exceeded;
    const scope = isOwn ? 'of one caller' : 'of all callers';
    const message = `Too many unread response bytes: the limit is ${limit.bytes} bytes ${scope} (${limit.setting}). Read the pending responses, then retry after ${retryAfterSeconds} s`;
    return new HttpError(isOwn ? 429 : 503, 'UNSENT_LIMIT', message, { 'retry-after': String(retryAfterSeconds) });
  }

  /** Counts a response until it is released. */
  reserve(caller: string, bytes = 0): ByteReservation {
    return this.#budget.reserve(caller, bytes);
  }
}

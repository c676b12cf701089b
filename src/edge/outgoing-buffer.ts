/** Counts the bytes of responses that clients have not read yet, and of what operations contain for them. */
import type { Config } from '../config.ts';
import type { UnreadReservation } from '../rest/batch/unread-responses.ts';
import { ByteBudget, type ByteReservation } from './byte-budget.ts';
import { HttpError } from './http-error.ts';

/** Responses up to this size are always sent, because their operation was already admitted. */
const smallResponseBytes = 64 * 1024;

const retryAfterSeconds = 5;

export class OutgoingBuffer {
  /** Responses and events that are sent. */
  readonly #sent: ByteBudget;
  /** These, and what operations contain for later parts. */
  readonly #all: ByteBudget;
  readonly #maxBytesPerCaller: number;

  constructor({ maxUnsentBytes, maxUnsentBytesPerCaller }: Pick<Config, 'maxUnsentBytes' | 'maxUnsentBytesPerCaller'>) {
    this.#maxBytesPerCaller = maxUnsentBytesPerCaller;
    const limits = [
      { bytes: maxUnsentBytes, setting: 'MAX_UNSENT_BYTES' },
      { bytes: maxUnsentBytesPerCaller, setting: 'MAX_UNSENT_BYTES_PER_CALLER' },
    ] as const;
    this.#sent = new ByteBudget(...limits);
    this.#all = new ByteBudget(...limits);
  }

  /** Error for an operation of a caller with too many unread bytes; `undefined` if it is admitted. */
  getAdmissionError(caller: string): HttpError | undefined {
    return this.#toError(this.#all.exceeded(caller));
  }

  /**
   * Error for the complete response of an operation that was admitted; `undefined` if it is sent. A small one always is: the operation may
   * have written something.
   */
  getResponseError(caller: string, bytes: number): HttpError | undefined {
    return bytes <= smallResponseBytes ? undefined : this.getBackpressureError(caller, bytes);
  }

  /**
   * Error for a response of the given size to a caller with too many bytes that are sent and unread; `undefined` if it is admitted. What
   * operations contain does not prevent that they send it.
   */
  getBackpressureError(caller: string, bytes: number): HttpError | undefined {
    return this.#toError(this.#sent.exceeded(caller, bytes <= smallResponseBytes ? 0 : bytes));
  }

  #toError(exceeded: ReturnType<ByteBudget['exceeded']>): HttpError | undefined {
    if (exceeded === undefined) return undefined;
    const { limit, isOwn } = exceeded;
    const scope = isOwn ? 'of one caller' : 'of all callers';
    const message = `Too many unread response bytes: the limit is ${limit.bytes} bytes ${scope} (${limit.setting}). Read the pending responses, then retry after ${retryAfterSeconds} s`;
    return new HttpError(isOwn ? 429 : 503, 'UNSENT_LIMIT', message, { 'retry-after': String(retryAfterSeconds) });
  }

  /** Counts a response until it is released. */
  reserve(caller: string, bytes = 0): ByteReservation {
    const reservations = [this.#sent.reserve(caller, bytes), this.#all.reserve(caller, bytes)];
    return {
      resize(size) {
        for (const each of reservations) each.resize(size);
      },
      release() {
        for (const each of reservations) each.release();
      },
    };
  }

  /** Counts the REST responses that an operation contains while its client does not read. Half of the bytes of a caller remain free for what is sent. */
  reserveUnread(caller: string): UnreadReservation {
    const reservation = this.#all.reserve(caller);
    const hasRoom = () => this.#all.exceeded(caller, this.#maxBytesPerCaller / 2) === undefined;
    return {
      ...reservation,
      get hasRoom() {
        return hasRoom();
      },
    };
  }
}

/** Counts the bytes of responses that clients have not read yet, and of the REST responses that operations have loaded for them. */
import type { Config } from '../../config/config.ts';
import type { LoadedReservation } from '../../rest/batch/loaded-responses.ts';
import type { Callers, Reservation } from '../../rest/callers.ts';
import type { Credential } from '../../rest/credential.ts';
import { ByteBudget } from './byte-budget.ts';
import { RequestError } from './request-error.ts';

/** Responses up to this size are always sent, because their operation was already admitted. */
const smallResponseBytes = 64 * 1024;

const retryAfterSeconds = 5;

/** Limits on the unsent bytes of callers. They hold in report-only mode, too, because they protect the memory of the process. */
export class UnsentBytes {
  /** Bytes of responses and events that are sent and not read yet. */
  readonly #sent: ByteBudget;
  /** The bytes of `#sent`, and those of loaded REST responses. */
  readonly #all: ByteBudget;
  readonly #maxBytesPerCaller: number;

  constructor(
    { maxUnsentBytes, maxUnsentBytesPerCaller }: Pick<Config, 'maxUnsentBytes' | 'maxUnsentBytesPerCaller'>,
    callers: Callers,
  ) {
    this.#maxBytesPerCaller = maxUnsentBytesPerCaller;
    const limits = [
      { bytes: maxUnsentBytes, setting: 'MAX_UNSENT_BYTES' },
      { bytes: maxUnsentBytesPerCaller, setting: 'a quarter of MAX_UNSENT_BYTES' },
    ] as const;
    this.#sent = new ByteBudget(callers, ...limits);
    this.#all = new ByteBudget(callers, ...limits);
  }

  /** Error for an operation of a caller with too many unsent bytes; `undefined` if it is admitted. */
  getAdmissionError(credential: Credential): RequestError | undefined {
    return this.#toError(this.#all.exceeded(credential));
  }

  /**
   * Error that replaces the complete response of an operation that was admitted; `undefined` if it is sent. A small one always is: the
   * operation may have written something.
   * @param maxBytes upper bound on its bytes
   * @param measure returns its bytes. Called only if they may be too many
   * @param extensions further extensions of the error
   */
  getResponseError(
    credential: Credential,
    maxBytes: number,
    measure = () => maxBytes,
    extensions?: object,
  ): RequestError | undefined {
    if (this.#sent.exceeded(credential, maxBytes) === undefined) return undefined;
    const bytes = measure();
    return bytes <= smallResponseBytes ? undefined : this.#toError(this.#sent.exceeded(credential, bytes), extensions);
  }

  /**
   * Error that replaces an event or part for a caller with too many unsent bytes, and ends its stream; `undefined` if it
   * is sent. Loaded REST responses do not count here.
   * @param maxBytes upper bound on its bytes
   * @param measure returns its bytes. Called only if they may be too many
   * @param extensions further extensions of the error
   */
  getStreamError(
    credential: Credential,
    maxBytes: number,
    measure: () => number,
    extensions?: object,
  ): RequestError | undefined {
    if (this.#sent.exceeded(credential, maxBytes) === undefined) return undefined;
    const bytes = measure();
    return this.#toError(this.#sent.exceeded(credential, bytes <= smallResponseBytes ? 0 : bytes), extensions);
  }

  #toError(exceeded: ReturnType<ByteBudget['exceeded']>, extensions?: object): RequestError | undefined {
    if (exceeded === undefined) return undefined;
    const { limit, isOwn } = exceeded;
    const scope = isOwn ? 'of one caller' : 'of all callers';
    const advice = isOwn
      ? 'Read the pending responses, then'
      : 'Read your own pending responses, if there are any, and';
    const message = `Too many unsent response bytes: the limit is ${limit.bytes} bytes ${scope} (${limit.setting}). ${advice} retry after ${retryAfterSeconds} s`;
    return new RequestError('UNSENT_LIMIT', message, {
      status: isOwn ? undefined : 503,
      headers: { 'retry-after': String(retryAfterSeconds) },
      extensions: { retryAfter: retryAfterSeconds, ...extensions },
    });
  }

  /** Counts a response until it is released. */
  reserve(credential: Credential, bytes = 0): Pick<Reservation, 'resize' | 'release'> {
    const reservations = [this.#sent.reserve(credential, bytes), this.#all.reserve(credential, bytes)];
    return {
      resize(size) {
        for (const each of reservations) each.resize(size);
      },
      release() {
        for (const each of reservations) each.release();
      },
    };
  }

  /** Counts the REST responses that an operation has loaded while its client does not read. Half of the bytes of a caller remain free for what is sent. */
  reserveLoaded(credential: Credential): LoadedReservation {
    const reservation = this.#all.reserve(credential);
    const hasRoom = () => this.#all.exceeded(credential, this.#maxBytesPerCaller / 2) === undefined;
    return {
      resize: (size) => reservation.resize(size),
      release: () => reservation.release(),
      get hasRoom() {
        return hasRoom();
      },
    };
  }
}

/** Counts the bytes of responses that clients have not read yet, and of what operations contain for them. */
import { GraphQLError } from 'graphql';
import type { Config } from '../config/config.ts';
import type { UnreadReservation } from '../rest/batch/unread-responses.ts';
import type { Callers } from '../rest/callers.ts';
import type { Credential } from '../rest/credential.ts';
import { ByteBudget, type ByteReservation } from './byte-budget.ts';
import { HttpError } from './http-error.ts';
import type { UnreadLimits } from './operation/unread-limits.ts';

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
      { bytes: maxUnsentBytesPerCaller, setting: 'a quarter of MAX_UNSENT_BYTES' },
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
    const advice = isOwn
      ? 'Read the pending responses, then'
      : 'Read your own pending responses, if there are any, and';
    const message = `Too many unread response bytes: the limit is ${limit.bytes} bytes ${scope} (${limit.setting}). ${advice} retry after ${retryAfterSeconds} s`;
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

/** Limits on the bytes that wait in a buffer, by the credential of an operation. */
export class BufferLimits implements UnreadLimits {
  readonly #outgoing: OutgoingBuffer;
  readonly #callers: Pick<Callers, 'identify'>;
  readonly #maxResponseBytes: number;

  constructor(
    outgoing: OutgoingBuffer,
    callers: Pick<Callers, 'identify'>,
    { maxResponseBytes }: Pick<Config, 'maxResponseBytes'>,
  ) {
    this.#outgoing = outgoing;
    this.#callers = callers;
    this.#maxResponseBytes = maxResponseBytes;
  }

  getAdmissionError(credential: Credential): GraphQLError | undefined {
    return toGraphQLError(this.#outgoing.getAdmissionError(this.#callers.identify(credential)));
  }

  getResponseError(credential: Credential, measure: () => number, extensions?: object): GraphQLError | undefined {
    return this.#measure(credential, measure, (caller, bytes) =>
      toGraphQLError(this.#outgoing.getResponseError(caller, bytes), extensions),
    );
  }

  getStreamError(credential: Credential, measure: () => number, extensions?: object): GraphQLError | undefined {
    return this.#measure(credential, measure, (caller, bytes) =>
      toGraphQLError(this.#outgoing.getBackpressureError(caller, bytes), extensions),
    );
  }

  reserve(credential: Credential): UnreadReservation {
    return this.#outgoing.reserveUnread(this.#callers.identify(credential));
  }

  /** Measures a response only if one of the maximum size would be too long. */
  #measure(
    credential: Credential,
    measure: () => number,
    getError: (caller: string, bytes: number) => GraphQLError | undefined,
  ): GraphQLError | undefined {
    const caller = this.#callers.identify(credential);
    return getError(caller, this.#maxResponseBytes) && getError(caller, measure());
  }
}

function toGraphQLError(error: HttpError | undefined, extensions?: object): GraphQLError | undefined {
  if (error === undefined) return undefined;
  const { status, code, message } = error;
  const http = { status, headers: { 'retry-after': String(retryAfterSeconds) } };
  return new GraphQLError(message, { extensions: { code, retryAfter: retryAfterSeconds, ...extensions, http } });
}

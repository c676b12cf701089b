/** Counts the bytes of the responses that an operation has loaded and that its client does not wait for. */
import type { CallPriority } from '../call-priority.ts';
import type { Cancellation } from '../cancellation.ts';
import { LinkedList } from '../linked-list.ts';

/** Reservation of bytes for one operation. */
export interface LoadedReservation {
  /** Whether more bytes may be reserved while the client does not wait for them. */
  readonly hasRoom: boolean;
  /** Sets the number of bytes. */
  resize(bytes: number): void;
  /** Releases all bytes. Further calls have no effect. */
  release(): void;
}

/** Bytes that are reserved for a read of a later part until its response arrives, such as a page of 100 items of 5 KB. */
const expectedBytes = 512 * 1024;

export class LoadedResponses {
  #reservation: LoadedReservation | undefined;
  #bytes = 0;
  /** Whether the client waits for a part. At the start, it waits for the first one. */
  #isClientWaiting = true;
  /** Priorities of the reads of later parts that are in progress. */
  readonly #active = new Set<CallPriority>();
  /** Reads of later parts that are not sent yet, in the order of their arrival. */
  readonly #waiting = new LinkedList<() => void>();
  #isSending = false;

  readonly #cancellation: Cancellation;

  /** @param cancellation after it, waiting reads are sent, so that they fail */
  constructor(cancellation: Cancellation) {
    this.#cancellation = cancellation;
    cancellation.onCancelled(() => this.#sendWaiting());
  }

  /** Starts counting, before the execution. */
  start(reservation: LoadedReservation): void {
    this.#reservation = reservation;
  }

  /** Adds the bytes of a response, or removes a negative number of them. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#update();
  }

  /** Whether a response may be read that the client does not wait for. */
  get hasRoom(): boolean {
    return this.#reservation?.hasRoom ?? true;
  }

  /**
   * Sends a read of a later part. If there is no room, the read is delayed until the client waits for a part and no other such read is in
   * progress, or until the first part needs the same read.
   */
  send(priority: CallPriority, send: () => void): void {
    const proceed = () => {
      if (!link.isListed) return;
      this.#waiting.remove(link);
      this.#active.add(priority);
      this.#update();
      send();
    };
    const link = this.#waiting.append(proceed);
    priority.onRaise = proceed;
    this.#sendWaiting();
  }

  /** Adds the bytes of the response to a read that has ended. @param priority `undefined` for a read of the first part */
  end(priority: CallPriority | undefined, bytes: number): void {
    if (priority !== undefined) this.#active.delete(priority);
    this.add(bytes);
    this.#sendWaiting();
  }

  /** Sends the reads that may be sent. A read that ends immediately continues this loop, not another one below it. */
  #sendWaiting(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let { first } = this.#waiting; first !== undefined && this.#maySend; { first } = this.#waiting)
        first.value();
    } finally {
      this.#isSending = false;
    }
  }

  get #maySend(): boolean {
    return this.#cancellation.isCancelled || this.hasRoom || (this.#isClientWaiting && this.#active.size === 0);
  }

  /** Sets whether the client waits for the next part. While it waits, the loaded responses do not count as unsent. */
  setClientWaiting(isClientWaiting: boolean): void {
    this.#isClientWaiting = isClientWaiting;
    this.#update();
    this.#sendWaiting();
  }

  #update(): void {
    this.#reservation?.resize((this.#isClientWaiting ? 0 : this.#bytes) + this.#active.size * expectedBytes);
  }

  /** Ends the operation. */
  close(): void {
    this.#reservation?.release();
  }
}

/** Counts the responses that an operation contains while its client has not requested the next part of its result. */

/** Reservation of bytes for one operation. */
export interface UnreadReservation {
  /** Whether more bytes may be reserved before the client needs them. */
  readonly hasRoom: boolean;
  /** Sets the number of bytes. */
  resize(bytes: number): void;
  /** Releases all bytes. Further calls have no effect. */
  release(): void;
}

export class UnreadResponses {
  /** `undefined` before the first part of the result, and for a result without parts. */
  #reservation: UnreadReservation | undefined;
  #bytes = 0;
  #isClientWaiting = false;

  /** Starts counting, when the first part is sent. */
  start(reservation: UnreadReservation): void {
    this.#reservation = reservation;
    reservation.resize(this.#bytes);
  }

  /** Adds the bytes of a response, or removes a negative number of them. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (!this.#isClientWaiting) this.#reservation?.resize(this.#bytes);
  }

  /** Whether a response may be read that the client does not need yet. */
  get hasRoom(): boolean {
    return this.#reservation?.hasRoom ?? true;
  }

  /** Sets whether the client waits for the next part. While it does, nothing is unread. */
  setClientWaiting(isClientWaiting: boolean): void {
    this.#isClientWaiting = isClientWaiting;
    this.#reservation?.resize(isClientWaiting ? 0 : this.#bytes);
  }

  /** Ends the operation. */
  end(): void {
    this.#reservation?.release();
  }
}

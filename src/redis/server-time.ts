/** A more exact measurement is replaced by a newer one after this time. */
const maxAgeMs = 60_000;

/**
 * Converts between the clock of this machine and that of Redis, which all instances share. All times are in
 * milliseconds since 1970.
 */
export class ServerTime {
  #offset = 0;
  #roundTrip = Number.POSITIVE_INFINITY;
  #notedAt = 0;

  /** Records a response with the time of Redis. */
  recordMeasurement(sentAt: number, serverTime: number, receivedAt: number): void {
    const roundTrip = receivedAt - sentAt;
    if (roundTrip > this.#roundTrip && receivedAt - this.#notedAt < maxAgeMs) return;
    this.#roundTrip = roundTrip;
    this.#notedAt = receivedAt;
    this.#offset = serverTime - (sentAt + receivedAt) / 2;
  }

  /** Upper bound on the error of a conversion. */
  get error(): number {
    return Number.isFinite(this.#roundTrip) ? this.#roundTrip / 2 + 1 : 0;
  }

  toServer(local: number): number {
    return local + this.#offset;
  }

  toLocal(server: number): number {
    return server - this.#offset;
  }
}

/** A more exact measurement is replaced by a newer one after this time. */
const maxAgeMs = 60_000;

/**
 * Converts between `steadyNow`, the clock of this process, and the clock of Redis, which all instances share. All times are in
 * milliseconds since 1970.
 */
export class ServerTime {
  #offsetMs = 0;
  #roundTripMs = Number.POSITIVE_INFINITY;
  #measuredAt = 0;

  /** Records a response with the time of Redis. */
  recordMeasurement(sentAt: number, serverAt: number, receivedAt: number): void {
    const roundTripMs = receivedAt - sentAt;
    const offsetMs = serverAt - (sentAt + receivedAt) / 2;
    // If no offset fits both measurements, the clock of Redis was set.
    const isConsistent = Math.abs(offsetMs - this.#offsetMs) <= (roundTripMs + this.#roundTripMs) / 2;
    if (isConsistent && roundTripMs > this.#roundTripMs && receivedAt - this.#measuredAt < maxAgeMs) return;
    this.#roundTripMs = roundTripMs;
    this.#measuredAt = receivedAt;
    this.#offsetMs = offsetMs;
  }

  /** Upper bound on the error of a conversion. */
  get errorMs(): number {
    return Number.isFinite(this.#roundTripMs) ? this.#roundTripMs / 2 + 1 : 0;
  }

  toServer(localAt: number): number {
    return localAt + this.#offsetMs;
  }

  toLocal(serverAt: number): number {
    return serverAt - this.#offsetMs;
  }
}

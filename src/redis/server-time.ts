/** Milliseconds after which a more exact measurement is given up for a newer one. */
const longestAge = 60_000;

/** Translates between the clock of this machine and that of Redis, which all instances share. All times are in milliseconds since 1970. */
export class ServerTime {
  #offset = 0;
  #roundTrip = Number.POSITIVE_INFINITY;
  #notedAt = 0;

  /** Takes an answer with the time of Redis into account. */
  note(sentAt: number, serverTime: number, receivedAt: number): void {
    const roundTrip = receivedAt - sentAt;
    if (roundTrip > this.#roundTrip && receivedAt - this.#notedAt < longestAge) return;
    this.#roundTrip = roundTrip;
    this.#notedAt = receivedAt;
    this.#offset = serverTime - (sentAt + receivedAt) / 2;
  }

  /** How far a translation may be off. */
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

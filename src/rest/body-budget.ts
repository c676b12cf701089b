/** Shares the memory for large upstream response bodies between callers. */
import { maxUsePerFree } from './callers.ts';
import { type Link, LinkedList } from './linked-list.ts';

/** Bodies up to this size are read without a reservation, so they never wait. */
export const maxUnreservedBytes = 256 * 1024;

/** Byte reservation of one body, from its first bytes until it has been parsed. */
export class BodyReservation {
  readonly caller: string;
  readonly #budget: BodyBudget;
  bytes = 0;
  /** Total bytes that the body waits for; 0 while it does not wait. */
  wanted = 0;
  /** Called when the requested bytes are reserved. */
  readonly onGrant: () => void;
  link: Link<BodyReservation> | undefined;
  isReleased = false;

  constructor(budget: BodyBudget, caller: string, onGrant: () => void) {
    this.#budget = budget;
    this.caller = caller;
    this.onGrant = onGrant;
  }

  /** Increases the reservation to `bytes` in total. @returns false if the body has to wait for `onGrant` */
  grow(bytes: number): boolean {
    return this.isReleased || bytes <= this.bytes || this.#budget.grow(this, bytes);
  }

  /** Releases all bytes, or stops waiting for them. Further calls have no effect. */
  release(): void {
    this.#budget.release(this);
  }
}

/**
 * Byte budget for bodies that are arriving. A body reserves bytes before more of it is read. Callers with waiting
 * bodies are served round robin. The body with the oldest reservation may always grow, which prevents a deadlock between
 * bodies; the sum therefore exceeds the budget by at most one body.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  #reserved = 0;
  /** Reserved bytes by caller. Contains only callers with a reservation. */
  readonly #callers = new Map<string, number>();
  /** Bodies with reserved bytes, oldest first. */
  readonly #bodies = new Set<BodyReservation>();
  /** Waiting bodies by caller, the callers in the order in which they are served. */
  readonly #waiting = new Map<string, LinkedList<BodyReservation>>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Reserved bytes, and number of waiting bodies. */
  get size(): { readonly bytes: number; readonly waiting: number } {
    const waiting = this.#waiting.values().reduce((sum, { size }) => sum + size, 0);
    return { bytes: this.#reserved, waiting };
  }

  /** Creates the reservation of a body, without any bytes. */
  open(caller: string, onGrant: () => void): BodyReservation {
    return new BodyReservation(this, caller, onGrant);
  }

  /** Called only by `BodyReservation.grow`. */
  grow(body: BodyReservation, bytes: number): boolean {
    // Bytes that a closed connection already received arrive despite the pause.
    if (body.link !== undefined) {
      body.wanted = Math.max(body.wanted, bytes);
      return false;
    }
    const isFirst = this.#waiting.size === 0 || this.#isOldest(body);
    if (isFirst && this.#admits(body, bytes)) {
      this.#reserve(body, bytes);
      return true;
    }
    body.wanted = bytes;
    const queue = this.#waiting.get(body.caller) ?? new LinkedList<BodyReservation>();
    this.#waiting.set(body.caller, queue);
    body.link = queue.append(body);
    return false;
  }

  /** Called only by `BodyReservation.release`. */
  release(body: BodyReservation): void {
    if (body.isReleased) return;
    body.isReleased = true;
    this.#stopWaiting(body);
    this.#bodies.delete(body);
    this.#count(body, -body.bytes);
    this.#serve();
  }

  #isOldest(body: BodyReservation): boolean {
    return this.#bodies.values().next().value === body;
  }

  /** Whether a body may reserve `bytes` in total. */
  #admits(body: BodyReservation, bytes: number): boolean {
    if (this.#reserved === 0 || this.#isOldest(body)) return true;
    const more = bytes - body.bytes;
    const free = this.#maxBytes - this.#reserved - more;
    const reserved = this.#callers.get(body.caller) ?? 0;
    return free >= 0 && (reserved === 0 || reserved + more <= maxUsePerFree * free);
  }

  #reserve(body: BodyReservation, bytes: number): void {
    this.#bodies.add(body);
    this.#count(body, bytes - body.bytes);
  }

  #count(body: BodyReservation, difference: number): void {
    body.bytes += difference;
    this.#reserved += difference;
    const reserved = (this.#callers.get(body.caller) ?? 0) + difference;
    if (reserved > 0) this.#callers.set(body.caller, reserved);
    else this.#callers.delete(body.caller);
  }

  #stopWaiting(body: BodyReservation): void {
    if (body.link === undefined) return;
    const queue = this.#waiting.get(body.caller);
    queue?.remove(body.link);
    body.link = undefined;
    if (queue?.size === 0) this.#waiting.delete(body.caller);
  }

  /** Grants waiting reservations while there are free bytes. */
  #serve(): void {
    const oldest = this.#bodies.values().next().value;
    if (oldest?.link !== undefined) this.#grant(oldest);
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#grant(next);
  }

  /**
   * Body whose reservation is granted next; `undefined` if none is. Skips callers that have reserved bytes and may
   * reserve no more. If the body of a caller without reserved bytes does not fit, callers behind it wait, too: smaller
   * bodies would otherwise be preferred to a large one forever.
   */
  #next(): BodyReservation | undefined {
    for (const [caller, { first }] of this.#waiting) {
      if (first === undefined) continue;
      if (this.#admits(first.value, first.value.wanted)) return first.value;
      if (!this.#callers.has(caller)) return undefined;
    }
    return undefined;
  }

  #grant(body: BodyReservation): void {
    const queue = this.#waiting.get(body.caller);
    this.#stopWaiting(body);
    if (queue !== undefined && queue.size > 0) {
      // Moves the caller to the end of the order.
      this.#waiting.delete(body.caller);
      this.#waiting.set(body.caller, queue);
    }
    this.#reserve(body, body.wanted);
    body.onGrant();
  }
}

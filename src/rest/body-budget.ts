/** Shares the memory for large response bodies of the upstream between the callers. */
import { type Link, LinkedList } from './linked-list.ts';

/** Bytes up to which a body is read without a reservation, so that it never waits. */
export const maxUnreservedBytes = 256 * 1024;
/** A caller may reserve at most this many times as many bytes as remain free, so that some remain for new callers. */
const maxReservedPerFree = 3;

/** Bytes that one body may take, from the first ones until it has been parsed. */
export class BodyReservation {
  readonly caller: string;
  readonly #budget: BodyBudget;
  bytes = 0;
  /** Bytes that it waits for in all; 0 while it waits for none. */
  wanted = 0;
  /** Called when the bytes that it waits for are reserved. */
  readonly onGrant: () => void;
  link: Link<BodyReservation> | undefined;
  isReleased = false;

  constructor(budget: BodyBudget, caller: string, onGrant: () => void) {
    this.#budget = budget;
    this.caller = caller;
    this.onGrant = onGrant;
  }

  /** Reserves so many bytes in all. @returns false if the body has to wait for `onGrant` */
  grow(bytes: number): boolean {
    return this.isReleased || bytes <= this.bytes || this.#budget.grow(this, bytes);
  }

  /** Releases all bytes, or stops waiting for them. Further calls have no effect. */
  release(): void {
    this.#budget.release(this);
  }
}

/**
 * Budget of bytes for the bodies that are arriving. A body reserves bytes before it is read further. Callers whose bodies wait are served in
 * turn. The body that has reserved bytes for the longest may always grow, so that no bodies wait for each other; the sum therefore exceeds
 * the budget by one body at most.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  #reserved = 0;
  /** Reserved bytes by caller. It has entries only for callers who have some. */
  readonly #callers = new Map<string, number>();
  /** Bodies with reserved bytes, the oldest first. */
  readonly #bodies = new Set<BodyReservation>();
  /** Bodies that wait, by caller, the callers in the order of their turns. */
  readonly #waiting = new Map<string, LinkedList<BodyReservation>>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Reserved bytes, and bodies that wait for some. */
  get size(): { readonly bytes: number; readonly waiting: number } {
    const waiting = this.#waiting.values().reduce((sum, { size }) => sum + size, 0);
    return { bytes: this.#reserved, waiting };
  }

  /** Creates the reservation of a body, for no bytes yet. */
  open(caller: string, onGrant: () => void): BodyReservation {
    return new BodyReservation(this, caller, onGrant);
  }

  /** Called by `BodyReservation.grow` only. */
  grow(body: BodyReservation, bytes: number): boolean {
    // What a closed connection has received arrives in spite of the pause.
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

  /** Called by `BodyReservation.release` only. */
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

  /** Whether a body may have so many bytes in all. */
  #admits(body: BodyReservation, bytes: number): boolean {
    if (this.#reserved === 0 || this.#isOldest(body)) return true;
    const more = bytes - body.bytes;
    const free = this.#maxBytes - this.#reserved - more;
    const reserved = this.#callers.get(body.caller) ?? 0;
    return free >= 0 && (reserved === 0 || reserved + more <= maxReservedPerFree * free);
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

  /** Grants what waits as far as there are bytes. */
  #serve(): void {
    const oldest = this.#bodies.values().next().value;
    if (oldest?.link !== undefined) this.#grant(oldest);
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#grant(next);
  }

  /**
   * The body whose turn it is. A caller who has reserved bytes already is passed over if it may have no more; one without any is waited for,
   * as smaller bodies would otherwise be preferred to a large one for ever.
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
      // To the end of the turns.
      this.#waiting.delete(body.caller);
      this.#waiting.set(body.caller, queue);
    }
    this.#reserve(body, body.wanted);
    body.onGrant();
  }
}

/** Shares the connections to the upstream: each caller's calls in their order, the callers in turn. */
import type { Cancellation } from './cancellation.ts';
import { RestError } from './errors.ts';
import { type Link, LinkedList } from './linked-list.ts';

export interface QueueOptions {
  /** Calls under way at once. */
  readonly places: number;
  /** Calls of one caller under way at once. */
  readonly placesPerCaller: number;
  /** Calls of one caller that wait at once; further ones are refused. */
  readonly waitingPerCaller: number;
}

/** A call that the queue starts when it is its caller's turn. */
export interface QueuedCall {
  start(): void;
}

/** A caller may hold at most this many times as many places as are free, so that some remain for new callers. */
const holdPerFree = 3;
const retryAfter = 1;

/** The calls of one caller: those under way are counted, those that wait are listed in the order of arrival. */
class Line {
  readonly caller: string;
  readonly waiting = new LinkedList<Place>();
  held = 0;

  constructor(caller: string) {
    this.caller = caller;
  }
}

/** The place of one call in the queue, from its arrival until it leaves. */
export class Place {
  line: Line;
  readonly call: QueuedCall;
  readonly #queue: Queue;
  phase: 'waiting' | 'held' | 'left' = 'waiting';
  /** Where it waits. */
  link: Link<Place> | undefined;
  /** Fingerprint of a credential that the upstream has not accepted. */
  readonly pendingFingerprint: string | undefined;

  constructor(queue: Queue, line: Line, call: QueuedCall, pendingFingerprint?: string) {
    this.#queue = queue;
    this.line = line;
    this.call = call;
    this.pendingFingerprint = pendingFingerprint;
  }

  /** Passes the place on to the next call, or stops waiting for it. Further calls have no effect. */
  leave(): void {
    this.#queue.left(this);
  }
}

/**
 * The places for calls to the upstream. Waiting callers are served in turn, one call each. While there are fewer callers than places, a place
 * stays free for a new caller: no caller holds more than three times as many places as are free, or takes the last one as its second.
 */
export class Queue {
  readonly #options: QueueOptions;
  readonly #lines = new Map<string, Line>();
  /** Lines in which calls wait, in the order of their turns. */
  readonly #turns = new Set<Line>();
  /** By fingerprint, the places that count for an address until the upstream accepts the credential. */
  readonly #pending = new Map<string, Set<Place>>();
  #held = 0;
  #serving = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Calls under way, and calls that wait. */
  get size(): { readonly held: number; readonly waiting: number; readonly callers: number } {
    const waiting = this.#turns.values().reduce((sum, line) => sum + line.waiting.size, 0);
    return { held: this.#held, waiting, callers: this.#lines.size };
  }

  /**
   * Takes a place. Where it is `held`, the caller starts the call itself; where it is `waiting`, the queue starts the call later.
   * Fails with CALLER_LIMIT when too many calls of the caller wait.
   *
   * @param pendingFingerprint of a credential that counts for its address; see `accept`
   */
  enter(caller: string, call: QueuedCall, pendingFingerprint?: string): Place {
    const line = this.#lineOf(caller);
    const place = new Place(this, line, call, pendingFingerprint);
    if (line.waiting.size === 0 && this.#admits(line)) this.#hold(place);
    else this.#wait(place);
    if (pendingFingerprint !== undefined) {
      const places = this.#pending.get(pendingFingerprint);
      if (places === undefined) this.#pending.set(pendingFingerprint, new Set([place]));
      else places.add(place);
    }
    return place;
  }

  #lineOf(caller: string): Line {
    const existing = this.#lines.get(caller);
    if (existing !== undefined) return existing;
    const line = new Line(caller);
    this.#lines.set(caller, line);
    return line;
  }

  /** Moves the calls of a credential from the line of its address to a line of its own, once the upstream has accepted it. */
  accept(fingerprint: string): void {
    const places = this.#pending.get(fingerprint);
    if (places === undefined) return;
    this.#pending.delete(fingerprint);
    const line = this.#lineOf(fingerprint);
    for (const place of places) {
      const before = place.line;
      place.line = line;
      if (place.phase === 'held') {
        before.held -= 1;
        line.held += 1;
      } else if (place.link !== undefined) {
        before.waiting.remove(place.link);
        place.link = line.waiting.append(place);
        if (before.waiting.size === 0) this.#turns.delete(before);
        this.#turns.add(line);
      }
      this.#removeIfEmpty(before);
    }
    if (this.#turns.size > 0 && !this.#serving) this.#serve();
  }

  #removeIfEmpty(line: Line): void {
    if (line.held === 0 && line.waiting.size === 0) this.#lines.delete(line.caller);
  }

  /** Waits for a place; fails when the call is cancelled before it has one. */
  async place(caller: string, cancellation: Cancellation, pendingFingerprint?: string): Promise<Place> {
    const turn = Promise.withResolvers<void>();
    const place = this.enter(caller, { start: turn.resolve }, pendingFingerprint);
    if (place.phase === 'held') return place;
    const giveUp = (reason: RestError) => {
      place.leave();
      turn.reject(reason);
    };
    cancellation.listen(giveUp);
    try {
      await turn.promise;
      return place;
    } finally {
      cancellation.unlisten(giveUp);
    }
  }

  /** Called by `Place.leave` only. */
  left(place: Place): void {
    const { line, phase } = place;
    if (phase === 'left') return;
    place.phase = 'left';
    this.#removePending(place);
    if (phase === 'waiting') {
      if (place.link !== undefined) line.waiting.remove(place.link);
      if (line.waiting.size === 0) this.#turns.delete(line);
    } else {
      line.held -= 1;
      this.#held -= 1;
    }
    this.#removeIfEmpty(line);
    if (this.#turns.size > 0 && !this.#serving) this.#serve();
  }

  #removePending(place: Place): void {
    const { pendingFingerprint } = place;
    if (pendingFingerprint === undefined) return;
    const places = this.#pending.get(pendingFingerprint);
    if (places?.delete(place) && places.size === 0) this.#pending.delete(pendingFingerprint);
  }

  #admits({ held }: Line): boolean {
    const { places, placesPerCaller } = this.#options;
    const free = places - this.#held;
    return held === 0 ? free > 0 : free > 1 && held < holdPerFree * free && held < placesPerCaller;
  }

  #hold(place: Place): void {
    place.phase = 'held';
    place.line.held += 1;
    this.#held += 1;
  }

  #wait(place: Place): void {
    const { line } = place;
    const { waitingPerCaller } = this.#options;
    if (line.waiting.size >= waitingPerCaller) {
      const message = `${line.waiting.size} REST calls of this caller wait for a connection already; MAX_WAITING_CALLS_PER_CALLER allows no more`;
      throw new RestError('CALLER_LIMIT', message, { retryAfter });
    }
    place.link = line.waiting.append(place);
    this.#turns.add(line);
  }

  /** Starts all calls that may start. A call may end while it is being started, and `#serving` keeps that from recursing. */
  #serve(): void {
    this.#serving = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) next.call.start();
    } finally {
      this.#serving = false;
    }
  }

  /** Gives the next call its place and moves its caller to the end of the turns. */
  #next(): Place | undefined {
    if (this.#held >= this.#options.places) return undefined;
    for (const line of this.#turns) {
      const { first } = line.waiting;
      if (first === undefined || !this.#admits(line)) continue;
      line.waiting.remove(first);
      this.#turns.delete(line);
      if (line.waiting.size > 0) this.#turns.add(line);
      this.#hold(first.value);
      return first.value;
    }
    return undefined;
  }
}

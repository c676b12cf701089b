/** Distributes connections to the upstream: FIFO per caller, round robin between callers. */
import type { CallPriority } from './call-priority.ts';
import { type Callers, maxUsePerFree, type Use } from './callers.ts';
import type { Credential } from './credential.ts';
import { RestError } from './errors.ts';
import { type Link, LinkedList } from './linked-list.ts';

export interface CallQueueOptions {
  /** Upper bound on active calls. */
  readonly maxActive: number;
  /** Upper bound on active calls of one caller. */
  readonly maxActivePerCaller: number;
  /** Upper bound on waiting calls of one caller; further ones are rejected. */
  readonly maxWaitingPerCaller: number;
}

const retryAfter = 1;

/** Calls of one caller: the number of active ones, and those that wait in the order of arrival, deferred ones behind the others. */
class CallerQueue {
  readonly caller: string;
  readonly waiting = new LinkedList<Slot>();
  readonly deferred = new LinkedList<Slot>();
  active = 0;

  constructor(caller: string) {
    this.caller = caller;
  }

  get waitingCount(): number {
    return this.waiting.size + this.deferred.size;
  }

  /** Waiting calls with a priority. */
  getList(priority: CallPriority | undefined): LinkedList<Slot> {
    return priority?.isDeferred ? this.deferred : this.waiting;
  }
}

/** Slot of one call in the queue, from its arrival until it is released. */
export class Slot implements Use {
  callerQueue: CallerQueue;
  readonly credential: Credential;
  /** Starts the call when the slot is assigned to it. */
  readonly start: () => void;
  readonly #queue: CallQueue;
  phase: 'waiting' | 'active' | 'released' = 'waiting';
  /** Position among the waiting calls of its caller. */
  #position: { readonly list: LinkedList<Slot>; readonly link: Link<Slot> } | undefined;
  readonly priority: CallPriority | undefined;

  constructor(
    queue: CallQueue,
    callerQueue: CallerQueue,
    credential: Credential,
    start: () => void,
    priority?: CallPriority,
  ) {
    this.#queue = queue;
    this.callerQueue = callerQueue;
    this.credential = credential;
    this.start = start;
    this.priority = priority;
  }

  /** Caller that the call counts for. */
  get caller(): string {
    return this.callerQueue.caller;
  }

  /** Appends the call to those of its caller that wait with its priority. */
  wait(): void {
    this.stopWaiting();
    const list = this.callerQueue.getList(this.priority);
    this.#position = { list, link: list.append(this) };
  }

  /** @returns `false` if the call does not wait */
  stopWaiting(): boolean {
    if (this.#position === undefined) return false;
    this.#position.list.remove(this.#position.link);
    this.#position = undefined;
    return true;
  }

  /** Releases the slot for the next call, or stops waiting for it. Further calls have no effect. */
  release(): void {
    this.#queue.release(this);
  }

  moveTo(caller: string): void {
    this.#queue.move(this, caller);
  }
}

/**
 * Slots for calls to the upstream. Waiting callers are served round robin, one call each. The last free slot is reserved
 * for a caller without active calls, and any other caller gets a slot only while its active calls are fewer than three
 * times the free slots.
 */
export class CallQueue {
  readonly #options: CallQueueOptions;
  readonly #callers: Callers;
  readonly #callerQueues = new Map<string, CallerQueue>();
  /** Caller queues with waiting calls, in the order in which they are served. */
  readonly #roundRobin = new Set<CallerQueue>();
  #active = 0;
  #isServing = false;

  constructor(options: CallQueueOptions, callers: Callers) {
    this.#options = options;
    this.#callers = callers;
  }

  /** Numbers of active calls, waiting calls and callers. */
  get size(): { readonly active: number; readonly waiting: number; readonly callers: number } {
    const waiting = this.#roundRobin.values().reduce((sum, callerQueue) => sum + callerQueue.waitingCount, 0);
    return { active: this.#active, waiting, callers: this.#callerQueues.size };
  }

  /**
   * Requests a slot. If it is `active`, the code that called `enter` starts the call; if it is `waiting`, the queue
   * starts it later.
   * @param priority `undefined` for calls that are not deferred
   * @throws RestError CALLER_LIMIT if too many calls of the caller wait
   */
  enter(credential: Credential, start: () => void, priority?: CallPriority): Slot {
    const callerQueue = this.#getCallerQueue(this.#callers.identify(credential));
    const slot = new Slot(this, callerQueue, credential, start, priority);
    const precedingCalls = priority?.isDeferred ? callerQueue.waitingCount : callerQueue.waiting.size;
    if (precedingCalls === 0 && this.#admits(callerQueue)) this.#activate(slot);
    else this.#wait(slot);
    this.#callers.add(credential, slot);
    return slot;
  }

  #getCallerQueue(caller: string): CallerQueue {
    const existing = this.#callerQueues.get(caller);
    if (existing !== undefined) return existing;
    const callerQueue = new CallerQueue(caller);
    this.#callerQueues.set(caller, callerQueue);
    return callerQueue;
  }

  /** Called only by `Slot.moveTo`. */
  move(slot: Slot, caller: string): void {
    const before = slot.callerQueue;
    const callerQueue = this.#getCallerQueue(caller);
    slot.callerQueue = callerQueue;
    if (slot.phase === 'active') {
      before.active -= 1;
      callerQueue.active += 1;
    } else {
      slot.wait();
      if (before.waitingCount === 0) this.#roundRobin.delete(before);
      this.#roundRobin.add(callerQueue);
    }
    this.#removeIfEmpty(before);
    // All calls of the credential are moved before any of them starts.
    if (this.#roundRobin.size > 0) queueMicrotask(() => this.#serve());
  }

  #removeIfEmpty(callerQueue: CallerQueue): void {
    if (callerQueue.active === 0 && callerQueue.waitingCount === 0) this.#callerQueues.delete(callerQueue.caller);
  }

  /** Called only by `Slot.release`. */
  release(slot: Slot): void {
    const { callerQueue, phase } = slot;
    if (phase === 'released') return;
    slot.phase = 'released';
    this.#callers.remove(slot.credential, slot);
    if (phase === 'waiting') {
      slot.stopWaiting();
      if (callerQueue.waitingCount === 0) this.#roundRobin.delete(callerQueue);
    } else {
      callerQueue.active -= 1;
      this.#active -= 1;
    }
    this.#removeIfEmpty(callerQueue);
    this.#serve();
  }

  #admits({ active }: CallerQueue): boolean {
    const { maxActive, maxActivePerCaller } = this.#options;
    const free = maxActive - this.#active;
    return active === 0 ? free > 0 : free > 1 && active < maxUsePerFree * free && active < maxActivePerCaller;
  }

  #activate(slot: Slot): void {
    slot.phase = 'active';
    slot.callerQueue.active += 1;
    this.#active += 1;
  }

  #wait(slot: Slot): void {
    const { callerQueue } = slot;
    const { maxWaitingPerCaller } = this.#options;
    if (callerQueue.waitingCount >= maxWaitingPerCaller) {
      this.#removeIfEmpty(callerQueue);
      const message = `Too many waiting REST calls: the limit is ${maxWaitingPerCaller} per caller. Select less in one operation, or retry after ${retryAfter} s`;
      throw new RestError('CALLER_LIMIT', message, { retryAfter });
    }
    slot.wait();
    if (slot.priority !== undefined) slot.priority.onRaise = () => slot.phase === 'waiting' && slot.wait();
    this.#roundRobin.add(callerQueue);
  }

  /** Starts all calls that may start. A call may end while it is started; `#isServing` prevents recursion. */
  #serve(): void {
    if (this.#roundRobin.size === 0 || this.#isServing) return;
    this.#isServing = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) next.start();
    } finally {
      this.#isServing = false;
    }
  }

  /** Activates the next waiting call and moves its caller to the end of the order. @returns its slot; `undefined` if no call may start */
  #next(): Slot | undefined {
    if (this.#active >= this.#options.maxActive) return undefined;
    for (const callerQueue of this.#roundRobin) {
      const first = callerQueue.waiting.first ?? callerQueue.deferred.first;
      if (first === undefined || !this.#admits(callerQueue)) continue;
      first.value.stopWaiting();
      this.#roundRobin.delete(callerQueue);
      if (callerQueue.waitingCount > 0) this.#roundRobin.add(callerQueue);
      this.#activate(first.value);
      return first.value;
    }
    return undefined;
  }
}

/** Demand of the subscribers of one instance for a topic, as messages to the instance that polls. */
import type { Clock } from './clock.ts';
import type { RequestedInterval } from './hub.ts';

/** Time after which an unchanged demand is sent again, before the polling instance discards it. */
const refreshMs = 30_000;
/** Delay before the first repetition of a demand for a state; it doubles with each repetition. */
const minRepeatDelayMs = 1000;
const maxRepeats = 5;

export interface Demand extends RequestedInterval {
  /**
   * Time after which the needed state must have been read, in milliseconds since 1970; `undefined` if the newest state
   * satisfies the subscribers.
   */
  readonly newerThanAt: number | undefined;
}

export class DemandSender {
  readonly #clock: Clock;
  readonly #send: (demand: Demand) => void;
  #last: (Demand & { readonly sentAt: number }) | undefined;
  #repeats = 0;
  #cancelRepeat = () => {};

  constructor(clock: Clock, send: (demand: Demand) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /**
   * Sends a demand if it differs from the last one. Repeats a demand for a state until a later call reports that a state
   * satisfies it, because a message may be lost, or the time of the state may be too uncertain.
   */
  update(demand: Demand): void {
    const { intervalMs, usesDefaultInterval, newerThanAt } = demand;
    const last = this.#last;
    // A demand for an earlier state does not cover this one: the polling instance may send a state that it already has.
    const isPending = newerThanAt !== undefined && last?.newerThanAt !== undefined && newerThanAt <= last.newerThanAt;
    const isUnchanged =
      last !== undefined &&
      last.intervalMs === intervalMs &&
      last.usesDefaultInterval === usesDefaultInterval &&
      this.#clock.now() - last.sentAt < refreshMs &&
      (newerThanAt === undefined || isPending);
    if (!isPending) this.#repeats = 0;
    if (!isUnchanged) this.#sendNow(demand);
    else if (newerThanAt === undefined) {
      this.#cancelRepeat();
      this.#last = { ...last, newerThanAt };
    }
  }

  /** Ends the repetitions, and sends the next demand even if it equals the last one. */
  reset(): void {
    this.#cancelRepeat();
    this.#last = undefined;
  }

  #sendNow(demand: Demand): void {
    this.#cancelRepeat();
    this.#last = { ...demand, sentAt: this.#clock.now() };
    if (demand.newerThanAt !== undefined && this.#repeats < maxRepeats)
      this.#cancelRepeat = this.#clock.setTimeout(minRepeatDelayMs * 2 ** this.#repeats, () => {
        this.#repeats += 1;
        this.#sendNow(demand);
      });
    this.#send(demand);
  }
}

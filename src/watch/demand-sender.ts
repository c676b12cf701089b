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
  readonly neededAfterMs: number | undefined;
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
    const { intervalMs, usesDefaultInterval, neededAfterMs } = demand;
    const isPending = neededAfterMs !== undefined && this.#covers(neededAfterMs);
    const last = this.#last;
    const isUnchanged =
      last !== undefined &&
      last.intervalMs === intervalMs &&
      last.usesDefaultInterval === usesDefaultInterval &&
      this.#clock.now() - last.sentAt < refreshMs &&
      (neededAfterMs === undefined || isPending);
    if (!isPending) this.#repeats = 0;
    if (!isUnchanged) this.#sendNow(demand);
    else if (neededAfterMs === undefined) {
      this.#cancelRepeat();
      this.#last = { ...last, neededAfterMs };
    }
  }

  /** Ends the repetitions, and sends the next demand even if it equals the last one. */
  reset(): void {
    this.#cancelRepeat();
    this.#last = undefined;
  }

  /** Whether the state that the last demand requests is read after `neededAfterMs`: it is read after that demand was sent. */
  #covers(neededAfterMs: number): boolean {
    const last = this.#last;
    return last?.neededAfterMs !== undefined && neededAfterMs <= Math.max(last.neededAfterMs, last.sentAt - 1);
  }

  #sendNow(demand: Demand): void {
    this.#cancelRepeat();
    this.#last = { ...demand, sentAt: this.#clock.now() };
    if (demand.neededAfterMs !== undefined && this.#repeats < maxRepeats)
      this.#cancelRepeat = this.#clock.setTimeout(minRepeatDelayMs * 2 ** this.#repeats, () => {
        this.#repeats += 1;
        this.#sendNow(demand);
      });
    this.#send(demand);
  }
}

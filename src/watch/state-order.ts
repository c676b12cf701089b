/** Order of the states of a topic that several instances read. */
import type { TimedState } from './topic-messages.ts';

/**
 * Newest state of a topic in one instance. States of one instance, and those that were read under different leases, are ordered whatever clocks
 * do. Only a state that was read without a lease, while Redis was unavailable, is compared with those of other instances by its time; if a clock is
 * wrong, at most one state is rejected: the next one of the same instance was read later.
 */
export class StateOrder {
  readonly #instance: string;
  #newest: TimedState | undefined;
  /** Newest state while it was not published under a lease: another instance may have read a later one. */
  #unconfirmed: TimedState | undefined;
  /** Last state that was rejected since the newest one. */
  #rejected: TimedState | undefined;
  /** Whether another instance has published a state since the poller of this instance started. */
  #isOvertaken = false;

  /** @param instance id of this process */
  constructor(instance: string) {
    this.#instance = instance;
  }

  get newest(): TimedState | undefined {
    return this.#newest;
  }

  /** Resets what a new poller of this instance is compared with: each of its polls starts after the newest state was received. */
  startPolling(): void {
    this.#isOvertaken = false;
  }

  /** Records that another instance publishes states. */
  recordOtherPoller(): void {
    this.#isOvertaken = true;
  }

  /** Records that a state was published under a lease. */
  confirm(published: TimedState): void {
    if (published === this.#unconfirmed) this.#unconfirmed = undefined;
  }

  /** Whether a state was read after the newest one. If not, the next one of its instance was. */
  check(reading: TimedState): boolean {
    const isOwn = reading.readBy === this.#instance && !this.#isOvertaken;
    if (this.#newest === undefined || isOwn || this.#isNewer(reading, this.#newest)) return true;
    this.#rejected = reading;
    return false;
  }

  set(reading: TimedState): void {
    this.#newest = reading;
    this.#rejected = undefined;
    this.#unconfirmed = reading.readBy === this.#instance ? reading : undefined;
  }

  /** Whether the newest state was read after a stored one. */
  isNewerThan(stored: TimedState): boolean {
    return this.#newest !== undefined && this.#isNewer(this.#newest, stored);
  }

  #isNewer({ state, readBy, sequence, fence }: TimedState, other: TimedState): boolean {
    if (readBy === other.readBy) return sequence > other.sequence;
    const otherFence = other === this.#unconfirmed ? 0 : other.fence;
    if (otherFence > 0 && fence > otherFence) return true;
    if (state.readAt > other.state.readAt + 2 * other.timeErrorMs) return true;
    return readBy === this.#rejected?.readBy && sequence > this.#rejected.sequence;
  }
}

import type { RestError } from '../rest/errors.ts';
import type { Clock } from './clock.ts';
import type { StateSource } from './hub.ts';
import type { State } from './state.ts';

/** Source in place of a poller that a limit rejects: its only state is the error. */
export class RejectedSource implements StateSource {
  readonly #error: RestError;
  readonly #clock: Clock;

  constructor(error: RestError, clock: Clock) {
    this.#error = error;
    this.#clock = clock;
  }

  start(publish: (state: State) => void): void {
    const error = this.#error;
    publish({ kind: 'failed', readAt: this.#clock.now(), version: `failed: ${error.code}`, error, last: true });
  }

  onSubscribe(): void {}

  wake(): void {}

  stop(): void {}
}

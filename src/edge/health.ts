import type { Logger } from 'pino';
import type { CallRecord } from '../rest/request.ts';

type Phase = 'starting' | 'ready' | 'draining';

/** State of the facade, and of the upstream as far as the calls of operations show it: nothing is called to find out. */
export class Health {
  readonly #logger: Logger;
  #failing = false;
  phase: Phase = 'starting';

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Takes note of a call that was not cut short by its own operation. The log tells when the upstream begins to fail and when it is back. */
  observe({ status, source }: CallRecord): void {
    if (source !== 'upstream') return;
    const failing = status === undefined || status >= 500;
    if (failing === this.#failing) return;
    this.#failing = failing;
    if (failing) this.#logger.warn({ status }, 'the upstream fails');
    else this.#logger.info({ status }, 'the upstream answers again');
  }
}

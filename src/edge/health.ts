import type { Logger } from 'pino';
import type { CallRecord } from '../rest/request.ts';

/** Codes of calls that were refused before they were sent, where there is no status. */
const unsent: ReadonlySet<string | undefined> = new Set([
  'BAD_USER_INPUT',
  'RATE_LIMITED',
  'CALLER_LIMIT',
  'REST_CALL_LIMIT',
  'UPSTREAM_DOWN',
]);

type Phase = 'starting' | 'ready' | 'draining';

/** What is known without asking anybody. */
export interface Readiness {
  readonly status: Phase;
  /** Whether the last call to the upstream failed. */
  readonly upstream: 'answering' | 'failing';
}

/** State of the facade, and of the upstream as far as the calls of operations show it; there are no calls to check it. */
export class Health {
  readonly #logger: Logger;
  #failing = false;
  phase: Phase = 'starting';

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get readiness(): Readiness {
    return { status: this.phase, upstream: this.#failing ? 'failing' : 'answering' };
  }

  /** Observes a call that was not cancelled. Logs when the upstream begins to fail and when it has recovered. */
  observe({ status, source, error }: CallRecord): void {
    if (source === 'shared' || (status === undefined && unsent.has(error))) return;
    const failing = status === undefined || status >= 500;
    if (failing === this.#failing) return;
    this.#failing = failing;
    if (failing) this.#logger.warn({ status }, 'the upstream fails');
    else this.#logger.info({ status }, 'the upstream answers again');
  }
}

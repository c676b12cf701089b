/** Log line for pauses of reads that the upstream has requested. */
import type { Logger } from 'pino';
import type { Credential } from '../rest/credential.ts';
import { toAuditName } from './audit.ts';

/** Writes one line when reads of any credential pause, and no further one before all pauses are over. */
export class PauseLog {
  readonly #logger: Logger;
  readonly #now: () => number;
  #pausedUntil = 0;

  /** @param now milliseconds since 1970. Defaults to `Date.now`. */
  constructor(logger: Logger, now = Date.now) {
    this.#logger = logger;
    this.#now = now;
  }

  /** @param until milliseconds since 1970 */
  readonly paused = (credential: Credential, until: number): void => {
    const now = this.#now();
    const isFirst = this.#pausedUntil <= now;
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    if (isFirst)
      this.#logger.warn(
        { credential: toAuditName(credential), pauseMs: until - now },
        'the upstream limits calls; reads wait',
      );
  };
}

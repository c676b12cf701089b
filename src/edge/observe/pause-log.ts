/** Log line for pauses of reads that the upstream has requested. */
import type { Logger } from 'pino';
import type { Credential } from '../../rest/credential.ts';
import { steadyNow } from '../../rest/timers.ts';
import { toAuditName } from './audit.ts';

/** Milliseconds without a pause after which the next pause is logged. A caller that is limited continuously pauses repeatedly. */
const minQuietMs = 60_000;

/** Writes one line when reads of any credential pause, and the next one only after a minute without pauses. */
export class PauseLog {
  readonly #logger: Logger;
  readonly #now: () => number;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  /** @param now defaults to `steadyNow` */
  constructor(logger: Logger, now = steadyNow) {
    this.#logger = logger;
    this.#now = now;
  }

  /** @param until reading of `steadyNow` */
  readonly paused = (credential: Credential, until: number): void => {
    const now = this.#now();
    const isFirst = this.#pausedUntil + minQuietMs <= now;
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
    if (isFirst)
      this.#logger.warn(
        { credential: toAuditName(credential), pauseMs: until - now },
        'the upstream limits calls; reads wait',
      );
  };
}

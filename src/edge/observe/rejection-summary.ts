/** Summary of rejected requests: one log line for each minute with rejections. */
import type { Logger } from 'pino';
import type { Observer } from './observer.ts';

const defaultIntervalMs = 60_000;

/** Counts rejections by code, and logs the counts a minute after the first rejection. */
export class RejectionSummary implements Observer {
  readonly #logger: Logger;
  readonly #intervalMs: number;
  readonly #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  /** @param intervalMs time that one line covers. Defaults to a minute */
  constructor(logger: Logger, intervalMs = defaultIntervalMs) {
    this.#logger = logger;
    this.#intervalMs = intervalMs;
  }

  readonly onRejected = (code: string): void => {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.flush(), this.#intervalMs).unref();
  };

  /** Logs and resets the counts. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counts.size === 0) return;
    this.#logger.warn({ refused: Object.fromEntries(this.#counts) }, 'refused in the last minute');
    this.#counts.clear();
  }
}

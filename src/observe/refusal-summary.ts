/** One line of the log for each minute in which something was refused. */
import type { Logger } from 'pino';
import type { Observer } from './observer.ts';

const minute = 60_000;

/** Counts by code what is refused, and writes the counts a minute after the first. */
export class RefusalSummary implements Observer {
  readonly #logger: Logger;
  readonly #interval: number;
  readonly #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  /** @param interval milliseconds that one line sums up */
  constructor(logger: Logger, interval = minute) {
    this.#logger = logger;
    this.#interval = interval;
  }

  readonly onRejected = (code: string): void => {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.flush(), this.#interval).unref();
  };

  /** Writes what has been counted since the last line, and begins anew. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counts.size === 0) return;
    this.#logger.warn({ refused: Object.fromEntries(this.#counts) }, 'refused in the last minute');
    this.#counts.clear();
  }
}

/** Limit of a search for the query of a call. */
import { setImmediate as immediate } from 'node:timers/promises';
import { CommandFailure } from '../../helpers/command-failure.ts';

export interface SearchLimitOptions {
  /** Ends the search with an AbortError. */
  readonly signal?: AbortSignal | undefined;
  /** Upper bound on the candidates that are tried. Defaults to no limit. */
  readonly maxCandidates?: number;
}

export class SearchLimit {
  readonly #signal: AbortSignal | undefined;
  readonly #maxCandidates: number;
  #candidates = 0;

  constructor({ signal, maxCandidates = Number.POSITIVE_INFINITY }: SearchLimitOptions = {}) {
    this.#signal = signal;
    this.#maxCandidates = maxCandidates;
  }

  /**
   * Counts a candidate before it is tried. Waits, because a search tries hundreds of them, and a server handles its
   * requests between them.
   * @throws CommandFailure if there are too many
   */
  async addCandidate(): Promise<void> {
    if (this.#candidates >= this.#maxCandidates)
      throw new CommandFailure(
        `the call has too many values: the limit is ${this.#maxCandidates} candidates for its query; find it with portico find`,
      );
    this.#candidates += 1;
    await immediate(undefined, { signal: this.#signal });
  }
}

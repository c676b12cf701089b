import type { Config } from '../../config/config.ts';
import { RestError } from '../../rest/errors.ts';
import { type ConcurrencyLimits, throwAsRequestError, toRequestError } from './concurrency-limits.ts';
import { idsOf, type OperationContext } from './context.ts';

/** Seconds after which the client may retry. */
const retryAfter = 30;

/** Limits the open streams of results, in total and per caller. */
export class StreamLimit {
  readonly #maxStreams: number;
  readonly #concurrency: ConcurrencyLimits;
  #open = 0;

  constructor({ maxStreams }: Pick<Config, 'maxStreams'>, concurrency: ConcurrencyLimits) {
    this.#maxStreams = maxStreams;
    this.#concurrency = concurrency;
  }

  /** Open streams of all connections. */
  get open(): number {
    return this.#open;
  }

  /**
   * Counts a stream.
   * @returns a function that ends the count
   * @throws GraphQLError beyond MAX_STREAMS, also in report-only mode, or if the caller has too many
   */
  acquire(context: OperationContext): () => void {
    if (this.#open >= this.#maxStreams) {
      const message = `Too many open subscriptions and incremental responses: the limit is ${this.#maxStreams} on this server (MAX_STREAMS). Retry after ${retryAfter} s`;
      throw toRequestError(new RestError('STREAM_LIMIT', message, { retryAfter }), 503);
    }
    try {
      const endCount = this.#concurrency.acquire('streams', context.rest.credential, idsOf(context));
      this.#open += 1;
      return () => {
        this.#open -= 1;
        endCount();
      };
    } catch (error) {
      throwAsRequestError(error);
    }
  }
}

/** All REST calls of one graph operation: reads batched and shared within it, writes passed on, every call counted. */
import DataLoader from 'dataloader';
import { type OperationId, operation } from '../../contract/index.ts';
import type { RestClient } from '../client.ts';
import type { Credential } from '../credential.ts';
import { type ErrorCode, isRestError, RestError } from '../errors.ts';
import type { Answer, CallRecord, Request } from '../request.ts';
import { buildUrl } from '../url.ts';

export interface SessionOptions {
  readonly credential: Credential;
  /** Ends every call when the client leaves or the operation's deadline passes. */
  readonly signal: AbortSignal;
  /** REST calls of the operation at the most. */
  readonly maxCalls: number;
  /** Count beyond the limit, but do not refuse. */
  readonly reportOnly: boolean;
  /** Told of every call when it has ended. */
  readonly onCall?: ((record: CallRecord) => void) | undefined;
}

interface Read {
  readonly request: Request;
  /** Canonical name of the request among those of its operation. */
  readonly key: string;
  readonly field: string;
}

type Loader = DataLoader<Read, Promise<Answer>, string>;

export class RestSession {
  readonly #client: RestClient;
  readonly #options: SessionOptions;
  readonly #loaders = new Map<OperationId, Loader>();
  readonly #calls: CallRecord[] = [];
  #started = 0;

  constructor(client: RestClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** The calls that have ended, in that order. */
  get calls(): readonly CallRecord[] {
    return this.#calls;
  }

  get credential(): Credential {
    return this.#options.credential;
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /**
   * Reads one thing. Equal reads of the operation are one call.
   * @param field coordinate of the graph field that asks, for traces
   */
  async read(request: Request, field: string): Promise<Answer> {
    const key = buildUrl(request.operation, request.path ?? {}, request.query);
    return this.#loaderOf(request.operation).load({ request, key, field });
  }

  /** Writes something: never batched, never tried again. What was read before is forgotten. */
  async write(request: Request, field: string): Promise<Answer> {
    this.#loaders.clear();
    try {
      return await this.#call(request, field);
    } finally {
      this.#loaders.clear();
    }
  }

  #loaderOf(id: OperationId): Loader {
    const known = this.#loaders.get(id);
    if (known) return known;
    const loader: Loader = new DataLoader((reads) => Promise.resolve(this.#readAll(reads)), {
      cacheKeyFn: ({ key }) => key,
      maxBatchSize: Number.POSITIVE_INFINITY,
    });
    this.#loaders.set(id, loader);
    return loader;
  }

  /** The one place that sees all reads of an operation in a tick. Each settles by itself, so that none waits for another. */
  #readAll(reads: readonly Read[]): Promise<Answer>[] {
    return reads.map(({ request, field }) => this.#call(request, field));
  }

  async #call(request: Request, field: string): Promise<Answer> {
    this.#count();
    const begun = performance.now();
    try {
      const answer = await this.#client.call(request, this.#options);
      this.#record(request, field, begun, answer.status);
      return answer;
    } catch (error) {
      const { status, code } = isRestError(error) ? error : {};
      this.#record(request, field, begun, status, code);
      throw error;
    }
  }

  #count(): void {
    this.#started += 1;
    const { maxCalls, reportOnly } = this.#options;
    if (this.#started > maxCalls && !reportOnly)
      throw new RestError(
        'REST_CALL_LIMIT',
        `The operation needs more than the ${maxCalls} REST calls that MAX_REST_CALLS allows`,
      );
  }

  #record(request: Request, field: string, begun: number, status?: number, error?: ErrorCode): void {
    const { id, method, path } = operation(request.operation);
    const record: CallRecord = {
      operation: id,
      method,
      path,
      field,
      status,
      error,
      durationMs: Math.round((performance.now() - begun) * 100) / 100,
      source: 'upstream',
    };
    this.#calls.push(record);
    this.#options.onCall?.(record);
  }
}

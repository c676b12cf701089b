/** All REST calls of one graph operation: reads batched and shared within it, writes passed on, every call counted. */
import DataLoader from 'dataloader';
import { type OperationId, operation } from '../../contract/index.ts';
import { Cancellation, untilCancelled } from '../cancellation.ts';
import type { Download, RestClient } from '../client.ts';
import type { Credential } from '../credential.ts';
import { type ErrorCode, isRestError, RestError } from '../errors.ts';
import type { CallRecord, RestRequest, RestResponse, TracedCall } from '../request.ts';
import { urlOf } from '../url.ts';
import { readFromLists } from './lists.ts';
import { readFromPages } from './pages.ts';

export interface SessionOptions {
  readonly credential: Credential;
  /** Ends every call when the client leaves or the operation's deadline passes. */
  readonly signal: AbortSignal;
  /** REST calls of the operation at the most. */
  readonly maxCalls: number;
  /** Count beyond the limit, but do not refuse. */
  readonly reportOnly: boolean;
  /** Called for every REST call when it has ended. */
  readonly onCall?: ((record: CallRecord) => void) | undefined;
  /** Session that this one and others read through, so that reads that they have in common are made once. */
  readonly reads?: RestSession | undefined;
}

interface Read {
  readonly request: RestRequest;
  /** Path and query, which identify the request. */
  readonly url: string;
  readonly field: string;
}

type Loader = DataLoader<Read, Promise<RestResponse>>;

export class RestSession {
  readonly #client: RestClient;
  readonly #options: SessionOptions;
  readonly #loaders = new Map<OperationId, Loader>();
  /** By path and query. Replaces the loaders' own caches, which make a new promise for every reader. */
  readonly #reads = new Map<string, Promise<RestResponse>>();
  readonly #cancellation: Cancellation;
  readonly #calls: TracedCall[] = [];
  #started = 0;
  /** Reading of `performance.now()` when the session began. */
  readonly startedAt = performance.now();

  constructor(client: RestClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
    this.#cancellation = new Cancellation(options.signal);
  }

  /** The calls that have ended, in the order in which they did. */
  get calls(): readonly TracedCall[] {
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
  read(request: RestRequest, field: string): Promise<RestResponse> {
    try {
      const url = urlOf(request);
      let response = this.#reads.get(url);
      if (response === undefined) {
        response = Promise.resolve(this.#loaderOf(request.operation).load({ request, url, field }));
        this.#reads.set(url, response);
      }
      return response;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Begins a read ahead of the fields that will ask for it. A failure is reported by those fields. */
  start(request: RestRequest, field: string): void {
    this.read(request, field).catch(() => {});
  }

  /** Forgets all reads, so that later ones see changes made since. */
  forget(): void {
    this.#reads.clear();
  }

  /** Makes a write, which is never batched or retried. Reads from before are forgotten. */
  async write(request: RestRequest, field: string): Promise<RestResponse> {
    this.#reads.clear();
    try {
      return await this.#counted(request, field, () => ({
        response: this.#client.write(request, this.#options),
        source: 'upstream',
      }));
    } finally {
      this.#reads.clear();
    }
  }

  /** Streams a file. The caller reads the whole body or destroys it. */
  download(request: RestRequest, field: string): Promise<Download> {
    return this.#counted(request, field, () => ({
      response: this.#client.download(request, this.#options),
      source: 'upstream',
    }));
  }

  #loaderOf(id: OperationId): Loader {
    const known = this.#loaders.get(id);
    if (known) return known;
    const loader: Loader = new DataLoader((reads) => Promise.resolve(this.#readAll(reads)), { cache: false });
    this.#loaders.set(id, loader);
    return loader;
  }

  /** Batches all reads of an operation in a tick. Each settles by itself, so that none waits for another. */
  #readAll(reads: readonly Read[]): Promise<RestResponse>[] {
    const requests = reads.map(({ request }) => request);
    const send = (request: RestRequest, index: number) => {
      const read = reads[index];
      const url = request === read?.request ? read.url : urlOf(request);
      return this.#send({ request, url, field: read?.field ?? '' });
    };
    const [first] = requests;
    if (first === undefined || requests.length === 1) return requests.map(send);
    return operation(first.operation).list ? readFromPages(requests, send) : readFromLists(requests, send);
  }

  #send({ request, url, field }: Read): Promise<RestResponse> {
    const { reads, credential } = this.#options;
    const cancellation = this.#cancellation;
    return this.#counted(request, field, () =>
      reads === undefined
        ? this.#client.read(request, url, { credential, cancellation })
        : { response: untilCancelled(reads.read(request, field), cancellation), source: 'shared' },
    );
  }

  async #counted<A extends Pick<RestResponse, 'status' | 'kept'>>(
    request: RestRequest,
    field: string,
    send: () => { readonly response: Promise<A>; readonly source: CallRecord['source'] },
  ): Promise<A> {
    this.#count();
    const startedAt = performance.now();
    const { response, source } = send();
    try {
      const settled = await response;
      const confirmed = source === 'upstream' && settled.kept === true;
      this.#record(request, field, startedAt, confirmed ? 'kept' : source, settled.status);
      return settled;
    } catch (error) {
      const { status, code } = isRestError(error) ? error : {};
      this.#record(request, field, startedAt, source, status, code);
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

  #record(
    request: RestRequest,
    field: string,
    startedAt: number,
    source: CallRecord['source'],
    status?: number,
    error?: ErrorCode,
  ): void {
    const { id, method, path } = operation(request.operation);
    const record: CallRecord = {
      operation: id,
      method,
      path,
      field,
      status,
      error,
      durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
      source,
    };
    this.#calls.push({ record, request, startedAt });
    this.#options.onCall?.(record);
  }
}

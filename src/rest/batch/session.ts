/** All REST calls of one graph operation: reads batched and shared within it, writes passed on, every call counted. */
import DataLoader from 'dataloader';
import { type OperationId, operation } from '../../contract/index.ts';
import { Cancellation, untilCancelled } from '../cancellation.ts';
import type { Download, RestClient } from '../client.ts';
import type { Credential } from '../credential.ts';
import { type ErrorCode, isRestError, RestError } from '../errors.ts';
import type { CallRecord, RestRequest, RestResponse } from '../request.ts';
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
  /** Told of every call when it has ended. */
  readonly onCall?: ((record: CallRecord) => void) | undefined;
  /** Session that reads for this one and others, so that what they have in common is read once. */
  readonly reads?: RestSession | undefined;
}

interface Read {
  readonly request: RestRequest;
  /** Path and query, which name the request among those of its operation. */
  readonly url: string;
  readonly field: string;
}

type Loader = DataLoader<Read, Promise<RestResponse>>;

export class RestSession {
  readonly #client: RestClient;
  readonly #options: SessionOptions;
  readonly #loaders = new Map<OperationId, Loader>();
  /** By path and query. In place of the loaders' own caches, which make a new promise for every reader. */
  readonly #reads = new Map<string, Promise<RestResponse>>();
  readonly #cancellation: Cancellation;
  readonly #calls: CallRecord[] = [];
  #started = 0;

  constructor(client: RestClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
    this.#cancellation = new Cancellation(options.signal);
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
  read(request: RestRequest, field: string): Promise<RestResponse> {
    try {
      const url = urlOf(request);
      let answer = this.#reads.get(url);
      if (answer === undefined) {
        answer = Promise.resolve(this.#loaderOf(request.operation).load({ request, url, field }));
        this.#reads.set(url, answer);
      }
      return answer;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Begins a read whose answer will be asked for; its failure is reported to whoever asks. */
  start(request: RestRequest, field: string): void {
    this.read(request, field).catch(() => {});
  }

  /** Lets go of what was read, so that whoever waits for a change reads what is there by now. */
  forget(): void {
    this.#reads.clear();
  }

  /** Writes something: never batched, never tried again. What was read before is forgotten. */
  async write(request: RestRequest, field: string): Promise<RestResponse> {
    this.#reads.clear();
    try {
      return await this.#counted(request, field, () => ({
        answer: this.#client.write(request, this.#options),
        source: 'upstream',
      }));
    } finally {
      this.#reads.clear();
    }
  }

  /** Reads a file, in pieces and never shared. The caller takes the whole body, or destroys it. */
  download(request: RestRequest, field: string): Promise<Download> {
    return this.#counted(request, field, () => ({
      answer: this.#client.download(request, this.#options),
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

  /** The one place that sees all reads of an operation in a tick. Each settles by itself, so that none waits for another. */
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
        : { answer: untilCancelled(reads.read(request, field), cancellation), source: 'shared' },
    );
  }

  async #counted<A extends Pick<RestResponse, 'status'>>(
    request: RestRequest,
    field: string,
    send: () => { readonly answer: Promise<A>; readonly source: CallRecord['source'] },
  ): Promise<A> {
    this.#count();
    const begun = performance.now();
    const { answer, source } = send();
    try {
      const given = await answer;
      this.#record(request, field, begun, source, given.status);
      return given;
    } catch (error) {
      const { status, code } = isRestError(error) ? error : {};
      this.#record(request, field, begun, source, status, code);
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
    begun: number,
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
      durationMs: Math.round((performance.now() - begun) * 100) / 100,
      source,
    };
    this.#calls.push(record);
    this.#options.onCall?.(record);
  }
}

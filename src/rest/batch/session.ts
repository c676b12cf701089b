/** All REST calls of one graph operation: reads batched and shared within it, writes passed on, every call counted. */
import DataLoader from 'dataloader';
import { type OperationId, operation } from '../../contract/index.ts';
import type { Allowance } from '../allowance.ts';
import type { CallTrace, CallTracing } from '../call-tracing.ts';
import type { Download } from '../calls.ts';
import type { Cancellation } from '../cancellation.ts';
import type { CallOptions, RestClient } from '../client.ts';
import type { Credential } from '../credential.ts';
import { checkObject } from '../documented-object.ts';
import { type ErrorCode, isRestError, RestError } from '../errors.ts';
import {
  type CallRecord,
  type RestRequest,
  type RestResponse,
  recordOf,
  roundedMs,
  type TracedCall,
} from '../request.ts';
import type { InFlightRead } from '../shared-reads.ts';
import type { Receiver } from '../tries.ts';
import { urlOf } from '../url.ts';
import { readFromLists } from './lists.ts';
import { readFromPages } from './pages.ts';
import type { WaitingRead } from './waiting-read.ts';

export interface SessionOptions {
  readonly credential: Credential;
  /** Ends every call when the client leaves or the operation's deadline passes. */
  readonly cancellation: Cancellation;
  /** REST calls of the operation at the most. */
  readonly maxCalls: number;
  /** Counts the calls that are sent for its caller; absent where that has no limit. */
  readonly allowance?: Allowance | undefined;
  /** Reading of `performance.now()` up to which reads may wait where the upstream asks for that. */
  readonly deadline?: number | undefined;
  /** Count beyond the limit, but do not refuse. */
  readonly reportOnly: boolean;
  /** Called for every REST call when it has ended. */
  readonly onCall?: ((record: CallRecord) => void) | undefined;
  /** Follows the calls from their beginning; none are when absent. */
  readonly tracing?: CallTracing | undefined;
  /** Called when a write has ended, which settles when the promise does. */
  readonly onWrite?: (() => Promise<void> | undefined) | undefined;
  /** Session that this one and others read through, so that reads that they have in common are made once. */
  readonly reads?: RestSession | undefined;
}

/** A read of a field and, once it is sent, the call that it costs. */
class Read implements Receiver<RestResponse>, TracedCall {
  readonly request: RestRequest;
  /** Path and query, which identify the request. */
  readonly url: string;
  readonly field: string;
  readonly response: Promise<RestResponse>;
  readonly resolve: (response: RestResponse | PromiseLike<RestResponse>) => void;
  readonly reject: (reason: unknown) => void;
  source: CallRecord['source'] = 'upstream';
  status: number | undefined;
  error: ErrorCode | undefined;
  /** What it waits for, while it does. */
  joined: InFlightRead | undefined;
  trace: CallTrace | undefined;
  readonly #credential: Credential;
  readonly #ended: (read: Read) => void;
  startedAt = 0;
  #endedAt = 0;

  /** @param ended called when the call has ended */
  constructor(request: RestRequest, url: string, field: string, credential: Credential, ended: (read: Read) => void) {
    this.#credential = credential;
    this.request = request;
    this.url = url;
    this.field = field;
    const { promise, resolve, reject } = Promise.withResolvers<RestResponse>();
    this.response = promise;
    this.resolve = resolve;
    this.reject = reject;
    this.#ended = ended;
  }

  get operation(): OperationId {
    return this.request.operation;
  }

  get method(): string {
    return operation(this.operation).method;
  }

  get path(): string {
    return operation(this.operation).path;
  }

  get durationMs(): number {
    return roundedMs(this.#endedAt - this.startedAt);
  }

  start(): void {
    this.startedAt = performance.now();
  }

  succeeded(response: RestResponse): void {
    try {
      checkObject(response, this.request, this.#credential);
    } catch (error) {
      this.failed(error);
      return;
    }
    if (response.kept && this.source === 'upstream') this.source = 'kept';
    this.#end(response.status);
    this.resolve(response);
  }

  failed(reason: unknown): void {
    const { status, code } = isRestError(reason) ? reason : {};
    this.#end(status, code);
    this.reject(reason);
  }

  #end(status: number | undefined, error?: ErrorCode): void {
    this.#endedAt = performance.now();
    this.status = status;
    this.error = error;
    this.trace?.end(this);
    this.#ended(this);
  }
}

/** The reads of one operation in a tick. The loader tells when to send them; it is given them all at once, as a promise for each would cost more. */
interface Batch {
  readonly loader: DataLoader<Read[], void>;
  reads: Read[];
}

/** The reason for which a write was cancelled, with what became of it. */
/** Error of a write that does not start, since its operation was cancelled. */
export const toUnsentError = (reason: Error): Error =>
  isRestError(reason) ? withNote(reason, 'nothing was written here') : reason;

const withNote = ({ code, message }: RestError, note: string): RestError => new RestError(code, `${message}; ${note}`);

export class RestSession {
  readonly #client: RestClient;
  readonly #options: SessionOptions;
  readonly #batches = new Map<OperationId, Batch>();
  /** By path and query. */
  readonly #reads = new Map<string, Promise<RestResponse>>();
  /** Reads that have been sent and have not ended. */
  readonly #underway = new Set<Read>();
  readonly #calls: TracedCall[] = [];
  #started = 0;
  /** Reading of `performance.now()` when the session began. */
  readonly startedAt = performance.now();

  constructor(client: RestClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** The calls that have ended, in the order in which they did. */
  get calls(): readonly TracedCall[] {
    return this.#calls;
  }

  /** The number of calls that have been begun, shared ones among them. */
  get begun(): number {
    return this.#started;
  }

  get credential(): Credential {
    return this.#options.credential;
  }

  /** The calls that its caller may still make; undefined where there is no limit. */
  get allowance(): Allowance | undefined {
    return this.#options.allowance;
  }

  get cancellation(): Cancellation {
    return this.#options.cancellation;
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
        response = this.#enqueue(new Read(request, url, field, this.credential, this.#ended));
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

  /** Makes a write, which is never batched or retried. Reads from before are forgotten. One that is cancelled tells whether it was sent. */
  async write(request: RestRequest, field: string): Promise<RestResponse> {
    const { reason } = this.cancellation;
    if (reason !== undefined) throw toUnsentError(reason);
    this.#reads.clear();
    try {
      return await this.#counted(request, field, async (options) =>
        checkObject(await this.#client.write(request, options), request, this.credential),
      );
    } finally {
      await this.#options.onWrite?.();
      this.#reads.clear();
    }
  }

  /** Streams a file. The caller reads the whole body or destroys it. */
  download(request: RestRequest, field: string): Promise<Download> {
    return this.#counted(request, field, (options) => this.#client.download(request, options));
  }

  /** Puts a read into the batch of its operation, which is sent once the promises of this tick have had their turn. */
  #enqueue(read: Read): Promise<RestResponse> {
    const { operation: id } = read;
    let batch = this.#batches.get(id);
    if (batch === undefined) {
      batch = this.#newBatch(id);
      this.#batches.set(id, batch);
    }
    batch.reads.push(read);
    if (batch.reads.length === 1) void batch.loader.load(batch.reads);
    return read.response;
  }

  #newBatch(id: OperationId): Batch {
    const send = (reads: Read[]) => {
      batch.reads = [];
      this.#sendBatch(id, reads);
    };
    const batch: Batch = {
      loader: new DataLoader(async (batches: readonly Read[][]) => batches.map(send), { cache: false }),
      reads: [],
    };
    return batch;
  }

  /** Sends all reads of an operation in a tick. Each settles by itself, so that none waits for another. */
  #sendBatch(id: OperationId, reads: readonly Read[]): void {
    try {
      const answered = reads.length > 1 ? this.#merge(id, reads) : undefined;
      for (const read of reads) if (answered?.has(read) !== true) this.#send(read);
    } catch (error) {
      for (const read of reads) read.reject(error);
    }
  }

  /** Answers those reads that others answer as well. */
  #merge(id: OperationId, reads: readonly Read[]): ReadonlySet<WaitingRead> {
    const send = (request: RestRequest, index: number) =>
      this.#send(new Read(request, urlOf(request), reads[index]?.field ?? '', this.credential, this.#ended));
    return operation(id).list ? readFromPages(reads, send) : readFromLists(reads, send);
  }

  #send(read: Read): Promise<RestResponse> {
    const { reads, credential, tracing, allowance, deadline } = this.#options;
    const { request, url, field } = read;
    read.start();
    try {
      this.#count();
    } catch (error) {
      read.reject(error);
      return read.response;
    }
    if (this.cancellation.reason !== undefined) {
      read.failed(this.cancellation.reason);
      return read.response;
    }
    if (this.#underway.size === 0) this.cancellation.listen(this.#leave);
    this.#underway.add(read);
    read.trace = tracing?.call(request);
    if (reads === undefined) {
      const options = { credential, headers: read.trace?.headers, allowance, deadline };
      const { read: joined, source } = this.#client.join(request, url, options, read);
      read.joined = joined;
      read.source = source;
    } else {
      read.source = 'shared';
      reads.read(request, field).then(
        (response) => this.#underway.has(read) && read.succeeded(response),
        (reason: unknown) => this.#underway.has(read) && read.failed(reason),
      );
    }
    return read.response;
  }

  readonly #ended = (read: Read): void => {
    this.#underway.delete(read);
    if (this.#underway.size === 0) this.cancellation.unlisten(this.#leave);
    this.#calls.push(read);
    this.#options.onCall?.(read);
  };

  /** Ends all reads under way. */
  readonly #leave = (reason: RestError): void => {
    for (const read of this.#underway) {
      read.joined?.leave(read);
      read.failed(reason);
    }
  };

  async #counted<A extends Pick<RestResponse, 'status'>>(
    request: RestRequest,
    field: string,
    send: (options: CallOptions) => Promise<A>,
  ): Promise<A> {
    this.#count();
    const { credential, cancellation, allowance, deadline, tracing } = this.#options;
    const trace = tracing?.call(request);
    const startedAt = performance.now();
    const end = (status?: number, error?: ErrorCode) => {
      const record = recordOf({ request, field, startedAt, status, error });
      trace?.end(record);
      this.#calls.push(record);
      this.#options.onCall?.(record);
    };
    try {
      const settled = await send({ credential, cancellation, allowance, deadline, headers: trace?.headers });
      end(settled.status);
      return settled;
    } catch (error) {
      const { status, code } = isRestError(error) ? error : {};
      end(status, code);
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
}

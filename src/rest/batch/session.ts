/** REST calls of one GraphQL operation: batches and shares reads, sends writes, counts every call. */
import DataLoader from 'dataloader';
import type { Contract, OperationId } from '../../contract/index.ts';
import { asRecord } from '../../helpers/is-record.ts';
import { truncate } from '../../helpers/truncate.ts';
import type { CallOptions } from '../call.ts';
import type { CallBudget } from '../call-budget.ts';
import type { CallTracing } from '../call-tracing.ts';
import type { Cancellation } from '../cancellation.ts';
import type { RestClient } from '../client.ts';
import type { Credential } from '../credential.ts';
import { isRestError, RestError, withNote } from '../errors.ts';
import type { OperationDeadline } from '../operation-deadline.ts';
import type { PageSizes } from '../paging.ts';
import type { CallRecord, Download, ResponsePartName, RestRequest, RestResponse, TracedCall } from '../request.ts';
import { assertOffered, getRequestUrl } from '../url.ts';
import { readFromLists } from './lists.ts';
import { LoadedResponses } from './loaded-responses.ts';
import { readFromPages } from './pages.ts';
import { SessionRead } from './session-read.ts';

export interface SessionOptions {
  readonly credential: Credential;
  /** Cancels every call when the client disconnects or the deadline of the operation passes. */
  readonly cancellation: Cancellation;
  /** Upper bound on REST calls of the operation. */
  readonly maxCalls: number;
  /** Budget of the caller; `undefined` if callers have no limit. */
  readonly budget?: CallBudget | undefined;
  /** Deadline until which reads may wait if the upstream requests it. */
  readonly deadline?: OperationDeadline | undefined;
  /** Counts calls beyond the limit without rejecting them. */
  readonly reportOnly: boolean;
  /** Called when a REST call ends. */
  readonly onCall?: ((record: CallRecord) => void) | undefined;
  /** Traces calls from their start; `undefined` disables tracing. */
  readonly tracing?: CallTracing | undefined;
  /** Called when a write has ended. The write settles after the returned promise. */
  readonly onWrite?: (() => Promise<void> | undefined) | undefined;
  /** Session that this session and others read through, so that reads in common are sent once. */
  readonly sharedSession?: RestSession | undefined;
}

/** Upper bound on the characters of a path in a message. */
const maxPathLength = 255;

/** Whether two requests are for pages of the same list, in any order and with any filter. */
const isSameList = (contract: Contract, a: RestRequest, b: RestRequest): boolean =>
  a.operation === b.operation &&
  contract.operation(a.operation).pathParameters.every(({ name }) => a.path?.[name] === b.path?.[name]);

/** Error of a write that was not sent because its operation was cancelled. */
export const toNotStartedError = (reason: Error): Error =>
  isRestError(reason) ? withNote(reason, 'the write was not sent') : reason;

export class RestSession {
  readonly #client: RestClient;
  readonly #options: SessionOptions;
  /**
   * Batches of the reads of each REST operation in a tick. The cache of DataLoader is not used: it contains promises, not
   * the reads whose priority may have to be raised, and a cached promise settles only with the next batch.
   */
  readonly #loaders = new Map<OperationId, DataLoader<SessionRead, Promise<RestResponse>>>();
  /** Pending and settled reads by path and query. */
  readonly #reads = new Map<string, SessionRead>();
  /** Reads whose path contains the full path of a project or group. */
  readonly #readsByName = new Set<SessionRead>();
  readonly #calls: TracedCall[] = [];
  #started = 0;
  /** `undefined` for a result without parts. */
  #loaded: LoadedResponses | undefined;
  /** Reading of `performance.now()` at the creation of the session. */
  readonly startedAt = performance.now();

  constructor(client: RestClient, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** The contract of the operations that can be called. */
  get contract(): Contract {
    return this.#client.contract;
  }

  /** Page sizes that the upstream is known to accept from the caller. */
  get pageSizes(): PageSizes {
    return this.#client.pageSizes.forCaller(this.credential.cacheKey);
  }

  /** Calls that have ended, in the order of their end. */
  get calls(): readonly TracedCall[] {
    return this.#calls;
  }

  /** Number of calls that were started, shared ones included. */
  get startedCalls(): number {
    return this.#started;
  }

  get credential(): Credential {
    return this.#options.credential;
  }

  /** Budget of the caller; `undefined` if callers have no limit. */
  get budget(): CallBudget | undefined {
    return this.#options.budget;
  }

  get deadline(): OperationDeadline | undefined {
    return this.#options.deadline;
  }

  get cancellation(): Cancellation {
    return this.#options.cancellation;
  }

  /** Counts the responses that the session contains, for an incremental response. */
  get loaded(): LoadedResponses {
    this.#loaded ??= new LoadedResponses(this.cancellation);
    return this.#loaded;
  }

  /**
   * Reads an object or a list. Identical GET requests of the operation are sent once.
   * @param field coordinate of the requesting graph field, for traces
   * @param part part of the response that contains the field; `undefined` for the first part
   * @param isObject of a request by the number of a project or group: whether the response to a request by its full
   * path is for the same object, so that it suffices if that request has already been sent
   */
  read(
    request: RestRequest,
    field: string,
    part: ResponsePartName | undefined,
    isObject?: (response: RestResponse) => boolean,
  ): Promise<RestResponse> {
    try {
      const url = getRequestUrl(this.contract, request);
      const existing = this.#reads.get(url);
      if (existing !== undefined) {
        if (part === undefined) existing.raise();
        if (!request.acceptsAnyPage) existing.acceptsAnyPage = false;
        return existing.response;
      }
      return new SessionRead(request, url, field, part, (read) => this.#load(read, isObject)).response;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #load(read: SessionRead, isObject?: (response: RestResponse) => boolean): Promise<RestResponse> {
    const page = this.#findPage(read, this.#reads.values());
    if (page !== undefined) return this.#readPage(read, page);
    this.#reads.set(read.url, read);
    const byName = isObject && this.#findReadByName(read);
    if (typeof read.request.path?.id === 'string') this.#readsByName.add(read);
    return isObject === undefined || byName === undefined
      ? this.#enqueue(read)
      : this.#loadByName(read, byName, isObject);
  }

  async #loadByName(
    read: SessionRead,
    byName: SessionRead,
    isObject: (response: RestResponse) => boolean,
  ): Promise<RestResponse> {
    try {
      const response = await byName.response;
      if (isObject(response)) return response;
    } catch {
      // The read itself reports its failure.
    }
    return this.#enqueue(read);
  }

  /** Finds a read that has been sent, for a full path in place of the number in a request. */
  #findReadByName({ request, part }: SessionRead): SessionRead | undefined {
    return this.#readsByName.values().find((read) => {
      if (read.operation !== request.operation || !read.isStarted || (read.part !== undefined && read.part !== part))
        return false;
      const { path, query } = request;
      const byName = { operation: request.operation, query, path: { ...path, id: read.request.path?.id ?? '' } };
      return getRequestUrl(this.contract, byName) === read.url;
    });
  }

  /** Starts a read before the fields that need it. Those fields report a failure. */
  prefetch(request: RestRequest, field: string, part: ResponsePartName | undefined): void {
    this.read(request, field, part).catch(() => {});
  }

  /** Releases the response to a read, which the operation does not need any more. An identical read is sent again. */
  release(request: RestRequest): void {
    const url = getRequestUrl(this.contract, request);
    const read = this.#reads.get(url);
    if (read === undefined) return;
    this.#forget(read);
    for (const { call } of [read, ...read.substitutes]) {
      if (call === undefined) continue;
      this.#loaded?.add(-(call.received?.size ?? 0));
      call.received = undefined;
    }
  }

  /** Removes a read, so that the session does not retain its response. */
  #forget(read: SessionRead): void {
    this.#reads.delete(read.url);
    this.#readsByName.delete(read);
  }

  /** Removes all reads, so that later ones see changes made since. */
  invalidate(): void {
    this.#reads.clear();
    this.#readsByName.clear();
  }

  /**
   * Sends a write, which is never batched or retried, and removes earlier reads. The error of a cancelled write states
   * whether it was sent.
   */
  async write(request: RestRequest, field: string): Promise<RestResponse> {
    assertOffered(this.contract, request.operation);
    const { reason } = this.cancellation;
    if (reason !== undefined) throw toNotStartedError(reason);
    this.invalidate();
    try {
      this.#count();
      return await this.#client.call(request, this.#createCallOptions(field));
    } catch (error) {
      throw isRestError(error) && error.status === 405 ? await this.#explainMove(error, request, field) : error;
    } finally {
      await this.#options.onWrite?.();
      this.invalidate();
    }
  }

  /**
   * Error with the new path, if the path in a write is that of a project that has moved: services redirect its reads, and reject its writes
   * with 405. Costs a read, which plans do not contain. Any other error is returned as it is.
   */
  async #explainMove(error: RestError, request: RestRequest, field: string): Promise<RestError> {
    const { id } = request.path ?? {};
    if (typeof id !== 'string' || !this.contract.operation(request.operation).path.startsWith('/projects/{id}'))
      return error;
    try {
      const { body } = await this.read({ operation: 'getProject', path: { id } }, field, undefined);
      const { path_with_namespace: path } = asRecord(body);
      // Services ignore the case of paths.
      if (typeof path !== 'string' || path === '' || path.toLowerCase() === id.toLowerCase()) return error;
      const move = `the project ${truncate(id, maxPathLength)} has moved to ${truncate(path, maxPathLength)}: use this path, or the id of the project`;
      const { message, status, requestId, write } = error;
      return new RestError('BAD_USER_INPUT', `${message}; ${move}`, { status, requestId, write });
    } catch {
      return error;
    }
  }

  /** Streams a file. The code that called `download` must read the whole body or destroy it. */
  async download(request: RestRequest, field: string): Promise<Download> {
    assertOffered(this.contract, request.operation);
    this.#count();
    return this.#client.download(request, this.#createCallOptions(field));
  }

  /** Adds a read to the batch of its REST operation, which is sent after the pending promise callbacks of this tick. */
  async #enqueue(read: SessionRead): Promise<RestResponse> {
    const { operation } = read;
    let loader = this.#loaders.get(operation);
    if (loader === undefined) {
      loader = new DataLoader(async (reads) => this.#sendBatch(operation, reads), { cache: false });
      this.#loaders.set(operation, loader);
    }
    return loader.load(read);
  }

  /** Sends the reads of one REST operation in a tick. Returns a promise for each, so that none waits for another. */
  #sendBatch(id: OperationId, reads: readonly SessionRead[]): readonly Promise<RestResponse>[] {
    if (reads.length === 1) return reads.map((read) => this.#send(read));
    const responses = new Map<SessionRead, Promise<RestResponse>>();
    const needed = reads.filter((read) => {
      const page = this.#findPage(read, reads);
      if (page !== undefined) responses.set(read, this.#readPage(read, page));
      return page === undefined;
    });
    if (needed.length > 1) for (const [read, response] of this.#merge(id, needed)) responses.set(read, response);
    return reads.map((read) => responses.get(read) ?? this.#send(read));
  }

  /** Finds a read of another page of the same list, for a read for which any page suffices. */
  #findPage(read: SessionRead, reads: Iterable<SessionRead>): SessionRead | undefined {
    if (!read.acceptsAnyPage) return undefined;
    const isPage = (each: SessionRead) =>
      each.url !== read.url && isSameList(this.contract, each.request, read.request) && !each.acceptsAnyPage;
    return Iterator.from(reads).find(isPage);
  }

  /** Returns the response to a read of another page. The read itself is sent only if the query of that page is invalid. */
  async #readPage(read: SessionRead, page: SessionRead): Promise<RestResponse> {
    if (read.part === undefined) page.raise();
    // Later reads of the same URL may need this very page.
    if (this.#reads.get(read.url) === read) this.#forget(read);
    try {
      return await page.response;
    } catch (error) {
      if (isRestError(error, 'BAD_USER_INPUT', 'UNPROCESSABLE')) return this.#enqueue(read);
      throw error;
    }
  }

  /** Replaces several reads by calls for a list or a larger page that contains them. @returns the responses to the replaced reads */
  #merge(id: OperationId, reads: readonly SessionRead[]): ReadonlyMap<SessionRead, Promise<RestResponse>> {
    const { contract } = this;
    const send = (request: RestRequest, resolved: readonly SessionRead[]) => {
      const [first] = resolved;
      // A call for reads of several parts belongs to the first of them.
      const part = resolved.every((read) => read.part !== undefined) ? first?.part : undefined;
      const url = getRequestUrl(contract, request);
      const call = new SessionRead(request, url, first?.field ?? '', part, (read) => this.#send(read));
      if (part !== undefined) for (const read of resolved) read.substitutes = [...read.substitutes, call];
      return call.response;
    };
    return contract.operation(id).list
      ? readFromPages(contract, reads, this.pageSizes, send)
      : readFromLists(contract, reads, send);
  }

  #send(read: SessionRead): Promise<RestResponse> {
    const { priority } = read;
    read.isStarted = true;
    try {
      this.#count();
    } catch (error) {
      return Promise.reject(error);
    }
    if (!priority?.isDeferred) return this.#call(read);
    return new Promise((resolve) => this.loaded.send(priority, () => resolve(this.#call(read))));
  }

  #call(read: SessionRead): Promise<RestResponse> {
    return this.#client.call(read.request, this.#createCallOptions(read.field, read), read.url);
  }

  /** @param read read that the call is for; `undefined` for writes and downloads */
  #createCallOptions(field: string, read?: SessionRead): CallOptions {
    const { credential, cancellation, budget, deadline, tracing, sharedSession, onCall } = this.#options;
    return {
      credential,
      cancellation,
      budget,
      deadline,
      tracing,
      field,
      part: read?.part,
      priority: read?.priority,
      isShared: read !== undefined,
      sharedSession: read && sharedSession,
      onEnd: (record, call) => {
        this.#calls.push(call);
        if (read !== undefined) {
          read.call = call;
          this.#loaded?.end(read.priority, call.received?.size ?? 0);
        }
        onCall?.(record);
      },
    };
  }

  #count(): void {
    this.#started += 1;
    const { maxCalls, reportOnly } = this.#options;
    if (this.#started > maxCalls && !reportOnly)
      throw new RestError(
        'REST_CALL_LIMIT',
        `The operation needs more than ${maxCalls} REST calls (MAX_REST_CALLS). Select fewer fields or fetch smaller pages`,
      );
  }
}

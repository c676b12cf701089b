/**
 * Reads that several operations of one credential share: active calls, and responses that the upstream revalidates by
 * their ETag.
 */
import { LRUCache } from 'lru-cache';
import type { Contract } from '../contract/index.ts';
import type { CallContext } from './call-context.ts';
import { cancelledError } from './cancellation.ts';
import type { Credential } from './credential.ts';
import type { RestError } from './errors.ts';
import { header, type RestRequest, type RestResponse } from './request.ts';
import {
  type CallReaders,
  getMaxWaitMs,
  type ResultReceiver,
  type RetryableCall,
  type RetryOptions,
  type WaitOptions,
} from './retries.ts';

/** Creates the calls of shared reads. */
export interface CallFactory {
  readonly options: Pick<RetryOptions, 'maxRetryDelayMs'>;
  /** Creates a call that has not started. @throws RestError if the call is invalid */
  createCall(request: RestRequest, url: string, options: CallContext, receiver: ResultReceiver<RestResponse>): Call;
}

type Call = RetryableCall<RestResponse>;

/** Subscription of a reader to a shared call. */
export interface CoalescedCall {
  readonly call: SharedCall;
  /** Whether the call was already active. */
  readonly source: 'upstream' | 'shared';
}

/** Reader of an active call. It waits no longer than its own deadline allows. */
interface Reader {
  readonly receiver: ResultReceiver<RestResponse>;
  readonly deadline: WaitOptions['deadline'];
}

const noReaders: readonly Reader[] = [];

/** Active call, which is cancelled when its last reader unsubscribes. */
export class SharedCall implements ResultReceiver<RestResponse>, CallReaders {
  readonly #shared: SharedReads;
  readonly #request: RestRequest;
  readonly #url: string;
  readonly #credential: Credential;
  /** Key among the active reads of its credential. */
  readonly #sharedKey: string;
  /** Key in the ETag cache. */
  readonly #cacheKey: string;
  readonly #options: CallContext;
  #readers = noReaders;
  #cached: CachedResponse | undefined;
  #call: Call | undefined;
  /** Milliseconds for which the call waited because the upstream limits the rate of calls. */
  pausedMs = 0;
  /** The wait that is in progress, with the error for readers that cannot wait. */
  #wait: { readonly until: number; readonly failure: RestError } | undefined;

  constructor(shared: SharedReads, request: RestRequest, url: string, sharedKey: string, options: CallContext) {
    this.#shared = shared;
    this.#request = request;
    this.#url = url;
    this.#sharedKey = sharedKey;
    this.#credential = options.credential;
    this.#cacheKey = `${options.credential.cacheKey} ${url}`;
    this.#options = { ...options, readers: this };
  }

  /** Starts the call, with the ETag of the cached response if there is one; a 304 saves the transfer and the parsing. */
  start(): void {
    this.#cached = this.#shared.getCached(this.#request, this.#cacheKey);
    const options = this.#options;
    const conditional =
      this.#cached === undefined
        ? options
        : { ...options, headers: { ...options.headers, 'if-none-match': this.#cached.etag } };
    try {
      this.#call = this.#shared.factory.createCall(this.#request, this.#url, conditional, this);
      this.#call.start();
    } catch (error) {
      this.onFailure(error);
    }
  }

  /** Adds a reader. If a wait in progress exceeds its deadline, the reader fails immediately. */
  add(receiver: ResultReceiver<RestResponse>, deadline: WaitOptions['deadline']): void {
    const reader = { receiver, deadline };
    const wait = this.#wait;
    if (wait !== undefined && wait.until - performance.now() > this.#getReaderMaxWaitMs(reader))
      receiver.onFailure(wait.failure);
    else this.#readers = [...this.#readers, reader];
  }

  /** Raises the call to the priority of the first part. */
  raise(): void {
    this.#options.priority?.raise();
  }

  /** Unsubscribes a reader. Its callbacks are not called afterwards. */
  unsubscribe(receiver: ResultReceiver<RestResponse>): void {
    this.#readers = this.#readers.filter((each) => each.receiver !== receiver);
    if (this.#readers.length > 0) return;
    this.#end();
    this.#call?.cancel(cancelledError);
  }

  get maxWaitMs(): number {
    return Math.max(...this.#readers.map((reader) => this.#getReaderMaxWaitMs(reader)));
  }

  onWait(milliseconds: number, failure: RestError): void {
    if (failure.code === 'RATE_LIMITED') this.pausedMs += milliseconds;
    this.#wait = { until: performance.now() + milliseconds, failure };
    const canWait = (reader: Reader) => milliseconds <= this.#getReaderMaxWaitMs(reader);
    const expiredReaders = this.#readers.filter((reader) => !canWait(reader));
    if (expiredReaders.length === this.#readers.length) return;
    this.#readers = this.#readers.filter(canWait);
    for (const { receiver } of expiredReaders) receiver.onFailure(failure);
  }

  #getReaderMaxWaitMs({ deadline }: Reader): number {
    return getMaxWaitMs(deadline, this.#shared.factory.options);
  }

  onResult(response: RestResponse): void {
    if (response.status === 304 && this.#cached !== undefined && !isSameEtag(response, this.#cached.etag)) {
      // A second 304 fails the call, which is unconditional then.
      this.#shared.remove(this.#cacheKey);
      this.start();
      return;
    }
    let result: RestResponse;
    try {
      result = this.#shared.storeOrReuse(this.#request, this.#cacheKey, response, this.#cached);
    } catch (error) {
      this.onFailure(error);
      return;
    }
    this.#end();
    for (const { receiver } of this.#readers) receiver.onResult(result);
  }

  onFailure(reason: unknown): void {
    this.#end();
    for (const { receiver } of this.#readers) receiver.onFailure(reason);
  }

  #end(): void {
    this.#shared.end(this.#credential, this.#sharedKey, this);
  }
}

interface CachedResponse {
  readonly etag: string;
  readonly response: RestResponse;
}

/** Estimated memory of a parsed body, as a multiple of the length of its text. */
const parsedFactor = 3;
const fixedBytes = 1024;
const bytesPerCharacter = 2;

/** ETag that can be sent back unchanged. */
const validEtag = /^[\x20-\x7e]{1,256}$/;

/**
 * Whether a 304 refers to the representation with an ETag, by weak comparison (RFC 9110, section 8.8.3.2). A 304 may
 * lack its ETag.
 */
export function isSameEtag(response: Pick<RestResponse, 'headers'>, etag: string): boolean {
  const responseEtag = header(response, 'etag');
  return responseEtag === undefined || toOpaqueTag(responseEtag) === toOpaqueTag(etag);
}

/** Servers weaken the ETag of a compressed body, or add its encoding. */
const toOpaqueTag = (etag: string): string =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/(?:--?|;)gzip(?="$)/, '');

/** Estimated memory of a cached response with its key and headers. */
function bytesOf({ response: { headers, size = 0 } }: CachedResponse, key: string): number {
  let characters = key.length;
  for (const name in headers) characters += name.length + String(headers[name] ?? '').length;
  return fixedBytes + bytesPerCharacter * characters + parsedFactor * size;
}

/** Cache entry of a response; `undefined` if it cannot be revalidated or must not be stored. */
function toCachedResponse(response: RestResponse): CachedResponse | undefined {
  const etag = header(response, 'etag');
  if (response.status !== 200 || response.body === undefined || etag === undefined || !validEtag.test(etag))
    return undefined;
  return /\bno-store\b/i.test(header(response, 'cache-control') ?? '') ? undefined : { etag, response };
}

export class SharedReads {
  readonly #contract: Contract;
  readonly factory: CallFactory;
  readonly #etagCache: LRUCache<string, CachedResponse> | undefined;
  /** Active calls by fingerprint, then by sharing key and URL, so that no credential can find a call of another. */
  readonly #calls = new Map<string, Map<string, SharedCall>>();

  /** @param etagCacheBytes upper bound on the size of the ETag cache; 0 disables it */
  constructor(contract: Contract, factory: CallFactory, etagCacheBytes: number) {
    this.#contract = contract;
    this.factory = factory;
    if (etagCacheBytes > 0) this.#etagCache = new LRUCache({ maxSize: etagCacheBytes, sizeCalculation: bytesOf });
  }

  /**
   * Reads, or joins an identical active read of the same credential.
   * @param url result of `getRequestUrl` for the request
   */
  coalesce(
    request: RestRequest,
    url: string,
    options: CallContext,
    reader: ResultReceiver<RestResponse>,
  ): CoalescedCall {
    const { credential, budget, deadline } = options;
    const { fingerprint } = credential;
    const sharedKey = `${credential.sharingKey(budget !== undefined)} ${url}`;
    let calls = this.#calls.get(fingerprint);
    const active = calls?.get(sharedKey);
    if (active !== undefined) {
      if (!options.priority?.isDeferred) active.raise();
      active.add(reader, deadline);
      return { call: active, source: 'shared' };
    }
    if (calls === undefined) {
      calls = new Map();
      this.#calls.set(fingerprint, calls);
    }
    const call = new SharedCall(this, request, url, sharedKey, options);
    call.add(reader, deadline);
    calls.set(sharedKey, call);
    call.start();
    return { call, source: 'upstream' };
  }

  /** Prevents later reads from joining active calls, which may have started before a write. */
  invalidate(credential: Credential): void {
    this.#calls.delete(credential.fingerprint);
  }

  /** Removes a call from those that can be joined. */
  end({ fingerprint }: Credential, sharedKey: string, call: SharedCall): void {
    const calls = this.#calls.get(fingerprint);
    if (calls?.get(sharedKey) !== call) return;
    calls.delete(sharedKey);
    if (calls.size === 0) this.#calls.delete(fingerprint);
  }

  /** Cached response to a read; `undefined` if none exists. Responses that may contain a secret are never cached. */
  getCached(request: RestRequest, key: string): CachedResponse | undefined {
    return this.#contract.operation(request.operation).containsSecret ? undefined : this.#etagCache?.get(key);
  }

  /** Removes the cached response to a read. */
  remove(key: string): void {
    this.#etagCache?.delete(key);
  }

  /** Stores a response that can be revalidated. @returns the response; for a 304, the cached response that it confirms */
  storeOrReuse(
    request: RestRequest,
    key: string,
    response: RestResponse,
    cached: CachedResponse | undefined,
  ): RestResponse {
    if (this.#etagCache === undefined || this.#contract.operation(request.operation).containsSecret) return response;
    if (response.status === 304 && cached !== undefined)
      return { ...cached.response, headers: { ...cached.response.headers, ...response.headers }, isRevalidated: true };
    const cacheable = toCachedResponse(response);
    if (cacheable === undefined) this.#etagCache.delete(key);
    else this.#etagCache.set(key, cacheable);
    return response;
  }
}

/** Reads that several operations of one credential share: calls in flight, and responses that the upstream revalidates by their ETag. */
import { LRUCache } from 'lru-cache';
import { operation } from '../contract/index.ts';
import type { CallContext } from './call-context.ts';
import { cancelled } from './cancellation.ts';
import type { Credential } from './credential.ts';
import { RestError } from './errors.ts';
import { requestIdOf } from './failure.ts';
import { header, type RestRequest, type RestResponse } from './request.ts';
import { maxWaitMs, type Receiver, type RetryOptions, type Tries, type Waiters } from './tries.ts';

/** What makes the calls. */
export interface Caller {
  readonly options: Pick<RetryOptions, 'maxRetryDelay'>;
  /** A call that has not started. Fails where it cannot be sent. */
  callOf(request: RestRequest, url: string, options: CallContext, receiver: Receiver<RestResponse>): Call;
}

type Call = Tries<RestResponse>;

/** What a reader has joined, and can leave. */
export interface Joined {
  readonly read: InFlightRead;
  /** Whether the call was in flight already. */
  readonly source: 'upstream' | 'shared';
}

/** Reader of a call in flight, which waits no longer than its own deadline allows. */
interface Reader {
  readonly receiver: Receiver<RestResponse>;
  readonly deadline: number | undefined;
}

/** A call in flight, which is cancelled when the last of those who wait for it leaves. */
export class InFlightRead implements Receiver<RestResponse>, Waiters {
  readonly #shared: SharedReads;
  readonly #request: RestRequest;
  readonly #url: string;
  readonly #credential: Credential;
  /** Its name among the reads of its credential that can be joined. */
  readonly #name: string;
  readonly #caller: Caller;
  readonly #options: CallContext;
  #readers: readonly Reader[];
  #cached: CachedResponse | undefined;
  #call: Call | undefined;
  /** The wait that is in progress, with the error for readers that cannot wait. */
  #wait: { readonly until: number; readonly failure: RestError } | undefined;

  constructor(
    shared: SharedReads,
    caller: Caller,
    request: RestRequest,
    url: string,
    name: string,
    options: CallContext,
    receiver: Receiver<RestResponse>,
  ) {
    this.#shared = shared;
    this.#caller = caller;
    this.#request = request;
    this.#url = url;
    this.#name = name;
    this.#credential = options.credential;
    this.#options = { ...options, waiters: this };
    this.#readers = [{ receiver, deadline: options.deadline }];
  }

  /** Makes the call, with the ETag of the cached response, if there is one; a 304 saves the transfer and the parsing. */
  start(): void {
    this.#cached = this.#shared.cached(this.#request, this.#key);
    const options = this.#options;
    const conditional =
      this.#cached === undefined
        ? options
        : { ...options, headers: { ...options.headers, 'if-none-match': this.#cached.etag } };
    try {
      this.#call = this.#caller.callOf(this.#request, this.#url, conditional, this);
      this.#call.start();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Adds a reader. During a wait that outlasts its deadline, the reader fails immediately. */
  add(receiver: Receiver<RestResponse>, deadline: number | undefined): void {
    const remainingMs = (this.#wait?.until ?? 0) - performance.now();
    const reader = { receiver, deadline };
    if (this.#wait !== undefined && remainingMs > this.#maxWaitOf(reader)) receiver.failed(this.#wait.failure);
    else this.#readers = [...this.#readers, reader];
  }

  /** Stops waiting. A reader who leaves is told nothing. */
  leave(receiver: Receiver<RestResponse>): void {
    this.#readers = this.#readers.filter((each) => each.receiver !== receiver);
    if (this.#readers.length > 0) return;
    this.#end();
    this.#call?.cancel(cancelled());
  }

  maxWaitMs(): number {
    return Math.max(...this.#readers.map((reader) => this.#maxWaitOf(reader)));
  }

  onWait(milliseconds: number, failure: RestError): void {
    this.#wait = { until: performance.now() + milliseconds, failure };
    const canWait = (reader: Reader) => milliseconds <= this.#maxWaitOf(reader);
    const impatient = this.#readers.filter((reader) => !canWait(reader));
    if (impatient.length === this.#readers.length) return;
    this.#readers = this.#readers.filter(canWait);
    for (const { receiver } of impatient) receiver.failed(failure);
  }

  #maxWaitOf({ deadline }: Reader): number {
    return maxWaitMs(deadline, this.#caller.options);
  }

  succeeded(response: RestResponse): void {
    if (response.status === 304 && this.#cached !== undefined && !isSameEtag(response, this.#cached.etag)) {
      // A second 304 is a failure of the call, which has no condition then.
      this.#shared.remove(this.#key);
      this.start();
      return;
    }
    let outcome: RestResponse;
    try {
      outcome = this.#shared.confirmed(
        this.#request,
        this.#key,
        checkBody(response, this.#request, this.#credential.secrets),
        this.#cached,
      );
    } catch (error) {
      this.failed(error);
      return;
    }
    this.#end();
    for (const { receiver } of this.#readers) receiver.succeeded(outcome);
  }

  failed(reason: unknown): void {
    this.#end();
    for (const { receiver } of this.#readers) receiver.failed(reason);
  }

  #end(): void {
    this.#shared.end(this.#credential, this.#name, this);
  }

  /** Key of the ETag cache. */
  get #key(): string {
    return `${this.#credential.cacheKey} ${this.#url}`;
  }
}

interface CachedResponse {
  readonly etag: string;
  readonly response: RestResponse;
}

/** Memory that a parsed body takes, as a multiple of its text. */
const parsedFactor = 3;
const fixedBytes = 1024;
const bytesPerCharacter = 2;

/** An ETag that can be sent back as it is. */
const sendable = /^[\x20-\x7e]{1,256}$/;

/** Whether a 304 concerns the representation with an ETag, by weak comparison (RFC 9110, section 8.8.3.2). A 304 may lack its ETag. */
export function isSameEtag(response: Pick<RestResponse, 'headers'>, etag: string): boolean {
  const confirmed = header(response, 'etag');
  return confirmed === undefined || withoutWeakness(confirmed) === withoutWeakness(etag);
}

const withoutWeakness = (etag: string): string => etag.trim().replace(/^W\//, '');

/** Memory that a cached response takes with its key and headers. */
function bytesOf({ response: { headers, size = 0 } }: CachedResponse, key: string): number {
  let characters = key.length;
  for (const name in headers) characters += name.length + String(headers[name] ?? '').length;
  return fixedBytes + bytesPerCharacter * characters + parsedFactor * size;
}

/** A response as the cache keeps it; undefined where it cannot be revalidated or must not be stored. */
function cacheableResponse(response: RestResponse): CachedResponse | undefined {
  const etag = header(response, 'etag');
  if (response.status !== 200 || response.body === undefined || etag === undefined || !sendable.test(etag))
    return undefined;
  return /\bno-store\b/i.test(header(response, 'cache-control') ?? '') ? undefined : { etag, response };
}

/** Fails where a read has no body, unless the contract documents its status as one without a body. */
function checkBody(response: RestResponse, { operation: id }: RestRequest, secrets: readonly string[]): RestResponse {
  const { body, status } = response;
  // A 304 that confirms a cached response has no body.
  if (body !== undefined || status === 304 || operation(id).bodiless.has(status)) return response;
  throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream answers without a body', {
    status,
    requestId: requestIdOf(response, secrets),
  });
}

export class SharedReads {
  readonly #caller: Caller;
  readonly #etagCache: LRUCache<string, CachedResponse> | undefined;
  /** By fingerprint, then by whoever may share it and URL, so that no credential can find a read of another. */
  readonly #inFlight = new Map<string, Map<string, InFlightRead>>();

  /** @param etagCacheBytes bytes of the ETag cache at the most; 0 for no cache */
  constructor(caller: Caller, etagCacheBytes: number) {
    this.#caller = caller;
    if (etagCacheBytes > 0) this.#etagCache = new LRUCache({ maxSize: etagCacheBytes, sizeCalculation: bytesOf });
  }

  /**
   * Reads something, or joins an equal read of the same credential that is in flight.
   * @param url of the request, as `urlOf` gives it
   */
  join(request: RestRequest, url: string, options: CallContext, reader: Receiver<RestResponse>): Joined {
    const { credential, allowance, deadline } = options;
    const { fingerprint } = credential;
    const name = `${credential.sharingKey(allowance !== undefined)} ${url}`;
    let reads = this.#inFlight.get(fingerprint);
    const known = reads?.get(name);
    if (known !== undefined) {
      known.add(reader, deadline);
      return { read: known, source: 'shared' };
    }
    if (reads === undefined) {
      reads = new Map();
      this.#inFlight.set(fingerprint, reads);
    }
    const read = new InFlightRead(this, this.#caller, request, url, name, options, reader);
    reads.set(name, read);
    read.start();
    return { read, source: 'upstream' };
  }

  /** Keeps later reads from joining those in flight, as these may have begun before a write. */
  forget(credential: Credential): void {
    this.#inFlight.delete(credential.fingerprint);
  }

  /** Takes a read out of those that can be joined. */
  end({ fingerprint }: Credential, name: string, read: InFlightRead): void {
    const reads = this.#inFlight.get(fingerprint);
    if (reads?.get(name) !== read) return;
    reads.delete(name);
    if (reads.size === 0) this.#inFlight.delete(fingerprint);
  }

  /** The cached response to a read. What may hold a secret is never kept. */
  cached(request: RestRequest, key: string): CachedResponse | undefined {
    return operation(request.operation).secret ? undefined : this.#etagCache?.get(key);
  }

  /** Removes the cached response to a read. */
  remove(key: string): void {
    this.#etagCache?.delete(key);
  }

  /** The response itself, which is kept where it can be revalidated, or the cached one that it confirms. */
  confirmed(
    request: RestRequest,
    key: string,
    response: RestResponse,
    cached: CachedResponse | undefined,
  ): RestResponse {
    if (this.#etagCache === undefined || operation(request.operation).secret) return response;
    if (response.status === 304 && cached !== undefined)
      return { ...cached.response, headers: { ...cached.response.headers, ...response.headers }, kept: true };
    const cacheable = cacheableResponse(response);
    if (cacheable === undefined) this.#etagCache.delete(key);
    else this.#etagCache.set(key, cacheable);
    return response;
  }
}

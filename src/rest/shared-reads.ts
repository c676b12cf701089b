/** Reads that several operations of one credential share: calls in flight, and responses that the upstream revalidates by their ETag. */
import { LRUCache } from 'lru-cache';
import { operation } from '../contract/index.ts';
import { Cancellation, untilCancelled } from './cancellation.ts';
import type { Credential } from './credential.ts';
import type { ReadOptions } from './read-options.ts';
import { header, type RestRequest, type RestResponse } from './request.ts';

type Call = (request: RestRequest, url: string, options: ReadOptions) => Promise<RestResponse>;

/** A read, and whether it joined a call that another operation has in flight. */
export interface SharedRead {
  readonly response: Promise<RestResponse>;
  readonly source: 'upstream' | 'shared';
}

/** A call in flight, which is cancelled when the last of those who wait for it leaves. */
interface InFlightRead {
  readonly response: Promise<RestResponse>;
  readonly cancellation: Cancellation;
  waiting: number;
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

export class SharedReads {
  readonly #call: Call;
  readonly #etagCache: LRUCache<string, CachedResponse> | undefined;
  /** By fingerprint and URL, so that no credential can find a read of another. */
  readonly #inFlight = new Map<string, Map<string, InFlightRead>>();

  /** @param etagCacheBytes bytes of the ETag cache at the most; 0 for no cache */
  constructor(call: Call, etagCacheBytes: number) {
    this.#call = call;
    if (etagCacheBytes > 0) this.#etagCache = new LRUCache({ maxSize: etagCacheBytes, sizeCalculation: bytesOf });
  }

  /**
   * Reads something, or joins an equal read of the same credential that is in flight.
   * @param url of the request, as `urlOf` gives it
   */
  read(request: RestRequest, url: string, { credential, cancellation, ...options }: ReadOptions): SharedRead {
    if (cancellation.reason !== undefined) return { response: Promise.reject(cancellation.reason), source: 'shared' };
    const reads = this.#inFlight.get(credential.fingerprint) ?? new Map<string, InFlightRead>();
    const known = reads.get(url);
    const read = known ?? this.#startRead(request, url, { ...options, credential }, reads);
    read.waiting += 1;
    const left = () => {
      read.waiting -= 1;
      if (read.waiting > 0) return;
      if (reads.get(url) === read) reads.delete(url);
      read.cancellation.cancel();
    };
    return {
      response: untilCancelled(read.response, cancellation, left),
      source: known === undefined ? 'upstream' : 'shared',
    };
  }

  /** Keeps later reads from joining those in flight, as these may have begun before a write. */
  forget(credential: Credential): void {
    this.#inFlight.delete(credential.fingerprint);
  }

  #startRead(
    request: RestRequest,
    url: string,
    options: Omit<ReadOptions, 'cancellation'>,
    reads: Map<string, InFlightRead>,
  ): InFlightRead {
    const cancellation = new Cancellation();
    const end = () => {
      if (reads.get(url) === read) reads.delete(url);
      if (reads.size === 0) this.#release(options.credential, reads);
    };
    const response = this.#revalidate(request, url, { ...options, cancellation });
    // Handles a rejection even if everybody who waited for the read has left by then.
    response.then(end, end);
    const read: InFlightRead = { response, cancellation, waiting: 0 };
    reads.set(url, read);
    this.#inFlight.set(options.credential.fingerprint, reads);
    return read;
  }

  #release({ fingerprint }: Credential, reads: Map<string, InFlightRead>): void {
    if (this.#inFlight.get(fingerprint) === reads) this.#inFlight.delete(fingerprint);
  }

  /** Reads with the ETag of the cached response, if there is one; a 304 saves the transfer and the parsing. */
  async #revalidate(request: RestRequest, url: string, options: ReadOptions): Promise<RestResponse> {
    if (operation(request.operation).secret) return this.#call(request, url, options);
    const key = `${options.credential.fingerprint} ${url}`;
    const cached = this.#etagCache?.get(key);
    const conditional = cached === undefined ? options : { ...options, headers: { 'if-none-match': cached.etag } };
    const response = await this.#call(request, url, conditional);
    if (response.status === 304 && cached !== undefined)
      return { ...cached.response, headers: { ...cached.response.headers, ...response.headers }, kept: true };
    const cacheable = cacheableResponse(response);
    if (cacheable === undefined) this.#etagCache?.delete(key);
    else this.#etagCache?.set(key, cacheable);
    return response;
  }
}

/** Responses that the upstream confirms by their ETag. */
import { LRUCache } from 'lru-cache';
import type { Interceptor } from '../call.ts';
import { header, type RestResponse } from '../request.ts';

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

/**
 * Sends shared reads with the ETag of the cached response; a 304 saves the transfer and the parsing. Responses that may
 * contain a secret are never cached.
 * @param maxBytes upper bound on the size of the cache; 0 disables it
 */
export function revalidate(maxBytes: number): Interceptor {
  if (maxBytes === 0) return (call, receiver, next) => next(call, receiver);
  const cache = new LRUCache<string, CachedResponse>({ maxSize: maxBytes, sizeCalculation: bytesOf });
  const intercept: Interceptor = (call, receiver, next) => {
    if (!call.isShared || call.operation.containsSecret) return next(call, receiver);
    const key = `${call.credential.cacheKey} ${call.url}`;
    const cached = cache.get(key);
    call.etag = cached?.etag;
    const resolve = (response: RestResponse): void => {
      const isConfirmed = response.status === 304 && cached !== undefined;
      if (isConfirmed && isSameEtag(response, cached.etag)) {
        const headers = { ...cached.response.headers, ...response.headers };
        receiver.resolve({ ...cached.response, headers, isRevalidated: true });
      } else if (isConfirmed) {
        // A second 304 fails the call, which is unconditional then.
        cache.delete(key);
        intercept(call, receiver, next);
      } else {
        const cacheable = toCachedResponse(response);
        if (cacheable === undefined) cache.delete(key);
        else cache.set(key, cacheable);
        receiver.resolve(response);
      }
    };
    next(call, { resolve, reject: receiver.reject });
  };
  return intercept;
}

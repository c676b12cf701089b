/** Reads that several operations of one credential share: calls in flight, and answers that the upstream confirms by their ETag. */
import { LRUCache } from 'lru-cache';
import { operation } from '../contract/index.ts';
import { Cancellation, untilCancelled } from './cancellation.ts';
import type { Credential } from './credential.ts';
import type { ReadOptions } from './read-options.ts';
import { header, type RestRequest, type RestResponse } from './request.ts';

type Call = (request: RestRequest, url: string, options: ReadOptions) => Promise<RestResponse>;

/** A read under way, and whether another operation's call answers it. */
export interface SharedRead {
  readonly answer: Promise<RestResponse>;
  readonly source: 'upstream' | 'shared';
}

/** A call under way, and how many wait for it. The last one to leave ends it. */
interface InFlightRead {
  readonly answer: Promise<RestResponse>;
  readonly cancellation: Cancellation;
  waiting: number;
}

interface CachedResponse {
  readonly etag: string;
  readonly answer: RestResponse;
}

/** Memory that a parsed body takes, as a multiple of its text. */
const parsedFactor = 3;
const fixedBytes = 1024;
const bytesPerCharacter = 2;

/** An ETag that can be sent back as it is. */
const sendable = /^[\x20-\x7e]{1,256}$/;

/** Memory that a kept answer takes with its key and headers. */
function bytesOf({ answer: { headers, size = 0 } }: CachedResponse, key: string): number {
  let characters = key.length;
  for (const name in headers) characters += name.length + String(headers[name] ?? '').length;
  return fixedBytes + bytesPerCharacter * characters + parsedFactor * size;
}

/** What is worth keeping of an answer; undefined where the upstream could not confirm it or does not want it kept. */
function cacheableResponse(answer: RestResponse): CachedResponse | undefined {
  const etag = header(answer, 'etag');
  if (answer.status !== 200 || answer.body === undefined || etag === undefined || !sendable.test(etag))
    return undefined;
  return /\bno-store\b/i.test(header(answer, 'cache-control') ?? '') ? undefined : { etag, answer };
}

export class SharedReads {
  readonly #call: Call;
  readonly #etagCache: LRUCache<string, CachedResponse> | undefined;
  /** By credential, so that nothing is ever found under another one. */
  readonly #inFlight = new Map<string, Map<string, InFlightRead>>();

  /** @param keptBytes bytes of kept answers at the most */
  constructor(call: Call, keptBytes: number) {
    this.#call = call;
    // Without a bound the cache would have no end.
    if (keptBytes > 0) this.#etagCache = new LRUCache({ maxSize: keptBytes, sizeCalculation: bytesOf });
  }

  /**
   * Reads something, sharing the call with whoever of the same credential reads the same at the moment.
   * @param url of the request, which also names it among all of its credential
   */
  read(request: RestRequest, url: string, { credential, cancellation, ...options }: ReadOptions): SharedRead {
    if (cancellation.reason !== undefined) return { answer: Promise.reject(cancellation.reason), source: 'shared' };
    const flights = this.#inFlight.get(credential.fingerprint) ?? new Map<string, InFlightRead>();
    const known = flights.get(url);
    const flight = known ?? this.#startRead(request, url, { ...options, credential }, flights);
    flight.waiting += 1;
    const left = () => {
      flight.waiting -= 1;
      if (flight.waiting > 0) return;
      if (flights.get(url) === flight) flights.delete(url);
      flight.cancellation.cancel();
    };
    return {
      answer: untilCancelled(flight.answer, cancellation, left),
      source: known === undefined ? 'upstream' : 'shared',
    };
  }

  /** After a write, nobody joins a read that began before it. */
  forget(credential: Credential): void {
    this.#inFlight.delete(credential.fingerprint);
  }

  #startRead(
    request: RestRequest,
    url: string,
    options: Omit<ReadOptions, 'cancellation'>,
    flights: Map<string, InFlightRead>,
  ): InFlightRead {
    const cancellation = new Cancellation();
    const end = () => {
      if (flights.get(url) === flight) flights.delete(url);
      if (flights.size === 0) this.#release(options.credential, flights);
    };
    const answer = this.#revalidate(request, url, { ...options, cancellation });
    // Whoever waits hears of a failure; when nobody does any more, it is nobody's.
    answer.then(end, end);
    const flight: InFlightRead = { answer, cancellation, waiting: 0 };
    flights.set(url, flight);
    this.#inFlight.set(options.credential.fingerprint, flights);
    return flight;
  }

  #release({ fingerprint }: Credential, flights: Map<string, InFlightRead>): void {
    if (this.#inFlight.get(fingerprint) === flights) this.#inFlight.delete(fingerprint);
  }

  /** Asks whether a kept answer still holds; a 304 costs no parsing. */
  async #revalidate(request: RestRequest, url: string, options: ReadOptions): Promise<RestResponse> {
    if (operation(request.operation).secret) return this.#call(request, url, options);
    const key = `${options.credential.fingerprint} ${url}`;
    const kept = this.#etagCache?.get(key);
    const asked = kept === undefined ? options : { ...options, headers: { 'if-none-match': kept.etag } };
    const answer = await this.#call(request, url, asked);
    if (answer.status === 304 && kept !== undefined)
      return { ...kept.answer, headers: { ...kept.answer.headers, ...answer.headers } };
    const worthKeeping = cacheableResponse(answer);
    if (worthKeeping === undefined) this.#etagCache?.delete(key);
    else this.#etagCache?.set(key, worthKeeping);
    return answer;
  }
}

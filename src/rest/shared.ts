/** Reads that several operations of one credential share: calls in flight, and answers that the upstream confirms by their ETag. */
import { LRUCache } from 'lru-cache';
import { operation } from '../contract/index.ts';
import { Cancellation, untilCancelled } from './cancellation.ts';
import type { Credential } from './credential.ts';
import type { ReadOptions } from './read-options.ts';
import { type Answer, header, type Request } from './request.ts';

type Call = (request: Request, url: string, options: ReadOptions) => Promise<Answer>;

/** A read under way, and whether another operation's call answers it. */
export interface SharedRead {
  readonly answer: Promise<Answer>;
  readonly source: 'upstream' | 'shared';
}

/** A call under way, and how many wait for it. The last one to leave ends it. */
interface Flight {
  readonly answer: Promise<Answer>;
  readonly cancellation: Cancellation;
  waiting: number;
}

interface Kept {
  readonly etag: string;
  readonly answer: Answer;
}

/** Memory that a parsed body takes, as a multiple of its text. */
const parsedFactor = 3;
const fixedBytes = 1024;
const bytesPerCharacter = 2;

/** An ETag that can be sent back as it is. */
const sendable = /^[\x20-\x7e]{1,256}$/;

/** Memory that a kept answer takes with its key and headers. */
function bytesOf({ answer: { headers, size = 0 } }: Kept, key: string): number {
  let characters = key.length;
  for (const name in headers) characters += name.length + String(headers[name] ?? '').length;
  return fixedBytes + bytesPerCharacter * characters + parsedFactor * size;
}

/** What is worth keeping of an answer; undefined where the upstream could not confirm it or does not want it kept. */
function toKept(answer: Answer): Kept | undefined {
  const etag = header(answer, 'etag');
  if (answer.status !== 200 || answer.body === undefined || etag === undefined || !sendable.test(etag))
    return undefined;
  return /\bno-store\b/i.test(header(answer, 'cache-control') ?? '') ? undefined : { etag, answer };
}

export class SharedReads {
  readonly #call: Call;
  readonly #kept: LRUCache<string, Kept> | undefined;
  /** By credential, so that nothing is ever found under another one. */
  readonly #flights = new Map<string, Map<string, Flight>>();

  /** @param keptBytes bytes of kept answers at the most */
  constructor(call: Call, keptBytes: number) {
    this.#call = call;
    // Without a bound the cache would have no end.
    if (keptBytes > 0) this.#kept = new LRUCache({ maxSize: keptBytes, sizeCalculation: bytesOf });
  }

  /**
   * Reads something, sharing the call with whoever of the same credential reads the same at the moment.
   * @param url of the request, which also names it among all of its credential
   */
  read(request: Request, url: string, { credential, cancellation, ...options }: ReadOptions): SharedRead {
    if (cancellation.reason !== undefined) return { answer: Promise.reject(cancellation.reason), source: 'shared' };
    const flights = this.#flights.get(credential.fingerprint) ?? new Map<string, Flight>();
    const known = flights.get(url);
    const flight = known ?? this.#depart(request, url, { ...options, credential }, flights);
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
    this.#flights.delete(credential.fingerprint);
  }

  #depart(
    request: Request,
    url: string,
    options: Omit<ReadOptions, 'cancellation'>,
    flights: Map<string, Flight>,
  ): Flight {
    const cancellation = new Cancellation();
    const land = () => {
      if (flights.get(url) === flight) flights.delete(url);
      if (flights.size === 0) this.#release(options.credential, flights);
    };
    const answer = this.#revalidate(request, url, { ...options, cancellation });
    // Whoever waits hears of a failure; when nobody does any more, it is nobody's.
    answer.then(land, land);
    const flight: Flight = { answer, cancellation, waiting: 0 };
    flights.set(url, flight);
    this.#flights.set(options.credential.fingerprint, flights);
    return flight;
  }

  #release({ fingerprint }: Credential, flights: Map<string, Flight>): void {
    if (this.#flights.get(fingerprint) === flights) this.#flights.delete(fingerprint);
  }

  /** Asks whether a kept answer still holds; a 304 costs no parsing. */
  async #revalidate(request: Request, url: string, options: ReadOptions): Promise<Answer> {
    if (operation(request.operation).secret) return this.#call(request, url, options);
    const key = `${options.credential.fingerprint} ${url}`;
    const kept = this.#kept?.get(key);
    const asked = kept === undefined ? options : { ...options, headers: { 'if-none-match': kept.etag } };
    const answer = await this.#call(request, url, asked);
    if (answer.status === 304 && kept !== undefined)
      return { ...kept.answer, headers: { ...kept.answer.headers, ...answer.headers } };
    const worthKeeping = toKept(answer);
    if (worthKeeping === undefined) this.#kept?.delete(key);
    else this.#kept?.set(key, worthKeeping);
    return answer;
  }
}

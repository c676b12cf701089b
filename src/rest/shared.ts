/** Reads that several operations of one credential share: calls in flight, and answers that the upstream confirms by their ETag. */
import { operation } from '../contract/index.ts';
import { Cancellation, untilCancelled } from './cancellation.ts';
import type { ReadOptions } from './client.ts';
import type { Credential } from './credential.ts';
import { type Answer, header, type Request } from './request.ts';

type Call = (request: Request, url: string, options: ReadOptions) => Promise<Answer>;

/** An answer, and whether another operation's call gave it. */
export interface SharedAnswer {
  readonly answer: Answer;
  readonly source: 'upstream' | 'shared';
}

/** A call under way, and how many wait for it. The last one to leave ends it. */
interface Flight {
  readonly answer: Promise<Answer>;
  readonly cancellation: Cancellation;
  waiting: number;
  landed: boolean;
}

interface Kept {
  readonly etag: string;
  readonly answer: Answer;
  readonly bytes: number;
}

/** Memory that a parsed body takes, as a multiple of its text. */
const parsedFactor = 3;
const fixedBytes = 1024;

/** Answers with an ETag, the least recently used ones dropped beyond a number of bytes. */
class KeptAnswers {
  readonly #limit: number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
    }
    return kept;
  }

  put(key: string, answer: Answer): void {
    this.drop(key);
    const etag = header(answer, 'etag');
    const bytes = fixedBytes + parsedFactor * (answer.size ?? 0);
    if (etag === undefined || bytes > this.#limit || /\bno-store\b/.test(header(answer, 'cache-control') ?? '')) return;
    this.#kept.set(key, { etag, answer, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limit) return;
      this.drop(oldest);
    }
  }

  drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

export class SharedReads {
  readonly #call: Call;
  readonly #kept: KeptAnswers;
  /** By credential, so that nothing is ever found under another one. */
  readonly #flights = new Map<string, Map<string, Flight>>();

  /** @param keptBytes bytes of kept answers at the most */
  constructor(call: Call, keptBytes: number) {
    this.#call = call;
    this.#kept = new KeptAnswers(keptBytes);
  }

  /**
   * Reads something, sharing the call with whoever of the same credential reads the same at the moment.
   * @param url of the request, which also names it among all of its credential
   */
  async read(request: Request, url: string, options: ReadOptions): Promise<SharedAnswer> {
    const flights = this.#flightsOf(options.credential);
    const known = flights.get(url);
    const flight = known ?? this.#depart(request, url, options.credential, flights);
    flight.waiting += 1;
    try {
      const answer = await untilCancelled(flight.answer, options.cancellation);
      return { answer, source: known === undefined ? 'upstream' : 'shared' };
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        if (flights.get(url) === flight) flights.delete(url);
        if (!flight.landed) flight.cancellation.cancel();
      }
    }
  }

  /** After a write, nobody joins a read that began before it. */
  forget(credential: Credential): void {
    this.#flights.delete(credential.fingerprint);
  }

  #flightsOf({ fingerprint }: Credential): Map<string, Flight> {
    const known = this.#flights.get(fingerprint);
    if (known) return known;
    const flights = new Map<string, Flight>();
    this.#flights.set(fingerprint, flights);
    return flights;
  }

  #depart(request: Request, url: string, credential: Credential, flights: Map<string, Flight>): Flight {
    const cancellation = new Cancellation();
    const answer = this.#revalidate(request, url, { credential, cancellation });
    // Whoever waits hears of a failure; when nobody does any more, it is nobody's.
    answer.catch(() => {});
    const flight: Flight = { answer, cancellation, waiting: 0, landed: false };
    flights.set(url, flight);
    answer.then(
      () => this.#land(credential, url, flight),
      () => this.#land(credential, url, flight),
    );
    return flight;
  }

  #land({ fingerprint }: Credential, url: string, flight: Flight): void {
    flight.landed = true;
    const flights = this.#flights.get(fingerprint);
    if (flights?.get(url) === flight) flights.delete(url);
    if (flights?.size === 0) this.#flights.delete(fingerprint);
  }

  /** Asks whether a kept answer still holds; a 304 costs no parsing. */
  async #revalidate(request: Request, url: string, options: ReadOptions): Promise<Answer> {
    if (operation(request.operation).secret) return this.#call(request, url, options);
    const key = `${options.credential.fingerprint} ${url}`;
    const kept = this.#kept.get(key);
    const answer = await this.#call(
      request,
      url,
      kept === undefined ? options : { ...options, headers: { 'if-none-match': kept.etag } },
    );
    if (answer.status === 304 && kept !== undefined)
      return { ...kept.answer, headers: { ...kept.answer.headers, ...answer.headers } };
    this.#kept.put(key, answer);
    return answer;
  }
}

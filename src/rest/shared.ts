/** Reads that several operations of one credential share: calls in flight, and answers that the upstream confirms by their ETag. */
import { operation } from '../contract/index.ts';
import { Cancellation, untilCancelled } from './cancellation.ts';
import type { ReadOptions } from './client.ts';
import type { Credential } from './credential.ts';
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
  read(request: Request, url: string, { credential, cancellation, ...options }: ReadOptions): SharedRead {
    const flights = this.#flightsOf(credential);
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

  #flightsOf({ fingerprint }: Credential): Map<string, Flight> {
    const known = this.#flights.get(fingerprint);
    if (known) return known;
    const flights = new Map<string, Flight>();
    this.#flights.set(fingerprint, flights);
    return flights;
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
    return flight;
  }

  #release({ fingerprint }: Credential, flights: Map<string, Flight>): void {
    if (this.#flights.get(fingerprint) === flights) this.#flights.delete(fingerprint);
  }

  /** Asks whether a kept answer still holds; a 304 costs no parsing. */
  #revalidate(request: Request, url: string, options: ReadOptions): Promise<Answer> {
    if (operation(request.operation).secret) return this.#call(request, url, options);
    const key = `${options.credential.fingerprint} ${url}`;
    const kept = this.#kept.get(key);
    const asked = kept === undefined ? options : { ...options, headers: { 'if-none-match': kept.etag } };
    return this.#call(request, url, asked).then((answer) => {
      if (answer.status === 304 && kept !== undefined)
        return { ...kept.answer, headers: { ...kept.answer.headers, ...answer.headers } };
      this.#kept.put(key, answer);
      return answer;
    });
  }
}

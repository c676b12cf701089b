/** Which fault befalls which call. Everything is drawn from one seed; what it meets depends on how the calls arrive. */
import { Random } from '../../src/sandbox/kit/random.ts';

/** Faults by their kinds, and how often each is drawn while faults are mixed. */
const weights = {
  /** The answer comes late. */
  delay: 12,
  /** The answer comes in small pieces. */
  drip: 6,
  /** No answer comes at all. */
  hang: 1,
  /** The connection ends in the middle of the answer. */
  truncated: 6,
  /** The answer is whole for HTTP, but its text ends in the middle. */
  shortened: 6,
  /** The answer has no body. */
  empty: 6,
  /** The connection ends without an answer. */
  cut: 6,
  /** The connection is reset. */
  reset: 6,
  /** A page of a proxy comes in place of the answer, as a success. */
  html: 4,
  /** The same, as a failure. */
  'html 502': 4,
  /** Nothing has changed, says the upstream to somebody who did not ask. */
  '304': 3,
  /** The headers tell nonsense beside a right answer. */
  headers: 8,
  /** Too many requests. */
  '429': 4,
  /** Not available. */
  '503': 4,
} as const;

export type FaultKind = keyof typeof weights;

export const faultKinds = [...Object.keys(weights), 'refused'] as const;

export interface Fault {
  readonly kind: FaultKind;
  /** Whether the upstream does the call before it goes wrong. */
  readonly done: boolean;
  /** Milliseconds, for those that take time. */
  readonly milliseconds: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Parts of the run, by the share of the time at which they begin. */
const phases = [
  { from: 0, kind: undefined },
  { from: 0.35, kind: '429' },
  { from: 0.45, kind: undefined },
  { from: 0.6, kind: '503' },
  { from: 0.8, kind: undefined },
] as const satisfies readonly { from: number; kind: FaultKind | undefined }[];

/** Faults that files do not get, as a client cannot tell such a response from a whole file. */
const invisibleInFiles: readonly FaultKind[] = ['html', 'shortened', 'empty'];

const usualProbability = 0.2;
const refusedConnections = 0.05;

export class Weather {
  readonly #random: Random;
  #begun: number | undefined;
  #duration = 0;

  constructor(seed: string) {
    this.#random = new Random(`weather ${seed}`);
  }

  /** Lets faults happen for so many milliseconds. */
  storm(duration: number): void {
    this.#begun = performance.now();
    this.#duration = duration;
  }

  get calm(): boolean {
    return this.#begun === undefined || performance.now() - this.#begun >= this.#duration;
  }

  /** Whether a connection is ended as it is opened. */
  get refusesConnection(): boolean {
    return !this.calm && this.#random.chance(refusedConnections);
  }

  /**
   * The fault of the next call, if any.
   * @param isFile whether the body of the response is a file; a client cannot tell a part of it from the whole
   */
  next(isFile: boolean): Fault | undefined {
    if (this.calm) return undefined;
    const share = (performance.now() - (this.#begun ?? 0)) / this.#duration;
    const kind = phases.findLast(({ from }) => from <= share)?.kind;
    if (kind !== undefined) return this.#random.chance(0.95) ? this.#fault(kind) : undefined;
    const drawn = this.#random.chance(usualProbability) ? this.#draw() : undefined;
    if (drawn === undefined || (isFile && invisibleInFiles.includes(drawn))) return undefined;
    return this.#fault(drawn);
  }

  #draw(): FaultKind {
    const entries = Object.entries(weights) as [FaultKind, number][];
    let left = this.#random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [kind, weight] of entries) {
      left -= weight;
      if (left < 0) return kind;
    }
    return 'delay';
  }

  #fault(kind: FaultKind): Fault {
    return {
      kind,
      done: this.#random.chance(0.5),
      milliseconds: this.#random.integer(50, 1000),
      headers: this.#headers(kind),
    };
  }

  #headers(kind: FaultKind): Record<string, string> {
    const seconds = String(this.#random.integer(1, 2));
    const later = new Date(Date.now() + 2000).toUTCString();
    if (kind === '429') return this.#random.pick([{ 'retry-after': seconds }, { 'retry-after': later }, {}]);
    if (kind === '503') return this.#random.pick([{ 'retry-after': seconds }, { 'retry-after': 'soon' }, {}]);
    if (kind !== 'headers') return {};
    return this.#random.pick<Record<string, string>>([
      { 'ratelimit-limit': '60', 'ratelimit-remaining': '0', 'ratelimit-reset': seconds },
      {
        'ratelimit-limit': '60',
        'ratelimit-remaining': '1',
        'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 2),
      },
      { 'ratelimit-remaining': '-1', 'ratelimit-reset': 'tomorrow' },
      { 'ratelimit-remaining': '3', 'ratelimit-reset': '0' },
      { 'retry-after': '1000000000' },
      { etag: 'W/"the same for everything"' },
      { etag: 'no tag' },
      { date: 'Thu, 01 Jan 1970 00:00:00 GMT', age: '99999999', expires: '0' },
      { 'cache-control': 'public, max-age=31536000, immutable' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=UTF-16' },
      { 'x-request-id': 'x'.repeat(4000) },
      { 'set-cookie': 'session=somebody; Path=/', vary: '*' },
      { link: '<http://127.0.0.1:1/>; rel="next"' },
    ]);
  }
}

/** Faults of calls, drawn from one seed. The call that receives a fault depends on the order in which calls arrive. */
import { Random } from '../../sandbox/index.ts';

/** Weights of the kinds of faults in the phases that mix them. */
const weights = {
  /** The response is late. */
  delay: 12,
  /** The response arrives in small parts. */
  drip: 6,
  /** No response is sent. */
  hang: 1,
  /** The connection ends in the middle of the response. */
  truncated: 6,
  /** The response is complete for HTTP, but its body ends in the middle. */
  shortened: 6,
  /** The response has no body. */
  empty: 6,
  /** The connection ends without a response. */
  cut: 6,
  /** The connection is reset. */
  reset: 6,
  /** An HTML page of a proxy replaces the response, with status 200. */
  html: 4,
  /** An HTML page of a proxy replaces the response, with status 502. */
  'html 502': 4,
  /** 304 Not Modified in response to an unconditional request. */
  '304': 3,
  /** Invalid or misleading headers with a valid response. */
  headers: 8,
  /** 429 Too Many Requests. */
  '429': 4,
  /** 503 Service Unavailable. */
  '503': 4,
} as const;

export type FaultKind = keyof typeof weights;

export const faultKinds = [...Object.keys(weights), 'refused'] as const;

export interface Fault {
  readonly kind: FaultKind;
  /** Whether the upstream performs the call before the fault. */
  readonly isPerformed: boolean;
  /** Duration of a fault that delays the response. */
  readonly durationMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Phases of the run. `from` is the start as a fraction of the duration. */
const phases = [
  { from: 0, kind: undefined },
  { from: 0.35, kind: '429' },
  { from: 0.45, kind: undefined },
  { from: 0.6, kind: '503' },
  { from: 0.8, kind: undefined },
] as const satisfies readonly { from: number; kind: FaultKind | undefined }[];

/** Faults that are not applied to files, because a client cannot distinguish such a response from a complete file. */
const invisibleInFiles: readonly FaultKind[] = ['html', 'shortened', 'empty'];

const faultProbability = 0.2;
const refusedConnectionProbability = 0.05;

export class FaultSchedule {
  readonly #random: Random;
  #startedAt: number | undefined;
  #durationMs = 0;

  constructor(seed: string) {
    this.#random = new Random(`faults ${seed}`);
  }

  /** Starts faults for `durationMs`. */
  start(durationMs: number): void {
    this.#startedAt = performance.now();
    this.#durationMs = durationMs;
  }

  get isInactive(): boolean {
    return this.#startedAt === undefined || performance.now() - this.#startedAt >= this.#durationMs;
  }

  /** Whether the next connection is reset when it opens. */
  get refusesConnection(): boolean {
    return !this.isInactive && this.#random.chance(refusedConnectionProbability);
  }

  /**
   * Draws the fault of the next call. `undefined` if it has none.
   * @param isFile whether the body of the response is a file, of which a client cannot distinguish a part from the whole
   */
  next(isFile: boolean): Fault | undefined {
    if (this.isInactive) return undefined;
    const share = (performance.now() - (this.#startedAt ?? 0)) / this.#durationMs;
    const kind = phases.findLast(({ from }) => from <= share)?.kind;
    if (kind !== undefined) return this.#random.chance(0.95) ? this.#fault(kind) : undefined;
    const drawnKind = this.#random.chance(faultProbability) ? this.#draw() : undefined;
    if (drawnKind === undefined || (isFile && invisibleInFiles.includes(drawnKind))) return undefined;
    return this.#fault(drawnKind);
  }

  #draw(): FaultKind {
    const entries = Object.entries(weights) as [FaultKind, number][];
    let remaining = this.#random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [kind, weight] of entries) {
      remaining -= weight;
      if (remaining < 0) return kind;
    }
    return 'delay';
  }

  #fault(kind: FaultKind): Fault {
    return {
      kind,
      isPerformed: this.#random.chance(0.5),
      durationMs: this.#random.integer(50, 1000),
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
      { 'set-cookie': 'session=another; Path=/', vary: '*' },
      { link: '<http://127.0.0.1:1/>; rel="next"' },
    ]);
  }
}

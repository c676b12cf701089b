/** Counts of wake-ups by their result, of the process that receives them. */

const metric = 'portico_wake_ups_total';

/** Results of wake-ups: `accepted`, and the reasons for which others are rejected. */
const results = [
  'accepted',
  'unsigned',
  'invalid_signature',
  'clock',
  'repeated',
  'malformed',
  'too_large',
  'overload',
] as const;

export type WakeUpResult = (typeof results)[number];

export class WakeUpCounts {
  readonly #counts = new Map<WakeUpResult, number>(results.map((result) => [result, 0]));

  readonly add = (result: WakeUpResult): void => {
    this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1);
  };

  /** The counts in the text format of Prometheus. */
  get text(): string {
    const lines = [...this.#counts].map(([result, count]) => `${metric}{result="${result}"} ${count}`);
    return [`# HELP ${metric} Wake-ups that were received.`, `# TYPE ${metric} counter`, ...lines, ''].join('\n');
  }
}

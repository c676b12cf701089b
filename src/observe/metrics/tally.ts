/** Counters that cost no more than an addition, as prom-client finds its own by all their labels each time. */
import { Counter, type Registry } from 'prom-client';

/** One count of a tally. */
export interface Count {
  value: number;
}

export interface TallyOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  readonly register: Registry;
}

/** The counts of one metric by their labels, which prom-client is told when it is asked. */
export class Tally<Label extends string> {
  readonly #counts: { readonly labels: Readonly<Record<Label, string>>; readonly count: Count }[] = [];

  constructor({ name, help, labels, register }: TallyOptions<Label>) {
    const counts = this.#counts;
    new Counter({
      name,
      help,
      labelNames: [...labels],
      registers: [register],
      collect() {
        this.reset();
        for (const { labels: each, count } of counts) this.inc(each, count.value);
      },
    });
  }

  /** A new count, which the caller keeps and adds to. */
  count(labels: Readonly<Record<Label, string>>): Count {
    const count = { value: 0 };
    this.#counts.push({ labels, count });
    return count;
  }
}

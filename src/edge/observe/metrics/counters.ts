/** Counters with the cost of an addition: prom-client looks up its own by all labels each time. */
import { Counter, type Registry } from 'prom-client';

/** Count of one series. */
export interface Count {
  value: number;
}

export interface CounterOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  readonly register: Registry;
}

/** Counters of one metric by their labels, which are passed to prom-client when it scrapes. */
export class LabeledCounter<Label extends string> {
  readonly #counts: { readonly labels: Readonly<Record<Label, string>>; readonly count: Count }[] = [];

  constructor({ name, help, labels, register }: CounterOptions<Label>) {
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

  /** Creates a counter, which the caller keeps and increments. */
  count(labels: Readonly<Record<Label, string>>): Count {
    const count = { value: 0 };
    this.#counts.push({ labels, count });
    return count;
  }
}

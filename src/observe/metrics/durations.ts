/** Histograms that cost no more than a few comparisons, as prom-client finds its own by all their labels each time, and makes objects for it. */

export interface DurationsOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  /** Upper bounds of the buckets in seconds, in ascending order. */
  readonly buckets: readonly number[];
}

/** The durations of one series. */
export class DurationSeries {
  readonly #buckets: readonly number[];
  /** For each bucket what is in it and in none before it. */
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(buckets: readonly number[]) {
    this.#buckets = buckets;
    this.#counts = buckets.map(() => 0);
  }

  /** Adds one. @param seconds a finite number */
  observe(seconds: number): void {
    const buckets = this.#buckets;
    let index = 0;
    while (index < buckets.length && seconds > (buckets[index] ?? 0)) index += 1;
    if (index < buckets.length) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += seconds;
    this.#count += 1;
  }

  /** The lines of this series. @param labels as text, without braces */
  lines(name: string, labels: string): readonly string[] {
    let count = 0;
    const below = this.#buckets.map((bound, index) => {
      count += this.#counts[index] ?? 0;
      return `${name}_bucket{le="${bound}",${labels}} ${count}`;
    });
    return [
      ...below,
      `${name}_bucket{le="+Inf",${labels}} ${this.#count}`,
      `${name}_sum{${labels}} ${this.#sum}`,
      `${name}_count{${labels}} ${this.#count}`,
    ];
  }
}

/** A histogram of durations by labels, none of whose values need to be escaped. */
export class Durations<Label extends string> {
  readonly #options: DurationsOptions<Label>;
  readonly #series: { readonly labels: string; readonly series: DurationSeries }[] = [];

  constructor(options: DurationsOptions<Label>) {
    this.#options = options;
  }

  /** A new series, which the caller keeps and adds to. */
  series(labels: Readonly<Record<Label, string>>): DurationSeries {
    const series = new DurationSeries(this.#options.buckets);
    const pairs = this.#options.labels.map((label) => `${label}="${labels[label]}"`);
    this.#series.push({ labels: pairs.join(','), series });
    return series;
  }

  /** The text for Prometheus. */
  text(): string {
    const { name, help } = this.#options;
    const lines = this.#series.flatMap(({ labels, series }) => series.lines(name, labels));
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines].join('\n');
  }
}

/**
 * Histograms with a cost of a few comparisons: prom-client looks up its own by all labels each time, and creates
 * objects for it.
 */

import type { MetricValue, RegisteredMetric } from './registry.ts';

export interface DurationsOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  /** Upper bounds of the buckets in seconds, in ascending order. */
  readonly buckets: readonly number[];
}

/** Durations of one series. */
export class DurationSeries {
  readonly #buckets: readonly number[];
  /** Count of each bucket, without those of the buckets before it. */
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(buckets: readonly number[]) {
    this.#buckets = buckets;
    this.#counts = buckets.map(() => 0);
  }

  /** Adds a duration. @param seconds finite number */
  observe(seconds: number): void {
    const buckets = this.#buckets;
    let index = 0;
    while (index < buckets.length && seconds > (buckets[index] ?? 0)) index += 1;
    if (index < buckets.length) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += seconds;
    this.#count += 1;
  }

  /** Values of this series, in the order of the Prometheus text format. */
  values(name: string, labels: Readonly<Record<string, string>>): readonly MetricValue[] {
    let count = 0;
    const bucket = (le: number | string, value: number) => ({
      metricName: `${name}_bucket`,
      labels: { le, ...labels },
      value,
    });
    const below = this.#buckets.map((bound, index) => {
      count += this.#counts[index] ?? 0;
      return bucket(bound, count);
    });
    return [
      ...below,
      bucket('+Inf', this.#count),
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: this.#count },
    ];
  }
}

/** Serializes labels whose values need no escaping. */
function serializeLabels(labels: MetricValue['labels']): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** Histogram of durations by labels whose values need no escaping. */
export class DurationHistogram<Label extends string> implements RegisteredMetric {
  readonly #options: DurationsOptions<Label>;
  readonly #series: { readonly labels: Readonly<Record<string, string>>; readonly series: DurationSeries }[] = [];

  constructor(options: DurationsOptions<Label>) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** Creates a series, which the caller keeps and adds to. */
  series(labels: Readonly<Record<Label, string>>): DurationSeries {
    const series = new DurationSeries(this.#options.buckets);
    const ordered = this.#options.labels.map((label) => [label, labels[label]]);
    this.#series.push({ labels: Object.fromEntries(ordered), series });
    return series;
  }

  /** Metric as a registry of prom-client reads it. */
  get() {
    const { name, help } = this.#options;
    return { name, help, type: 'histogram', aggregator: 'sum', values: this.#values() };
  }

  /** Metric in the Prometheus text format. */
  text(): string {
    const { name, help } = this.#options;
    const lines = this.#values().map(
      ({ metricName, labels, value }) => `${metricName}${serializeLabels(labels)} ${value}`,
    );
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines].join('\n');
  }

  #values(): readonly MetricValue[] {
    return this.#series.flatMap(({ labels, series }) => series.values(this.name, labels));
  }
}

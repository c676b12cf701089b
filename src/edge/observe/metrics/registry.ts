/** Registry of prom-client that an embedder owns, and that may be of another copy of that package. */
export interface MetricsRegistry {
  registerMetric(metric: unknown): void;
  removeSingleMetric(name: string): void;
}

/** One value of a metric, as a registry reads it. */
export interface MetricValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Metric as a registry reads it. */
export interface RegisteredMetric {
  readonly name: string;
  get(): unknown;
}

/** Registers all metrics or none. @returns a function that removes them */
export function registerAll(registry: MetricsRegistry, metrics: readonly RegisteredMetric[]): () => void {
  const registered: string[] = [];
  const remove = () => {
    for (const name of registered) registry.removeSingleMetric(name);
  };
  try {
    for (const metric of metrics) {
      registry.registerMetric(metric);
      registered.push(metric.name);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}

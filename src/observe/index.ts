/** Everything that looks at what the facade does. What is not asked for is not loaded. */
import type { Logger } from 'pino';
import { createAudit } from './audit.ts';
import type { Metrics } from './metrics/metrics.ts';
import { combined, type Observer } from './observer.ts';
import { RefusalSummary } from './refusal-summary.ts';
import type { Tracing } from './tracing.ts';

export interface ObservationOptions {
  readonly logger: Logger;
  readonly upstreamUrl: URL;
  /** Documents of the manifest; absent where any is accepted. */
  readonly documents: Iterable<string> | undefined;
  readonly withMetrics: boolean;
  /** Another observer. */
  readonly also: Observer;
}

export interface Observation {
  readonly observer: Observer;
  /** Absent where the process was started without the OpenTelemetry SDK. */
  readonly tracing: Tracing | undefined;
  /** Absent where nobody can ask for them. */
  readonly metrics: Metrics | undefined;
  /** Writes what has been counted and not yet told. */
  close(): Promise<void>;
}

export async function openObservation(options: ObservationOptions): Promise<Observation> {
  const { logger, upstreamUrl, documents, withMetrics, also } = options;
  const { OperationNames } = await import('./operation-names.ts');
  const { Tracing } = await import('./tracing.ts');
  const names = new OperationNames(documents);
  const metrics = withMetrics ? new (await import('./metrics/metrics.ts')).Metrics(names) : undefined;
  const refusals = new RefusalSummary(logger);
  return {
    observer: combined([createAudit(logger), refusals, ...(metrics === undefined ? [] : [metrics]), also]),
    tracing: Tracing.find({ upstreamUrl, names }),
    metrics,
    async close() {
      refusals.flush();
    },
  };
}

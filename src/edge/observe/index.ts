/** Logging, metrics and tracing. Parts that are not configured are not loaded. */
import type { Logger } from 'pino';
import { createAudit } from './audit.ts';
import type { Metrics } from './metrics/metrics.ts';
import { combineObservers, type Observer } from './observer.ts';
import { RejectionSummary } from './rejection-summary.ts';
import type { Tracing } from './tracing.ts';

export interface ObservationOptions {
  readonly logger: Logger;
  readonly upstreamUrl: URL;
  /** Documents of the manifest; `undefined` if any document is accepted. */
  readonly documents: Iterable<string> | undefined;
  /** Operation names, and client applications, that become labels of metrics. */
  readonly maxLabels: number;
  /** Version of Portico. */
  readonly version: string;
  readonly withMetrics: boolean;
  /** Additional observer. */
  readonly also: Observer;
}

export interface Observation {
  readonly observer: Observer;
  /** `undefined` if the process was started without the OpenTelemetry SDK. */
  readonly tracing: Tracing | undefined;
  /** `undefined` if no management port is configured. */
  readonly metrics: Metrics | undefined;
  /** Writes counts that have not been logged yet, and exports ended spans. */
  close(): Promise<void>;
}

export async function openObservation(options: ObservationOptions): Promise<Observation> {
  const { logger, upstreamUrl, documents, maxLabels, version, withMetrics, also } = options;
  const { OperationNames } = await import('./operation-names.ts');
  const { Tracing } = await import('./tracing.ts');
  const names = new OperationNames({ documents, maxLearned: maxLabels });
  const metrics = withMetrics
    ? new (await import('./metrics/metrics.ts')).Metrics({ names, maxClients: maxLabels, version })
    : undefined;
  const tracing = Tracing.find({ upstreamUrl, names });
  const rejections = new RejectionSummary(logger);
  return {
    observer: combineObservers([createAudit(logger), rejections, ...(metrics === undefined ? [] : [metrics]), also]),
    tracing,
    metrics,
    async close() {
      rejections.flush();
      await tracing?.flush();
    },
  };
}

/**
 * Starts the OpenTelemetry SDK, which sends traces to OTEL_EXPORTER_OTLP_ENDPOINT. Its settings are the variables OTEL_* of OpenTelemetry.
 *
 *     npm ci --prefix deploy/otel
 *     NODE_OPTIONS="--import ./deploy/otel/otel.mjs" npm start
 */
import { NodeSDK } from '@opentelemetry/sdk-node';

const defaults = {
  OTEL_SERVICE_NAME: 'portico',
  // One trace in ten, unless the caller has decided.
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: '0.1',
  // Portico exports metrics to Prometheus, and writes its log to standard error.
  OTEL_METRICS_EXPORTER: 'none',
  OTEL_LOGS_EXPORTER: 'none',
};
for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value;

// Portico creates its own spans. Instrumentation of HTTP would record full URLs. Portico flushes the SDK when it stops.
new NodeSDK({ instrumentations: [] }).start();

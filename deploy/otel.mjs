/**
 * Sends traces by OTLP to where OTEL_EXPORTER_OTLP_ENDPOINT says. Loaded before Portico:
 *
 *     npm install @opentelemetry/api @opentelemetry/sdk-trace @opentelemetry/exporter-trace-otlp-http
 *     NODE_OPTIONS="--import ./deploy/otel.mjs" npm start
 */
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

const provider = new TracerProvider({
  // One trace in ten, unless the caller has decided.
  sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(0.1) }),
  spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
});
trace.setGlobalTracerProvider(provider);
process.once('beforeExit', () => provider.shutdown());

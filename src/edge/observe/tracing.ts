/** Spans of operations and REST calls, for the OpenTelemetry SDK that the process was started with. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  createTraceState,
  isSpanContextValid,
  ProxyTracer,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { CallTrace, CallTracing, TracedOperation } from '../../rest/call-tracing.ts';
import { type EndedOperation, faultOf } from './observer.ts';
import type { OperationNames } from './operation-names.ts';

/** Upper bound on the time for exporting the last spans when the facade stops. */
const flushTimeoutMs = 3000;
/** Characters of an operation's name, which its client chooses. */
const maxNameLength = 100;

export interface TracingOptions {
  /** Base URL of the upstream. */
  readonly upstreamUrl: URL;
  /** Names that may become names of spans. */
  readonly names: OperationNames;
}

/** Something that happens within an operation. */
export type OperationPhase = 'graphql.plan' | 'graphql.execute';

/** Trace context of a request, as W3C's headers contain it. */
export interface TraceHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** Headers by which the upstream continues a span. */
function createTraceHeaders(span: Span): Readonly<Record<string, string>> {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const traceparent = `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`;
  const tracestate = traceState?.serialize() ?? '';
  return tracestate === '' ? { traceparent } : { traceparent, tracestate };
}

/** Context of the caller's span; a new trace without a valid `traceparent`. */
function parseTraceHeaders({ traceparent, tracestate }: TraceHeaders): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '') ?? [];
  const parent = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
    traceState: createTraceState(tracestate),
  };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

function hasMethod<Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, () => unknown>> {
  return typeof value === 'object' && value !== null && name in value && typeof Reflect.get(value, name) === 'function';
}

export class Tracing implements CallTracing {
  readonly #tracer: Tracer;
  readonly #names: OperationNames;
  readonly #server: Attributes;

  private constructor(tracer: Tracer, { upstreamUrl: { hostname, port, protocol }, names }: TracingOptions) {
    this.#tracer = tracer;
    this.#names = names;
    this.#server = {
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    };
  }

  /** Creates the spans for the OpenTelemetry SDK of the process; `undefined` if the process was started without the SDK. */
  static find(options: TracingOptions): Tracing | undefined {
    const tracer = trace.getTracer('portico');
    return tracer instanceof ProxyTracer ? undefined : new Tracing(tracer, options);
  }

  /** Starts the span of an operation. @param headers headers of a trusted caller */
  operation(headers: TraceHeaders = {}): OperationTrace {
    return this.#operation(parseTraceHeaders(headers));
  }

  /** Exports the spans that have ended, within `flushTimeoutMs`. */
  async flush(): Promise<void> {
    const provider: unknown = trace.getTracerProvider();
    // The proxy may be that of another copy of the API, so that `instanceof` does not recognize it.
    const delegate = hasMethod(provider, 'getDelegate') ? provider.getDelegate() : provider;
    if (!hasMethod(delegate, 'forceFlush')) return;
    const timeout = new AbortController();
    const flushed = Promise.resolve(delegate.forceFlush()).catch(() => undefined);
    await Promise.race([flushed, pause(flushTimeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined)]);
    timeout.abort();
  }

  /** Begins the span of one event of a subscription, which is a trace of its own, as a subscription may last for days. */
  event(subscription: OperationTrace): OperationTrace {
    return this.#operation(ROOT_CONTEXT, subscription.span);
  }

  /** Begins the span of a call that belongs to no operation. */
  call(operation: TracedOperation): CallTrace {
    return this.callIn(ROOT_CONTEXT, operation);
  }

  /** Begins the span of a call. */
  callIn(parent: Context, { method, path }: TracedOperation): CallTrace {
    const attributes = { 'http.request.method': method, 'url.template': path, ...this.#server };
    const span = this.#tracer.startSpan(`${method} ${path}`, { kind: SpanKind.CLIENT, attributes }, parent);
    return {
      headers: createTraceHeaders(span),
      end({ status, error, source }) {
        span.setAttribute('portico.source', source);
        if (status !== undefined) span.setAttribute('http.response.status_code', status);
        if (error !== undefined) {
          span.setAttribute('error.type', status === undefined ? error : String(status));
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  #operation(parent: Context, linked?: Span): OperationTrace {
    const links = linked === undefined ? [] : [{ context: linked.spanContext() }];
    const span = this.#tracer.startSpan('GraphQL Operation', { kind: SpanKind.SERVER, links }, parent);
    return new OperationTrace(this, this.#tracer, this.#names, span);
  }
}

/** The spans of one operation. */
export class OperationTrace implements CallTracing {
  readonly span: Span;
  readonly #tracing: Tracing;
  readonly #tracer: Tracer;
  readonly #names: OperationNames;
  readonly #context: Context;
  /** That of the step under way, or of the operation. */
  #parent: Context;

  constructor(tracing: Tracing, tracer: Tracer, names: OperationNames, span: Span) {
    this.span = span;
    this.#tracing = tracing;
    this.#tracer = tracer;
    this.#names = names;
    this.#context = trace.setSpan(ROOT_CONTEXT, span);
    this.#parent = this.#context;
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  /** Begins a step, to which the calls belong that begin before it ends. @returns a function that ends it */
  step(name: OperationPhase): () => void {
    const span = this.#tracer.startSpan(name, {}, this.#context);
    this.#parent = trace.setSpan(this.#context, span);
    return () => {
      this.#parent = this.#context;
      span.end();
    };
  }

  call(operation: TracedOperation): CallTrace {
    return this.#tracing.callIn(this.#parent, operation);
  }

  /** Begins the trace of one event of this subscription. */
  event(): OperationTrace {
    return this.#tracing.event(this);
  }

  /** Ends the span of a download. @param name template of its route @param problem code of an error */
  endDownload(name: string, problem: string | undefined): void {
    this.span.updateName(name);
    if (problem !== undefined) this.span.setAttribute('error.type', problem);
    this.span.end();
  }

  end({ type, name, outcome, codes }: Pick<EndedOperation, 'type' | 'name' | 'outcome' | 'codes'>): void {
    const { span } = this;
    if (type !== undefined) {
      span.setAttribute('graphql.operation.type', type);
      // A name that a client chose would give each a kind of span of its own.
      span.updateName(this.#names.has(name) ? `${type} ${name}` : type);
    }
    if (name !== undefined) span.setAttribute('graphql.operation.name', name.slice(0, maxNameLength));
    span.setAttribute('portico.outcome', outcome);
    const [code] = codes;
    if (code !== undefined) span.setAttribute('error.type', code);
    // OpenTelemetry reserves this status for failures of the server.
    if (faultOf(outcome, codes) === 'server') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
}

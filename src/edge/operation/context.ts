import type { GraphQLError } from 'graphql';
import type { ExecutionArgs } from '../../execution/index.ts';
import type { GraphContext } from '../../graph/context.ts';
import type { Cancellation } from '../../rest/cancellation.ts';
import type { OperationTrace, TraceHeaders } from '../observe/tracing.ts';

/** Header values by lower-case name. */
export type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Transport-independent facts about the request of an operation. */
export interface OperationRequest {
  /** Identifies the request in logs, errors and the header `X-Request-Id`. */
  readonly requestId: string;
  /** Network of the client, for which a caller counts whose credential is not accepted. */
  readonly clientNetwork: string;
  /** Reading of `performance.now()` at the arrival of the operation. */
  readonly startedAt: number;
  /** Cancels the REST calls when the client disconnects, the deadline passes or the facade stops. */
  readonly cancellation: Cancellation;
  /** Headers of the request; for an operation over a WebSocket, those of its connection. */
  readonly headers: HeaderValues;
  /** Client address to forward to the upstream; `undefined` forwards none. */
  readonly forwardedFor?: string | undefined;
  /** Trace context of a trusted caller; for an operation over a WebSocket, that of its upgrade request. */
  readonly traceHeaders?: TraceHeaders | undefined;
  /** Whether only queries are executed, as for a GET. */
  readonly isQueryOnly: boolean;
  /** Whether the client accepts a stream, as the results of a subscription are. */
  readonly acceptsStream: boolean;
  /** Whether the client accepts incremental responses, as `@defer` and `@stream` cause them. */
  readonly acceptsParts: boolean;
  /** Whether the transport sends the serialized JSON of a single result. */
  readonly wantsSerialized: boolean;
  /** Called with the size of a large serialized result that the limit on unsent bytes admits. The transport reserves the bytes for the caller until it writes them. */
  readonly onAdmitted?: ((bytes: number) => void) | undefined;
  /** Called if a stream ends because its caller has too many unsent bytes. The transport then disconnects a client that has read nothing of the stream. */
  readonly onUnsentLimit?: ((error: GraphQLError) => void) | undefined;
  /** Called with the maximum number of REST calls of an operation and the number of its calls, if the client requests the trace. */
  readonly onCallsTraced?: ((counts: CallCounts) => void) | undefined;
  /** Called if a subscription ends because the facade stops. Its client has to reconnect. */
  readonly onInterrupted?: (() => void) | undefined;
}

/** REST calls of one operation. */
export interface CallCounts {
  /** Maximum number by the plan. */
  readonly planned: number;
  readonly made: number;
}

/** Request with its trace, if it is traced. */
export interface Traced {
  readonly requestId: string;
  readonly trace: OperationTrace | undefined;
}

/** Ids that connect a log line with its request. */
export interface RequestIds {
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
}

export function idsOf({ requestId, trace }: Partial<Traced>): RequestIds {
  return { requestId, traceId: trace?.traceId };
}

/** Context of an executed operation. */
export interface OperationContext
  extends GraphContext,
    Pick<OperationRequest, 'requestId' | 'clientNetwork' | 'startedAt' | 'cancellation'>,
    Traced,
    Required<Pick<ExecutionArgs, 'onSemanticNull'>> {
  readonly isMutation: boolean;
}

/** Value of a header, with several values joined by commas; `undefined` if absent. */
export function headerOf(headers: HeaderValues, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

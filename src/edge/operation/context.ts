import type { GraphContext } from '../../graph/context.ts';
import type { OperationTrace } from '../../observe/tracing.ts';
import type { Cancellation } from '../../rest/cancellation.ts';

/** Values of headers by their names in lower case. */
export type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What is known of the request that an operation comes with, over any transport. */
export interface OperationRequest {
  /** Identifies the request in logs, errors and the header `X-Request-Id`. */
  readonly requestId: string;
  /** Network address of the client. */
  readonly address: string;
  /** Reading of `performance.now()` when the operation had arrived. */
  readonly startedAt: number;
  /** Cancels the REST calls when the client leaves, the deadline passes or the facade stops. */
  readonly cancellation: Cancellation;
  /** Those of the request; of an operation over a WebSocket, those of its connection. */
  readonly headers: HeaderValues;
  /** Address of the client that the upstream is told; it is told none when absent. */
  readonly forwardedFor?: string | undefined;
  /** The `traceparent` of a caller that is believed. */
  readonly traceparent?: string | undefined;
  /** Whether only queries are executed, as for a GET. */
  readonly queriesOnly: boolean;
  /** Whether the client takes a stream, which the results of a subscription are. */
  readonly takesStream: boolean;
  /** Whether a single result is sent as the JSON text that the outcome has of it. */
  readonly takesText: boolean;
}

/** A request, and its trace where somebody follows that. */
export interface Traced {
  readonly requestId: string;
  readonly trace: OperationTrace | undefined;
}

/** Ids that lead from a line of the log to its request. */
export interface RequestIds {
  readonly requestId: string | undefined;
  readonly traceId: string | undefined;
}

export function idsOf({ requestId, trace }: Partial<Traced>): RequestIds {
  return { requestId, traceId: trace?.traceId };
}

/** The context of an operation that is being executed. */
export interface OperationContext
  extends GraphContext,
    Pick<OperationRequest, 'requestId' | 'address' | 'startedAt' | 'cancellation'>,
    Traced {}

/** The value of a header that comes once; undefined where there is none. */
export function headerOf(headers: HeaderValues, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

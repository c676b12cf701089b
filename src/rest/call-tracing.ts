/** Interface between REST calls and distributed tracing. */
import type { Operation } from '../contract/index.ts';
import type { CallRecord } from './request.ts';

/** Facts about an operation that a trace contains. */
export type TracedOperation = Pick<Operation, 'method' | 'path'>;

/** Trace of one active call. */
export interface CallTrace {
  /** Headers to send with the call, by which the upstream continues the trace. */
  readonly headers: Readonly<Record<string, string>>;
  end(call: CallRecord): void;
}

export interface CallTracing {
  /** Called before a call is sent. @returns `undefined` if the call is not traced */
  call(operation: TracedOperation): CallTrace | undefined;
}

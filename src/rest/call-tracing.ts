/** Follows REST calls while they are under way, for distributed tracing. */
import type { CallRecord, RestRequest } from './request.ts';

/** One call under way. */
export interface CallTrace {
  /** Headers that go with the call, by which the upstream continues the trace. */
  readonly headers: Readonly<Record<string, string>>;
  end(call: CallRecord): void;
}

export interface CallTracing {
  /** Called before a call is sent. @returns undefined where it is not traced */
  call(request: Pick<RestRequest, 'operation'>): CallTrace | undefined;
}

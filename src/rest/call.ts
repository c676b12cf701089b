/** REST calls, and the interceptors that each call passes. */
import type { Operation } from '../contract/index.ts';
import type { CallBudget } from './call-budget.ts';
import type { CallPriority } from './call-priority.ts';
import type { Slot } from './call-queue.ts';
import type { CallTrace, CallTracing } from './call-tracing.ts';
import type { Cancellation } from './cancellation.ts';
import type { Credential } from './credential.ts';
import type { RestError } from './errors.ts';
import type { OperationDeadline } from './operation-deadline.ts';
import type { CallRecord, ResponseOrigin, ResponsePartName, RestRequest, RestResponse, TracedCall } from './request.ts';

/** Readers of a shared call, whose deadlines limit its waits. */
export interface CallReaders {
  /** Longest wait that any reader allows. */
  readonly maxWaitMs: number;
  /** Called when a wait starts. @param failure error for readers that cannot wait */
  onWait(delayMs: number, failure: RestError): void;
}

/** Session that several operations read through. */
export interface SharedSession {
  read(request: RestRequest, field: string, part: undefined): Promise<RestResponse>;
}

export interface CallOptions {
  readonly credential: Credential;
  /**
   * Cancels the call, wherever it waits. Its owner is the operation or the poller that makes the call; `shareReads` owns
   * that of a shared call, and cancels it when the last reader has left.
   */
  readonly cancellation: Cancellation;
  /** Charged for each attempt; `undefined` if calls are not counted. */
  readonly budget?: CallBudget | undefined;
  /** Deadline of the operation; the client's `maxRetryDelayMs` limits the waits if `undefined`. */
  readonly deadline?: Pick<OperationDeadline, 'remainingMs'> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Priority in the call queue; `undefined` for calls that are not deferred. */
  readonly priority?: CallPriority | undefined;
  /** Upper bound on retries of a read; overrides the option of the client. */
  readonly retries?: number | undefined;
  /** Whether a poller sends the call. Polls are paced by their own budget. */
  readonly isPoll?: boolean | undefined;
  /** Whether a read may share the call of identical reads, and the cached response that the upstream confirms. */
  readonly isShared?: boolean | undefined;
  /** Session that makes the call in place of the client, so that other operations can share the call. */
  readonly sharedSession?: SharedSession | undefined;
  /** Called with every response, error statuses included. */
  readonly onResponse?: ((response: Pick<RestResponse, 'status' | 'headers'>) => void) | undefined;
  /** Coordinate of the requesting graph field, for the record. */
  readonly field?: string | undefined;
  /** Part of the response that waits for the call, while its priority is deferred. */
  readonly part?: ResponsePartName | undefined;
  /** Traces the call from its start; `undefined` disables tracing. */
  readonly tracing?: CallTracing | undefined;
  /** Called when the call ends. @param record contains no values, unlike `call` */
  readonly onEnd?: ((record: CallRecord, call: TracedCall) => void) | undefined;
}

/** HTTP request to send. */
export interface OutgoingRequest {
  readonly method: Operation['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or the files of a form by name. */
  readonly body: string | Readonly<Record<string, File>> | null;
}

/** Complete response as received. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: RestResponse['headers'];
  readonly text: string;
  /** Problem that makes the text unusable, as in `DecodedBody.problem`. */
  readonly problem?: string;
  /** Limit on JSON that the text exceeds; see `findExcess`. */
  readonly excess: string | undefined;
}

/** Progress of an exchange. */
export interface Progress {
  /** Whether a connection started to send the request. */
  readonly isSent: boolean;
  /** Status of the response, once its headers have arrived. */
  readonly status: number | undefined;
  /** Whether the response is complete. */
  readonly isComplete: boolean;
}

/** REST call with the facts that interceptors record for each other. */
export interface Call extends CallOptions {
  readonly request: RestRequest;
  readonly operation: Operation;
  /** Path and query in contract names, which identify the request. */
  readonly url: string;
  /** Whether the response is a file, which the client streams. */
  readonly isDownload: boolean;
  /** Readers of a shared call; `undefined` for any other call. */
  readonly readers: CallReaders | undefined;
  trace: CallTrace | undefined;
  source: ResponseOrigin;
  /** Milliseconds for which the call waited because the upstream limits the rate of calls. */
  pausedMs: number;
  /** ETag of the cached response, which the upstream may confirm. */
  etag: string | undefined;
  outgoing: OutgoingRequest | undefined;
  /** Slot of the current attempt. The exchange releases it when its connection is free. */
  slot: Slot | undefined;
  /** Exchange of the current attempt. */
  progress: Progress | undefined;
}

/** Receives the result of a call, once. Functions, because a promise for each step would cost 5 % of the CPU of a list with 30 details. */
export interface Receiver {
  readonly resolve: (response: RestResponse) => void;
  /** @param reason error of the response or the connection, or the reason of a cancellation */
  readonly reject: (reason: unknown) => void;
}

/** Passes a call to the next interceptor. Never throws. */
export type Next = (call: Call, receiver: Receiver) => void;

/** Step of a call. It responds itself, or passes the call on: later, repeatedly, or with another receiver. */
export type Interceptor = (call: Call, receiver: Receiver, next: Next) => void;

/** Composes interceptors, of which the first receives each call first, and the last sends it. */
export const compose = (interceptors: readonly Interceptor[]): Next =>
  interceptors.reduceRight<Next>(
    (next, intercept) => (call, receiver) => {
      try {
        intercept(call, receiver, next);
      } catch (error) {
        receiver.reject(error);
      }
    },
    (_, receiver) => receiver.reject(new Error('No interceptor sends the call')),
  );

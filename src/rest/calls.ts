/** Calls with their retries: admission, budget, and evidence for the circuit breaker. */
import type { Readable } from 'node:stream';
import type { CallContext } from './call-context.ts';
import type { CallQueue } from './call-queue.ts';
import type { Callers } from './callers.ts';
import {
  type CallOutcome,
  type CircuitBreaker,
  classifyFailedResponse,
  classifyFailure,
  classifyStatus,
} from './circuit-breaker.ts';
import { type RestError, type WriteEffect, withNote } from './errors.ts';
import type { Exchange, OutgoingRequest, Progress, ReceivedResponse } from './exchange.ts';
import type { NameTranslator } from './name-translator.ts';
import type { RestRequest, RestResponse } from './request.ts';
import { mayBeUnchanged, toResponse } from './responses.ts';
import { type ResultReceiver, RetryableCall, type RetryOptions, type Wait } from './retries.ts';
import type { UpstreamLimits } from './upstream-limits.ts';

/** Shared dependencies of calls. */
export interface CallTransport {
  readonly options: RetryOptions;
  readonly queue: CallQueue;
  readonly callers: Callers;
  readonly limits: UpstreamLimits;
  /** `undefined` if every call is sent. */
  readonly breaker: CircuitBreaker | undefined;
  readonly names: NameTranslator;
  /** Creates an exchange that has not started. */
  exchange(outgoing: OutgoingRequest, receiver: ResultReceiver<ReceivedResponse>): Exchange;
}

/** Response whose file is streamed to the client. */
export interface Download {
  readonly status: number;
  readonly headers: RestResponse['headers'];
  readonly body: Readable;
}

/** Call of one REST operation, with its retries. */
export class Call extends RetryableCall<RestResponse> implements ResultReceiver<ReceivedResponse> {
  readonly #transport: CallTransport;
  readonly #request: RestRequest;
  readonly #options: CallContext;
  readonly #outgoing: OutgoingRequest;
  #exchange: Exchange | undefined;
  #hasResponse = false;
  #probe: symbol | undefined;

  constructor(
    transport: CallTransport,
    request: RestRequest,
    outgoing: OutgoingRequest,
    options: CallContext,
    receiver: ResultReceiver<RestResponse>,
  ) {
    super(transport.options, getMaxRetries(outgoing, options, transport.options), receiver, options);
    this.#transport = transport;
    this.#request = request;
    this.#outgoing = outgoing;
    this.#options = options;
  }

  protected startAttempt(): void {
    const { queue, callers, breaker } = this.#transport;
    const { credential, priority } = this.#options;
    this.#probe = breaker?.admit(() => callers.identify(credential));
    try {
      this.#options.budget?.consume();
      this.#exchange = this.#transport.exchange(this.#outgoing, this);
      this.#exchange.enqueue(queue, credential, priority);
    } catch (error) {
      this.#reportOutcome('unknown');
      throw error;
    }
  }

  /** Reports the outcome of the attempt to the circuit breaker. */
  #reportOutcome(outcome: CallOutcome): void {
    const { breaker, callers } = this.#transport;
    breaker?.onCallEnd(outcome, () => callers.identify(this.#options.credential), this.#probe);
  }

  protected beginWait(): Wait | undefined {
    if (this.#outgoing.method !== 'GET') return undefined;
    const { limits, callers } = this.#transport;
    const { credential } = this.#options;
    return limits.beginWait(credential, callers.identify(credential), this.maxWaitMs);
  }

  protected abort(reason: RestError): void {
    this.#exchange?.end(reason);
  }

  /** Adds to the error of a write whether it has taken effect. */
  protected override explain(failure: RestError): RestError {
    if (this.#outgoing.method === 'GET') return failure;
    const progress = this.#exchange?.progress;
    const effect = getWriteEffect(failure, progress, this.#hasResponse);
    return withNote(failure, describeEffect(effect, failure, progress, this.#hasResponse), effect);
  }

  /** Receives a complete response of any status. Error statuses fail the attempt. */
  onResult(received: ReceivedResponse): void {
    this.#hasResponse = true;
    const { onResponse, credential, isPoll = false } = this.#options;
    let response: RestResponse;
    try {
      const translated = this.#transport.names.translateReceived(this.#request, received);
      const isRead = this.#outgoing.method === 'GET';
      this.#transport.limits.recordResponse(credential, translated, { isRead, isPoll });
      onResponse?.(translated);
      const isSuccess =
        received.status < 300 ||
        (received.status === 304 && mayBeUnchanged(this.#transport.names.contract, this.#request, this.#outgoing));
      response = toResponse(this.#transport.names, isSuccess, translated, this.#request, credential);
    } catch (error) {
      this.#reportOutcome(classifyFailedResponse(received.status, error));
      this.fail(error);
      return;
    }
    const isUsable = response.problem === undefined;
    this.#reportOutcome(isUsable ? classifyStatus(received.status) : 'failed');
    // An HTML or XML body, such as the error page of a proxy, proves nothing, even with a success status.
    if (isUsable && received.status < 300) this.#transport.callers.accept(credential);
    this.succeed(response);
  }

  onFailure(error: unknown): void {
    this.#reportOutcome(this.isCancelled ? 'unknown' : classifyFailure(error));
    this.fail(error);
  }
}

/** Call of a file, up to the headers of its response. `abort` does nothing, because the cancellation itself ends the request of `open`. */
export class DownloadCall extends RetryableCall<Download> {
  readonly #transport: CallTransport;
  readonly #open: () => Promise<Download>;
  readonly #options: CallContext;

  constructor(
    transport: CallTransport,
    outgoing: OutgoingRequest,
    options: CallContext,
    receiver: ResultReceiver<Download>,
    open: () => Promise<Download>,
  ) {
    super(transport.options, getMaxRetries(outgoing, options, transport.options), receiver, options);
    this.#transport = transport;
    this.#open = open;
    this.#options = options;
  }

  protected startAttempt(): void {
    const { breaker, callers } = this.#transport;
    const getCaller = () => callers.identify(this.#options.credential);
    const probe = breaker?.admit(getCaller);
    const reportOutcome = (outcome: CallOutcome) => breaker?.onCallEnd(outcome, getCaller, probe);
    try {
      this.#options.budget?.consume();
    } catch (error) {
      reportOutcome('unknown');
      throw error;
    }
    this.#open().then(
      (download) => {
        reportOutcome(classifyStatus(download.status));
        this.succeed(download);
      },
      (error: unknown) => {
        reportOutcome(this.isCancelled ? 'unknown' : classifyFailure(error));
        this.fail(error);
      },
    );
  }

  protected beginWait(): Wait | undefined {
    const { limits, callers } = this.#transport;
    const { credential } = this.#options;
    return limits.beginWait(credential, callers.identify(credential), this.maxWaitMs);
  }

  protected abort(): void {}
}

/** Codes of errors that occur before a call is sent. */
const unsentCodes = new Set(['UPSTREAM_DOWN', 'CALLER_LIMIT', 'RATE_LIMITED']);

/** Statuses of redirects that also follow a write that was performed, and lead to its result. */
const ambiguousRedirects = new Set([302, 303]);

/** Effect of a failed write. @param hasResponse whether the response is complete */
function getWriteEffect({ code }: RestError, progress: Progress | undefined, hasResponse: boolean): WriteEffect {
  if (!progress?.isSent) return 'NOT_SENT';
  const { status = 0 } = progress;
  // A complete response with a success status is an error only if its body contradicts the status.
  if (hasResponse && code === 'UPSTREAM_INVALID_ANSWER') return 'UNKNOWN';
  if (status >= 200 && status < 300) return 'ACCEPTED';
  // A proxy or a service that fails may have performed the write.
  return status >= 300 && status < 500 && !ambiguousRedirects.has(status) ? 'REJECTED' : 'UNKNOWN';
}

/** Describes the effect of a failed write; `undefined` if the error itself implies it. */
function describeEffect(
  effect: WriteEffect,
  { code }: RestError,
  progress: Progress | undefined,
  hasResponse: boolean,
): string | undefined {
  if (effect === 'UNKNOWN') return 'the write may have happened, so read the object before you repeat it';
  if (effect === 'NOT_SENT') return unsentCodes.has(code) ? undefined : 'the write was not sent';
  if (hasResponse) return undefined;
  const advice = effect === 'ACCEPTED' ? ', so read the object instead of repeating it' : '';
  return `the upstream had ${effect === 'ACCEPTED' ? 'accepted' : 'rejected'} the write (${progress?.status})${advice}`;
}

/** Number of retries; 0 for writes. */
function getMaxRetries(
  { method }: OutgoingRequest,
  { retries }: Pick<CallContext, 'retries'>,
  options: RetryOptions,
): number {
  return method === 'GET' ? (retries ?? options.retries) : 0;
}

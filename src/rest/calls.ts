/** Calls with all their tries: when each may begin, what it counts for, and what it tells of the upstream. */
import type { Readable } from 'node:stream';
import { type Breaker, type CallFate, fateOfFailure, fateOfStatus } from './breaker.ts';
import type { CallContext } from './call-context.ts';
import type { Callers } from './callers.ts';
import { RestError } from './errors.ts';
import type { Queue } from './queue.ts';
import type { RestRequest, RestResponse } from './request.ts';
import type { Progress, ReceivedResponse, ResponseHandler, Sent } from './response-handler.ts';
import { mayBeUnchanged, toResponse } from './responses.ts';
import { type Receiver, type RetryOptions, Tries, type Wait } from './tries.ts';
import type { UpstreamLimits } from './upstream-limits.ts';
import type { Wire } from './wire.ts';

/** What calls are made with. */
export interface Calling {
  readonly options: RetryOptions;
  readonly queue: Queue;
  readonly callers: Callers;
  readonly limits: UpstreamLimits;
  /** Absent where every call is sent. */
  readonly breaker: Breaker | undefined;
  readonly wire: Wire;
  /** An exchange that has not begun. */
  exchange(sent: Sent, receiver: Receiver<ReceivedResponse>): ResponseHandler;
}

/** A file that is streamed through. */
export interface Download {
  readonly status: number;
  readonly headers: RestResponse['headers'];
  readonly body: Readable;
}

/** One call, with all its tries. */
export class Call extends Tries<RestResponse> implements Receiver<ReceivedResponse> {
  readonly #client: Calling;
  readonly #request: RestRequest;
  readonly #options: CallContext;
  readonly #sent: Sent;
  #exchange: ResponseHandler | undefined;
  #isAnswered = false;
  #probe: symbol | undefined;

  constructor(
    client: Calling,
    request: RestRequest,
    sent: Sent,
    options: CallContext,
    receiver: Receiver<RestResponse>,
  ) {
    super(client.options, retriesOf(sent, options, client.options), receiver, options);
    this.#client = client;
    this.#request = request;
    this.#sent = sent;
    this.#options = options;
  }

  protected begin(): void {
    const { queue, callers, breaker } = this.#client;
    const { credential } = this.#options;
    this.#probe = breaker?.enter(() => callers.of(credential));
    try {
      this.#options.allowance?.take();
      this.#exchange = this.#client.exchange(this.#sent, this);
      this.#exchange.begin(queue, callers.of(credential), callers.getPendingFingerprint(credential));
    } catch (error) {
      this.#tell('unknown');
      throw error;
    }
  }

  /** Tells the breaker what became of the try. */
  #tell(fate: CallFate): void {
    const { breaker, callers } = this.#client;
    breaker?.ended(fate, () => callers.of(this.#options.credential), this.#probe);
  }

  protected wait(): Wait | undefined {
    if (this.#sent.method !== 'GET') return undefined;
    const { limits, callers } = this.#client;
    const { credential } = this.#options;
    return limits.wait(credential, callers.of(credential), this.longestWait);
  }

  protected abort(reason: RestError): void {
    this.#exchange?.end(reason);
  }

  /** Adds to the failure of a write whether it may have happened. */
  protected override explain(failure: RestError): RestError {
    if (this.#sent.method === 'GET') return failure;
    if (!this.#isAnswered) return withNote(failure, describeEffect(failure, this.#exchange?.progress));
    return withNote(failure, gatewayStatuses.has(failure.status ?? 0) ? mayHaveHappened : undefined);
  }

  succeeded(received: ReceivedResponse): void {
    this.#isAnswered = true;
    this.#tell(fateOfStatus(received.status));
    const { onResponse, credential } = this.#options;
    let response: RestResponse;
    try {
      const translated = this.#client.wire.received(this.#request, received);
      const [isRead, isPoll] = [this.#sent.method === 'GET', onResponse !== undefined];
      this.#client.limits.note(credential, translated, { isRead, isPoll });
      onResponse?.(translated);
      if (received.status < 300) this.#client.callers.accept(credential);
      const isSuccess = received.status < 300 || (received.status === 304 && mayBeUnchanged(this.#request, this.#sent));
      response = toResponse(this.#client.wire, isSuccess, translated, this.#request, credential);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.settle(response);
  }

  failed(error: unknown): void {
    this.#tell(this.isCancelled ? 'unknown' : fateOfFailure(error));
    this.fail(error);
  }
}

/** The call of a file, up to the head of its response. It ends with the cancellation that it is opened with. */
export class DownloadCall extends Tries<Download> {
  readonly #client: Calling;
  readonly #open: () => Promise<Download>;
  readonly #options: CallContext;

  constructor(
    client: Calling,
    sent: Sent,
    options: CallContext,
    receiver: Receiver<Download>,
    open: () => Promise<Download>,
  ) {
    super(client.options, retriesOf(sent, options, client.options), receiver, options);
    this.#client = client;
    this.#open = open;
    this.#options = options;
  }

  protected begin(): void {
    const { breaker, callers } = this.#client;
    const callerOf = () => callers.of(this.#options.credential);
    const probe = breaker?.enter(callerOf);
    const tell = (fate: CallFate) => breaker?.ended(fate, callerOf, probe);
    try {
      this.#options.allowance?.take();
    } catch (error) {
      tell('unknown');
      throw error;
    }
    this.#open().then(
      (download) => {
        tell(fateOfStatus(download.status));
        this.settle(download);
      },
      (error: unknown) => {
        tell(this.isCancelled ? 'unknown' : fateOfFailure(error));
        this.fail(error);
      },
    );
  }

  protected wait(): Wait | undefined {
    const { limits, callers } = this.#client;
    const { credential } = this.#options;
    return limits.wait(credential, callers.of(credential), this.longestWait);
  }

  protected abort(): void {}
}

/** Rejections before a call is sent. */
const unsentCodes = new Set(['UPSTREAM_DOWN', 'CALLER_LIMIT', 'RATE_LIMITED']);
/** Statuses of a proxy whose upstream may have received the write. */
const gatewayStatuses = new Set([502, 504]);
const mayHaveHappened = 'the write may have happened';

/** The effect of a write that has no complete response; `undefined` if the failure itself says that it was not sent. */
function describeEffect({ code }: RestError, progress: Progress | undefined): string | undefined {
  if (!progress?.isSent) return unsentCodes.has(code) ? undefined : 'nothing was written here';
  const { status = 0 } = progress;
  if (status >= 200 && status < 300) return `the upstream accepted the write with ${status}`;
  return status >= 300 && status < 500 ? `the upstream rejected the write with ${status}` : mayHaveHappened;
}

function withNote(failure: RestError, note: string | undefined): RestError {
  if (note === undefined) return failure;
  const { code, message, status, requestId, retryAfter, violations } = failure;
  return new RestError(code, `${message}; ${note}`, { status, requestId, retryAfter, violations });
}

/** Only reads are tried again. */
function retriesOf({ method }: Sent, { retries }: Pick<CallContext, 'retries'>, options: RetryOptions): number {
  return method === 'GET' ? (retries ?? options.retries) : 0;
}

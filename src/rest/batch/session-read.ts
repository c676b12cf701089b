/** Reads of a session. */
import type { Contract, OperationId } from '../../contract/index.ts';
import { CallPriority } from '../call-priority.ts';
import type { CallTrace } from '../call-tracing.ts';
import { type ErrorCode, isRestError } from '../errors.ts';
import {
  type ResponseOrigin,
  type ResponsePartName,
  type RestRequest,
  type RestResponse,
  roundedMs,
  type TracedCall,
} from '../request.ts';
import type { ResultReceiver } from '../retries.ts';
import type { SharedCall } from '../shared-reads.ts';

/** Read of a field and, once it is sent, its call. */
export class SessionRead implements ResultReceiver<RestResponse>, TracedCall {
  readonly request: RestRequest;
  /** Path and query, which identify the request. */
  readonly url: string;
  readonly field: string;
  readonly response: Promise<RestResponse>;
  readonly resolve: (response: RestResponse | PromiseLike<RestResponse>) => void;
  readonly reject: (reason: unknown) => void;
  source: ResponseOrigin = 'upstream';
  status: number | undefined;
  error: ErrorCode | undefined;
  received: RestResponse | undefined;
  /** Shared call that the read waits for, while it does. */
  sharedCall: SharedCall | undefined;
  /** Calls that contain the response to the read, if it sends no call itself. */
  substitutes: readonly SessionRead[] = [];
  part: ResponsePartName | undefined;
  /** Priority of the call while only later parts need it. */
  readonly priority: CallPriority | undefined;
  /** Whether any page of the list suffices for all fields that need the response. */
  acceptsAnyPage: boolean;
  trace: CallTrace | undefined;
  readonly #contract: Contract;
  readonly #ended: (read: SessionRead) => void;
  startedAt = 0;
  #endedAt = 0;

  /** @param ended called when the call has ended */
  constructor(
    contract: Contract,
    request: RestRequest,
    url: string,
    field: string,
    part: ResponsePartName | undefined,
    ended: (read: SessionRead) => void,
  ) {
    this.#contract = contract;
    this.part = part;
    this.priority = part && new CallPriority();
    this.request = request;
    this.acceptsAnyPage = request.acceptsAnyPage ?? false;
    this.url = url;
    this.field = field;
    const { promise, resolve, reject } = Promise.withResolvers<RestResponse>();
    this.response = promise;
    this.resolve = resolve;
    this.reject = reject;
    this.#ended = ended;
  }

  get operation(): OperationId {
    return this.request.operation;
  }

  get method(): string {
    return this.#contract.operation(this.operation).method;
  }

  get path(): string {
    return this.#contract.operation(this.operation).path;
  }

  get durationMs(): number {
    return roundedMs(this.#endedAt - this.startedAt);
  }

  /** Whether the read has left the batch of its tick. */
  get isStarted(): boolean {
    return this.startedAt > 0;
  }

  get pausedMs(): number {
    return Math.min(this.durationMs, roundedMs(this.sharedCall?.pausedMs ?? 0));
  }

  start(): void {
    this.startedAt = performance.now();
  }

  /** Moves the read to the first part, which needs it, too. */
  raise(): void {
    this.part = undefined;
    this.priority?.raise();
    this.sharedCall?.raise();
    for (const call of this.substitutes) call.raise();
  }

  /** Record of the call without its response, which the read itself refers to. */
  withoutResponse(): TracedCall {
    const { request, operation, method, path, field, part, source, status, error, startedAt, durationMs, pausedMs } =
      this;
    return { request, operation, method, path, field, part, source, status, error, startedAt, durationMs, pausedMs };
  }

  onResult(response: RestResponse): void {
    if (response.isRevalidated && this.source === 'upstream') this.source = 'kept';
    this.received = response;
    this.#end(response.status);
    this.resolve(response);
  }

  onFailure(reason: unknown): void {
    const { status, code } = isRestError(reason) ? reason : {};
    this.#end(status, code);
    this.reject(reason);
  }

  #end(status: number | undefined, error?: ErrorCode): void {
    this.#endedAt = performance.now();
    this.status = status;
    this.error = error;
    this.trace?.end(this);
    this.#ended(this);
  }
}

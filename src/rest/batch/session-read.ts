import type { OperationId } from '../../contract/index.ts';
import { CallPriority } from '../call-priority.ts';
import type { ResponsePartName, RestRequest, RestResponse, TracedCall } from '../request.ts';

/** Read of a field. It sends a call, or the call of another read contains its response. */
export class SessionRead {
  readonly request: RestRequest;
  /** Path and query, which identify the request. */
  readonly url: string;
  readonly field: string;
  readonly response: Promise<RestResponse>;
  /** Part of the response that needs the read; `undefined` if the first one does. */
  part: ResponsePartName | undefined;
  /** Priority of the call while only later parts need it. */
  readonly priority: CallPriority | undefined;
  /** Whether any page of the list suffices for all fields that need the response. */
  acceptsAnyPage: boolean;
  /** Whether the read has left the batch of its tick. */
  isStarted = false;
  /** Record of the call, once it has ended. */
  call: TracedCall | undefined;
  /** Reads whose calls contain the response, if the read sends no call itself. */
  substitutes: readonly SessionRead[] = [];

  /** @param load returns the response */
  constructor(
    request: RestRequest,
    url: string,
    field: string,
    part: ResponsePartName | undefined,
    load: (read: SessionRead) => Promise<RestResponse>,
  ) {
    this.request = request;
    this.url = url;
    this.field = field;
    this.part = part;
    this.priority = part && new CallPriority();
    this.acceptsAnyPage = request.acceptsAnyPage ?? false;
    this.response = load(this);
  }

  get operation(): OperationId {
    return this.request.operation;
  }

  /** Moves the read to the first part, which needs it, too. */
  raise(): void {
    this.part = undefined;
    this.priority?.raise();
    for (const read of this.substitutes) read.raise();
  }
}

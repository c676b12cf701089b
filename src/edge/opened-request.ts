import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationRequest } from './operation/context.ts';

/** A request whose head has been read. */
export interface OpenedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly opened: Pick<OperationRequest, 'requestId' | 'address' | 'cancellation' | 'forwardedFor' | 'traceparent'>;
}

/** Headers of every response. Caches do not know that PRIVATE-TOKEN is a credential, so they must keep none. */
export function usualHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' };
}

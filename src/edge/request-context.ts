import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationRequest } from './operation/context.ts';

/** Request whose request line and headers have been read. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Client and identity of the request. */
  readonly origin: Pick<
    OperationRequest,
    'requestId' | 'clientNetwork' | 'cancellation' | 'forwardedFor' | 'traceHeaders'
  >;
}

/** Headers of every response. Caches must store none, because they do not treat PRIVATE-TOKEN as a credential. */
export function getDefaultHeaders(requestId: string): Record<string, string> {
  return { 'X-Request-Id': requestId, 'Cache-Control': 'no-store' };
}

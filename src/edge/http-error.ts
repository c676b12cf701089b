/** Responses to requests that fail before they become an operation, in the format of GraphQL responses. */
import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Error of a request that is rejected before GraphQL executes it. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, code: string, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function requestTimeoutError(timeoutMs: number): HttpError {
  return new HttpError(
    408,
    'REQUEST_TIMEOUT',
    `The request did not arrive completely within ${timeoutMs} ms (BODY_TIMEOUT_MS). Check that Content-Length is the length of the body, or retry over a faster connection`,
  );
}

function headAndBody({ code, message, headers }: HttpError): [OutgoingHttpHeaders, string] {
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  const described = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  return [{ ...described, ...headers }, body];
}

/** Sends an error response. */
export function sendHttpError(request: IncomingMessage, response: ServerResponse, error: HttpError): void {
  const [headers, body] = headAndBody(error);
  response.writeHead(error.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Writes an error response to a connection without a ServerResponse and closes it, even if the client keeps its side
 * open.
 */
export function closeWithHttpError(socket: Duplex, error: HttpError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [headers, body] = headAndBody(error);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  socket.once('finish', () => socket.destroy());
  socket.end([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'));
}

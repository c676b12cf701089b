/** Responses to requests that fail before they become an operation, in the format of GraphQL responses. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from './operation/request-error.ts';
import { textOf } from './operation/response.ts';

export function requestTimeoutError(timeoutMs: number, headers?: Readonly<Record<string, string>>): RequestError {
  const message = `The request did not arrive completely within ${timeoutMs} ms (BODY_TIMEOUT_MS). Check that Content-Length is the length of the body, or retry over a faster connection`;
  return new RequestError('REQUEST_TIMEOUT', message, { headers });
}

function headAndBody(error: RequestError): [Record<string, string | number>, string] {
  const body = textOf({ errors: [error] });
  const described = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  return [{ ...described, ...error.headers }, body];
}

/** Sends an error response. */
export function sendRequestError(request: IncomingMessage, response: ServerResponse, error: RequestError): void {
  const [headers, body] = headAndBody(error);
  response.writeHead(error.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Writes an error response to a connection without a ServerResponse and closes it, even if the client keeps its side
 * open.
 */
export function closeWithRequestError(socket: Duplex, error: RequestError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [headers, body] = headAndBody(error);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  socket.once('finish', () => socket.destroy());
  socket.end([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'));
}

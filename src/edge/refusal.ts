/** Answers to what never becomes an operation, in the form that GraphQL answers have. */
import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Why a request is refused before GraphQL sees it. */
export class RefusedRequest extends Error {
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

function headAndBody({ code, message, headers }: RefusedRequest): [OutgoingHttpHeaders, string] {
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  const described = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  return [{ ...described, ...headers }, body];
}

/** Answers a request with why it is refused. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: RefusedRequest): void {
  const [headers, body] = headAndBody(refusal);
  response.writeHead(refusal.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Refuses on a connection that has no response of its own, and ends it, whether the client ends its side or not. */
export function refuseConnection(socket: Duplex, refusal: RefusedRequest): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [headers, body] = headAndBody(refusal);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  socket.once('finish', () => socket.destroy());
  socket.end([`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n'));
}

/** Responses to requests that never become an operation, in the form of GraphQL responses. */
import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** The error for a request that is refused before GraphQL executes it. */
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

/** Responds to a request with a refusal. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: RefusedRequest): void {
  const [headers, body] = headAndBody(refusal);
  response.writeHead(refusal.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Writes a refusal to a connection without a ServerResponse and closes it, even if the client keeps its side open. */
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

/** Sends an operation over each transport of the facade, with comparable results. */
import { type IncomingMessage, request } from 'node:http';
import { WebSocket } from 'ws';

export const transports = ['POST', 'GET', 'SSE', 'WebSocket', 'multipart'] as const;

export type Transport = (typeof transports)[number];

export interface Operation {
  readonly query?: string;
  readonly operationName?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>> & { readonly code?: string };
  }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface OperationResponse {
  /** HTTP status, or 0 if the connection ended without one. For a WebSocket, 101 or the close code. */
  readonly status: number;
  /** One result of a query or mutation, or the results of a subscription in their order. */
  readonly results: readonly Result[];
  /** Size of the response. */
  readonly bytes: number;
}

type Headers = Readonly<Record<string, string>>;

interface HttpResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends a request, whose response may arrive before its body is sent. */
function exchange(url: URL, method: string, headers: Headers, body: Buffer | undefined, signal?: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const clientRequest = request(url, { method, headers, agent: false, ...(signal ? { signal } : {}) });
  clientRequest.once('response', (response: IncomingMessage) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part) => {
      text += part;
    });
    response.once('error', () => undefined);
    response.once('close', () => resolve({ status: response.statusCode ?? 0, text }));
  });
  clientRequest.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve({ status: 0, text: '' });
    else reject(error);
  });
  clientRequest.end(body);
  return promise;
}

function parseJsonResults(text: string): Result[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** Parses the results in a stream of Server-Sent Events. */
function parseEventResults(text: string): Result[] {
  return text
    .split('\n\n')
    .filter((event) => /^event: next$/m.test(event))
    .map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}'));
}

const json = { 'content-type': 'application/json' };

async function overHttp(
  url: URL,
  headers: Headers,
  transport: Transport,
  operation: Operation,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  if (transport === 'GET') {
    const target = new URL(url);
    for (const [name, value] of Object.entries(operation))
      target.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    return exchange(target, 'GET', headers, undefined, signal);
  }
  if (transport === 'multipart') {
    const form = new FormData();
    form.set('operations', JSON.stringify(operation));
    form.set('map', '{}');
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    const body = Buffer.from(await encoded.arrayBuffer());
    return exchange(url, 'POST', { 'content-type': type, 'x-portico-csrf': '1', ...headers }, body, signal);
  }
  const accept = transport === 'SSE' ? 'text/event-stream' : 'application/json';
  return exchange(url, 'POST', { ...json, accept, ...headers }, Buffer.from(JSON.stringify(operation)), signal);
}

async function overWebSocket(
  url: URL,
  headers: Headers,
  operation: Operation,
  signal?: AbortSignal,
): Promise<OperationResponse> {
  const socket = new WebSocket(url.href.replace('http', 'ws'), 'graphql-transport-ws', { headers });
  socket.on('error', () => undefined);
  const results: Result[] = [];
  let bytes = 0;
  let status = 101;
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.once('open', () => send({ type: 'connection_init' }));
  socket.on('message', (data) => {
    bytes += data.toString().length;
    const { type, payload } = JSON.parse(data.toString());
    if (type === 'connection_ack') send({ id: '1', type: 'subscribe', payload: operation });
    else if (type === 'ping') send({ type: 'pong' });
    else if (type === 'next') results.push(payload);
    else if (type === 'error') results.push({ errors: payload });
    if (type === 'complete' || type === 'error') socket.close(1000);
  });
  const disconnect = () => socket.terminate();
  signal?.addEventListener('abort', disconnect);
  // Unlike `once`, does not reject on an error, which the close follows.
  const code = await new Promise<number>((resolve) => socket.once('close', resolve));
  signal?.removeEventListener('abort', disconnect);
  if (signal?.aborted) throw signal.reason;
  if (code !== 1000) status = code;
  return { status, results, bytes };
}

/**
 * Sends an operation and waits until it has ended.
 *
 * @param url URL of the facade
 * @param signal disconnects the client without a message; the promise then rejects
 */
export async function sendOver(
  transport: Transport,
  url: URL,
  operation: Operation,
  headers: Headers = {},
  signal?: AbortSignal,
): Promise<OperationResponse> {
  const endpoint = new URL('/graphql', url);
  if (transport === 'WebSocket') return overWebSocket(endpoint, headers, operation, signal);
  const { status, text } = await overHttp(endpoint, headers, transport, operation, signal);
  signal?.throwIfAborted();
  const results = transport === 'SSE' && /^event: /m.test(text) ? parseEventResults(text) : parseJsonResults(text);
  return { status, results, bytes: Buffer.byteLength(text) };
}

/** Sends bytes unchanged, unlike HTTP clients. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { Part, RawRequest } from './arbitraries/requests.ts';

export interface RawResponse {
  /** 0 if the connection ended without a response. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Writes a request on a new connection and reads until the server ends it. */
export async function sendRaw({ port }: URL, { method, target, headers, body }: RawRequest): Promise<RawResponse> {
  const socket = connect(Number(port), '127.0.0.1');
  // A reset is treated like an ended connection.
  socket.on('error', () => undefined);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines}${length}connection: close\r\n\r\n`, 'latin1');
  socket.write(body);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString();
  const [head = '', ...bodyParts] = text.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: bodyParts.join('\r\n\r\n') };
}

const boundary = 'portico-boundary';

/** Creates a multipart request. */
export function createForm(parts: readonly Part[]): RawRequest {
  const body = parts
    .map(({ name, filename, text }) => {
      const file = filename === undefined ? '' : `; filename="${filename}"`;
      return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
    })
    .join('');
  return {
    method: 'POST',
    target: '/graphql',
    headers: [
      ['host', 'localhost'],
      ['content-type', `multipart/form-data; boundary=${boundary}`],
    ],
    body: `${body}--${boundary}--\r\n`,
  };
}

export interface Conversation {
  readonly received: readonly string[];
  /** `undefined` if the server returned the result of the last query. */
  readonly closeCode: number | undefined;
}

/** Sends messages over a WebSocket, then a query. Collects messages until the result of the query or the end of the connection. */
export async function converse({ port }: URL, messages: readonly string[]): Promise<Conversation> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const received: string[] = [];
  const abortController = new AbortController();
  const closed = once(socket, 'close', { signal: abortController.signal });
  const lastResult = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      received.push(String(data));
      if (String(data).includes('"id":"last"')) resolve();
    });
  });
  for (const message of messages) socket.send(message);
  socket.send('{"type":"subscribe","id":"last","payload":{"query":"{ __typename }"}}');
  const outcome = await Promise.race([lastResult, closed]);
  abortController.abort();
  closed.catch(() => undefined);
  socket.terminate();
  return { received, closeCode: Array.isArray(outcome) ? Number(outcome[0]) : undefined };
}

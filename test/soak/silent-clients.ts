/** Clients that stay connected but stop sending and reading. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../sandbox/index.ts';
import { type Caller, callers } from '../chaos/callers.ts';
import { toSubscription } from './subscribers.ts';

export const silentClientKinds = ['WebSocket', 'half a body', 'unread response', 'silence'] as const;

type SilentClientKind = (typeof silentClientKinds)[number];

const maxSilenceMs = 75_000;
const handshakeMs = 1000;

const largeQuery = '{ project(id: "14") { pipelines(first: 450) { nodes { iid status sha webUrl } } } }';

function createRequestHead(
  method: string,
  { headers }: Caller,
  extraHeaders: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...extraHeaders }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} /graphql HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** Encodes a WebSocket message of a client. */
function frame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const mask = randomBytes(4);
  const length = text.length < 126 ? [text.length] : [126, text.length >> 8, text.length & 0xff];
  const head = Buffer.from([0x81, 0x80 | (length[0] ?? 0), ...length.slice(1)]);
  return Buffer.concat([head, mask, text.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

async function sendStart(socket: Socket, kind: SilentClientKind, caller: Caller, pipeline: string): Promise<void> {
  const body = JSON.stringify({ query: largeQuery });
  const postHead = createRequestHead('POST', caller, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  });
  if (kind === 'half a body') socket.write(postHead + body.slice(0, body.length / 2));
  if (kind === 'unread response') socket.write((postHead + body).repeat(8));
  if (kind !== 'WebSocket') return;
  socket.write(
    createRequestHead('GET', caller, {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-protocol': 'graphql-transport-ws',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }),
  );
  await pause(handshakeMs);
  socket.write(frame({ type: 'connection_init' }));
  socket.write(frame({ id: '1', type: 'subscribe', payload: toSubscription(pipeline) }));
}

interface SilentClientOptions {
  readonly url: () => URL;
  readonly pipelines: readonly string[];
  readonly random: Random;
  /** Ends the loop and disconnects the client. */
  readonly signal: AbortSignal;
  readonly count: (kind: SilentClientKind) => void;
}

/** Connects, falls silent and disconnects, repeatedly until `signal` is aborted. */
export async function runSilentClient({ url, pipelines, random, signal, count }: SilentClientOptions): Promise<void> {
  while (!signal.aborted) {
    const kind = random.pick(silentClientKinds);
    const { hostname, port } = url();
    const socket = connect(Number(port), hostname);
    // The facade may close the connection at any time.
    socket.on('error', () => undefined);
    socket.pause();
    await sendStart(socket, kind, random.pick(callers), random.pick(pipelines));
    await pause(random.integer(handshakeMs, maxSilenceMs), undefined, { signal }).catch(() => undefined);
    socket.resetAndDestroy();
    count(kind);
  }
}

/** Clients that are still connected, as far as the facade can see, but neither speak nor listen any more. */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../src/sandbox/kit/random.ts';
import { type Caller, callers } from '../chaos/callers.ts';
import { following } from './crowd.ts';

export const vanishings = ['WebSocket', 'half a body', 'answer not read', 'silence'] as const;

type Vanishing = (typeof vanishings)[number];

/** Milliseconds after which they are gone for good. */
const longestSilence = 75_000;
const afterHandshake = 1000;

const large = '{ project(id: "14") { pipelines(first: 450) { nodes { iid status sha webUrl } } } }';

function headOf(method: string, { headers }: Caller, more: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...more }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} /graphql HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** A message of a WebSocket as a client sends it. */
function frame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const mask = randomBytes(4);
  const length = text.length < 126 ? [text.length] : [126, text.length >> 8, text.length & 0xff];
  const head = Buffer.from([0x81, 0x80 | (length[0] ?? 0), ...length.slice(1)]);
  return Buffer.concat([head, mask, text.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

async function speak(socket: Socket, kind: Vanishing, caller: Caller, pipeline: string): Promise<void> {
  const body = JSON.stringify({ query: large });
  const posted = headOf('POST', caller, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  });
  if (kind === 'half a body') socket.write(posted + body.slice(0, body.length / 2));
  if (kind === 'answer not read') socket.write((posted + body).repeat(8));
  if (kind !== 'WebSocket') return;
  socket.write(
    headOf('GET', caller, {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-protocol': 'graphql-transport-ws',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }),
  );
  await pause(afterHandshake);
  socket.write(frame({ type: 'connection_init' }));
  socket.write(frame({ id: '1', type: 'subscribe', payload: following(pipeline) }));
}

interface VanishOptions {
  readonly url: () => URL;
  readonly pipelines: readonly string[];
  readonly random: Random;
  /** Aborted when all have to be gone. */
  readonly over: AbortSignal;
  readonly count: (kind: Vanishing) => void;
}

/** Keeps connecting and falling silent. */
export async function keepVanishing({ url, pipelines, random, over, count }: VanishOptions): Promise<void> {
  while (!over.aborted) {
    const kind = random.pick(vanishings);
    const { hostname, port } = url();
    const socket = connect(Number(port), hostname);
    // The facade may close it at any time.
    socket.on('error', () => undefined);
    socket.pause();
    await speak(socket, kind, random.pick(callers), random.pick(pipelines));
    await pause(random.integer(afterHandshake, longestSilence), undefined, { signal: over }).catch(() => undefined);
    socket.resetAndDestroy();
    count(kind);
  }
}

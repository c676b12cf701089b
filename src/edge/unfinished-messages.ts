import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { ByteBudget } from './byte-budget.ts';

/** Bytes of the head of a control frame that a client sends. */
const controlHead = 6;

export interface UnfinishedLimits {
  /** Milliseconds for a message to arrive as a whole. */
  readonly timeout: number;
  /** What has not arrived as a whole, of all clients. */
  readonly incoming: ByteBudget;
  readonly address: string;
  /** Told once why the WebSocket has to end. */
  readonly exceeded: (problem: string) => void;
}

/** Bounds the messages of a WebSocket that have begun and not ended: the time, and together with all other clients the bytes. */
export function boundUnfinished(webSocket: WebSocket, connection: Duplex, limits: UnfinishedLimits): void {
  const { timeout, incoming, address, exceeded } = limits;
  const held = incoming.hold(address);
  let unfinished = 0;
  let deadline: NodeJS.Timeout | undefined;
  const finished = () => {
    unfinished = 0;
    clearTimeout(deadline);
    deadline = undefined;
  };
  // Control frames may come amid a message and are no part of it.
  const control = (data: RawData) => {
    const { length } = data instanceof Buffer ? data : Buffer.alloc(0);
    unfinished = Math.max(0, unfinished - length - controlHead);
  };
  webSocket.on('message', finished);
  webSocket.on('ping', control);
  webSocket.on('pong', control);
  // Before the WebSocket reads what came, and after.
  connection.prependListener('data', (chunk: Buffer) => {
    unfinished += chunk.length;
  });
  connection.on('data', () => {
    if (unfinished === 0) finished();
    else
      deadline ??= setTimeout(
        () => exceeded(`A message did not arrive within the ${timeout} ms that BODY_TIMEOUT_MS allows`),
        timeout,
      );
    held.resize(unfinished);
    const beyond = unfinished === 0 ? undefined : incoming.exceeded(address);
    if (beyond !== undefined)
      exceeded(`More bytes are arriving than the ${beyond.limit.bytes} of ${beyond.limit.setting}`);
  });
  webSocket.once('close', () => {
    finished();
    held.release();
  });
}

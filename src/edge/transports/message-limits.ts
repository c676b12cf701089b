import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { ByteBudget } from '../byte-budget.ts';

/** Bytes of the header of a control frame from a client. */
const controlHead = 6;

export interface UnfinishedLimits {
  /** Milliseconds for a message to arrive completely. */
  readonly timeout: number;
  /** Counts what is arriving from all clients. */
  readonly incoming: ByteBudget;
  /** Caller that the messages are counted for; it changes when the upstream accepts the credential of the connection. */
  readonly callerOf: () => string;
  /** Called with the limit that is exceeded, so that the WebSocket can be closed. */
  readonly exceeded: (problem: string) => void;
}

/** Limits the time for which a message of a WebSocket is incomplete, and its bytes together with those of all other clients. */
export function boundUnfinished(webSocket: WebSocket, connection: Duplex, limits: UnfinishedLimits): void {
  const { timeout, incoming, callerOf, exceeded } = limits;
  let caller = callerOf();
  let held = incoming.reserve(caller);
  let unfinished = 0;
  let deadline: NodeJS.Timeout | undefined;
  const finished = () => {
    unfinished = 0;
    clearTimeout(deadline);
    deadline = undefined;
  };
  // Control frames may arrive between the frames of a message and do not count.
  const control = (data: RawData) => {
    const { length } = data instanceof Buffer ? data : Buffer.alloc(0);
    unfinished = Math.max(0, unfinished - length - controlHead);
  };
  webSocket.on('message', finished);
  webSocket.on('ping', control);
  webSocket.on('pong', control);
  // The first listener counts before the WebSocket parses the chunk, and the second one checks afterwards.
  connection.prependListener('data', (chunk: Buffer) => {
    unfinished += chunk.length;
  });
  connection.on('data', () => {
    if (unfinished === 0) finished();
    else deadline ??= setTimeout(() => exceeded(`A message did not arrive within ${timeout} ms`), timeout);
    if (unfinished > 0 && caller !== callerOf()) {
      held.release();
      caller = callerOf();
      held = incoming.reserve(caller);
    }
    held.resize(unfinished);
    const beyond = unfinished === 0 ? undefined : incoming.exceeded(caller);
    if (beyond !== undefined) exceeded(`More bytes are arriving than ${beyond.limit.bytes} (${beyond.limit.setting})`);
  });
  webSocket.once('close', () => {
    finished();
    held.release();
  });
}

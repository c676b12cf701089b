import type { ByteBudget } from '../operation/byte-budget.ts';
import type { SocketConnection } from './socket-connection.ts';

/** Bytes of the mask of a frame. Each frame of a client has one. */
const maskBytes = 4;
/** First opcode of a control frame. These may arrive between the frames of a message. */
const firstControlOpcode = 8;

/**
 * Progress of the message that a client is sending, by the headers of its frames (RFC 6455, section 5.2). ws reports a message only when it
 * has handled all earlier ones.
 */
class MessageProgress {
  readonly #head = Buffer.alloc(10);
  #headLength = 0;
  /** Bytes of the current frame that are missing after its header: mask and payload. */
  #missingBytes = 0;
  #frameBytes = 0;
  /** Bytes of the complete frames of the current message. */
  #earlierBytes = 0;

  /** Bytes of a message or control frame that is incomplete. */
  get bytes(): number {
    return this.#earlierBytes + this.#frameBytes;
  }

  /** Adds a chunk. @returns whether a message, or a control frame between messages, has ended in it */
  add(chunk: Buffer): boolean {
    let hasEnded = false;
    for (let at = 0; at < chunk.length; ) {
      const isHead = this.#missingBytes === 0;
      const length = isHead ? 1 : Math.min(this.#missingBytes, chunk.length - at);
      if (isHead) this.#addToHead(chunk[at] ?? 0);
      else this.#missingBytes -= length;
      at += length;
      this.#frameBytes += length;
      if (!isHead && this.#missingBytes === 0 && this.#endFrame()) hasEnded = true;
    }
    return hasEnded;
  }

  #addToHead(byte: number): void {
    const head = this.#head;
    head[this.#headLength] = byte;
    this.#headLength += 1;
    const code = (head[1] ?? 0) & 0x7f;
    const lengthBytes = code === 127 ? 8 : code === 126 ? 2 : 0;
    if (this.#headLength < 2 + lengthBytes) return;
    const payloadBytes = code === 127 ? Number(head.readBigUInt64BE(2)) : code === 126 ? head.readUInt16BE(2) : code;
    this.#missingBytes = maskBytes + payloadBytes;
    this.#headLength = 0;
  }

  /** Ends the current frame. @returns whether the frame completes a message, or is a control frame between messages */
  #endFrame(): boolean {
    const first = this.#head[0] ?? 0;
    const isFinal = (first & 0x80) !== 0;
    const isControl = (first & 0x0f) >= firstControlOpcode;
    if (!isControl) this.#earlierBytes = isFinal ? 0 : this.#earlierBytes + this.#frameBytes;
    this.#frameBytes = 0;
    return this.#earlierBytes === 0;
  }
}

export interface UnfinishedLimits {
  /** Milliseconds for a message to arrive completely. */
  readonly timeout: number;
  /** Counts what is arriving from all clients. */
  readonly incoming: ByteBudget;
  /** Called with the limit that is exceeded, so that the WebSocket can be closed. */
  readonly exceeded: (problem: string) => void;
}

/**
 * Limits the time for which a message of a WebSocket is incomplete, and its bytes together with those of all other clients. Complete messages
 * that wait to be handled need no limit: ws pauses the connection when they have more than 64 KiB.
 */
export function boundUnfinished(connection: SocketConnection, limits: UnfinishedLimits): void {
  const { timeout, incoming, exceeded } = limits;
  const { socket, stream } = connection;
  const progress = new MessageProgress();
  let held = incoming.reserve(connection.credential);
  let deadline: NodeJS.Timeout | undefined;
  const stopDeadline = () => {
    clearTimeout(deadline);
    deadline = undefined;
  };
  const startDeadline = () => {
    deadline = setTimeout(() => {
      // The client cannot send the rest while the connection is paused.
      if (stream.isPaused()) startDeadline();
      else
        exceeded(
          `A message did not arrive completely within ${timeout} ms (BODY_TIMEOUT_MS). Raise the setting if the connections of clients are slow`,
        );
    }, timeout);
  };
  stream.on('data', (chunk: Buffer) => {
    if (progress.add(chunk)) stopDeadline();
    const { bytes } = progress;
    if (bytes > 0 && deadline === undefined) startDeadline();
    // `connection_init` may contain another credential than the upgrade request.
    if (bytes > 0 && held.credential !== connection.credential) {
      held.release();
      held = incoming.reserve(connection.credential);
    }
    held.resize(bytes);
    const beyond = bytes === 0 ? undefined : incoming.exceeded(connection.credential);
    if (beyond !== undefined)
      exceeded(
        `Too many bytes are arriving: the limit is ${beyond.limit.bytes} bytes (${beyond.limit.setting}). Send smaller messages, or raise the setting`,
      );
  });
  socket.once('close', () => {
    stopDeadline();
    held.release();
  });
}

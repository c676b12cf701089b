/** State of one WebSocket, and the messages that are sent over it. */
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { Config } from '../../config/config.ts';
import type { Cancellation } from '../../rest/cancellation.ts';
import type { Credential } from '../../rest/credential.ts';
import { LinkedList } from '../../rest/linked-list.ts';
import type { HttpError } from '../http-error.ts';
import type { HeaderValues, OperationRequest } from '../operation/context.ts';
import type { OutgoingBuffer } from '../outgoing-buffer.ts';
import type { SocketOperation } from './socket-operation.ts';

export interface OutgoingMessages {
  readonly config: Pick<Config, 'maxSocketBufferBytes'>;
  readonly logger: Logger;
  readonly outgoing: OutgoingBuffer;
  /** Returns the caller that responses to a credential are counted for. */
  readonly callerOf: (credential: Credential) => string;
}

/** Bytes that may wait for the client when another result of an operation is read. */
const maxWaitingBytes = 64 * 1024;
export const tryAgainLater = 1013;
/** Bytes of the reason in a close frame. The last character may be cut, and is then replaced by one of up to 3 bytes. */
const maxReasonBytes = 120;

/** Closes a WebSocket with the start of a reason, as far as a close frame can contain it. */
export function closeSocket(socket: WebSocket, code: number | undefined, reason: string): void {
  socket.close(code, Buffer.from(reason).subarray(0, maxReasonBytes).toString());
}

/** One WebSocket. */
export class SocketConnection {
  readonly socket: WebSocket;
  readonly #operations = new LinkedList<SocketOperation>();
  readonly clientNetwork: string;
  /** Client address to forward to the upstream. */
  readonly forwardedFor: string | undefined;
  /** Trace context of the upgrade request, which the operations of the connection continue. */
  readonly traceHeaders: OperationRequest['traceHeaders'];
  headers: HeaderValues = {};
  credential: Credential;
  alive = true;
  /** Size of the latest message. */
  receivedBytes = 0;
  /** Whether its `connection_init` was accepted. */
  isInitialized = false;
  /** Closes the connection if `connection_init` does not arrive in time. */
  initTimer: NodeJS.Timeout | undefined;
  /** Whether a pong waits to be sent. Until then further pings get no pong of their own, which the protocols allow. */
  #isPonging = false;
  /** Operations that wait until the client has read enough, in their order. */
  readonly #waiting = new LinkedList<() => void>();
  #isResuming = false;
  /** Releases the count of the connection for its caller. */
  releaseCount: () => void;

  /** Connection that the messages go over. */
  readonly stream: Duplex;
  readonly #outgoing: OutgoingMessages;
  #isCorked = false;

  /**
   * @param origin client network and trace context of the upgrade request
   * @param releaseCount releases the count of the connection for its caller
   * @param credential of the upgrade request, until `connection_init` replaces it
   */
  constructor(
    socket: WebSocket,
    stream: Duplex,
    origin: Pick<OperationRequest, 'clientNetwork' | 'forwardedFor' | 'traceHeaders'>,
    releaseCount: () => void,
    credential: Credential,
    outgoing: OutgoingMessages,
  ) {
    this.socket = socket;
    this.stream = stream;
    this.clientNetwork = origin.clientNetwork;
    this.forwardedFor = origin.forwardedFor;
    this.traceHeaders = origin.traceHeaders;
    this.credential = credential;
    this.releaseCount = releaseCount;
    this.#outgoing = outgoing;
    socket.on('pong', () => {
      this.alive = true;
    });
    socket.on('ping', (data) => this.#sendPong((sent) => socket.pong(data, false, sent)));
  }

  /**
   * Sends a message. Returns no promise, because graphql-ws would wait for the last message of an operation and then delete its id, although
   * another operation may have that id by then. Closes the connection if its client reads too slowly.
   */
  send(message: string): void {
    const { config, logger, outgoing, callerOf } = this.#outgoing;
    const { socket } = this;
    const caller = callerOf(this.credential);
    const size = Buffer.byteLength(message);
    const problem = outgoing.getResponseError(caller, size);
    const waiting = socket.bufferedAmount;
    const isOpen = socket.readyState === socket.OPEN;
    if (isOpen && problem !== undefined) {
      this.#cut(problem);
      return;
    }
    if (isOpen && waiting <= config.maxSocketBufferBytes) {
      const reservation = outgoing.reserve(caller, size);
      this.#write(message, (failure) => {
        reservation.release();
        // The results can no longer be delivered.
        if (failure) this.endOperations();
        else this.#resume();
      });
      return;
    } else if (isOpen) {
      logger.info(
        { code: 'SOCKET_BUFFER_LIMIT', waiting, limit: config.maxSocketBufferBytes },
        'a WebSocket with too many unread bytes is cut off',
      );
      const reason = `Too many unread bytes: the limit is ${config.maxSocketBufferBytes}. Read faster`;
      closeSocket(socket, tryAgainLater, reason);
    }
    // The results can no longer be delivered, so the operations end before the connection is closed.
    this.endOperations();
  }

  /**
   * Waits until the client has read almost everything that is waiting for it. Operations continue one after another, so that not all of them
   * add their next message at the same time.
   * @param cancellation of the operation, after which it need not continue
   * @param heldBytes bytes of a result that waits, and counts as unread
   */
  async waitForClient(cancellation: Cancellation, heldBytes?: () => number): Promise<void> {
    if (cancellation.isCancelled || !this.#isStalled) return;
    const { outgoing, callerOf } = this.#outgoing;
    const caller = callerOf(this.credential);
    const bytes = heldBytes?.() ?? 0;
    const problem = outgoing.getResponseError(caller, bytes);
    if (problem !== undefined) {
      this.#cut(problem);
      return;
    }
    const reservation = outgoing.reserve(caller, bytes);
    await new Promise<void>((resolve) => {
      const proceed = () => {
        this.#waiting.remove(link);
        cancellation.unlisten(proceed);
        resolve();
      };
      const link = this.#waiting.append(proceed);
      cancellation.listen(proceed);
      this.#resume();
    });
    reservation.release();
  }

  /** Whether results wait for the client to read. */
  get #isStalled(): boolean {
    return this.#waiting.size > 0 || this.socket.bufferedAmount > maxWaitingBytes;
  }

  /** Closes the connection if its client does not read: an error would wait in the same buffer, and retain what the operations have loaded. */
  cutIfStalled(problem: Pick<HttpError, 'code' | 'message'>): void {
    if (this.#isStalled) this.#cut(problem);
  }

  /** Continues the next operation that waits. It sends its message before the one after it continues. */
  #resume(): void {
    const { first } = this.#waiting;
    if (this.#isResuming || first === undefined || this.socket.bufferedAmount > maxWaitingBytes) return;
    this.#isResuming = true;
    first.value();
    setImmediate(() => {
      this.#isResuming = false;
      this.#resume();
    });
  }

  /** Closes the connection of a client with too many unread bytes. A client that does not read is disconnected soon afterwards. */
  #cut({ code, message }: Pick<HttpError, 'code' | 'message'>): void {
    this.#outgoing.logger.info({ code, problem: message }, 'a WebSocket is cut off');
    closeSocket(this.socket, tryAgainLater, message);
    // The results can no longer be delivered, so the operations end before the connection is closed.
    this.endOperations();
  }

  /** Sends all messages of one tick in one write, such as a result and its `complete`. @param sent called when the message has been sent */
  #write(message: string, sent: (failure?: Error) => void): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.stream.cork();
      process.nextTick(this.#uncork);
    }
    this.socket.send(message, sent);
  }

  readonly #uncork = (): void => {
    this.#isCorked = false;
    this.stream.uncork();
  };

  /** Responds to a ping of the GraphQL protocol. */
  pong(): void {
    this.#sendPong((sent) => this.socket.send('{"type":"pong"}', sent));
  }

  #sendPong(send: (sent: () => void) => void): void {
    if (this.#isPonging || this.socket.readyState !== this.socket.OPEN) return;
    this.#isPonging = true;
    send(() => {
      this.#isPonging = false;
    });
  }

  /** Adds an operation until it ends. An earlier one with the same id is ended. @param onEnd called once when it has ended */
  addOperation(operation: SocketOperation, onEnd: () => void): void {
    // graphql-ws does not notify an operation that is completed while it starts.
    this.endOperations(operation.id);
    const link = this.#operations.append(operation);
    operation.cancellation.listen(() => {
      this.#operations.remove(link);
      onEnd();
    });
  }

  /** Ends the operations of the connection, or only the one with an id. */
  endOperations(id?: string): void {
    for (const operation of this.#operations.values) if (id === undefined || operation.id === id) operation.end();
  }

  /** Number of operations in progress. */
  get operationCount(): number {
    return this.#operations.size;
  }

  /** Whether a query or mutation is in progress. */
  get busy(): boolean {
    return this.#operations.values.some((operation) => !operation.isSubscription);
  }
}

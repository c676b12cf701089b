/** State of one WebSocket, and the messages that are sent over it. */
import type { Duplex } from 'node:stream';
import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { Config } from '../../config/config.ts';
import type { Cancellation } from '../../rest/cancellation.ts';
import type { Credential } from '../../rest/credential.ts';
import { LinkedList } from '../../rest/linked-list.ts';
import type { HeaderValues, OperationRequest } from '../operation/context.ts';
import type { UnsentBytes } from '../operation/unsent-bytes.ts';
import type { SocketOperation } from './socket-operation.ts';

export interface MessageOptions {
  readonly config: Pick<Config, 'maxSocketBufferBytes'>;
  readonly logger: Logger;
  readonly unsent: UnsentBytes;
}

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
  /** Number of pings since the last pong. */
  pingsWithoutPong = 0;
  /** Size of the latest message. */
  receivedBytes = 0;
  /** Whether its `connection_init` was accepted. */
  isInitialized = false;
  /** Closes the connection if `connection_init` does not arrive in time. */
  initTimer: NodeJS.Timeout | undefined;
  /** Whether a pong waits to be sent. Until then further pings get no pong of their own, which the protocols allow. */
  #isPonging = false;
  /** Operations that wait until the client has read enough, in the order of their arrival. */
  readonly #waiting = new LinkedList<() => void>();
  /** Messages of the client that wait until it has read enough. They alternate with operations, so that the result of a message is sent before the next message is handled. */
  readonly #waitingMessages = new LinkedList<() => void>();
  #isMessageNext = false;
  #isResuming = false;
  /** Releases the count of the connection for its caller. */
  releaseCount: () => void;

  /** Connection that the messages go over. */
  readonly stream: Duplex;
  readonly #messages: MessageOptions;
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
    messages: MessageOptions,
  ) {
    this.socket = socket;
    this.stream = stream;
    this.clientNetwork = origin.clientNetwork;
    this.forwardedFor = origin.forwardedFor;
    this.traceHeaders = origin.traceHeaders;
    this.credential = credential;
    this.releaseCount = releaseCount;
    this.#messages = messages;
    socket.on('pong', () => {
      this.pingsWithoutPong = 0;
    });
    socket.on('ping', (data) => this.#sendPong((sent) => socket.pong(data, false, sent)));
    socket.once('close', () => {
      for (const proceed of [...this.#waiting.values, ...this.#waitingMessages.values]) proceed();
    });
  }

  /**
   * Sends a message. Returns no promise, because graphql-ws would wait for the last message of an operation and then delete its id, although
   * another operation may have that id by then.
   */
  send(message: string): void {
    const { socket } = this;
    if (socket.readyState !== socket.OPEN) {
      // The results can no longer be delivered.
      this.endOperations();
      return;
    }
    const { unsent } = this.#messages;
    const bytes = Buffer.byteLength(message);
    // Several results that ended at the same time may each have been admitted.
    const problem = unsent.getResponseError(this.credential, bytes);
    if (problem !== undefined) {
      this.#cut(problem);
      return;
    }
    const reservation = unsent.reserve(this.credential, bytes);
    this.#write(message, (failure) => {
      reservation.release();
      if (failure) this.endOperations();
      else this.#resume();
    });
  }

  /**
   * Handles a message of the client as soon as the client has read enough of the earlier results. Until then, no more of its messages are read.
   * @param bytes bytes of the message, which count as unsent while it waits
   */
  async receive(bytes: number, handle: () => void): Promise<void> {
    if (this.#isStalled || this.#waitingMessages.size > 0) {
      this.socket.pause();
      await this.#wait(this.#waitingMessages, bytes);
      if (this.#waitingMessages.size === 0) this.socket.resume();
    }
    handle();
  }

  /**
   * Waits until the client has read almost everything that is waiting for it. Operations continue one after another, so that not all of them
   * add their next message at the same time.
   * @param cancellation of the operation, after which it need not continue
   * @param heldBytes bytes of a result that waits, and counts as unsent
   */
  async waitForClient(cancellation: Cancellation, heldBytes?: () => number): Promise<void> {
    if (!cancellation.isCancelled && this.#isStalled) await this.#wait(this.#waiting, heldBytes?.() ?? 0, cancellation);
  }

  async #wait(queue: LinkedList<() => void>, bytes: number, cancellation?: Cancellation): Promise<void> {
    const { unsent } = this.#messages;
    const problem = unsent.getResponseError(this.credential, bytes);
    if (problem !== undefined) {
      this.#cut(problem);
      return;
    }
    const reservation = unsent.reserve(this.credential, bytes);
    await new Promise<void>((resolve) => {
      const proceed = () => {
        queue.remove(link);
        cancellation?.unlisten(proceed);
        resolve();
      };
      const link = queue.append(proceed);
      cancellation?.listen(proceed);
      this.#resume();
    });
    reservation.release();
  }

  /** Whether results wait for the client to read. */
  get #isStalled(): boolean {
    return this.#waiting.size > 0 || this.#hasFullBuffer;
  }

  get #hasFullBuffer(): boolean {
    return this.socket.bufferedAmount > this.#messages.config.maxSocketBufferBytes;
  }

  /** Closes the connection if its client does not read: an error would wait in the same buffer, and retain what the operations have loaded. */
  cutIfStalled(error: GraphQLError): void {
    if (this.#isStalled) this.#cut(error);
  }

  /** Continues the next operation or message that waits. It sends its result before the one after it continues. */
  #resume(): void {
    const [operation, message] = [this.#waiting.first, this.#waitingMessages.first];
    const first = this.#isMessageNext ? (message ?? operation) : (operation ?? message);
    if (this.#isResuming || first === undefined || this.#hasFullBuffer) return;
    this.#isResuming = true;
    this.#isMessageNext = first === operation;
    first.value();
    setImmediate(() => {
      this.#isResuming = false;
      this.#resume();
    });
  }

  /** Closes the connection of a client with too many unsent bytes. A client that does not read is disconnected soon afterwards. */
  #cut({ message, extensions: { code } }: GraphQLError): void {
    this.#messages.logger.info({ code, problem: message }, 'a WebSocket is cut off');
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

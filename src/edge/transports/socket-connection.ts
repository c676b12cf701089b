/** What is known of one WebSocket. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Credential } from '../../rest/credential.ts';
import { LinkedList } from '../../rest/linked-list.ts';
import type { HeaderValues, OperationRequest } from '../operation/context.ts';
import type { SocketOperation } from './socket-operation.ts';

/** One WebSocket. */
export class SocketConnection {
  readonly socket: WebSocket;
  readonly operations = new LinkedList<SocketOperation>();
  readonly address: string;
  /** Address of the client that the upstream is told. */
  readonly forwardedFor: string | undefined;
  headers: HeaderValues = {};
  credential: Credential;
  alive = true;
  /** Whether its `connection_init` was accepted. */
  accepted = false;
  /** Closes it unless that comes in time. */
  initialisation: NodeJS.Timeout | undefined;
  /** Whether a pong waits to be sent. Further pings get none until then, as the protocols allow. */
  #isPonging = false;
  /** Settles when the last message has left; absent where no earlier one waited. */
  delivery: Promise<void> | undefined;
  /** Ends its count for its caller. */
  leave: () => void;

  /** Connection that the messages go over. */
  readonly stream: Duplex;
  #isCorked = false;

  /**
   * @param leave ends its count for its caller
   * @param credential of the upgrade request, until `connection_init` replaces it
   */
  constructor(
    socket: WebSocket,
    stream: Duplex,
    { address, forwardedFor }: Pick<OperationRequest, 'address' | 'forwardedFor'>,
    leave: () => void,
    credential: Credential,
  ) {
    this.socket = socket;
    this.stream = stream;
    this.address = address;
    this.forwardedFor = forwardedFor;
    this.credential = credential;
    this.leave = leave;
    socket.on('pong', () => {
      this.alive = true;
    });
    socket.on('ping', (data) => this.#sendPong((sent) => socket.pong(data, false, sent)));
  }

  /** Sends a message. All messages of one moment leave in one piece, such as a result and its `complete`. @param sent called when it has left */
  send(message: string, sent: (failure?: Error) => void): void {
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

  /** Ends its operations, or only the one of an id. */
  endOperations(id?: string): void {
    for (const operation of this.operations.values) if (id === undefined || operation.id === id) operation.end();
  }

  /** Whether a query or mutation is under way. */
  get busy(): boolean {
    return this.operations.values.some((operation) => !operation.isStream);
  }
}

/** What is known of one WebSocket. */
import type { WebSocket } from 'ws';
import { Credential } from '../../rest/credential.ts';
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
  /** Whether a pong waits to be sent. Further pings get none until then, as the protocols allow. */
  #isPonging = false;
  /** Ends its count for its caller. */
  leave: () => void;

  constructor(
    socket: WebSocket,
    { address, forwardedFor }: Pick<OperationRequest, 'address' | 'forwardedFor'>,
    leave: () => void,
  ) {
    this.socket = socket;
    this.address = address;
    this.forwardedFor = forwardedFor;
    this.credential = Credential.anonymous.from(address);
    this.leave = leave;
    socket.on('pong', () => {
      this.alive = true;
    });
    socket.on('ping', (data) => this.#sendPong((sent) => socket.pong(data, false, sent)));
  }

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

  /** Whether a query or mutation is under way. */
  get busy(): boolean {
    return this.operations.values.some((operation) => !operation.isStream);
  }
}

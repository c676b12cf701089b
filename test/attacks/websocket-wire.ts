/** Raw WebSockets, which receive data only on request. */
import { once } from 'node:events';
import { open, request, type Target } from './wire.ts';

/** Opening handshake of a WebSocket. */
export const handshake = (path = '/graphql', headers: readonly string[] = []) =>
  request(`GET ${path} HTTP/1.1`, [
    'Host: localhost',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
    ...headers,
  ]).replace('Connection: close\r\n', '');

/** Frame of a client with a mask of zeros. */
export function frame(opcode: number, payload: string): Buffer {
  const body = Buffer.from(payload);
  const head =
    body.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | body.length])
      : Buffer.from([0x80 | opcode, 0xff, ...new Uint8Array(4), ...bigEndian(body.length)]);
  return Buffer.concat([head, Buffer.alloc(4), body]);
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Frame with a message of graphql-transport-ws. */
export const toFrame = (message: unknown) => frame(1, JSON.stringify(message));
export const subscribe = (id: string, query: string) => toFrame({ id, type: 'subscribe', payload: { query } });

/** Opens a WebSocket, waits for `connection_ack`, and pauses reading. */
export async function openWebSocket(target: Target) {
  const socket = await open(target);
  socket.write(handshake());
  socket.write(toFrame({ type: 'connection_init' }));
  let received = '';
  while (!received.includes('connection_ack')) received += String((await once(socket, 'data'))[0]);
  socket.pause();
  socket.removeAllListeners('data');
  return socket;
}

/** Clients of a server: by POST, or over a WebSocket with graphql-transport-ws. */
import { once } from 'node:events';
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import type { Running } from './processes.ts';

export interface BenchRequest {
  readonly transport: 'http' | 'websocket';
  readonly path: string;
  /** Body of the next request. */
  readonly nextBody: () => string;
  /** Sent once before, to register the hash in the body. */
  readonly registration?: string;
  /** Number of characters of the expected response. `undefined` until the first response. */
  readonly answerLength?: number;
}

/** One connection with one credential, which sends requests one after another. */
export interface Client {
  send(): Promise<string>;
  close(): Promise<void>;
}

function overHttp({ port }: Running, { path, nextBody }: BenchRequest, token: string): Client {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
  const headers = { 'content-type': 'application/json', 'private-token': token };
  return {
    async send() {
      const response = await pool.request({ method: 'POST', path, headers, body: nextBody() });
      return response.body.text();
    },
    close: () => pool.destroy(),
  };
}

interface Message {
  readonly type: string;
  readonly payload?: unknown;
}

async function overWebSocket({ port }: Running, { nextBody }: BenchRequest, token: string): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const acknowledged = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { 'PRIVATE-TOKEN': token } }));
  await acknowledged;
  let sent = 0;
  let result = '';
  let waiting = Promise.withResolvers<string>();
  socket.on('message', (data) => {
    const { type, payload }: Message = JSON.parse(String(data));
    if (type === 'ping') socket.send('{"type":"pong"}');
    else if (type === 'next') result = JSON.stringify(payload);
    else if (type === 'error') result = JSON.stringify({ errors: payload });
    // An error is the last message of an operation.
    if (type === 'complete' || type === 'error') waiting.resolve(result);
  });
  socket.on('error', (error) => waiting.reject(error));
  socket.on('close', (code) => waiting.reject(new Error(`the server closed the WebSocket with ${code}`)));
  return {
    send() {
      waiting = Promise.withResolvers<string>();
      sent += 1;
      socket.send(`{"id":"${sent}","type":"subscribe","payload":${nextBody()}}`);
      return waiting.promise;
    },
    async close() {
      socket.terminate();
    },
  };
}

/** @throws Error if the server rejects the connection */
export async function connect(server: Running, request: BenchRequest, token: string): Promise<Client> {
  return request.transport === 'http' ? overHttp(server, request, token) : overWebSocket(server, request, token);
}

/** How a question reaches a server: by POST, or over a WebSocket as graphql-transport-ws. */
import { once } from 'node:events';
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import type { Running } from './processes.ts';

export interface Question {
  readonly transport: 'http' | 'websocket';
  readonly path: string;
  /** Body of the next request. */
  readonly nextBody: () => string;
  /** Sent once before, to make the hash in the body known. */
  readonly registration?: string;
  /** Characters of the right answer, once it is known. */
  readonly answerLength?: number;
}

/** One connection with one credential; its questions go one after the other. */
export interface Client {
  ask(): Promise<string>;
  close(): Promise<void>;
}

function overHttp({ port }: Running, { path, nextBody }: Question, token: string): Client {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
  const headers = { 'content-type': 'application/json', 'private-token': token };
  return {
    async ask() {
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

async function overWebSocket({ port }: Running, { nextBody }: Question, token: string): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const acknowledged = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { 'PRIVATE-TOKEN': token } }));
  await acknowledged;
  let asked = 0;
  let answer = '';
  let waiting = Promise.withResolvers<string>();
  socket.on('message', (data) => {
    const { type, payload }: Message = JSON.parse(String(data));
    if (type === 'ping') socket.send('{"type":"pong"}');
    else if (type === 'next') answer = JSON.stringify(payload);
    else if (type === 'error') answer = JSON.stringify({ errors: payload });
    // Nothing follows an error.
    if (type === 'complete' || type === 'error') waiting.resolve(answer);
  });
  socket.on('error', (error) => waiting.reject(error));
  socket.on('close', (code) => waiting.reject(new Error(`it closed the WebSocket with ${code}`)));
  return {
    ask() {
      waiting = Promise.withResolvers<string>();
      asked += 1;
      socket.send(`{"id":"${asked}","type":"subscribe","payload":${nextBody()}}`);
      return waiting.promise;
    },
    async close() {
      socket.terminate();
    },
  };
}

/** @throws where the server takes no such connection */
export async function connect(server: Running, question: Question, token: string): Promise<Client> {
  return question.transport === 'http' ? overHttp(server, question, token) : overWebSocket(server, question, token);
}

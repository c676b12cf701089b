/** Servers of embedders, and the requests of their clients. */

import type { IncomingMessage } from 'node:http';
import { createServer, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';

export interface TestServer {
  readonly url: URL;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server on a free port. Its listeners are set by the test, which needs the port for them. */
export async function startServer() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port');
  return {
    url: new URL(`http://127.0.0.1:${address.port}`),
    onRequest: (listener: RequestListener) => void server.on('request', listener),
    onUpgrade: (listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void) =>
      void server.on('upgrade', listener),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Upstream whose objects contain its port, and which records each call with its credential. */
export async function startUpstream() {
  const server = await startServer();
  const calls: string[] = [];
  server.onRequest(({ method, url, headers }, response) => {
    calls.push(`${method} ${url} ${headers['private-token'] ?? headers.authorization ?? '-'}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 5, name: `Project of ${server.url.port}` }));
  });
  return {
    calls,
    url: `${server.url}api/v4`,
    port: server.url.port,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

/** Request with a GraphQL operation. */
export function operationRequest(url: URL | string, query: string, headers: Record<string, string> = {}): Request {
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
}

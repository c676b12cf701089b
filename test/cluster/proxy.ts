/** Load balancer that sends each request and each WebSocket to the next instance that is ready. */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

const checkIntervalMs = 100;

export interface LoadBalancer {
  readonly url: URL;
  /** Sends requests to an instance from now on, while it is ready. */
  add(instance: URL): void;
  remove(instance: URL): void;
  close(): Promise<void>;
}

interface Backend {
  readonly url: URL;
  isReady: boolean;
}

export async function startLoadBalancer(): Promise<LoadBalancer> {
  const backends = new Map<string, Backend>();
  let count = 0;

  const next = (): Backend | undefined => {
    const ready = [...backends.values()].filter(({ isReady }) => isReady);
    count += 1;
    return ready[count % ready.length];
  };

  /** Forwards a request. Retries another instance if the connection is refused, as the request was not sent. */
  const forward = (incoming: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const backend = next();
    if (backend === undefined) {
      response.writeHead(503).end(JSON.stringify({ problem: 'no instance is ready' }));
      return;
    }
    const { method, headers, url = '/' } = incoming;
    const outgoing = send(new URL(url, backend.url), { method, headers, agent: false }, (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(response);
      upstreamResponse.on('error', () => response.destroy());
    });
    outgoing.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') {
        backend.isReady = false;
        forward(incoming, body, response);
      } else if (response.headersSent) response.destroy();
      else response.writeHead(502).end(JSON.stringify({ problem: error.message }));
    });
    outgoing.end(body);
  };

  const tunnel = (incoming: IncomingMessage, client: Duplex, head: Buffer): void => {
    const backend = next();
    client.on('error', () => undefined);
    if (backend === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(backend.url.port), backend.url.hostname);
    upstream.on('error', () => undefined);
    upstream.once('connect', () => {
      const lines = [`GET ${incoming.url} HTTP/1.1`];
      for (let index = 0; index < incoming.rawHeaders.length; index += 2)
        lines.push(`${incoming.rawHeaders[index]}: ${incoming.rawHeaders[index + 1]}`);
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  };

  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    forward(incoming, Buffer.concat(parts), response);
  });
  server.on('upgrade', tunnel);
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;

  const check = async (backend: Backend): Promise<void> => {
    try {
      const { status } = await fetch(new URL('/ready', backend.url));
      backend.isReady = status === 200;
    } catch {
      backend.isReady = false;
    }
  };
  const timer = setInterval(() => backends.forEach((backend) => void check(backend)), checkIntervalMs);

  return {
    url: new URL(`http://127.0.0.1:${port}`),
    add(url) {
      backends.set(url.href, { url, isReady: true });
    },
    remove(url) {
      backends.delete(url.href);
    },
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

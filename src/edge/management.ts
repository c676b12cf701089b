/** The port for operators: metrics, and readiness with its details. It is no way in for clients. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { isLoopback, type ManagementConfig } from '../config.ts';
import { describeError } from './operation/masking.ts';
import { headProblem, parseHostname } from './request-head.ts';
import { Turns } from './turns.ts';

/** Milliseconds for a request to arrive, and connections at once. */
const [requestTimeout, mostConnections] = [5000, 100];

export interface ManagementOptions {
  readonly config: ManagementConfig;
  readonly logger: Logger;
  /** The metrics as Prometheus reads them. */
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  /** Whether requests are taken, and details that an operator wants to know. */
  readonly readiness: () => { readonly isReady: boolean; readonly details: object };
}

export interface Management {
  /** Starts the server. @returns its base URL */
  listen(): Promise<URL>;
  close(): Promise<void>;
}

function answer(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}

/**
 * Whether a request may name this host. A page whose own name resolves to this server (DNS rebinding) sends that name, which is neither an
 * IP address nor configured.
 */
function isAllowedHost(host: string | undefined, { host: ownHost, allowedHosts }: ManagementConfig): boolean {
  if (host === undefined || allowedHosts === '*') return true;
  const name = parseHostname(host) ?? '';
  return isIP(name) > 0 || isLoopback(name) || name === ownHost.toLowerCase() || allowedHosts.includes(name);
}

export function createManagement({ config, logger, metrics, readiness }: ManagementOptions): Management {
  let reading: Promise<string> | undefined;

  /** Whoever asks while the metrics are being read gets the same, as reading them takes time from the facade's clients. */
  function metricsText(): Promise<string> {
    reading ??= metrics.text().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function route(path: string | undefined, response: ServerResponse): Promise<void> {
    if (path === '/metrics') answer(response, 200, metrics.contentType, await metricsText());
    else if (path === '/health') response.writeHead(200).end();
    else if (path === '/ready') {
      const { isReady, details } = readiness();
      answer(response, isReady ? 200 : 503, 'application/json; charset=utf-8', JSON.stringify(details));
    } else answer(response, 404, 'text/plain; charset=utf-8', 'Here are /metrics, /ready and /health\n');
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const problem = headProblem(request);
    if (problem !== undefined) {
      answer(response, problem.status, 'text/plain; charset=utf-8', `${problem.message}\n`);
      return;
    }
    if (!isAllowedHost(request.headers.host, config)) {
      const message = 'The header Host must be an IP address, localhost or a name in METRICS_ALLOWED_HOSTS\n';
      answer(response, 421, 'text/plain; charset=utf-8', message);
      return;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead) {
      response.writeHead(405, { allow: 'GET, HEAD', connection: 'close' }).end();
      return;
    }
    route(request.url, response).catch((error: unknown) => {
      logger.error({ error: describeError(error) }, 'the metrics cannot be read');
      response.writeHead(500).end();
    });
  }

  const turns = new Turns(0);
  const server = createServer({ requestTimeout, headersTimeout: requestTimeout }, (request, response) => {
    const { socket } = request;
    // Whoever asks again before the answer could let as many of them wait as it wants.
    if (socket.destroyed || !turns.take(socket, response, () => handle(request, response))) socket.destroy();
  });
  server.maxConnections = mostConnections;

  return {
    async listen() {
      server.listen(config.port, config.host);
      await once(server, 'listening');
      server.on('error', (error) => logger.error({ error: describeError(error) }, 'the management server failed'));
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : config.port;
      const host = config.host.includes(':') ? `[${config.host}]` : config.host;
      return new URL(`http://${host}:${port}`);
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

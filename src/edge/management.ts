/** Server of the management port: metrics, and readiness with details. Clients have no access through it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { isLoopback, type ManagementConfig } from '../config/config.ts';
import { Callers } from '../rest/callers.ts';
import { Credential } from '../rest/credential.ts';
import { IncompleteBody, readBody } from './body-limit.ts';
import { ByteBudget } from './operation/byte-budget.ts';
import { describeError } from './operation/masking.ts';
import { RequestError } from './operation/request-error.ts';
import { PipelinedRequests } from './pipelined-requests.ts';
import { parseHostname, validateHead } from './request-head.ts';
import { maxWakeBodyBytes, type WakeUps } from './wake-ups.ts';

/** Upper bounds on the milliseconds for a request to arrive, and on connections. */
const [requestTimeout, maxConnections] = [5000, 100];

/**
 * Milliseconds that an idle connection remains open. Scrapes follow each other within a minute; a process without a free file descriptor, which
 * cannot accept another connection, reports itself through the previous one.
 */
const keepAliveTimeout = 75_000;

/** Prometheus text format. */
const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** State of the facade for operators. */
export interface ReadinessReport {
  /** Whether requests are accepted. */
  readonly isReady: boolean;
  readonly details: object;
}

export interface ManagementOptions {
  readonly config: ManagementConfig;
  readonly logger: Logger;
  /** Metrics in the Prometheus text format. */
  readonly metrics: () => Promise<string>;
  /** Receives wake-ups; `undefined` if none are accepted. */
  readonly wakeUps: WakeUps | undefined;
  /** Returns whether requests are accepted, and details for operators. */
  readonly readiness: () => ReadinessReport | Promise<ReadinessReport>;
}

export interface Management {
  /** Starts the server. @returns its base URL */
  listen(): Promise<URL>;
  close(): Promise<void>;
}

function respond(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
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

export function createManagement({ config, logger, metrics, wakeUps, readiness }: ManagementOptions): Management {
  let reading: Promise<string> | undefined;

  /** Concurrent scrapes share one collection, because collecting metrics competes with client requests. */
  function metricsText(): Promise<string> {
    reading ??= metrics().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function route(path: string | undefined, response: ServerResponse): Promise<void> {
    if (path === '/metrics') respond(response, 200, metricsContentType, await metricsText());
    else if (path === '/health') response.writeHead(200).end();
    else if (path === '/ready') {
      const { isReady, details } = await readiness();
      respond(response, isReady ? 200 : 503, 'application/json; charset=utf-8', JSON.stringify(details));
    } else
      respond(
        response,
        404,
        'text/plain; charset=utf-8',
        'Here are /metrics, /ready, /health and, with WAKE_SECRET, /wake\n',
      );
  }

  const bodies = { bytes: maxConnections * maxWakeBodyBytes, setting: 'METRICS_PORT' };
  const incoming = new ByteBudget(new Callers(), bodies, bodies);

  async function wake(receiver: WakeUps, request: IncomingMessage, response: ServerResponse) {
    try {
      const limits = { maxBodyBytes: maxWakeBodyBytes, incoming, credential: Credential.anonymous };
      const pollers = await receiver.receive(request.headers, () => readBody(request, limits, (body) => body));
      logger.debug({ pollers }, 'pollers were woken');
      respond(response, 200, 'application/json; charset=utf-8', JSON.stringify({ pollers }));
    } catch (error) {
      if (error instanceof IncompleteBody) return;
      if (!(error instanceof RequestError)) throw error;
      const isTooLarge = error.status === 413;
      const message = isTooLarge ? `The body must not be larger than ${maxWakeBodyBytes} bytes` : error.message;
      response.setHeaders(new Map(isTooLarge ? [['connection', 'close']] : []));
      respond(response, error.status, 'text/plain; charset=utf-8', `${message}\n`);
    }
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const problem = validateHead(request);
    if (problem !== undefined) {
      respond(response, problem.status, 'text/plain; charset=utf-8', `${problem.message}\n`);
      return;
    }
    if (!isAllowedHost(request.headers.host, config)) {
      const message = 'The header Host must be an IP address, localhost or a name in METRICS_ALLOWED_HOSTS\n';
      respond(response, 421, 'text/plain; charset=utf-8', message);
      return;
    }
    if (request.url === '/wake' && wakeUps !== undefined && request.method === 'POST') {
      wake(wakeUps, request, response).catch((error: unknown) => {
        logger.error({ error: describeError(error) }, 'a wake-up failed');
        response.writeHead(500).end();
      });
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

  const pipelined = new PipelinedRequests(0);
  /** Open connections, the least recently used first. */
  const connections = new Set<Socket>();
  const timeouts = { requestTimeout, headersTimeout: requestTimeout, keepAliveTimeout };
  const server = createServer(timeouts, (request, response) => {
    const { socket } = request;
    // The connection becomes the most recently used one.
    if (connections.delete(socket)) connections.add(socket);
    // A client that sends more requests before the response could otherwise queue any number of them.
    if (socket.destroyed || !pipelined.add(socket, response, () => handle(request, response))) socket.destroy();
  });
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    if (connections.size <= maxConnections) return;
    // Clients that send nothing, or do not read their responses, must not exclude others.
    const [leastRecentlyUsed] = connections;
    leastRecentlyUsed?.destroy();
  });

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

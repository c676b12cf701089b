/** HTTP server of the facade, with its limits on headers, connections and the time of requests. */
import { createServer, type Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { ActiveRequests } from './active-requests.ts';
import type { ClientConnections } from './client-connections.ts';
import type { createRequestRouter } from './request-router.ts';

/** Maximum interval between two checks for requests that take too long to arrive. */
const maxCheckIntervalMs = 5000;

/** Time in which the first requests arrive on the connections that were accepted last. */
const lastRequestMs = 200;

interface HttpServerOptions {
  readonly config: Config;
  readonly router: ReturnType<typeof createRequestRouter>;
  readonly connections: ClientConnections;
  readonly logger: Logger;
}

/** Creates the server, which does not listen yet. */
export function createHttpServer({ config, router, connections, logger }: HttpServerOptions): Server {
  const server = createServer(
    {
      maxHeaderSize: config.maxHeaderBytes,
      shouldUpgradeCallback: router.acceptsUpgrade,
      requireHostHeader: false,
      keepAliveTimeout: config.keepAliveTimeout,
      requestTimeout: config.bodyTimeout,
      headersTimeout: config.bodyTimeout,
      connectionsCheckingInterval: Math.min(maxCheckIntervalMs, Math.ceil(config.bodyTimeout / 4)),
    },
    router.request,
  );
  // `maxHeaderBytes` is the only limit on headers. By default Node drops those after the 2000th.
  server.maxHeadersCount = 0;
  server.maxConnections = config.maxConnections;
  server.on('drop', () =>
    logger.info({ limit: config.maxConnections }, 'a connection beyond MAX_CONNECTIONS is closed'),
  );
  server.on('connection', (socket) => connections.add(socket));
  server.on('checkExpectation', router.checkExpectation);
  server.on('clientError', router.clientError);
  server.on('connect', router.connect);
  return server;
}

/** Accepts no further connections. Unlike `close` of an HTTP server, it leaves connections open whose first request is still arriving. */
function stopListening(server: Server): void {
  NetServer.prototype.close.call(server);
}

/** Closes the server for new requests, after clients and proxies had `LAME_DUCK_MS` to connect to other instances. */
export async function stopAccepting(server: Server, running: ActiveRequests, { lameDuck }: Config): Promise<void> {
  if (lameDuck > 0) {
    const halfMs = lameDuck / 2;
    await pause(halfMs);
    // The kernel resets connections that were not accepted yet. Few are opened while proxies reuse theirs, and none waits directly after the event
    // loop has accepted connections.
    await immediate();
    stopListening(server);
    running.closeConnections();
    await pause(Math.max(halfMs, lastRequestMs));
  } else running.closeConnections();
  server.close();
}

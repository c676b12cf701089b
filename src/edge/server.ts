/** The HTTP server of the facade. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { executeTree } from '../execution/index.ts';
import type { DownloadRoute } from '../graph/kit/fields/download.ts';
import { Cursors } from '../graph/kit/paging/cursors.ts';
import type { CallBudget } from '../rest/call-budget.ts';
import type { RestClient } from '../rest/client.ts';
import type { Credential } from '../rest/credential.ts';
import { RestError } from '../rest/errors.ts';
import type { CallRecord } from '../rest/request.ts';
import type { UpstreamLimits } from '../rest/upstream-limits.ts';
import type { WatchActivity, Watcher } from '../watch/watcher.ts';
import { ActiveRequests } from './active-requests.ts';
import { ClientAddresses } from './client-address.ts';
import { ClientConnections } from './client-connections.ts';
import { corsFor } from './cors.ts';
import { createGraphiQLPage, type OfferedRoles } from './graphiql.ts';
import { GraphiQLFiles } from './graphiql-files.ts';
import { findRestCallHandler, type RestCallSource } from './graphiql-rest-calls.ts';
import { Health, type Readiness } from './health.ts';
import { createHttpServer, stopAccepting } from './http-server.ts';
import type { Observer } from './observe/observer.ts';
import type { Tracing } from './observe/tracing.ts';
import { ByteBudget } from './operation/byte-budget.ts';
import { CallQuota, type SharedCount } from './operation/call-quota.ts';
import { ConcurrencyLimits } from './operation/concurrency-limits.ts';
import { describeError } from './operation/masking.ts';
import type { SharedDocuments } from './operation/persisted-documents.ts';
import { Pipeline } from './operation/pipeline.ts';
import { UnsentBytes } from './operation/unsent-bytes.ts';
import { createRateLimitHeaders } from './rate-limit-headers.ts';
import type { RequestContext } from './request-context.ts';
import { createRequestRouter } from './request-router.ts';
import { RequestSessions } from './request-sessions.ts';
import { createSandboxReset } from './sandbox-reset.ts';
import { createDownloads } from './transports/downloads.ts';
import { createGraphQLHandler } from './transports/graphql-handler.ts';
import { Sockets } from './transports/websocket.ts';

export interface EdgeOptions {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  /** Routes of downloadable files. */
  readonly downloads: readonly DownloadRoute[];
  readonly client: RestClient;
  /** Roles that GraphiQL offers. */
  readonly roles?: OfferedRoles | undefined;
  /** Resets the embedded sandbox; `undefined` with any other upstream. */
  readonly resetSandbox?: (() => void) | undefined;
  readonly logger: Logger;
  /**
   * Creates the watcher for subscriptions.
   * @param onCall called when a REST call of the watcher has ended
   * @param admit counts a poller of a caller and returns a function that ends the count; throws if the caller is at its
   * limit
   * @param openBudget opens the call budget of a caller; `undefined` if callers have no limit
   */
  readonly createWatcher: (
    onCall: (record: CallRecord) => void,
    admit: (credential: Credential) => () => void,
    openBudget: (credential: Credential) => CallBudget | undefined,
  ) => Watcher;
  /** Documents that instances share; `undefined` for a standalone instance. */
  readonly sharedDocuments?: SharedDocuments | undefined;
  /** Quota of REST calls that instances share; `undefined` for a standalone instance. */
  readonly sharedCount?: SharedCount | undefined;
  /** Notified of operations, REST calls and rejections. */
  readonly observer?: Observer | undefined;
  /** Traces operations; `undefined` disables tracing. */
  readonly tracing?: Tracing | undefined;
  /** REST calls that GraphiQL searches. Without it, and without introspection, the page has no search. */
  readonly restCalls?: RestCallSource | undefined;
  /** Executes operations. Defaults to the executor of this package. */
  readonly execute?: typeof executeTree | undefined;
}

/** Handlers of requests that another HTTP server has received. Limits on connections are the responsibility of that server. */
export interface EdgeHandlers {
  request(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface Edge {
  /** Starts the server. @returns the public URL of the facade and the port that it listens on */
  listen(): Promise<{ readonly url: URL; readonly port: number }>;
  /** Accepts requests from the server of an embedder, in place of `listen`. */
  serve(): EdgeHandlers;
  /** Accepts no more requests, lets the running ones finish and closes all connections. */
  close(): Promise<void>;
  /** Triggers polls of these REST paths. @returns number of pollers of this instance that poll */
  wake(paths: readonly string[]): number;
  /** Number of rejections by MAX_REST_CALLS_PER_MINUTE, including those that report-only mode only logs. */
  readonly quotaRejections: number;
  /** Numbers of open client resources, of what runs for their subscriptions, and of reads that wait because the upstream limits calls. */
  readonly activity: WatchActivity & {
    readonly subscriptions: number;
    readonly sockets: number;
    readonly pausedReads: number;
  };
  /** Connections of clients. */
  readonly connections: number;
  readonly readiness: Readiness;
}

/** Limits on the work that clients cause, by caller and in total. */
function createLimits({ config, client, logger, sharedCount }: EdgeOptions) {
  const { maxRestCallsPerMinute: limit } = config;
  const { callers } = client;
  return {
    concurrency: new ConcurrencyLimits(config, callers, logger),
    quota:
      limit === undefined
        ? undefined
        : new CallQuota({ limit, settings: config, callers, logger, shared: sharedCount }),
    unsent: new UnsentBytes(config, callers),
    incoming: new ByteBudget(
      callers,
      { bytes: config.maxIncomingBytes, setting: 'MAX_INCOMING_BYTES' },
      { bytes: config.maxIncomingBytesPerAddress, setting: 'three quarters of MAX_INCOMING_BYTES' },
    ),
  };
}

interface ServerParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly health: Health;
  readonly activeRequests: ActiveRequests;
  readonly connections: ClientConnections;
  readonly watcher: Watcher;
  readonly limits: Pick<UpstreamLimits, 'waitingReads'>;
  readonly pipeline: Pipeline;
  readonly sockets: Sockets;
  readonly quota: CallQuota | undefined;
  readonly server: Server;
  readonly handlers: EdgeHandlers;
  /** Sets the public URL, which depends on the port if the settings do not contain it. */
  readonly onListening: (port: number) => URL;
}

/** Start and stop of the server, and its state for the management port. */
class RunningEdge implements Edge {
  readonly #parts: ServerParts;
  #stopped: Promise<void> | undefined;

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  async listen() {
    const { server, config, logger, health, onListening } = this.#parts;
    server.listen(config.port, config.host);
    await once(server, 'listening');
    server.on('error', (error) => logger.error({ error: describeError(error) }, 'the server failed'));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : config.port;
    health.phase = 'ready';
    return { url: onListening(port), port };
  }

  serve(): EdgeHandlers {
    this.#parts.health.phase = 'ready';
    return this.#parts.handlers;
  }

  close(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const { server, config, health, activeRequests, connections } = this.#parts;
    health.phase = 'draining';
    if (!server.listening) return this.#drain();
    const closed = once(server, 'close');
    await stopAccepting(server, activeRequests, config);
    await this.#drain();
    connections.destroyAll();
    await closed;
  }

  /** Lets running operations finish. */
  async #drain(): Promise<void> {
    const { config, activeRequests, sockets, watcher } = this.#parts;
    // WebSockets begin to drain before their streams end, so that their clients reconnect elsewhere.
    const drained = sockets.drain(config.drainTimeout);
    watcher.close(new RestError('CANCELLED', 'This server is stopping. Subscribe again'));
    await Promise.all([drained, activeRequests.drain(config.drainTimeout)]);
  }

  wake(paths: readonly string[]): number {
    return this.#parts.watcher.wake(paths);
  }

  get quotaRejections(): number {
    return this.#parts.quota?.rejections ?? 0;
  }

  get activity() {
    const { watcher, pipeline, sockets, limits } = this.#parts;
    return {
      ...watcher.activity,
      subscriptions: pipeline.openSubscriptions,
      sockets: sockets.open,
      pausedReads: limits.waitingReads,
    };
  }

  get connections(): number {
    return this.#parts.connections.size;
  }

  get readiness(): Readiness {
    return this.#parts.health.readiness;
  }
}

/** Creates the facade, which accepts no requests before `listen` or `serve`. */
export function createEdge(options: EdgeOptions): Edge {
  const { config, schema, client, logger, observer = {}, tracing } = options;
  const { concurrency, quota, unsent, incoming } = createLimits(options);
  const { breaker } = client;
  const health = new Health(logger, { isBreakerOpen: () => breaker !== undefined && breaker.state !== 'closed' });
  const activeRequests = new ActiveRequests();
  const addresses = new ClientAddresses(config.trustProxy);
  const graphiqlFiles = config.graphiql ? GraphiQLFiles.find() : undefined;
  const restCalls = config.graphiql && config.introspection ? options.restCalls : undefined;
  const bodyReader = {
    incoming,
    credentialOf: ({ request: { headers }, origin: { clientNetwork } }: RequestContext) =>
      sessions.toCountedCredential(headers, clientNetwork),
  };
  const findCalls = (path: string, method: 'GET' | 'POST') =>
    restCalls && findRestCallHandler(path, method, restCalls, bodyReader);
  const cursors = new Cursors(config.cursorKey, config.cursorKeyAccepted);
  const watcher = options.createWatcher(
    (record) => {
      health.observe(record);
      observer.call?.(record);
    },
    (credential) => concurrency.acquire('pollers', credential),
    (credential) => quota?.open(credential),
  );
  let publicUrl = config.publicUrl ?? new URL('http://localhost');

  const sessions = new RequestSessions({ config, client, quota, health, watcher, observer });
  const openSession: RequestSessions['open'] = (request, trace) => sessions.open(request, trace);
  const toCountedCredential: RequestSessions['toCountedCredential'] = (headers, clientNetwork) =>
    sessions.toCountedCredential(headers, clientNetwork);
  const cors = corsFor(config.corsOrigins);
  const connections = new ClientConnections(config, concurrency, client.callers, logger);

  const downloads = createDownloads({
    routes: options.downloads,
    logger,
    stallTimeout: config.operationTimeout,
    cors,
    openSession,
    countDownload: ({ credential }, ids) => concurrency.acquire('downloads', credential, ids),
    tracing,
    onRejected: observer.onRejected,
  });
  const pipeline = new Pipeline({
    config,
    schema,
    client,
    concurrency,
    logger,
    getCommonContext: () => ({ publicUrl, watcher, cursors }),
    openSession,
    sharedDocuments: options.sharedDocuments,
    unsent,
    observer,
    tracing,
    execute: options.execute,
  });
  const resetAt = createSandboxReset(options.resetSandbox);
  const router = createRequestRouter({
    config,
    logger,
    addresses,
    health,
    activeRequests,
    admit({ socket, headers }) {
      if (headers.authorization !== undefined || headers['private-token'] !== undefined)
        connections.countFor(socket, toCountedCredential(headers, addresses.networkOf({ socket, headers })));
      return connections.closeIfProvisional(socket);
    },
    cors,
    onRejected: observer.onRejected,
    graphql: createGraphQLHandler({
      pipeline,
      config,
      incoming,
      unsent,
      cors,
      toCountedCredential,
      rateLimitHeaders: (credential) =>
        createRateLimitHeaders(quota?.getStatus(credential), client.limits.getRemaining(credential)),
      servePage: config.graphiql
        ? createGraphiQLPage(graphiqlFiles, { trace: config.trace, roles: options.roles, schema })
        : undefined,
    }),
    actionAt: (path, method) => resetAt(path) ?? (method === 'POST' ? findCalls(path, method) : undefined),
    fileAt(path) {
      const name = graphiqlFiles?.nameAt(path);
      if (graphiqlFiles && name !== undefined)
        return ({ request, response }) => graphiqlFiles.serve(name, request, response);
      const serveCalls = findCalls(path, 'GET');
      if (serveCalls !== undefined) return serveCalls;
      const file = downloads.fileAt(path);
      return file && (({ request, response, origin }) => downloads.serve(file, request, response, origin));
    },
  });
  const sockets = new Sockets({
    config,
    schema,
    logger,
    addresses,
    incoming,
    unsent,
    onRejected: observer.onRejected,
    callers: client.callers,
    authenticate: (headers) => sessions.authenticate(headers),
    concurrency,
    admitConnection: (socket, credential) => {
      if (!(socket instanceof Socket)) return true;
      connections.countFor(socket, credential);
      return connections.closeIfProvisional(socket);
    },
    pipeline,
  });
  const server = createHttpServer({ config, router, connections, logger });
  const upgrade: EdgeHandlers['upgrade'] = (request, socket, head) => sockets.upgrade(request, socket, head);
  server.on('upgrade', upgrade);
  return new RunningEdge({
    config,
    logger,
    health,
    activeRequests,
    connections,
    watcher,
    limits: client.limits,
    pipeline,
    sockets,
    quota,
    server,
    handlers: { request: router.request, upgrade },
    onListening(port) {
      publicUrl = config.publicUrl ?? new URL(`http://localhost:${port}`);
      return publicUrl;
    },
  });
}

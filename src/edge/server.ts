/** The HTTP server of the facade. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { executePrepared } from '../execution/index.ts';
import type { DownloadRoute } from '../graph/kit/fields/download.ts';
import { Cursors } from '../graph/kit/paging/cursors.ts';
import type { Observer } from '../observe/observer.ts';
import type { OperationTrace, Tracing } from '../observe/tracing.ts';
import type { Allowance } from '../rest/allowance.ts';
import { RestSession } from '../rest/batch/session.ts';
import type { RestClient } from '../rest/client.ts';
import { Credential } from '../rest/credential.ts';
import { RestError } from '../rest/errors.ts';
import type { CallRecord } from '../rest/request.ts';
import type { Underway, Watcher } from '../watch/watcher.ts';
import { AcceptedSockets } from './accepted-sockets.ts';
import { readBody } from './body-limit.ts';
import { ByteBudget } from './byte-budget.ts';
import { ClientAddresses } from './client-address.ts';
import { corsFor } from './cors.ts';
import { credentialOf } from './credentials.ts';
import { createFrontDoor } from './front-door.ts';
import type { OfferedRoles } from './graphiql.ts';
import { GraphiQLFiles } from './graphiql-files.ts';
import { Health, type Readiness } from './health.ts';
import { CallQuota, type SharedCount } from './operation/call-quota.ts';
import type { HeaderValues, OperationRequest } from './operation/context.ts';
import { describeError } from './operation/masking.ts';
import type { SharedDocuments } from './operation/persisted-documents.ts';
import { Pipeline } from './operation/pipeline.ts';
import { Shares } from './operation/shares.ts';
import { Running } from './running.ts';
import { acceptedTypes } from './transports/accepted-types.ts';
import { createDownloads } from './transports/downloads.ts';
import { createLeanTransport } from './transports/lean.ts';
import { type Recipient, send } from './transports/send.ts';
import { Sockets } from './transports/websocket.ts';
import { createYogaTransport } from './transports/yoga.ts';
import { UnsentResponses } from './unsent.ts';

/** Milliseconds between two checks for requests that take too long to arrive. */
const longestCheck = 5000;

export interface EdgeOptions {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  /** The files that the facade gives. */
  readonly downloads: readonly DownloadRoute[];
  readonly client: RestClient;
  /** Roles that GraphiQL offers. */
  readonly roles?: OfferedRoles | undefined;
  readonly logger: Logger;
  /**
   * Creates the watcher for subscriptions.
   * @param onCall called for every REST call of the watcher when it has ended
   * @param admit counts a poller of a caller and returns a function that ends the count; fails where the caller may have no more
   * @param allowanceOf the calls that a caller may still make; undefined where there is no limit
   */
  readonly createWatcher: (
    onCall: (record: CallRecord) => void,
    admit: (credential: Credential) => () => void,
    allowanceOf: (credential: Credential) => Allowance | undefined,
  ) => Watcher;
  /** Documents that other instances know; absent where this one stands alone. */
  readonly sharedDocuments?: SharedDocuments | undefined;
  /** REST calls of callers in all instances; absent where this one stands alone. */
  readonly sharedCount?: SharedCount | undefined;
  /** Told of operations, REST calls and what is refused; nobody when absent. */
  readonly observer?: Observer | undefined;
  /** Follows operations; absent where nobody asks for it. */
  readonly tracing?: Tracing | undefined;
  /** Whether requests that need no negotiation go without it; true unless given. Their answers are the same. */
  readonly lean?: boolean | undefined;
  /** Executes operations. Defaults to the executor of this package. */
  readonly execute?: typeof executePrepared | undefined;
}

type SessionRequest = Pick<
  OperationRequest,
  'headers' | 'cancellation' | 'address' | 'startedAt' | 'requestId' | 'forwardedFor'
>;

export interface Edge {
  /** Starts the server. @returns the public URL of the facade and the port that it listens on */
  listen(): Promise<{ readonly url: URL; readonly port: number }>;
  /** Accepts no more requests, lets the running ones finish and closes all connections. */
  close(): Promise<void>;
  /** How often callers were refused for MAX_REST_CALLS_PER_MINUTE, or would have been. */
  readonly quotaRefusals: number;
  /** Counts of what clients have open and of what runs for their subscriptions. */
  readonly underway: Underway & { readonly subscriptions: number; readonly sockets: number };
  /** Connections of clients. */
  readonly connections: number;
  readonly readiness: Readiness;
}

/** The error for a caller with too many unread bytes, also in report-only mode, as this protects the memory of the process. */
function unsentProblem(unsent: UnsentResponses, caller: string): GraphQLError | undefined {
  const problem = unsent.problem(caller);
  if (problem === undefined) return undefined;
  const { status, code, message, headers } = problem;
  const retryAfter = String(headers['retry-after']);
  return new GraphQLError(message, { extensions: { code, http: { status, headers: { 'retry-after': retryAfter } } } });
}

/** Creates the facade, which accepts no requests before `listen`. */
export function createEdge(options: EdgeOptions): Edge {
  const { config, schema, client, logger, observer = {}, tracing, lean = true } = options;
  const health = new Health(logger);
  const running = new Running();
  const ambient = config.upstreamToken === undefined ? undefined : Credential.privateToken(config.upstreamToken);
  let publicUrl = config.publicUrl ?? new URL('http://localhost');
  const cors = corsFor(config.corsOrigins);
  const addresses = new ClientAddresses(config.trustProxy);
  const graphiqlFiles = config.graphiql ? GraphiQLFiles.find() : undefined;

  const shares = new Shares(config, client.callers, logger);
  const { maxRestCallsPerMinute: limit } = config;
  const quota =
    limit === undefined
      ? undefined
      : new CallQuota({ limit, settings: config, callers: client.callers, logger, shared: options.sharedCount });
  const unsent = new UnsentResponses(config);
  const incoming = new ByteBudget(
    { bytes: config.maxIncomingBytes, setting: 'MAX_INCOMING_BYTES' },
    { bytes: config.maxIncomingBytesPerAddress, setting: 'MAX_INCOMING_BYTES_PER_ADDRESS' },
  );
  const watch = options.createWatcher(
    (record) => {
      health.observe(record);
      observer.call?.(record);
    },
    (credential) => shares.take('pollers', credential),
    (credential) => quota?.open(credential),
  );
  const cursors = new Cursors(config.cursorKey);

  const openSession = (
    { headers, cancellation, address, startedAt, requestId, forwardedFor }: SessionRequest,
    trace: OperationTrace | undefined,
  ) => {
    const credential = credentialOf(headers, ambient).from(address, forwardedFor);
    return new RestSession(client, {
      credential,
      cancellation,
      maxCalls: config.maxRestCalls,
      deadline: startedAt + config.operationTimeout,
      allowance: quota?.open(credential),
      reportOnly: config.limitsReportOnly,
      onCall(record) {
        // A cancelled call says nothing about the upstream.
        if (!cancellation.isCancelled) health.observe(record);
        observer.call?.(record);
        if (record.method !== 'GET') observer.write?.(record, { requestId, traceId: trace?.traceId, credential });
      },
      tracing: trace,
      onWrite: () => watch.written(credential),
    });
  };

  /** The credential of a request; the anonymous one if it is malformed, for which the operation fails. */
  const toCountedCredential = (headers: HeaderValues, address: string): Credential => {
    try {
      return credentialOf(headers, ambient).from(address);
    } catch {
      return Credential.anonymous.from(address);
    }
  };
  const recipientOf = (headers: HeaderValues, address: string): Recipient => ({
    unsent,
    caller: client.callers.of(toCountedCredential(headers, address)),
  });
  const accepted = new AcceptedSockets(config, shares, logger);

  const downloads = createDownloads({
    routes: options.downloads,
    logger,
    stallTimeout: config.operationTimeout,
    cors,
    openSession,
    share: ({ credential }, ids) => shares.take('downloads', credential, ids),
    tracing,
    refused: observer.refused,
  });

  const pipeline = new Pipeline({
    config,
    schema,
    client,
    shares,
    logger,
    shared: () => ({ publicUrl, watch, cursors }),
    openSession,
    sharedDocuments: options.sharedDocuments,
    unsentProblem: (credential) => unsentProblem(unsent, client.callers.of(credential)),
    observer,
    tracing,
    execute: options.execute,
  });
  const negotiate = createYogaTransport(config, pipeline, logger, { files: graphiqlFiles, roles: options.roles });
  const frontDoor = createFrontDoor({
    config,
    logger,
    addresses,
    health,
    running,
    admit({ socket, headers }) {
      if (headers.authorization !== undefined || headers['private-token'] !== undefined)
        accepted.identify(socket, toCountedCredential(headers, addresses.networkOf({ socket, headers })));
      return accepted.admit(socket);
    },
    cors,
    refused: observer.refused,
    lean: lean ? createLeanTransport({ pipeline, config, incoming, cors, recipientOf }) : undefined,
    async graphql({ request, response, opened }) {
      const { headers, method = 'GET', url: target = '/' } = request;
      const { address } = opened;
      const { maxBodyBytes } = config;
      const { caller } = recipientOf(headers, address);
      const body = method === 'POST' ? await readBody(request, { maxBodyBytes, incoming, caller }) : null;
      const { json, eventStream } = acceptedTypes(headers.accept);
      const operation: OperationRequest = {
        ...opened,
        startedAt: performance.now(),
        headers,
        queriesOnly: method === 'GET',
        takesStream: eventStream,
        takesText: json !== undefined,
      };
      const answer = await negotiate({ method, target, body, operation });
      for (const [name, value] of Object.entries(cors(headers))) response.setHeader(name, value);
      await send(answer, response, recipientOf(headers, address));
    },
    fileAt(path) {
      const page = graphiqlFiles;
      const name = page?.nameAt(path);
      if (page && name !== undefined) return ({ request, response }) => page.serve(name, request, response);
      const file = downloads.fileAt(path);
      return file && (({ request, response, opened }) => downloads.serve(file, request, response, opened));
    },
  });
  const server = createServer(
    {
      maxHeaderSize: config.maxHeaderBytes,
      shouldUpgradeCallback: frontDoor.acceptsUpgrade,
      requireHostHeader: false,
      requestTimeout: config.bodyTimeout,
      headersTimeout: config.bodyTimeout,
      connectionsCheckingInterval: Math.min(longestCheck, Math.ceil(config.bodyTimeout / 4)),
    },
    frontDoor.request,
  );
  // MAX_HEADER_BYTES is the only limit on headers. By default Node drops those after the 2000th.
  server.maxHeadersCount = 0;
  server.maxConnections = config.maxConnections;
  server.on('drop', () =>
    logger.info({ limit: config.maxConnections }, 'a connection beyond MAX_CONNECTIONS is closed'),
  );
  server.on('connection', (socket) => accepted.add(socket));
  server.on('checkExpectation', frontDoor.checkExpectation);
  server.on('clientError', frontDoor.clientError);
  server.on('connect', frontDoor.connect);

  const sockets = new Sockets({
    config,
    schema,
    logger,
    addresses,
    incoming,
    unsent,
    refused: observer.refused,
    callerOf: (credential) => client.callers.of(credential),
    authenticate: (headers) => credentialOf(headers, ambient),
    shares,
    identify: (socket, credential) => {
      if (!(socket instanceof Socket)) return true;
      accepted.identify(socket, credential);
      return accepted.admit(socket);
    },
    async run(parameters, request) {
      const outcome = await pipeline.run(parameters, request);
      return 'results' in outcome ? outcome.results : outcome.result;
    },
  });
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));

  async function stop(): Promise<void> {
    health.phase = 'draining';
    if (server.listening) {
      if (config.lameDuck > 0) await pause(config.lameDuck);
      const closed = once(server, 'close');
      server.close();
      // WebSockets begin to drain before their streams end, so that their clients reconnect elsewhere.
      const drained = sockets.drain(config.drainTimeout);
      watch.close(new RestError('CANCELLED', 'The facade is stopping'));
      await Promise.all([drained, running.drain(config.drainTimeout)]);
      accepted.destroyAll();
      await closed;
    } else watch.close(new RestError('CANCELLED', 'The facade is stopping'));
  }
  let stopped: Promise<void> | undefined;

  return {
    async listen() {
      server.listen(config.port, config.host);
      await once(server, 'listening');
      server.on('error', (error) => logger.error({ error: describeError(error) }, 'the server failed'));
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : config.port;
      publicUrl = config.publicUrl ?? new URL(`http://localhost:${port}`);
      health.phase = 'ready';
      return { url: publicUrl, port };
    },
    close() {
      stopped ??= stop();
      return stopped;
    },
    get quotaRefusals() {
      return quota?.refusals ?? 0;
    },
    get underway() {
      return { ...watch.underway, subscriptions: pipeline.openSubscriptions, sockets: sockets.open };
    },
    get connections() {
      return accepted.size;
    },
    get readiness() {
      return health.readiness;
    },
  };
}

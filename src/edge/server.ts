/** The HTTP server of the facade. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { FieldErrors } from '../graph/kit/field-errors.ts';
import type { DownloadRoute } from '../graph/kit/fields/download.ts';
import { Cursors } from '../graph/kit/paging/cursors.ts';
import { RestSession } from '../rest/batch/session.ts';
import type { RestClient } from '../rest/client.ts';
import { Credential } from '../rest/credential.ts';
import { RestError } from '../rest/errors.ts';
import type { CallRecord } from '../rest/request.ts';
import type { Underway, Watcher } from '../watch/watcher.ts';
import { AcceptedSockets } from './accepted-sockets.ts';
import { ByteBudget } from './byte-budget.ts';
import { useCompiledExecution } from './compiled-execution.ts';
import type { EdgeContext, OperationContext } from './context.ts';
import { corsFor } from './cors.ts';
import { credentialOf } from './credentials.ts';
import { useDeadline } from './deadline.ts';
import { createDownloads } from './downloads.ts';
import { Streams, useEvents } from './events.ts';
import { createFrontDoor } from './front-door.ts';
import { type OfferedRoles, useGraphiQL } from './graphiql.ts';
import { GraphiQLFiles } from './graphiql-files.ts';
import { Health } from './health.ts';
import { useDocumentLimits, useParameterLimits, useResponseLimit, useRestCallReport } from './limits.ts';
import { useLogging } from './logging.ts';
import { describeError, presentError, useMasking } from './masking.ts';
import { useQueriesOnlyByGet } from './methods.ts';
import { documentShare, KnownDocuments } from './operation/known-documents.ts';
import { Shares } from './operation/shares.ts';
import { NoSubgraphSdlRule } from './operation/subgraph-sdl.ts';
import { formDataLimits, useParameters } from './parameters.ts';
import { usePersistedDocuments } from './persisted-documents.ts';
import { usePlanning } from './planning.ts';
import { Running } from './running.ts';
import { useCountedOperations, useOperationShare, useUnsentLimit } from './sharing.ts';
import { useTrace } from './trace.ts';
import { UnsentResponses } from './unsent.ts';
import { Sockets } from './websocket.ts';

/** Share of the memory for documents that compiled code takes. */
const compiledShare = 0.25;
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
   */
  readonly createWatcher: (
    onCall: (record: CallRecord) => void,
    admit: (credential: Credential) => () => void,
  ) => Watcher;
  /** Called for every REST call when it has ended. */
  readonly observe?: ((record: CallRecord) => void) | undefined;
}

export interface Edge {
  /** Starts the server. @returns the public URL of the facade and the port that it listens on */
  listen(): Promise<{ readonly url: URL; readonly port: number }>;
  /** Accepts no more requests, lets the running ones finish and closes all connections. */
  close(): Promise<void>;
  /** Counts of what clients have open and of what runs for their subscriptions. */
  readonly underway: Underway & { readonly subscriptions: number; readonly sockets: number };
}

/** Refuses what tells the schema, where that is switched off. */
function useIntrospectionRules({ introspection, subgraphSdl }: Config): Plugin {
  return {
    onValidate({ addValidationRule }) {
      if (!introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
      if (!subgraphSdl) addValidationRule(NoSubgraphSdlRule);
    },
  };
}

/** Creates the facade, which accepts no requests before `listen`. */
export function createEdge(options: EdgeOptions): Edge {
  const { config, schema, client, logger, observe } = options;
  const health = new Health(logger);
  const running = new Running();
  const ambient = config.upstreamToken === undefined ? undefined : Credential.privateToken(config.upstreamToken);
  let publicUrl = config.publicUrl ?? new URL('http://localhost');
  const cors = corsFor(config.corsOrigins);
  const graphiqlFiles = config.graphiql ? GraphiQLFiles.find() : undefined;

  const shares = new Shares(config, client.callers, logger);
  const unsent = new UnsentResponses(config);
  const incoming = new ByteBudget(
    { bytes: config.maxIncomingBytes, setting: 'MAX_INCOMING_BYTES' },
    { bytes: config.maxIncomingBytesPerAddress, setting: 'MAX_INCOMING_BYTES_PER_ADDRESS' },
  );
  const watch = options.createWatcher(
    (record) => {
      health.observe(record);
      observe?.(record);
    },
    (credential) => shares.take('pollers', credential),
  );
  const cursors = new Cursors(config.cursorKey);
  const subscriptions = new Streams();
  const known = new KnownDocuments(config.documentCacheBytes * documentShare);

  const sessionFor = (headers: Headers, { abort: { signal }, address }: Pick<EdgeContext, 'abort' | 'address'>) => {
    const credential = credentialOf(headers, ambient).from(address);
    return new RestSession(client, {
      credential,
      signal,
      maxCalls: config.maxRestCalls,
      reportOnly: config.limitsReportOnly,
      onCall(record) {
        // A cancelled call says nothing about the upstream.
        if (!signal.aborted) health.observe(record);
        if (record.method !== 'GET') watch.written(credential);
        observe?.(record);
      },
    });
  };

  const callerOf = (headers: Readonly<Record<string, string>>, address: string) => {
    try {
      return client.callers.of(credentialOf(new Headers(headers), ambient).from(address));
    } catch {
      return address;
    }
  };

  const downloads = createDownloads({
    routes: options.downloads,
    logger,
    stallTimeout: config.operationTimeout,
    cors,
    sessionFor,
    share: ({ credential }) => shares.take('downloads', credential),
  });

  const yoga = createYoga<EdgeContext, Pick<OperationContext, 'rest' | 'publicUrl' | 'watch' | 'cursors' | 'errors'>>({
    schema,
    graphqlEndpoint: '/graphql',
    cors,
    context: ({ request, abort, address }) => ({
      publicUrl,
      watch,
      cursors,
      errors: new FieldErrors(config.maxErrors),
      rest: sessionFor(request.headers, { abort, address }),
    }),
    plugins: [
      config.graphiql && useGraphiQL(graphiqlFiles, { trace: config.trace, roles: options.roles }),
      useParameters(config),
      useParameterLimits(config),
      usePersistedDocuments(config),
      useDocumentLimits(config, known, logger),
      useIntrospectionRules(config),
      useMasking(config, logger),
      useTrace(config),
      useQueriesOnlyByGet(),
      useOperationShare(shares),
      useUnsentLimit(unsent, client.callers),
      usePlanning(config, known),
      useEvents(config, client, subscriptions, shares),
      useCompiledExecution(config.compiledExecution, known, config.documentCacheBytes * compiledShare),
      useDeadline(config.operationTimeout),
      useCountedOperations(shares),
      config.limitsReportOnly && useRestCallReport(config, logger),
      useResponseLimit(config),
      useLogging(logger),
    ],
    maskedErrors: { maskError: (error) => presentError(error, logger) },
    // Disables yoga's health check, which compares the ends of URLs with this, as the front door has its own.
    healthCheckEndpoint: '\n',
    // The plugins above replace these options.
    graphiql: false,
    landingPage: false,
    logging: false,
    maxRequestBodySize: false,
    parserAndValidationCache: false,
  });

  const multipart = { formDataLimits: formDataLimits(config) };
  const frontDoor = createFrontDoor({
    config,
    logger,
    health,
    running,
    incoming,
    unsent,
    callerOf,
    graphql({ target, method, headers, body }, context) {
      // The parser of multipart bodies takes its limits from the request.
      const init = { method, headers, body, ...multipart };
      return yoga.handleRequest(new yoga.fetchAPI.Request(`http://localhost${target}`, init), context);
    },
    fileAt(path) {
      const page = graphiqlFiles;
      const name = page?.nameAt(path);
      if (page && name !== undefined) return (request, response) => page.serve(name, request, response);
      const file = downloads.fileAt(path);
      return file && ((request, response, context) => downloads.serve(file, request, response, context));
    },
  });
  const accepted = new AcceptedSockets(config, logger);
  const server = createServer(
    {
      maxHeaderSize: config.maxHeaderBytes,
      // Ordinary requests may offer an upgrade to HTTP/2, which is ignored.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
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
    incoming,
    unsent,
    callerOf: (credential) => client.callers.of(credential),
    authenticate: (headers) => credentialOf(headers, ambient),
    share: (credential) => shares.take('sockets', credential),
    run: async (params, headers, context) => {
      const request = new yoga.fetchAPI.Request(new URL('/graphql', publicUrl), { method: 'POST', headers });
      return (await yoga.getResultForParams({ params, request }, context)) ?? {};
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
    get underway() {
      return { ...watch.underway, subscriptions: subscriptions.open, sockets: sockets.open };
    },
  };
}

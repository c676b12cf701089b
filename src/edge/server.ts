/** The facade on HTTP: the plugins stand in the order in which a request meets them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { RestSession } from '../rest/batch/session.ts';
import type { RestClient } from '../rest/client.ts';
import { Credential } from '../rest/credential.ts';
import { RestError } from '../rest/errors.ts';
import type { CallRecord } from '../rest/request.ts';
import type { Underway, Watcher } from '../watch/watcher.ts';
import { useCompiledExecution } from './compiled-execution.ts';
import type { EdgeContext, OperationContext } from './context.ts';
import { corsFor } from './cors.ts';
import { credentialOf } from './credentials.ts';
import { useDeadline } from './deadline.ts';
import { DocumentCache } from './document-cache.ts';
import { createDownloads } from './downloads.ts';
import { Streams, useEvents } from './events.ts';
import { useGraphiQL } from './graphiql.ts';
import { Health, useReadiness } from './health.ts';
import { useBodyLimit, useDocumentLimits, useRestCallReport } from './limits.ts';
import { useLogging } from './logging.ts';
import { presentError, useMasking } from './masking.ts';
import { useQueriesOnlyByGet } from './methods.ts';
import { networkOf, Shares } from './operation/shares.ts';
import { useJsonParameters } from './parameters.ts';
import { usePersistedDocuments } from './persisted-documents.ts';
import { usePlanning } from './planning.ts';
import { requestIdOf } from './request-id.ts';
import { Running } from './running.ts';
import { useCountedOperations, useOperationShare } from './sharing.ts';
import { useTrace } from './trace.ts';
import { Sockets } from './websocket.ts';

const keptDocuments = 500;
const keptSyntaxErrors = 50;

export interface EdgeOptions {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly client: RestClient;
  readonly logger: Logger;
  /**
   * Makes what follows things for subscribers.
   * @param onCall is to be told of its calls
   * @param admit takes a poller's place in the share of its caller, and gives a function that gives it back; fails where there is none left
   */
  readonly createWatcher: (
    onCall: (record: CallRecord) => void,
    admit: (credential: Credential) => () => void,
  ) => Watcher;
  /** Told of every REST call when it has ended. */
  readonly observe?: ((record: CallRecord) => void) | undefined;
}

export interface Edge {
  /** Begins to take requests. Gives the public URL of the facade and the port that it listens on. */
  listen(): Promise<{ readonly url: URL; readonly port: number }>;
  /** Takes no more requests, lets the running ones finish and ends all connections. */
  close(): Promise<void>;
  /** What clients have open, and what is done for them without being asked again. */
  readonly underway: Underway & { readonly subscriptions: number; readonly sockets: number };
}

/** Sends a browser that opens the bare host to GraphiQL. */
function useLanding(): Plugin {
  return {
    onRequest({ url, endResponse, fetchAPI }) {
      if (url.pathname === '/')
        endResponse(new fetchAPI.Response(null, { status: 302, headers: { location: '/graphql' } }));
    },
  };
}

function useNoIntrospection(): Plugin {
  return { onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule) };
}

/** Builds the facade; it takes no requests before `listen`. */
export function createEdge(options: EdgeOptions): Edge {
  const { config, schema, client, logger, observe } = options;
  const health = new Health();
  const running = new Running();
  const ambient = config.upstreamToken === undefined ? undefined : Credential.privateToken(config.upstreamToken);
  let publicUrl = config.publicUrl ?? new URL('http://localhost');
  const cors = corsFor(config.corsOrigins);

  const shares = new Shares(config, client.callers, logger);
  const watch = options.createWatcher(
    (record) => {
      health.observe(record);
      observe?.(record);
    },
    (credential) => shares.take('pollers', credential),
  );
  const subscriptions = new Streams();

  const sessionFor = (headers: Headers, { abort: { signal }, address }: Pick<EdgeContext, 'abort' | 'address'>) => {
    const credential = credentialOf(headers, ambient).from(address);
    return new RestSession(client, {
      credential,
      signal,
      maxCalls: config.maxRestCalls,
      reportOnly: config.limitsReportOnly,
      onCall(record) {
        // A call that its own operation gave up says nothing about the upstream.
        if (!signal.aborted) health.observe(record);
        if (record.method !== 'GET') watch.written(credential);
        observe?.(record);
      },
    });
  };

  const downloads = createDownloads({
    logger,
    stallTimeout: config.operationTimeout,
    cors,
    sessionFor,
    share: ({ credential }) => shares.take('downloads', credential),
  });

  const yoga = createYoga<EdgeContext, Pick<OperationContext, 'rest' | 'publicUrl' | 'watch'>>({
    schema,
    graphqlEndpoint: '/graphql',
    cors,
    context: ({ request, abort, address }) => ({
      publicUrl,
      watch,
      rest: sessionFor(request.headers, { abort, address }),
    }),
    plugins: [
      useLanding(),
      useReadiness(health),
      config.graphiql && useGraphiQL(),
      useJsonParameters(),
      useBodyLimit(config, logger),
      usePersistedDocuments(config),
      useDocumentLimits(config, logger),
      !config.introspection && useNoIntrospection(),
      useDeadline(config.operationTimeout),
      useMasking(logger),
      useTrace(),
      useQueriesOnlyByGet(),
      useOperationShare(shares),
      usePlanning(config),
      useEvents(config, client, logger, subscriptions, shares),
      config.compiledExecution !== 'never' && useCompiledExecution(config.compiledExecution),
      useCountedOperations(shares),
      config.limitsReportOnly && useRestCallReport(config, logger),
      useLogging(logger),
    ],
    maskedErrors: { maskError: (error) => presentError(error, logger) },
    parserAndValidationCache: {
      documentCache: new DocumentCache(keptDocuments),
      errorCache: new DocumentCache(keptSyntaxErrors),
    },
    // Replaced by the plugins above, or not in use.
    graphiql: false,
    landingPage: false,
    logging: false,
    maxRequestBodySize: false,
  });

  const server = createServer((request, response) => {
    const requestId = requestIdOf(request.headers);
    const abort = new AbortController();
    response.setHeader('X-Request-Id', requestId);
    // Answers belong to one caller, and caches do not know PRIVATE-TOKEN as a credential.
    response.setHeader('Cache-Control', 'no-store');
    running.add(response, abort);
    const address = networkOf(request.socket.remoteAddress);
    const context = { requestId, abort, address, startedAt: performance.now() };
    if (!downloads(request, response, context)) void yoga(request, response, context);
  });

  const sockets = new Sockets({
    config,
    schema,
    logger,
    authenticate: (headers) => credentialOf(headers, ambient),
    share: (credential) => shares.take('sockets', credential),
    run: async (params, headers, context) => {
      const request = new yoga.fetchAPI.Request(new URL('/graphql', publicUrl), { method: 'POST', headers });
      return (await yoga.getResultForParams({ params, request }, context)) ?? {};
    },
  });
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));

  return {
    async listen() {
      server.listen(config.port, config.host);
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : config.port;
      publicUrl = config.publicUrl ?? new URL(`http://localhost:${port}`);
      health.phase = 'ready';
      return { url: publicUrl, port };
    },
    async close() {
      health.phase = 'draining';
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      // First the WebSockets, whose clients connect again elsewhere; streams over HTTP can only be told.
      const drained = sockets.drain(config.drainTimeout);
      watch.close(new RestError('CANCELLED', 'The facade is stopping'));
      await Promise.all([drained, running.drain(config.drainTimeout)]);
      server.closeAllConnections();
      await closed;
    },
    get underway() {
      return { ...watch.underway, subscriptions: subscriptions.open, sockets: sockets.open };
    },
  };
}

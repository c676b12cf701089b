/** Wires the parts of a facade (settings, sandbox, REST client, graph, edge), and starts it with a server of its own, like the command. */
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { createGraph } from './config/areas.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/environment-variables.ts';
import { createLogger } from './edge/logging.ts';
import { createManagement } from './edge/management.ts';
import { createManagementAccess, type ManagementAccess } from './edge/management-access.ts';
import { checkFileLimit } from './edge/observe/file-limit.ts';
import { openObservation } from './edge/observe/index.ts';
import { LogDestination } from './edge/observe/log-destination.ts';
import type { Metrics } from './edge/observe/metrics/metrics.ts';
import { PauseLog } from './edge/observe/pause-log.ts';
import { WakeUpCounts } from './edge/observe/wake-up-counts.ts';
import { prefetchShare } from './edge/operation/call-quota.ts';
import { createRestCallSource } from './edge/rest-call-source.ts';
import { createEdge, type Edge } from './edge/server.ts';
import { WakeUps } from './edge/wake-ups.ts';
import type { executeTree } from './execution/index.ts';
import { schema as standardSchema } from './graph/index.ts';
import type { Area } from './graph/kit/area.ts';
import { getDownloads } from './graph/kit/fields/download.ts';
import { withoutExtra } from './graph/kit/fields/extra.ts';
import { getGraph } from './graph/kit/graph.ts';
import { getRestPath } from './graph/kit/resources/rest-path.ts';
import { version } from './helpers/node-version.ts';
import { CircuitBreaker } from './rest/circuit-breaker.ts';
import { RestClient } from './rest/client.ts';
import type { CallRecord } from './rest/request.ts';
import { Watcher } from './watch/watcher.ts';

// Delays before a read is retried; see ClientOptions.
const retryDelayMs = 200;
const maxRetryDelayMs = 5000;

/** Fraction of the memory for documents that documents shared through Redis may use. */
const sharedTextShare = 0.25;

async function startSandbox(
  { sandboxNameMapping: words, sandboxCassettes: cassettes }: Config,
  areas: readonly Area[] | undefined,
) {
  const { startSandbox: start } = await import('../sandbox/index.ts');
  return start({ words, cassettes, areas });
}

function createBreaker({ breakerFailures: failures, breakerPause: pauseMs }: Config, logger: Logger) {
  if (failures === 0) return undefined;
  return new CircuitBreaker({
    failures,
    pauseMs,
    onOpen: () => logger.warn('circuit breaker opened: the upstream fails; calls fail immediately until it responds'),
    onClose: () => logger.info('circuit breaker closed: the upstream responds again'),
  });
}

/** Connects to Redis if it is configured; otherwise its modules are not loaded. */
async function openShared(config: Config, upstreamUrl: URL, logger: Logger) {
  if (config.redis === undefined) return undefined;
  const { openRedis } = await import('./watch/redis/index.ts');
  const { RedisTopics } = await import('./watch/redis-topics.ts');
  const redis = await openRedis({
    ...config.redis,
    upstreamUrl,
    documentBytes: config.documentCacheBytes * sharedTextShare,
    logger,
  });
  return {
    ...redis,
    count:
      config.maxRestCallsPerMinute === undefined
        ? undefined
        : redis.counter({
            name: 'calls',
            points: config.maxRestCallsPerMinute,
            seconds: 60,
            prefetchShare: prefetchShare,
          }),
    watching: { topics: new RedisTopics(redis.link, redis.sealing), events: redis.credentialEvents },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export interface FacadeOptions {
  /** Areas of the graph. Defaults to the standard areas. */
  readonly areas?: readonly Area[] | undefined;
  readonly logger?: Logger | undefined;
  /** Called for every REST call when it has ended. */
  readonly observe?: ((record: CallRecord) => void) | undefined;
  /** Executes operations. Defaults to the executor of this package. */
  readonly execute?: typeof executeTree | undefined;
  /** Whether metrics are collected. */
  readonly hasMetrics: boolean;
}

/** A facade that accepts no requests yet. */
export interface Facade {
  readonly schema: GraphQLSchema;
  readonly edge: Edge;
  /** Base URL of the REST service. */
  readonly upstreamUrl: URL;
  /** The embedded sandbox; `undefined` if the settings name an upstream. */
  readonly sandbox: Sandbox | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  readonly management: ManagementAccess;
  /** Lets running operations finish, then ends everything that was started. */
  close(): Promise<void>;
}

/** Ends parts in the reverse order of their start, each of them even if another fails to end. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.toReversed()) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed');
}

/** Creates a facade, and starts the embedded sandbox if the settings request it. A failure leaves nothing running. */
export async function createFacade(config: Config, options: FacadeOptions): Promise<Facade> {
  const schema = createGraph(config.graph, options.areas);
  const servedSchema = config.extra ? schema : withoutExtra(schema);
  const started: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(started);
    return closing;
  };
  try {
    const destination = new LogDestination(process.stderr);
    started.push(async () => destination.close());
    const sandbox = config.sandbox ? await startSandbox(config, options.areas) : undefined;
    if (sandbox !== undefined) started.push(() => sandbox.close());
    const upstreamUrl = sandbox === undefined ? config.upstreamUrl : new URL(sandbox.url);
    if (upstreamUrl === undefined) throw new ConfigError('UPSTREAM_URL must be set');
    const logger = options.logger ?? createLogger(config.logLevel, destination);
    const shared = await openShared(config, upstreamUrl, logger);
    if (shared !== undefined) started.push(() => shared.close());
    const { observer, tracing, metrics, ...observation } = await openObservation({
      logger,
      upstreamUrl,
      documents: config.persistedDocuments?.documents.values(),
      maxLabels: config.metricsMaxLabels,
      version,
      withMetrics: options.hasMetrics,
      also: { call: options.observe },
    });
    started.push(() => observation.close());
    const client = new RestClient({
      contract: getGraph(schema).contract,
      baseUrl: upstreamUrl,
      connections: config.upstreamConnections,
      connectionMaxAgeMs: config.upstreamConnectionMaxAge,
      maxCallsPerCaller: config.maxCallsPerCaller,
      maxWaitingCallsPerCaller: config.maxWaitingCallsPerCaller,
      callTimeoutMs: config.callTimeout,
      maxUpstreamResponseBytes: config.maxUpstreamResponseBytes,
      maxBufferedBytes: config.maxUpstreamBufferBytes,
      responseCacheBytes: config.responseCacheBytes,
      maxUrlBytes: config.maxUrlBytes,
      retries: config.readRetries,
      retryDelayMs,
      maxRetryDelayMs,
      nameMapping: config.upstreamNameMapping,
      route: sandbox === undefined ? config.upstreamRoute : undefined,
      events: shared?.watching.events,
      onPause: new PauseLog(logger).paused,
      breaker: createBreaker(config, logger),
    });
    started.push(() => client.close());
    const edge = createEdge({
      config,
      schema: servedSchema,
      downloads: getDownloads(schema),
      client,
      roles: sandbox && { tokens: sandbox.tokens, initial: 'developer' },
      restCalls: createRestCallSource(servedSchema),
      resetSandbox: sandbox && (() => sandbox.reset()),
      logger,
      sharedDocuments: shared?.documents,
      sharedCount: shared?.count,
      createWatcher: (onCall, admit, openBudget) =>
        new Watcher({
          client,
          admit,
          openBudget,
          firstIntervalMs: config.watchFirstInterval,
          maxIntervalMs: config.watchMaxInterval,
          errorGracePeriodMs: config.watchErrorGracePeriod,
          onCall,
          onPollLag: observer.pollLag,
          onWokenPoll: observer.wokenPoll,
          tracing,
          shared: shared?.watching,
        }),
      observer,
      tracing,
      execute: options.execute,
    });
    const management = createManagementAccess({
      edge,
      client,
      metrics,
      redis: shared?.link,
      destination,
      publishWakeUp: shared && ((paths) => shared.wakeUps.publish(paths)),
    });
    shared?.wakeUps.subscribe((paths) => edge.wake(paths));
    started.push(() => edge.close());
    return { schema, edge, upstreamUrl, sandbox, logger, metrics, management, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates the management port. @returns `undefined` if the settings have none */
export function openManagement(
  { management: config }: Config,
  logger: Logger,
  access: ManagementAccess,
  schema: GraphQLSchema = standardSchema,
) {
  if (config === undefined) return undefined;
  const { metricsText, readiness, wake } = access;
  const { wakeSecret: secret } = config;
  if (secret === undefined)
    return createManagement({ config, logger, metrics: metricsText, wakeUps: undefined, readiness });
  const counts = new WakeUpCounts();
  const wakeUps = new WakeUps({
    secret,
    pathOfId: (globalId) => getRestPath(schema, globalId),
    wake,
    onReceived: counts.add,
  });
  const metrics = async () => `${await metricsText()}\n${counts.text}`;
  return createManagement({ config, logger, metrics, wakeUps, readiness });
}

export interface PorticoOptions extends Omit<FacadeOptions, 'hasMetrics'> {
  /** Whether the management port of the settings is opened. Defaults to true. */
  readonly opensManagement?: boolean | undefined;
}

/** A running facade. */
export interface Portico {
  readonly url: URL;
  /** URL of the management port; `undefined` if it is not opened. */
  readonly managementUrl: URL | undefined;
  /** Base URL of the REST service. */
  readonly upstreamUrl: URL;
  /** Embedded sandbox; `undefined` if the settings have an upstream. */
  readonly sandbox: Sandbox | undefined;
  /** Numbers of open client resources, and of reads that wait because the REST service limits calls; all zero without clients. */
  readonly activity: Edge['activity'];
  readonly logger: Logger;
  /** Metrics, readiness and wake-ups. */
  readonly management: ManagementAccess;
  /** Lets running operations finish, then ends everything that was started. */
  close(): Promise<void>;
}

/** Starts the facade, and the embedded sandbox if the settings request it. A failure leaves nothing running. */
export async function startPortico(config: Config, options: PorticoOptions = {}): Promise<Portico> {
  const facade = await createFacade(config, { ...options, hasMetrics: config.management !== undefined });
  const { edge, upstreamUrl, sandbox, logger, management: access } = facade;
  checkFileLimit(config, logger);
  const management =
    options.opensManagement === false ? undefined : openManagement(config, logger, access, facade.schema);
  let closing: Promise<void> | undefined;
  const close = () => {
    // The management port is closed after the facade, so that it shows how the facade stops.
    closing ??= closeAll([async () => management?.close(), () => facade.close()]);
    return closing;
  };
  try {
    const managementUrl = await management?.listen();
    const { url } = await edge.listen();
    return {
      url,
      managementUrl,
      upstreamUrl,
      sandbox,
      close,
      logger,
      management: access,
      get activity() {
        return edge.activity;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

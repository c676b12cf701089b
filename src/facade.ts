/** Wires the parts of a facade: settings, sandbox, REST client, graph, edge. */
import { readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { createGraph } from './areas.ts';
import { CommandFailure } from './cli/failure.ts';
import type { RestCallIndex } from './cli/find/rest-call-index.ts';
import type { Config } from './config.ts';
import type { RestCallSource } from './edge/graphiql-rest-calls.ts';
import { HttpError } from './edge/http-error.ts';
import { createLogger } from './edge/logging.ts';
import type { ReadinessReport } from './edge/management.ts';
import { prefetchShare } from './edge/operation/call-quota.ts';
import { createEdge, type Edge } from './edge/server.ts';
import { ConfigError } from './environment-variables.ts';
import type { executePrepared } from './execution/index.ts';
import type { Area } from './graph/kit/area.ts';
import { getDownloads } from './graph/kit/fields/download.ts';
import { withoutExtra } from './graph/kit/fields/extra.ts';
import { getGraph } from './graph/kit/graph.ts';
import { openObservation } from './observe/index.ts';
import { LogDestination } from './observe/log-destination.ts';
import type { Metrics } from './observe/metrics/metrics.ts';
import { PauseLog } from './observe/pause-log.ts';
import type { RedisLink } from './redis/link.ts';
import { CircuitBreaker } from './rest/circuit-breaker.ts';
import { RestClient } from './rest/client.ts';
import type { CallRecord } from './rest/request.ts';
import { Watcher } from './watch/watcher.ts';

// Delays before a read is retried; see ClientOptions.
const retryDelayMs = 200;
const maxRetryDelayMs = 5000;

/** Fraction of the memory for documents that documents shared through Redis may use. */
const sharedTextShare = 0.25;

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

async function startSandbox(
  { sandboxNameMapping: words, sandboxCassettes: cassettes }: Config,
  areas: readonly Area[] | undefined,
) {
  const { startSandbox: start } = await import('./sandbox/index.ts');
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

/** Index of REST calls, which is created when it is first used. */
function createRestCallSource(schema: GraphQLSchema): RestCallSource {
  let loading: Promise<RestCallIndex> | undefined;
  const load = () => {
    loading ??= import('./cli/find/rest-call-index.ts')
      .then(({ RestCallIndex: Index }) => new Index(schema))
      .catch((error: unknown) => {
        // A later search retries an import that failed for a temporary reason, such as too many open files.
        loading = undefined;
        throw error;
      });
    return loading;
  };
  return {
    list: async () => (await load()).calls,
    findQuery: async (...search) => {
      const index = await load();
      try {
        return await index.findQuery(...search);
      } catch (error) {
        throw error instanceof CommandFailure ? new HttpError(404, 'NOT_FOUND', error.message) : error;
      }
    },
  };
}

/** Connects to Redis if it is configured; otherwise its modules are not loaded. */
async function openShared(config: Config, upstreamUrl: URL, logger: Logger) {
  if (config.redis === undefined) return undefined;
  const { openRedis } = await import('./redis/index.ts');
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

/** Parts whose state management reports. */
interface ManagedParts {
  readonly edge: Edge;
  readonly client: RestClient;
  /** `undefined` if no management port is configured. */
  readonly metrics: Metrics | undefined;
  readonly redis: RedisLink | undefined;
  /** Publishes wake-ups to other instances; `undefined` without Redis. */
  readonly publishWakeUp: ((paths: readonly string[]) => void) | undefined;
  readonly destination: LogDestination;
}

/** Access of operators to a facade, in this process or in several. */
export interface ManagementAccess {
  /** Metrics in the text format of Prometheus. */
  metricsText(): Promise<string>;
  readiness(): ReadinessReport | Promise<ReadinessReport>;
  /** Makes the pollers of these REST paths poll, on all instances that share a Redis. @returns the number of these pollers in the processes that this access reaches */
  wake(paths: readonly string[]): number | Promise<number>;
}

/** Adds the state of all parts to the metrics. */
function createManagementAccess({
  edge,
  client,
  metrics,
  redis,
  destination,
  publishWakeUp,
}: ManagedParts): ManagementAccess {
  const isReady = () => edge.readiness.status === 'ready';
  const activity = () => ({ ...edge.activity, connections: edge.connections });
  const queue = () => client.queue.size;
  const { breaker, limits } = client;
  metrics?.watch({
    isReady,
    isUpstreamFailing: () => edge.readiness.upstream === 'failing',
    activity,
    queue,
    limits,
    log: destination,
    breaker,
    redis,
  });
  return {
    metricsText: async () => (await metrics?.text()) ?? '',
    readiness: () => ({
      isReady: isReady(),
      details: {
        ...edge.readiness,
        pid: process.pid,
        breaker: breaker?.state ?? 'unused',
        redis: redis === undefined ? 'unused' : redis.isAvailable ? 'answering' : 'unavailable',
        activity: activity(),
        restCalls: { ...queue(), paused: limits.waitingReads, pausedCredentials: limits.pausedCredentials },
      },
    }),
    wake(paths) {
      publishWakeUp?.(paths);
      return edge.wake(paths);
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export interface FacadeOptions {
  /** Areas of the graph. Defaults to the standard areas. */
  readonly areas?: readonly Area[] | undefined;
  readonly logger?: Logger | undefined;
  /** Called for every REST call when it has ended. */
  readonly observe?: ((record: CallRecord) => void) | undefined;
  /** Enables the fast path for requests that need no content negotiation. The responses are identical. Defaults to true. */
  readonly jsonPost?: boolean | undefined;
  /** Executes operations. Defaults to the executor of this package. */
  readonly execute?: typeof executePrepared | undefined;
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
export async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
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
      maxAnswerBytes: config.maxAnswerBytes,
      maxBufferedBytes: config.maxUpstreamBufferBytes,
      etagCacheBytes: config.etagCacheBytes,
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
      jsonPost: options.jsonPost,
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

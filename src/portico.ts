/** Wires the parts: settings, sandbox, REST client, graph, edge. */
import type { Logger } from 'pino';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createLogger } from './edge/logging.ts';
import { createManagement } from './edge/management.ts';
import { spareShare } from './edge/operation/call-quota.ts';
import { createEdge, type Edge } from './edge/server.ts';
import type { executePrepared } from './execution/index.ts';
import { downloads, schema } from './graph/index.ts';
import { withoutExtra } from './graph/kit/fields/extra.ts';
import { openObservation } from './observe/index.ts';
import type { Metrics } from './observe/metrics/metrics.ts';
import type { RedisLink } from './redis/link.ts';
import { Breaker } from './rest/breaker.ts';
import { RestClient } from './rest/client.ts';
import type { CallRecord } from './rest/request.ts';
import { Watcher } from './watch/watcher.ts';

/** Milliseconds before a read is tried again; see ClientOptions. */
const retryDelay = 200;
const maxRetryDelay = 5000;

/** Size of the documents that instances share, as a part of the memory for documents. */
const sharedTextShare = 0.25;

const signals = ['SIGTERM', 'SIGINT'] as const;

async function startSandbox({ sandboxWords: words, sandboxCassettes: cassettes }: Config) {
  const { startSandbox: start } = await import('./sandbox/index.ts');
  return start({ words, cassettes });
}

function createBreaker({ breakerFailures: failures, breakerPause: pause }: Config, logger: Logger) {
  if (failures === 0) return undefined;
  return new Breaker({
    failures,
    pause,
    opened: () => logger.warn('the upstream fails for everybody; calls fail at once until it answers again'),
    closed: () => logger.info('the upstream has answered; calls are sent again'),
  });
}

/** Connects to Redis where it is configured; nothing of it is loaded otherwise. */
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
        : redis.counter({ name: 'calls', points: config.maxRestCallsPerMinute, seconds: 60, spareShare }),
    watching: { topics: new RedisTopics(redis.link, redis.sealing), events: redis.credentialEvents },
  };
}

interface Watched {
  readonly edge: Edge;
  readonly client: RestClient;
  readonly metrics: Metrics;
  readonly redis: RedisLink | undefined;
  readonly logger: Logger;
}

/** The port for operators; undefined where the settings ask for none. */
function openManagement({ management: config }: Config, { edge, client, metrics, redis, logger }: Watched) {
  if (config === undefined) return undefined;
  const isReady = () => edge.readiness.status === 'ready';
  const underway = () => ({ ...edge.underway, connections: edge.connections });
  const queue = () => client.queue.size;
  const { breaker } = client;
  metrics.watch({ ready: isReady, underway, queue, breaker, redis });
  const readiness = () => ({
    isReady: isReady(),
    details: {
      ...edge.readiness,
      breaker: breaker?.state ?? 'unused',
      redis: redis === undefined ? 'unused' : redis.isUp ? 'answering' : 'unavailable',
      underway: underway(),
      restCalls: queue(),
    },
  });
  return createManagement({ config, logger, metrics, readiness });
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export interface PorticoOptions {
  readonly logger?: Logger;
  /** Told of every REST call when it has ended. */
  readonly observe?: (record: CallRecord) => void;
  /** Whether requests that need no negotiation go without it; true unless given. Their answers are the same. */
  readonly lean?: boolean;
  /** Executes operations. Defaults to the executor of this package. */
  readonly execute?: typeof executePrepared | undefined;
}

/** A running facade. */
export interface Portico {
  readonly url: URL;
  /** Where operators ask for metrics and readiness; absent where that port is not opened. */
  readonly managementUrl: URL | undefined;
  /** Base URL of the REST service behind it. */
  readonly upstreamUrl: URL;
  /** The embedded sandbox; absent where an upstream stands behind the facade. */
  readonly sandbox: Sandbox | undefined;
  /** What clients have open; all zero when there are none. */
  readonly underway: Edge['underway'];
  /** Lets running operations finish, then ends everything that was started. */
  close(): Promise<void>;
}

/** Ends parts in the reverse order of their start, each of them whatever happens to the others. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.toReversed()) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed');
}

/** Starts the facade, and the embedded sandbox behind it where the settings ask for that. What fails leaves nothing running. */
export async function startPortico(config: Config, options: PorticoOptions = {}): Promise<Portico> {
  const started: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(started);
    return closing;
  };
  try {
    const sandbox = config.sandbox ? await startSandbox(config) : undefined;
    if (sandbox !== undefined) started.push(() => sandbox.close());
    const upstreamUrl = sandbox === undefined ? config.upstreamUrl : new URL(sandbox.url);
    if (upstreamUrl === undefined) throw new ConfigError('UPSTREAM_URL must be set');
    const logger = options.logger ?? createLogger(config.logLevel);
    const shared = await openShared(config, upstreamUrl, logger);
    if (shared !== undefined) started.push(() => shared.close());
    const { observer, tracing, metrics, ...observation } = await openObservation({
      logger,
      upstreamUrl,
      documents: config.persistedDocuments?.values(),
      withMetrics: config.management !== undefined,
      also: { call: options.observe },
    });
    started.push(() => observation.close());
    const client = new RestClient({
      baseUrl: upstreamUrl,
      connections: config.upstreamConnections,
      maxCallsPerCaller: config.maxCallsPerCaller,
      maxWaitingCallsPerCaller: config.maxWaitingCallsPerCaller,
      callTimeout: config.callTimeout,
      maxAnswerBytes: config.maxAnswerBytes,
      maxBufferedBytes: config.maxUpstreamBufferBytes,
      etagCacheBytes: config.keptAnswerBytes,
      maxUrlBytes: config.maxUrlBytes,
      retries: config.readRetries,
      retryDelay,
      maxRetryDelay,
      words: config.upstreamWords,
      route: sandbox === undefined ? config.upstreamRoute : undefined,
      events: shared?.watching.events,
      breaker: createBreaker(config, logger),
    });
    started.push(() => client.close());
    const edge = createEdge({
      config,
      schema: config.extra ? schema : withoutExtra(schema),
      downloads,
      client,
      roles: sandbox && { tokens: sandbox.tokens, initial: 'developer' },
      logger,
      sharedDocuments: shared?.documents,
      sharedCount: shared?.count,
      createWatcher: (onCall, admit, allowanceOf) =>
        new Watcher({
          client,
          admit,
          allowanceOf,
          firstInterval: config.watchFirstInterval,
          longestInterval: config.watchLongestInterval,
          patience: config.watchPatience,
          onCall,
          tracing,
          shared: shared?.watching,
        }),
      observer,
      tracing,
      lean: options.lean,
      execute: options.execute,
    });
    const management = metrics && openManagement(config, { edge, client, metrics, redis: shared?.link, logger });
    // It is closed after the facade, so that it shows how that stops.
    if (management !== undefined) started.push(() => management.close());
    started.push(() => edge.close());
    const managementUrl = await management?.listen();
    const { url } = await edge.listen();
    return {
      url,
      managementUrl,
      upstreamUrl,
      sandbox,
      close,
      get underway() {
        return edge.underway;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function greeting({ url, managementUrl, upstreamUrl, sandbox }: Portico): string {
  const lines = [
    `GraphiQL and the GraphQL endpoint: ${new URL('graphql', url)}`,
    `Upstream: ${sandbox === undefined ? '' : 'the embedded sandbox, '}${upstreamUrl}`,
  ];
  if (managementUrl !== undefined) lines.push(`Metrics: ${new URL('metrics', managementUrl)}`);
  if (sandbox !== undefined) {
    lines.push('Tokens of the sandbox, for the header PRIVATE-TOKEN:');
    for (const [role, token] of Object.entries(sandbox.tokens)) lines.push(`  ${role.padEnd(14)} ${token || '(none)'}`);
  }
  return lines.join('\n');
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/**
 * Serves until SIGTERM or SIGINT: prints where everything is, or the one line that tells why not.
 * @param present what is printed once it runs
 * @returns whether it runs
 */
export async function serve(env: NodeJS.ProcessEnv, present = greeting): Promise<boolean> {
  try {
    const portico = await startPortico(readConfig(env));
    const stop = () => {
      // A second signal of either kind is not handled any more and ends the process at once.
      for (const signal of signals) process.off(signal, stop);
      portico.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    };
    for (const signal of signals) process.on(signal, stop);
    console.log(present(portico));
    return true;
  } catch (error) {
    if (!(error instanceof ConfigError) && !isSystemError(error)) throw error;
    for (const line of error.message.split('\n')) console.error(`portico: ${line}`);
    return false;
  }
}

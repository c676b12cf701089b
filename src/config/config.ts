/** Validated settings of the server. */
import type { BlockList } from 'node:net';
import type { NameMapping } from '../name-mapping/index.ts';
import type { DocumentManifest } from './document-manifest.ts';
import { ConfigError, readVariables, toConfigError } from './environment-variables.ts';
import { type GraphConfig, toGraphConfig } from './graph-config.ts';
import { createLimits, type Limits } from './limits.ts';
import { type Environment, environment } from './settings.ts';

/** Redis connection, and the secret that encrypts the stored data. */
export interface RedisConfig {
  readonly url: URL;
  readonly secret: string;
  readonly timeout: number;
}

/** Proxy and certificates of the route to the upstream. */
export interface RouteConfig {
  /** `undefined` for a direct connection. */
  readonly proxy: URL | undefined;
  /** Hosts to connect to without the proxy. */
  readonly noProxy: string;
  /** PEM certificates of the authorities to trust for the REST service, instead of Node's; `undefined` for Node's. */
  readonly authorities: string | undefined;
}

/** Port for metrics and readiness. */
export interface ManagementConfig {
  readonly host: string;
  readonly port: number;
  /** Names in the `Host` header beside localhost, IP addresses and `host`, in lower case; `*` for any. */
  readonly allowedHosts: '*' | readonly string[];
  /** Signs wake-ups; `undefined` if none are accepted. */
  readonly wakeSecret: string | undefined;
}

/** Validated settings, and the fixed limits. Times are in milliseconds, sizes in bytes. */
export interface Config extends Limits {
  readonly host: string;
  readonly port: number;
  /** Number of processes that serve the port. */
  readonly workers: number;
  /** `undefined` for `http://localhost` with the actual port. */
  readonly publicUrl: URL | undefined;
  /** `undefined` only if the embedded sandbox is the upstream. */
  readonly upstreamUrl: URL | undefined;
  /** `undefined` if the upstream uses the names of the contract. */
  readonly upstreamNameMapping: NameMapping | undefined;
  readonly upstreamRoute: RouteConfig;
  readonly sandbox: boolean;
  readonly sandboxNameMapping: NameMapping | undefined;
  /** Folder of recorded responses. */
  readonly sandboxCassettes: string | undefined;
  readonly upstreamToken: string | undefined;
  readonly upstreamConnections: number;
  /** 0: connections are never replaced. */
  readonly upstreamConnectionMaxAge: number;
  readonly maxCallsPerCaller: number;
  readonly callTimeout: number;
  readonly operationTimeout: number;
  readonly readRetries: number;
  /** Failures that open the circuit breaker; 0 disables it. */
  readonly breakerFailures: number;
  readonly maxUpstreamResponseBytes: number;
  readonly maxUpstreamBufferBytes: number;
  readonly responseCacheBytes: number;
  /** `undefined` generates one at the start. */
  readonly cursorKey: string | undefined;
  readonly cursorKeyAccepted: string | undefined;
  readonly maxBodyBytes: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** Networks of proxies whose forwarded client addresses are trusted; `undefined` for none. */
  readonly trustProxy: BlockList | undefined;
  readonly maxIncomingBytes: number;
  readonly maxUnsentBytes: number;
  readonly bodyTimeout: number;
  readonly maxTokens: number;
  readonly maxResponseValues: number;
  readonly maxResponseBytes: number;
  readonly unexpectedNulls: 'error' | 'log';
  readonly documentCacheBytes: number;
  readonly maxDepth: number;
  readonly maxAliases: number;
  readonly maxRestCalls: number;
  /** Upper bound on REST calls of one caller; `undefined` for no limit. */
  readonly maxRestCallsPerMinute: number | undefined;
  readonly maxStreams: number;
  readonly maxOperationsPerCaller: number;
  readonly maxStreamsPerCaller: number;
  readonly watchFirstInterval: number;
  readonly watchMaxInterval: number;
  readonly limitsReportOnly: boolean;
  /** Documents by hash; `undefined` if any document is accepted. */
  readonly persistedDocuments: DocumentManifest | undefined;
  /** `undefined` for a standalone instance. */
  readonly redis: RedisConfig | undefined;
  readonly introspection: boolean;
  readonly subgraphSdl: boolean;
  readonly trace: boolean;
  readonly graphiql: boolean;
  readonly corsOrigins: '*' | readonly string[];
  readonly extra: boolean;
  readonly graph: GraphConfig;
  /** Paths of the modules with further areas. */
  readonly areaModules: readonly string[];
  readonly logLevel: string;
  /** Milliseconds; 0 disables the log of slow operations. */
  readonly slowOperation: number;
  /** `undefined` if there is no management port. */
  readonly management: ManagementConfig | undefined;
  readonly drainTimeout: number;
  readonly lameDuck: number;
  readonly keepAliveTimeout: number;
}

/** Whether a host is reachable only from this machine: `localhost` and names below it, `127.0.0.0/8`, `::1`. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** Route to the upstream. The embedded sandbox is always connected to directly. */
function toRouteConfig(
  data: Pick<Environment, 'UPSTREAM_URL' | 'UPSTREAM_CA_FILE' | 'HTTPS_PROXY' | 'HTTP_PROXY' | 'NO_PROXY'>,
): RouteConfig {
  const proxies: Readonly<Record<string, URL | undefined>> = { 'https:': data.HTTPS_PROXY, 'http:': data.HTTP_PROXY };
  return {
    proxy: proxies[data.UPSTREAM_URL?.protocol ?? ''],
    noProxy: data.NO_PROXY ?? '',
    authorities: data.UPSTREAM_CA_FILE,
  };
}

function toRedisConfig(data: Pick<Environment, 'REDIS_URL' | 'REDIS_SECRET' | 'REDIS_TIMEOUT_MS' | 'CURSOR_KEY'>) {
  if (data.REDIS_URL === undefined) return undefined;
  if (data.REDIS_SECRET === undefined || data.CURSOR_KEY === undefined)
    throw new ConfigError('REDIS_URL requires REDIS_SECRET and CURSOR_KEY, the same for all instances');
  return { url: data.REDIS_URL, secret: data.REDIS_SECRET, timeout: data.REDIS_TIMEOUT_MS };
}

/** Call limit of one process per caller: all calls if Redis counts them together, otherwise an equal part; `undefined` for no limit. */
function callsPerMinuteOfWorker({
  MAX_REST_CALLS_PER_MINUTE: limit,
  REDIS_URL: redis,
  WORKERS: count,
}: Pick<Environment, 'MAX_REST_CALLS_PER_MINUTE' | 'REDIS_URL' | 'WORKERS'>): number | undefined {
  return limit === undefined || redis !== undefined ? limit : Math.ceil(limit / count);
}

/** Limits of one caller or address, with the total limit that each is a part of. */
const partOf = {
  MAX_STREAMS_PER_CALLER: 'MAX_STREAMS',
  MAX_CONNECTIONS_PER_ADDRESS: 'MAX_CONNECTIONS',
} as const;

const isPart = (name: string): name is keyof typeof partOf => Object.hasOwn(partOf, name);

/** @throws ConfigError if a limit exceeds the total limit, so that one caller could use all of it. Either may be the default. */
function checkLimits(env: Readonly<Record<string, string | undefined>>, data: Environment): void {
  const describe = (name: keyof Environment) => `${data[name]}${env[name] === undefined ? ', the default' : ''}`;
  const problems = Object.keys(partOf).flatMap((name) => {
    if (!isPart(name) || data[name] <= data[partOf[name]]) return [];
    const whole = partOf[name];
    return [
      `${name} (${describe(name)}) must not be more than ${whole} (${describe(whole)}): lower the one or raise the other`,
    ];
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

/** Reads and validates all settings. An empty variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const variables = readVariables(env);
  const { data, error } = environment.safeParse(variables);
  if (error) throw toConfigError(error.issues);
  if (data.UPSTREAM_URL === undefined && !data.SANDBOX)
    throw new ConfigError(
      'UPSTREAM_URL must be set to the base URL of the REST service, or SANDBOX to true for the invented data of the embedded sandbox',
    );
  if (data.UPSTREAM_URL !== undefined && data.SANDBOX)
    throw new ConfigError('UPSTREAM_URL and SANDBOX=true are mutually exclusive; unset one of them');
  if (data.UPSTREAM_TOKEN !== undefined && !isLoopback(data.HOST))
    throw new ConfigError('UPSTREAM_TOKEN requires a loopback HOST, such as 127.0.0.1');
  if (data.WATCH_LONGEST_INTERVAL_MS < data.WATCH_FIRST_INTERVAL_MS)
    throw new ConfigError('WATCH_LONGEST_INTERVAL_MS must not be less than WATCH_FIRST_INTERVAL_MS');
  if (data.WORKERS > 1 && data.SANDBOX)
    throw new ConfigError('WORKERS needs UPSTREAM_URL: the embedded sandbox keeps its data in one process');
  if (data.WAKE_SECRET !== undefined && data.METRICS_PORT === undefined)
    throw new ConfigError('WAKE_SECRET requires METRICS_PORT, which receives wake-ups');
  checkLimits(variables, data);
  const redis = toRedisConfig(data);
  return {
    ...createLimits(data),
    host: data.HOST,
    port: data.PORT,
    workers: data.WORKERS,
    publicUrl: data.PUBLIC_URL,
    upstreamUrl: data.UPSTREAM_URL,
    upstreamNameMapping: data.UPSTREAM_WORDS,
    upstreamRoute: toRouteConfig(data),
    sandbox: data.SANDBOX,
    sandboxNameMapping: data.SANDBOX_WORDS,
    sandboxCassettes: data.SANDBOX_CASSETTES,
    upstreamToken: data.UPSTREAM_TOKEN,
    upstreamConnections: data.UPSTREAM_CONNECTIONS,
    upstreamConnectionMaxAge: data.UPSTREAM_CONNECTION_MAX_AGE_MS,
    maxCallsPerCaller: data.MAX_CALLS_PER_CALLER,
    callTimeout: data.CALL_TIMEOUT_MS,
    operationTimeout: data.OPERATION_TIMEOUT_MS,
    readRetries: data.READ_RETRIES,
    breakerFailures: data.BREAKER_FAILURES,
    maxUpstreamResponseBytes: data.MAX_UPSTREAM_RESPONSE_BYTES,
    maxUpstreamBufferBytes: data.MAX_UPSTREAM_BUFFER_BYTES,
    responseCacheBytes: data.RESPONSE_CACHE_BYTES,
    cursorKey: data.CURSOR_KEY,
    cursorKeyAccepted: data.CURSOR_KEY_ACCEPTED,
    maxBodyBytes: data.MAX_BODY_BYTES,
    maxConnections: data.MAX_CONNECTIONS,
    maxConnectionsPerAddress: data.MAX_CONNECTIONS_PER_ADDRESS,
    trustProxy: data.TRUST_PROXY,
    maxIncomingBytes: data.MAX_INCOMING_BYTES,
    maxUnsentBytes: data.MAX_UNSENT_BYTES,
    bodyTimeout: data.BODY_TIMEOUT_MS,
    maxTokens: data.MAX_TOKENS,
    maxResponseValues: data.MAX_RESPONSE_VALUES,
    maxResponseBytes: data.MAX_RESPONSE_BYTES,
    unexpectedNulls: data.UNEXPECTED_NULLS,
    documentCacheBytes: data.DOCUMENT_CACHE_BYTES,
    maxDepth: data.MAX_DEPTH,
    maxAliases: data.MAX_ALIASES,
    maxRestCalls: data.MAX_REST_CALLS,
    maxRestCallsPerMinute: callsPerMinuteOfWorker(data),
    maxStreams: data.MAX_STREAMS,
    maxOperationsPerCaller: data.MAX_OPERATIONS_PER_CALLER,
    maxStreamsPerCaller: data.MAX_STREAMS_PER_CALLER,
    watchFirstInterval: data.WATCH_FIRST_INTERVAL_MS,
    watchMaxInterval: data.WATCH_LONGEST_INTERVAL_MS,
    limitsReportOnly: data.LIMITS_REPORT_ONLY,
    persistedDocuments: data.PERSISTED_DOCUMENTS,
    redis,
    introspection: data.INTROSPECTION,
    subgraphSdl: data.SUBGRAPH_SDL ?? data.INTROSPECTION,
    trace: data.TRACE ?? env.NODE_ENV !== 'production',
    graphiql: data.GRAPHIQL,
    corsOrigins: data.CORS_ORIGINS ?? (data.UPSTREAM_TOKEN === undefined ? '*' : []),
    extra: data.EXTRA,
    graph: toGraphConfig(data),
    areaModules: data.AREA_MODULES ?? [],
    logLevel: data.LOG_LEVEL,
    slowOperation: data.SLOW_OPERATION_MS,
    management:
      data.METRICS_PORT === undefined
        ? undefined
        : {
            host: data.METRICS_HOST,
            port: data.METRICS_PORT,
            allowedHosts: data.METRICS_ALLOWED_HOSTS ?? [],
            wakeSecret: data.WAKE_SECRET,
          },
    drainTimeout: data.DRAIN_TIMEOUT_MS,
    lameDuck: data.LAME_DUCK_MS,
    keepAliveTimeout: data.KEEP_ALIVE_TIMEOUT_MS,
  };
}

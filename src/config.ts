/** The validated settings: the only reader of the environment. */
import { readFileSync } from 'node:fs';
import type { BlockList } from 'node:net';
import { type Environment, environment, lowerCaseSettings, secretSettings } from './settings.ts';
import type { Words } from './words/index.ts';

/** Settings that cannot be used. The message has a line for each problem, which names the variable and what it accepts. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** How to reach Redis, and how what stands there is kept secret. */
export interface RedisConfig {
  readonly url: URL;
  readonly secret: string;
  readonly timeout: number;
}

/** The way to the upstream, where it is not direct or its certificate is not one that Node knows. */
export interface UpstreamRoute {
  /** Absent: no proxy. */
  readonly proxy: URL | undefined;
  /** Hosts that are reached without the proxy. */
  readonly noProxy: string;
  /** Certificates in PEM. */
  readonly authorities: string | undefined;
}

/** Where operators ask for metrics and readiness. */
export interface ManagementConfig {
  readonly host: string;
  readonly port: number;
  /** Names in the `Host` header beside localhost, IP addresses and `host`, in lower case; `*` for any. */
  readonly allowedHosts: '*' | readonly string[];
}

/** The validated settings. Times are in milliseconds, sizes in bytes. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Absent: `http://localhost` with the port that is listened on. */
  readonly publicUrl: URL | undefined;
  /** Absent only where the embedded sandbox takes its place. */
  readonly upstreamUrl: URL | undefined;
  /** Those of the contract where absent. */
  readonly upstreamWords: Words | undefined;
  readonly upstreamRoute: UpstreamRoute;
  readonly sandbox: boolean;
  readonly sandboxWords: Words | undefined;
  /** Folder of recorded answers. */
  readonly sandboxCassettes: string | undefined;
  readonly upstreamToken: string | undefined;
  readonly upstreamConnections: number;
  readonly maxCallsPerCaller: number;
  readonly maxWaitingCallsPerCaller: number;
  readonly callTimeout: number;
  readonly operationTimeout: number;
  readonly readRetries: number;
  /** Failures after which the upstream is spared; 0: never. */
  readonly breakerFailures: number;
  readonly breakerPause: number;
  readonly maxAnswerBytes: number;
  readonly maxUpstreamBufferBytes: number;
  readonly maxUrlBytes: number;
  readonly keptAnswerBytes: number;
  /** Absent: drawn at the start. */
  readonly cursorKey: string | undefined;
  readonly maxBodyBytes: number;
  readonly maxParts: number;
  readonly maxHeaderBytes: number;
  readonly maxSocketBufferBytes: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** Networks of proxies that tell the addresses of clients; absent: none. */
  readonly trustProxy: BlockList | undefined;
  readonly maxPipelinedRequests: number;
  readonly maxIncomingBytes: number;
  readonly maxIncomingBytesPerAddress: number;
  readonly maxUnsentBytes: number;
  readonly maxUnsentBytesPerCaller: number;
  readonly bodyTimeout: number;
  readonly sendTimeout: number;
  readonly maxTokens: number;
  readonly maxDocumentBytes: number;
  readonly maxDocumentLines: number;
  readonly maxNameLength: number;
  readonly maxNesting: number;
  readonly maxListItems: number;
  readonly maxVariableValues: number;
  readonly maxJsonValues: number;
  readonly maxVariableTextBytes: number;
  readonly maxSelections: number;
  readonly maxFieldPairs: number;
  readonly maxIntrospectionValues: number;
  readonly maxValidationErrors: number;
  readonly maxResponseValues: number;
  readonly maxResponseBytes: number;
  readonly maxErrors: number;
  readonly documentCacheBytes: number;
  readonly maxDepth: number;
  readonly maxAliases: number;
  readonly maxRestCalls: number;
  /** REST calls of one caller; absent: no limit. */
  readonly maxRestCallsPerMinute: number | undefined;
  readonly maxStreams: number;
  readonly maxStreamsPerConnection: number;
  readonly maxOperationsPerCaller: number;
  readonly maxStreamsPerCaller: number;
  readonly maxPollersPerCaller: number;
  readonly maxSocketsPerCaller: number;
  readonly maxDownloadsPerCaller: number;
  readonly watchFirstInterval: number;
  readonly watchLongestInterval: number;
  readonly watchPatience: number;
  readonly limitsReportOnly: boolean;
  /** By their hashes; absent: any document. */
  readonly persistedDocuments: ReadonlyMap<string, string> | undefined;
  /** What instances share Redis with; absent: nothing is shared. */
  readonly redis: RedisConfig | undefined;
  readonly introspection: boolean;
  readonly subgraphSdl: boolean;
  readonly trace: boolean;
  readonly graphiql: boolean;
  readonly corsOrigins: '*' | readonly string[];
  readonly extra: boolean;
  readonly logLevel: string;
  /** Milliseconds; 0 where nothing counts as slow. */
  readonly slowOperation: number;
  /** Absent: there is no management port. */
  readonly management: ManagementConfig | undefined;
  readonly drainTimeout: number;
  readonly lameDuck: number;
}

/** Whether only this machine can reach a host: `localhost` and names below it, `127.0.0.0/8`, `::1`. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** The content of a file that holds a secret, without the line break that editors leave at its end. */
function readSecret(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new ConfigError(`${variable} must name a file that can be read`);
  }
}

/** The variables that are set, secrets in files among them. */
function givenIn(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''));
  for (const name of lowerCaseSettings) given[name] ??= given[name.toLowerCase()];
  for (const name of secretSettings) {
    const variable = `${name}_FILE`;
    const path = given[variable];
    if (path === undefined) continue;
    if (given[name] !== undefined)
      throw new ConfigError(`${name} and ${variable} exclude each other; unset one of them`);
    given[name] = readSecret(variable, path);
  }
  return given;
}

/** Nothing leads to the embedded sandbox but the loopback interface. */
function routeIn(
  data: Pick<Environment, 'UPSTREAM_URL' | 'UPSTREAM_CA_FILE' | 'HTTPS_PROXY' | 'HTTP_PROXY' | 'NO_PROXY'>,
): UpstreamRoute {
  const proxies: Readonly<Record<string, URL | undefined>> = { 'https:': data.HTTPS_PROXY, 'http:': data.HTTP_PROXY };
  return {
    proxy: proxies[data.UPSTREAM_URL?.protocol ?? ''],
    noProxy: data.NO_PROXY ?? '',
    authorities: data.UPSTREAM_CA_FILE,
  };
}

function redisIn(data: Pick<Environment, 'REDIS_URL' | 'REDIS_SECRET' | 'REDIS_TIMEOUT_MS' | 'CURSOR_KEY'>) {
  if (data.REDIS_URL === undefined) return undefined;
  if (data.REDIS_SECRET === undefined || data.CURSOR_KEY === undefined)
    throw new ConfigError('REDIS_URL needs REDIS_SECRET and CURSOR_KEY, the same for all instances');
  return { url: data.REDIS_URL, secret: data.REDIS_SECRET, timeout: data.REDIS_TIMEOUT_MS };
}

/** Limits of one caller or address, with the limit of all together that each is part of. */
const partOf = {
  MAX_STREAMS_PER_CALLER: 'MAX_STREAMS',
  MAX_SOCKETS_PER_CALLER: 'MAX_STREAMS',
  MAX_CONNECTIONS_PER_ADDRESS: 'MAX_CONNECTIONS',
  MAX_INCOMING_BYTES_PER_ADDRESS: 'MAX_INCOMING_BYTES',
  MAX_UNSENT_BYTES_PER_CALLER: 'MAX_UNSENT_BYTES',
} as const;

const isPart = (name: string): name is keyof typeof partOf => Object.hasOwn(partOf, name);

/** @throws ConfigError if a limit was set that another one keeps from being reached */
function checkLimits(env: Readonly<Record<string, string | undefined>>, data: Environment): void {
  const problems = Object.keys(partOf).flatMap((name) => {
    if (!isPart(name) || env[name] === undefined || data[name] <= data[partOf[name]]) return [];
    const whole = partOf[name];
    return [
      `${name} (${data[name]}) must not be more than ${whole} (${data[whole]}): lower the one or raise the other`,
    ];
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}

/** Reads and checks all settings. An empty variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const variables = givenIn(env);
  const { data, error } = environment.safeParse(variables);
  if (error) throw new ConfigError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  if (data.UPSTREAM_URL === undefined && !data.SANDBOX)
    throw new ConfigError(
      'UPSTREAM_URL must be set to the base URL of the REST service, or SANDBOX to true for the invented data of the embedded sandbox',
    );
  if (data.UPSTREAM_URL !== undefined && data.SANDBOX)
    throw new ConfigError('UPSTREAM_URL and SANDBOX=true exclude each other; unset one of them');
  if (data.UPSTREAM_TOKEN !== undefined && !isLoopback(data.HOST))
    throw new ConfigError('UPSTREAM_TOKEN needs a HOST that only this machine can reach, such as 127.0.0.1');
  if (data.WATCH_LONGEST_INTERVAL_MS < data.WATCH_FIRST_INTERVAL_MS)
    throw new ConfigError('WATCH_LONGEST_INTERVAL_MS must not be less than WATCH_FIRST_INTERVAL_MS');
  checkLimits(variables, data);
  const redis = redisIn(data);
  return {
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL,
    upstreamUrl: data.UPSTREAM_URL,
    upstreamWords: data.UPSTREAM_WORDS,
    upstreamRoute: routeIn(data),
    sandbox: data.SANDBOX,
    sandboxWords: data.SANDBOX_WORDS,
    sandboxCassettes: data.SANDBOX_CASSETTES,
    upstreamToken: data.UPSTREAM_TOKEN,
    upstreamConnections: data.UPSTREAM_CONNECTIONS,
    maxCallsPerCaller: data.MAX_CALLS_PER_CALLER,
    maxWaitingCallsPerCaller: data.MAX_WAITING_CALLS_PER_CALLER,
    callTimeout: data.CALL_TIMEOUT_MS,
    operationTimeout: data.OPERATION_TIMEOUT_MS,
    readRetries: data.READ_RETRIES,
    breakerFailures: data.BREAKER_FAILURES,
    breakerPause: data.BREAKER_PAUSE_MS,
    maxAnswerBytes: data.MAX_ANSWER_BYTES,
    maxUpstreamBufferBytes: data.MAX_UPSTREAM_BUFFER_BYTES,
    maxUrlBytes: data.MAX_URL_BYTES,
    keptAnswerBytes: data.KEPT_ANSWER_BYTES,
    cursorKey: data.CURSOR_KEY,
    maxBodyBytes: data.MAX_BODY_BYTES,
    maxParts: data.MAX_PARTS,
    maxHeaderBytes: data.MAX_HEADER_BYTES,
    maxSocketBufferBytes: data.MAX_SOCKET_BUFFER_BYTES,
    maxConnections: data.MAX_CONNECTIONS,
    maxConnectionsPerAddress: data.MAX_CONNECTIONS_PER_ADDRESS,
    trustProxy: data.TRUST_PROXY,
    maxPipelinedRequests: data.MAX_PIPELINED_REQUESTS,
    maxIncomingBytes: data.MAX_INCOMING_BYTES,
    maxIncomingBytesPerAddress: data.MAX_INCOMING_BYTES_PER_ADDRESS,
    maxUnsentBytes: data.MAX_UNSENT_BYTES,
    maxUnsentBytesPerCaller: data.MAX_UNSENT_BYTES_PER_CALLER,
    bodyTimeout: data.BODY_TIMEOUT_MS,
    sendTimeout: data.SEND_TIMEOUT_MS,
    maxTokens: data.MAX_TOKENS,
    maxDocumentBytes: data.MAX_DOCUMENT_BYTES,
    maxDocumentLines: data.MAX_DOCUMENT_LINES,
    maxNameLength: data.MAX_NAME_LENGTH,
    maxNesting: data.MAX_NESTING,
    maxListItems: data.MAX_LIST_ITEMS,
    maxVariableValues: data.MAX_VARIABLE_VALUES,
    maxJsonValues: data.MAX_JSON_VALUES,
    maxVariableTextBytes: data.MAX_VARIABLE_TEXT_BYTES,
    maxSelections: data.MAX_SELECTIONS,
    maxFieldPairs: data.MAX_FIELD_PAIRS,
    maxIntrospectionValues: data.MAX_INTROSPECTION_VALUES,
    maxValidationErrors: data.MAX_VALIDATION_ERRORS,
    maxResponseValues: data.MAX_RESPONSE_VALUES,
    maxResponseBytes: data.MAX_RESPONSE_BYTES,
    maxErrors: data.MAX_ERRORS,
    documentCacheBytes: data.DOCUMENT_CACHE_BYTES,
    maxDepth: data.MAX_DEPTH,
    maxAliases: data.MAX_ALIASES,
    maxRestCalls: data.MAX_REST_CALLS,
    maxRestCallsPerMinute: data.MAX_REST_CALLS_PER_MINUTE,
    maxStreams: data.MAX_STREAMS,
    maxStreamsPerConnection: data.MAX_STREAMS_PER_CONNECTION,
    maxOperationsPerCaller: data.MAX_OPERATIONS_PER_CALLER,
    maxStreamsPerCaller: data.MAX_STREAMS_PER_CALLER,
    maxPollersPerCaller: data.MAX_POLLERS_PER_CALLER,
    maxSocketsPerCaller: data.MAX_SOCKETS_PER_CALLER,
    maxDownloadsPerCaller: data.MAX_DOWNLOADS_PER_CALLER,
    watchFirstInterval: data.WATCH_FIRST_INTERVAL_MS,
    watchLongestInterval: data.WATCH_LONGEST_INTERVAL_MS,
    watchPatience: data.WATCH_PATIENCE_MS,
    limitsReportOnly: data.LIMITS_REPORT_ONLY,
    persistedDocuments: data.PERSISTED_DOCUMENTS,
    redis,
    introspection: data.INTROSPECTION,
    subgraphSdl: data.SUBGRAPH_SDL ?? data.INTROSPECTION,
    trace: data.TRACE ?? env.NODE_ENV !== 'production',
    graphiql: data.GRAPHIQL,
    corsOrigins: data.CORS_ORIGINS ?? (data.UPSTREAM_TOKEN === undefined ? '*' : []),
    extra: data.EXTRA,
    logLevel: data.LOG_LEVEL,
    slowOperation: data.SLOW_OPERATION_MS,
    management:
      data.METRICS_PORT === undefined
        ? undefined
        : { host: data.METRICS_HOST, port: data.METRICS_PORT, allowedHosts: data.METRICS_ALLOWED_HOSTS ?? [] },
    drainTimeout: data.DRAIN_TIMEOUT_MS,
    lameDuck: data.LAME_DUCK_MS,
  };
}

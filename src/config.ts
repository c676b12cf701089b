/** The settings: the only reader of the environment. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const mebibyte = 1024 * 1024;
const longestTimeout = 600_000;

/** A setting that cannot be used. Its message is one line that names the variable and what it accepts. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function integer(min: number, max: number) {
  return z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);
}

const boolean = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true');

/** A URL that others are resolved below, hence with a slash at its end. */
function httpUrl(problem: string, accepts: (url: URL) => boolean) {
  return z.string().transform((text, context) => {
    const url = URL.parse(text);
    const plain = url !== null && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname;
    if (plain && accepts(url)) return new URL(url.href.replace(/\/?$/, '/'));
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });
}

const corsOrigins = z.string().transform((text, context): '*' | readonly string[] => {
  if (text === '*') return '*';
  const origins = text.split(',').map((origin) => origin.trim());
  if (origins.every((origin) => URL.parse(origin)?.origin === origin)) return origins;
  context.addIssue({
    code: 'custom',
    message: 'must be * or origins such as https://app.example.com, separated by commas',
  });
  return z.NEVER;
});

/** Documents by their hashes, from the file that the client preset of GraphQL Code Generator writes. */
const manifest = z.string().transform((path, context): ReadonlyMap<string, string> => {
  try {
    const documents = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')));
    return new Map(Object.entries(documents));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a file with a JSON object of hashes and their documents' });
    return z.NEVER;
  }
});

const environment = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; `0.0.0.0` for every interface.'),
  PORT: integer(0, 65_535).default(4000).describe('Port to listen on; `0` takes a free one.'),
  PUBLIC_URL: httpUrl('must be an http or https URL without credentials or query', () => true)
    .optional()
    .describe('URL under which clients reach the facade; unset, `http://localhost:PORT`.'),
  UPSTREAM_URL: httpUrl(
    'must be an http or https URL that ends in /api/v4, without credentials or query',
    ({ pathname }) => /\/api\/v4\/?$/.test(pathname),
  )
    .optional()
    .describe('Base URL of the REST service, ending in `/api/v4`; needed unless `SANDBOX` is `true`.'),
  SANDBOX: boolean
    .default(false)
    .describe('Serve the invented data of the embedded sandbox, in place of a REST service.'),
  UPSTREAM_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a token without spaces or line breaks')
    .optional()
    .describe('Credential of requests that bring none, for local exploring; needs a loopback `HOST`.'),
  UPSTREAM_CONNECTIONS: integer(1, 10_000)
    .default(1024)
    .describe(
      'Connections to the REST service; further calls wait for one, the callers in turn. One caller never holds more than three times what is free.',
    ),
  MAX_CALLS_PER_CALLER: integer(1, 10_000)
    .default(512)
    .describe(
      'REST calls under way for one caller; further ones wait. A caller is a credential that the REST service has accepted; all others count with their client address.',
    ),
  MAX_WAITING_CALLS_PER_CALLER: integer(0, 1_000_000)
    .default(10_000)
    .describe('REST calls of one caller that wait for a connection; further ones are refused.'),
  CALL_TIMEOUT_MS: integer(1, longestTimeout).default(10_000).describe('Milliseconds for one REST call.'),
  OPERATION_TIMEOUT_MS: integer(1, longestTimeout)
    .default(30_000)
    .describe('Milliseconds for one GraphQL operation with all of its REST calls.'),
  READ_RETRIES: integer(0, 10).default(2).describe('Further tries of a read that failed for a passing reason.'),
  MAX_ANSWER_BYTES: integer(1, 1024 * mebibyte)
    .default(64 * mebibyte)
    .describe('Size of one REST answer, in bytes.'),
  MAX_URL_BYTES: integer(256, 64 * 1024)
    .default(8192)
    .describe('Length of the path and query of one REST call, in bytes.'),
  KEPT_ANSWER_BYTES: integer(0, 16 * 1024 * mebibyte)
    .default(64 * mebibyte)
    .describe('Memory for answers that the REST service confirms by their ETag, in bytes; `0` keeps none.'),
  CURSOR_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret that authenticates the cursors of lists, at least 32 characters, the same for all instances; unset, each start draws its own.',
    ),
  MAX_BODY_BYTES: integer(1, 1024 * mebibyte)
    .default(4 * mebibyte)
    .describe('Size of one request body or WebSocket message, in bytes.'),
  MAX_PARTS: integer(1, 100_000)
    .default(100)
    .describe('Parts of a multipart request and places that they go to; fields of a form.'),
  MAX_HEADER_BYTES: integer(1024, mebibyte)
    .default(16 * 1024)
    .describe('Size of the head of a request, URL included, and of the first message of a WebSocket, in bytes.'),
  MAX_SOCKET_BUFFER_BYTES: integer(1, 1024 * mebibyte)
    .default(16 * mebibyte)
    .describe('Bytes that a WebSocket may have waiting for its client when there is more to send.'),
  MAX_CONNECTIONS: integer(1, 1_000_000)
    .default(10_000)
    .describe('Connections of clients at once; further ones are closed.'),
  MAX_CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000)
    .default(5000)
    .describe('Connections of one client address at once; a proxy before the facade is one address.'),
  MAX_PIPELINED_REQUESTS: integer(0, 10_000)
    .default(16)
    .describe('Requests that wait on one connection for the answer to another; a connection with more is closed.'),
  MAX_INCOMING_BYTES: integer(1, 64 * 1024 * mebibyte)
    .default(128 * mebibyte)
    .describe('Request bodies and WebSocket messages at once that have not arrived as a whole, in bytes.'),
  MAX_INCOMING_BYTES_PER_ADDRESS: integer(1, 64 * 1024 * mebibyte)
    .default(96 * mebibyte)
    .describe('The same of one client address, in bytes.'),
  MAX_UNSENT_BYTES: integer(1, 64 * 1024 * mebibyte)
    .default(256 * mebibyte)
    .describe('Answers and events at once that their clients have not taken yet, in bytes; further ones are refused.'),
  MAX_UNSENT_BYTES_PER_CALLER: integer(1, 64 * 1024 * mebibyte)
    .default(64 * mebibyte)
    .describe('The same of one caller, in bytes; a single answer may be larger.'),
  BODY_TIMEOUT_MS: integer(1, longestTimeout)
    .default(30_000)
    .describe('Milliseconds in which a request or WebSocket message has to arrive as a whole.'),
  SEND_TIMEOUT_MS: integer(1, longestTimeout)
    .default(30_000)
    .describe('Milliseconds in which a client has to take each MiB of what waits for it; a slower one is cut off.'),
  MAX_TOKENS: integer(1, 1_000_000).default(5000).describe('Lexical tokens of a GraphQL document.'),
  MAX_DOCUMENT_BYTES: integer(1, 64 * mebibyte)
    .default(256 * 1024)
    .describe('Size of one GraphQL document, in bytes.'),
  MAX_DOCUMENT_LINES: integer(1, 1_000_000).default(5000).describe('Lines of a GraphQL document.'),
  MAX_NAME_LENGTH: integer(1, 10_000).default(128).describe('Characters of a name in a document, aliases among them.'),
  MAX_NESTING: integer(1, 1000)
    .default(200)
    .describe('Brackets within each other in a document, and lists and objects in variables.'),
  MAX_LIST_ITEMS: integer(1, 1_000_000).default(2000).describe('Items of one list in variables or in a document.'),
  MAX_VARIABLE_VALUES: integer(1, 1_000_000).default(10_000).describe('Values in the variables of an operation.'),
  MAX_JSON_VALUES: integer(1, 10_000_000)
    .default(50_000)
    .describe('Values and names in the JSON of one request or WebSocket message, counted before it is parsed.'),
  MAX_VARIABLE_TEXT_BYTES: integer(1, 1024 * mebibyte)
    .default(64 * 1024)
    .describe('Texts in the variables of a query or subscription, in bytes; those of a mutation may fill the request.'),
  MAX_SELECTIONS: integer(1, 1_000_000)
    .default(10_000)
    .describe('Fields and fragments of a document, those of fragments at each use.'),
  MAX_FIELD_PAIRS: integer(1, 10_000_000)
    .default(50_000)
    .describe('Pairs of fields or fragments at the same place of a document, which validation compares.'),
  MAX_INTROSPECTION_VALUES: integer(0, 1_000_000_000)
    .default(50_000)
    .describe('Values of the answer to introspection, by an estimate that is about 31,000 for the usual query.'),
  MAX_VALIDATION_ERRORS: integer(1, 1000).default(10).describe('Mistakes of a document that are looked for.'),
  MAX_RESPONSE_VALUES: integer(1, 100_000_000)
    .default(320_000)
    .describe('Values of an answer at worst, foreseen from the items that lists are asked for.'),
  MAX_RESPONSE_BYTES: integer(1, 1024 * mebibyte)
    .default(32 * mebibyte)
    .describe('Size of one answer or event, in bytes.'),
  MAX_ERRORS: integer(1, 100_000).default(100).describe('Errors in one answer; of others only the number is told.'),
  DOCUMENT_CACHE_BYTES: integer(0, 16 * 1024 * mebibyte)
    .default(64 * mebibyte)
    .describe('Memory for documents that come again, their plans and their compiled code, in bytes.'),
  MAX_DEPTH: integer(1, 1000).default(20).describe('Nested fields of an operation, introspection aside.'),
  MAX_ALIASES: integer(0, 100_000).default(100).describe('Aliases of an operation, those of fragments at each use.'),
  MAX_REST_CALLS: integer(1, 1_000_000).default(500).describe('REST calls of an operation.'),
  MAX_STREAMS: integer(0, 1_000_000)
    .default(10_000)
    .describe(
      'Subscriptions at once of all callers, over every transport, and WebSockets at once; holds in report-only mode, too.',
    ),
  MAX_STREAMS_PER_CONNECTION: integer(0, 1_000_000)
    .default(100)
    .describe('Operations at once on one WebSocket, subscriptions among them.'),
  MAX_OPERATIONS_PER_CALLER: integer(1, 1_000_000)
    .default(1000)
    .describe('Queries and mutations of one caller at once.'),
  MAX_STREAMS_PER_CALLER: integer(0, 1_000_000).default(1000).describe('Subscriptions of one caller at once.'),
  MAX_POLLERS_PER_CALLER: integer(0, 1_000_000)
    .default(1000)
    .describe('Different objects that the subscriptions of one caller watch at once.'),
  MAX_SOCKETS_PER_CALLER: integer(0, 1_000_000).default(200).describe('WebSockets of one caller at once.'),
  MAX_DOWNLOADS_PER_CALLER: integer(0, 1_000_000).default(50).describe('Downloads of one caller at once.'),
  WATCH_FIRST_INTERVAL_MS: integer(10, longestTimeout)
    .default(1000)
    .describe('Milliseconds between two polls of something that is watched and has just changed; none are closer.'),
  WATCH_LONGEST_INTERVAL_MS: integer(10, longestTimeout)
    .default(30_000)
    .describe('Milliseconds that the looks move apart to while nothing changes or the REST service fails.'),
  WATCH_PATIENCE_MS: integer(0, longestTimeout)
    .default(30_000)
    .describe('Milliseconds for which the REST service may fail before subscribers are told.'),
  LIMITS_REPORT_ONLY: boolean
    .default(false)
    .describe(
      'Log what is beyond `MAX_DEPTH`, `MAX_ALIASES`, `MAX_REST_CALLS` or what one caller may hold at once (`MAX_OPERATIONS_PER_CALLER`, `MAX_STREAMS_PER_CALLER` and the like) instead of refusing it; limits that protect the process hold.',
    ),
  COMPILED_EXECUTION: z
    .enum(['never', 'repeated', 'always'], { error: 'must be never, repeated or always' })
    .default('repeated')
    .describe(
      'Queries executed as compiled code: `never`, `always`, or from the second time on; the answers are the same.',
    ),
  PERSISTED_DOCUMENTS: manifest
    .optional()
    .describe(
      'Manifest (`persisted-documents.json`) of the only documents that are accepted; unset, all are, and clients may send hashes of known ones.',
    ),
  INTROSPECTION: boolean.default(true).describe('Answer introspection queries.'),
  SUBGRAPH_SDL: boolean
    .optional()
    .describe('Tell gateways the schema by `_service { sdl }`; unset, like `INTROSPECTION`.'),
  GRAPHIQL: boolean.default(true).describe('Serve GraphiQL to browsers.'),
  CORS_ORIGINS: corsOrigins
    .optional()
    .describe(
      'Origins whose pages may call the facade, separated by commas, or `*`; unset, `*`, and none with `UPSTREAM_TOKEN`.',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info')
    .describe('Least severe log lines that are written.'),
  DRAIN_TIMEOUT_MS: integer(0, longestTimeout)
    .default(10_000)
    .describe(
      'Milliseconds that running operations get to finish once no new ones are taken; then all connections end.',
    ),
  LAME_DUCK_MS: integer(0, longestTimeout)
    .default(0)
    .describe(
      'Milliseconds after SIGTERM for which requests are still taken while `/ready` answers 503; behind a load balancer, longer than it takes to notice.',
    ),
});

/** The validated settings. Times are in milliseconds, sizes in bytes. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Absent: `http://localhost` with the port that is listened on. */
  readonly publicUrl: URL | undefined;
  /** Absent only where the embedded sandbox takes its place. */
  readonly upstreamUrl: URL | undefined;
  readonly sandbox: boolean;
  readonly upstreamToken: string | undefined;
  readonly upstreamConnections: number;
  readonly maxCallsPerCaller: number;
  readonly maxWaitingCallsPerCaller: number;
  readonly callTimeout: number;
  readonly operationTimeout: number;
  readonly readRetries: number;
  readonly maxAnswerBytes: number;
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
  readonly compiledExecution: 'never' | 'repeated' | 'always';
  /** By their hashes; absent: any document. */
  readonly persistedDocuments: ReadonlyMap<string, string> | undefined;
  readonly introspection: boolean;
  readonly subgraphSdl: boolean;
  readonly graphiql: boolean;
  readonly corsOrigins: '*' | readonly string[];
  readonly logLevel: string;
  readonly drainTimeout: number;
  readonly lameDuck: number;
}

/** One row of the table of settings in the README. */
export interface Setting {
  readonly name: string;
  /** As it would be written in the environment; absent where unset means something of its own. */
  readonly default: string | undefined;
  readonly description: string;
}

/** Every setting, in the order of the README. */
export const settings: readonly Setting[] = Object.entries(environment.shape).map(([name, schema]) => {
  const fallback = schema.parse(undefined);
  return {
    name,
    default: fallback === undefined ? undefined : String(fallback),
    description: schema.description ?? '',
  };
});

/** Whether only this machine can reach a host: `localhost` and names below it, `127.0.0.0/8`, `::1`. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** Reads and checks all settings. An empty variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { data, error } = environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, text]) => text !== '')),
  );
  if (error) throw new ConfigError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
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
  return {
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL,
    upstreamUrl: data.UPSTREAM_URL,
    sandbox: data.SANDBOX,
    upstreamToken: data.UPSTREAM_TOKEN,
    upstreamConnections: data.UPSTREAM_CONNECTIONS,
    maxCallsPerCaller: data.MAX_CALLS_PER_CALLER,
    maxWaitingCallsPerCaller: data.MAX_WAITING_CALLS_PER_CALLER,
    callTimeout: data.CALL_TIMEOUT_MS,
    operationTimeout: data.OPERATION_TIMEOUT_MS,
    readRetries: data.READ_RETRIES,
    maxAnswerBytes: data.MAX_ANSWER_BYTES,
    maxUrlBytes: data.MAX_URL_BYTES,
    keptAnswerBytes: data.KEPT_ANSWER_BYTES,
    cursorKey: data.CURSOR_KEY,
    maxBodyBytes: data.MAX_BODY_BYTES,
    maxParts: data.MAX_PARTS,
    maxHeaderBytes: data.MAX_HEADER_BYTES,
    maxSocketBufferBytes: data.MAX_SOCKET_BUFFER_BYTES,
    maxConnections: data.MAX_CONNECTIONS,
    maxConnectionsPerAddress: data.MAX_CONNECTIONS_PER_ADDRESS,
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
    compiledExecution: data.COMPILED_EXECUTION,
    persistedDocuments: data.PERSISTED_DOCUMENTS,
    introspection: data.INTROSPECTION,
    subgraphSdl: data.SUBGRAPH_SDL ?? data.INTROSPECTION,
    graphiql: data.GRAPHIQL,
    corsOrigins: data.CORS_ORIGINS ?? (data.UPSTREAM_TOKEN === undefined ? '*' : []),
    logLevel: data.LOG_LEVEL,
    drainTimeout: data.DRAIN_TIMEOUT_MS,
    lameDuck: data.LAME_DUCK_MS,
  };
}

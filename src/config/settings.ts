/** Settings by environment variable: format, default and description. */
import { z } from 'zod';
import {
  boolean,
  certificates,
  corsOrigins,
  folder,
  graphNames,
  hostNames,
  httpUrl,
  integer,
  manifest,
  networks,
  optionTypes,
  paths,
  proxyUrl,
  redisUrl,
  upstreamProfile,
  words,
  workers,
} from './setting-values.ts';

const mebibyte = 1024 * 1024;
const maxTimeoutMs = 600_000;

/** The variables of the environment. */
export const environment = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; `0.0.0.0` for every interface.'),
  PORT: integer(0, 65_535).default(4000).describe('Port to listen on; `0` selects a free one.'),
  WORKERS: workers
    .default(1)
    .describe(
      'Number of processes that serve `PORT` together; `auto` for the number of cores. All other limits apply to each process, except `MAX_REST_CALLS_PER_MINUTE`, which they share through Redis or, without it, in equal parts.',
    ),
  PUBLIC_URL: httpUrl
    .optional()
    .describe('URL under which clients reach the facade. Defaults to `http://localhost:PORT`.'),
  UPSTREAM_URL: httpUrl
    .optional()
    .describe(
      'Base URL of the REST service, such as `https://code.example.com/api/v4`; required unless `SANDBOX` is `true`.',
    ),
  UPSTREAM_WORDS: words
    .optional()
    .describe(
      'YAML file that maps the names of the contract to those of the REST service: paths, attributes, parameters, enum values, headers. Its JSON Schema is `schema/words.schema.json`. A name without slash and dot is that of a shipped file.',
    ),
  UPSTREAM_PROFILE: upstreamProfile
    .optional()
    .describe(
      'YAML file of the operations and attributes that the REST service lacks, as `portico doctor --profile` writes it: such operations are not called, and such attributes are null. Its JSON Schema is `schema/profile.schema.json`.',
    ),
  UPSTREAM_CA_FILE: certificates
    .optional()
    .describe(
      'File with the certificates (PEM) of the authorities that sign the certificate of the REST service, instead of the authorities of Node.',
    ),
  HTTPS_PROXY: proxyUrl
    .optional()
    .describe(
      'Proxy for a REST service with an `https` URL, such as `http://proxy.example.com:3128`; the variable may be in lower case.',
    ),
  HTTP_PROXY: proxyUrl
    .optional()
    .describe('Proxy for a REST service with an `http` URL; the variable may be in lower case.'),
  NO_PROXY: z
    .string()
    .optional()
    .describe('Hosts and domains to connect to without a proxy, separated by commas; `*` for all.'),
  SANDBOX: boolean
    .default(false)
    .describe('Serve the invented data of the embedded sandbox instead of a REST service.'),
  SANDBOX_WORDS: words
    .optional()
    .describe(
      'File or name like that of `UPSTREAM_WORDS`, of the names that the embedded sandbox uses in requests and responses.',
    ),
  SANDBOX_CASSETTES: folder
    .optional()
    .describe('Folder with responses that `portico doctor --record` wrote; the embedded sandbox replays only these.'),
  UPSTREAM_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a token without spaces or line breaks')
    .optional()
    .describe('Credential for requests without one, for local exploration; requires a loopback `HOST`.'),
  UPSTREAM_CONNECTIONS: integer(1, 10_000)
    .default(1024)
    .describe(
      'Maximum number of concurrent calls to the REST service, each on a connection of its own unless the service offers HTTP/2; further calls wait, FIFO per caller and round robin between callers. One caller never has more than three times as many as are free.',
    ),
  UPSTREAM_CONNECTION_MAX_AGE_MS: integer(0, maxTimeoutMs)
    .default(120_000)
    .describe(
      'Milliseconds after which connections to the REST service are replaced, each once its call has ended, so that calls follow its DNS entry; `0` for never.',
    ),
  MAX_CALLS_PER_CALLER: integer(1, 10_000)
    .default(512)
    .describe(
      'Maximum number of active REST calls of one caller; further calls wait. A caller is a credential that the REST service has accepted; all others count for their client address.',
    ),
  CALL_TIMEOUT_MS: integer(1, maxTimeoutMs).default(10_000).describe('Milliseconds for one REST call.'),
  OPERATION_TIMEOUT_MS: integer(1, maxTimeoutMs)
    .default(30_000)
    .describe(
      'Milliseconds for one GraphQL operation with all of its REST calls. With `@defer` and `@stream`, the time for which the client does not read does not count.',
    ),
  READ_RETRIES: integer(0, 10)
    .default(2)
    .describe(
      'Maximum number of retries of a read whose connection fails, or whose response has status 429, 502, 503 or 504. Polls and writes are not repeated.',
    ),
  BREAKER_FAILURES: integer(0, 1_000_000)
    .default(20)
    .describe(
      'Number of consecutive failed REST calls within ten seconds, of at least three callers or without any connection, that open the circuit breaker: calls then fail immediately until the REST service responds to a probe. `0` disables it.',
    ),
  MAX_UPSTREAM_RESPONSE_BYTES: integer(1, 1024 * mebibyte)
    .default(16 * mebibyte)
    .describe(
      'Maximum size of one REST response in bytes, decompressed, except files. One note of 1,000,000 characters, which can be escaped to 12 bytes each, fits in the default. Parsing a response above the default may block the process for more than 300 ms.',
    ),
  MAX_UPSTREAM_BUFFER_BYTES: integer(1, 64 * 1024 * mebibyte)
    .default(64 * mebibyte)
    .describe(
      'Maximum bytes of all REST responses that are arriving or wait to be parsed; further ones are paused, and callers continue in turn. Responses up to 256 KiB never wait, and one response is always admitted.',
    ),
  RESPONSE_CACHE_BYTES: integer(0, 16 * 1024 * mebibyte)
    .default(64 * mebibyte)
    .describe(
      'Memory for cached responses that the REST service revalidates by their ETag, in bytes; `0` disables the cache.',
    ),
  CURSOR_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret that authenticates the cursors of lists, at least 32 characters, the same for all instances. By default each start generates one.',
    ),
  CURSOR_KEY_ACCEPTED: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'A second secret whose cursors are accepted, while `CURSOR_KEY` is being replaced: first the new secret, then the old one.',
    ),
  MAX_BODY_BYTES: integer(1, 1024 * mebibyte)
    .default(16 * mebibyte)
    .describe(
      'Size of one request body or WebSocket message, in bytes. A note of 1,000,000 characters, which can be escaped to 12 bytes each, fits in the default.',
    ),
  MAX_CONNECTIONS: integer(1, 1_000_000)
    .default(10_000)
    .describe('Maximum number of client connections; further ones are closed.'),
  MAX_CONNECTIONS_PER_ADDRESS: integer(1, 1_000_000)
    .default(5000)
    .describe(
      'Maximum number of connections of one client address; a proxy in front of the facade is one address. A connection that has sent an accepted credential counts for that credential, with the same limit. Beyond the limit of its address, a connection is closed unless it sends an accepted credential within 5 seconds. Not more than `MAX_CONNECTIONS`.',
    ),
  TRUST_PROXY: networks
    .optional()
    .describe(
      'Networks of proxies whose `X-Forwarded-For` is trusted, such as `10.0.0.0/8, fd00::/8`: its last address outside of these networks is that of the client. By default the address of the connection is that of the client.',
    ),
  MAX_INCOMING_BYTES: integer(1, 64 * 1024 * mebibyte)
    .default(128 * mebibyte)
    .describe(
      'Maximum bytes of all request bodies and WebSocket messages that are arriving, or whose operation is in progress. One caller may use three quarters of it.',
    ),
  MAX_UNSENT_BYTES: integer(1, 64 * 1024 * mebibyte)
    .default(256 * mebibyte)
    .describe(
      'Maximum bytes of all responses and events that clients have not read yet; further ones are rejected. One caller may use a quarter of it.',
    ),
  BODY_TIMEOUT_MS: integer(1, maxTimeoutMs)
    .default(30_000)
    .describe(
      'Milliseconds within which a request or WebSocket message must arrive completely; set it longer for clients that send large bodies over slow networks.',
    ),
  MAX_TOKENS: integer(1, 1_000_000).default(5000).describe('Lexical tokens of a GraphQL document.'),
  MAX_RESPONSE_VALUES: integer(1, 100_000_000)
    .default(320_000)
    .describe('Upper bound on the values of a response, computed from the requested page sizes.'),
  MAX_RESPONSE_BYTES: integer(1, 1024 * mebibyte)
    .default(32 * mebibyte)
    .describe('Maximum size of one response or event in bytes.'),
  UNEXPECTED_NULLS: z
    .enum(['error', 'log'], { error: 'must be error or log' })
    .default('error')
    .describe(
      'Response to null in a field with `@semanticNonNull`: `error` adds an error at its path, `log` only writes a log line, for clients that discard a response with errors.',
    ),
  DOCUMENT_CACHE_BYTES: integer(0, 16 * 1024 * mebibyte)
    .default(64 * mebibyte)
    .describe('Memory for cached documents and their plans, in bytes.'),
  MAX_DEPTH: integer(1, 1000)
    .default(20)
    .describe('Maximum nesting of the fields of an operation, without introspection.'),
  MAX_ALIASES: integer(0, 100_000)
    .default(100)
    .describe('Maximum number of aliases of an operation, counting those of a fragment at each use.'),
  MAX_REST_CALLS: integer(1, 1_000_000).default(500).describe('Maximum number of REST calls of an operation.'),
  MAX_REST_CALLS_PER_MINUTE: integer(1, 1_000_000_000)
    .optional()
    .describe(
      'Maximum number of REST calls of one caller per minute, including retries and the calls of subscriptions and downloads; shared by all instances through Redis. Unlimited by default.',
    ),
  MAX_STREAMS: integer(0, 1_000_000)
    .default(10_000)
    .describe(
      'Two separate limits for all callers together: on open subscriptions and incremental responses over every transport, and on open WebSockets. Enforced even in report-only mode.',
    ),
  MAX_OPERATIONS_PER_CALLER: integer(1, 1_000_000)
    .default(1000)
    .describe('Maximum number of active queries and mutations of one caller.'),
  MAX_STREAMS_PER_CALLER: integer(0, 1_000_000)
    .default(1000)
    .describe(
      'Three separate limits for one caller: on open subscriptions and incremental responses together; on the different objects and lists that its subscriptions watch; and, at a fifth of the value, on open WebSockets. Not more than `MAX_STREAMS`.',
    ),
  WATCH_FIRST_INTERVAL_MS: integer(10, maxTimeoutMs)
    .default(1000)
    .describe(
      'Milliseconds between two polls of a watched object that has just changed; the minimum interval, except for wake-ups and for a subscriber that arrives after a write. The state in the first event of a subscription is at most this old.',
    ),
  WATCH_LONGEST_INTERVAL_MS: integer(10, maxTimeoutMs)
    .default(30_000)
    .describe('Maximum polling interval in milliseconds while nothing changes or the REST service fails.'),
  LIMITS_REPORT_ONLY: boolean
    .default(false)
    .describe(
      'Log instead of rejecting requests over `MAX_DEPTH`, `MAX_ALIASES`, `MAX_REST_CALLS`, `MAX_REST_CALLS_PER_MINUTE` or the limits on concurrent resources of one caller (`MAX_OPERATIONS_PER_CALLER`, `MAX_STREAMS_PER_CALLER` and others). Limits that protect the process are always enforced.',
    ),
  PERSISTED_DOCUMENTS: manifest
    .optional()
    .describe(
      'Manifest of the only accepted documents: a JSON object of documents by their SHA-256 hashes (`persisted-documents.json`), or an Apollo persisted query manifest. By default all documents are accepted, and clients may send the hashes of cached ones.',
    ),
  REDIS_URL: redisUrl
    .optional()
    .describe(
      'Redis that several instances share, as `redis://` or `rediss://`; requires `REDIS_SECRET` and `CURSOR_KEY`. By default each instance is standalone.',
    ),
  REDIS_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret that, together with the credentials of callers, encrypts the data in Redis; at least 32 characters, the same for all instances.',
    ),
  REDIS_TIMEOUT_MS: integer(1, 10_000)
    .default(100)
    .describe(
      'Milliseconds for one Redis command; if it takes longer, the instance continues without Redis until Redis is available again. Raise it if Redis is far away, or the processors are busy.',
    ),
  INTROSPECTION: boolean.default(true).describe('Accept introspection queries.'),
  SUBGRAPH_SDL: boolean
    .optional()
    .describe('Return the subgraph SDL to gateways in `_service { sdl }`. Defaults to `INTROSPECTION`.'),
  TRACE: boolean
    .optional()
    .describe(
      'Return to callers who request it (`x-portico-trace`) the REST calls of their operations, the responses without secrets, and plans. Defaults to `false` if `NODE_ENV` is `production`, or if Portico is embedded and `SANDBOX` is not `true`; otherwise to `true`.',
    ),
  GRAPHIQL: boolean.default(true).describe('Serve GraphiQL to browsers.'),
  CORS_ORIGINS: corsOrigins
    .optional()
    .describe(
      'Origins whose pages may call the facade, separated by commas, or `*`. Defaults to `*`, and to none with `UPSTREAM_TOKEN`.',
    ),
  EXTRA: boolean
    .default(true)
    .describe('Offer `extra`, the attributes of an object that the REST service sends and the schema does not have.'),
  READ_ONLY: boolean.default(false).describe('Offer no mutations, and send no writes to the REST service.'),
  ALLOWED_AREAS: graphNames
    .optional()
    .describe(
      'Areas of the graph to offer, such as `users, groups, projects, pipelines`, separated by commas. Defaults to all. An area is a file in `schema/rest` or `src/graph`: its types, and the fields that it adds to the types of other areas.',
    ),
  DENIED_AREAS: graphNames.optional().describe('Areas of the graph not to offer, separated by commas.'),
  ALLOWED_MUTATIONS: graphNames
    .optional()
    .describe('Mutations to offer, such as `labelCreate, labelUpdate`, separated by commas. Defaults to all.'),
  DENIED_MUTATIONS: graphNames.optional().describe('Mutations not to offer, separated by commas.'),
  ALLOWED_FIELDS: graphNames
    .optional()
    .describe(
      'Fields to offer, such as `Query.project, Query.currentUser`, separated by commas. Limits the types that it names; types of which it names no field keep all.',
    ),
  DENIED_FIELDS: graphNames
    .optional()
    .describe(
      'Fields not to offer, such as `User.email`, separated by commas; one of an interface is removed from all of its types.',
    ),
  AREA_MODULES: paths
    .optional()
    .describe(
      'Files with further areas of the graph, separated by commas: modules whose default export is an area of `portico/kit`, or a list of them. `portico start --area` adds one.',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info')
    .describe('Least severe log lines that are written.'),
  SLOW_OPERATION_MS: integer(0, maxTimeoutMs)
    .default(10_000)
    .describe(
      'Milliseconds from which a query or mutation is slow, so that the log contains its plan and its slowest REST calls; `0` for none.',
    ),
  METRICS_PORT: integer(0, 65_535)
    .optional()
    .describe(
      'Port on which `/metrics` (for Prometheus), `/ready` (with details) and `/health` are served, for operators only. By default no such port is opened.',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Network address of `METRICS_PORT`.'),
  METRICS_ALLOWED_HOSTS: hostNames
    .optional()
    .describe(
      'Names in the header `Host` of requests to `METRICS_PORT`, separated by commas, such as `portico-1, portico-2`, or `*` for any; IP addresses, `localhost` and `METRICS_HOST` are always accepted, other names are rejected with 421.',
    ),
  WAKE_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret that signs `POST /wake` on `METRICS_PORT`, at least 32 characters: requests that name what has changed, so that subscriptions to it poll immediately. Unset, no wake-ups are accepted.',
    ),
  DRAIN_TIMEOUT_MS: integer(0, maxTimeoutMs)
    .default(10_000)
    .describe(
      'Milliseconds for running operations to finish once no new ones are accepted; then all connections are closed.',
    ),
  LAME_DUCK_MS: integer(0, maxTimeoutMs)
    .default(0)
    .describe(
      'Milliseconds between SIGTERM and the end of connections, while `/ready` responds with 503. In the first half, new connections are accepted. In the second half, requests are accepted on open connections only, and every response closes its connection. Behind a load balancer, half of this time must exceed both the time in which the load balancer notices the 503, and the time for which it keeps idle connections.',
    ),
  KEEP_ALIVE_TIMEOUT_MS: integer(1, maxTimeoutMs)
    .default(75_000)
    .describe(
      'Milliseconds after which an idle connection of a client is closed; set it longer than the idle timeout of a proxy in front of the facade (60 s is common), so that the proxy never reuses a connection that is being closed.',
    ),
});

/** Validated settings by variable. */
export type Environment = z.infer<typeof environment>;

/** Secret settings. Each can be a file, whose path is in the variable with the suffix `_FILE`. */
export const secretSettings = [
  'UPSTREAM_TOKEN',
  'CURSOR_KEY',
  'CURSOR_KEY_ACCEPTED',
  'REDIS_URL',
  'REDIS_SECRET',
  'WAKE_SECRET',
  'HTTPS_PROXY',
  'HTTP_PROXY',
] as const;

/** Settings of the command that are not options of an embedded facade: the embedder has its own server and processes. */
const processSettings: ReadonlySet<string> = new Set([
  'HOST',
  'PORT',
  'WORKERS',
  'AREA_MODULES',
  // Only requests from this machine may use the token, which the HOST of the command ensures.
  'UPSTREAM_TOKEN',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'METRICS_PORT',
  'METRICS_HOST',
  'METRICS_ALLOWED_HOSTS',
  'WAKE_SECRET',
  'LAME_DUCK_MS',
  'KEEP_ALIVE_TIMEOUT_MS',
]);

/** Settings that may also be in lower case, as other programs read them. */
export const lowerCaseSettings = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;

/** Row of the table in docs/settings.md. */
export interface Setting {
  readonly name: string;
  /** As it would be written in the environment; absent where unset means something of its own. */
  readonly default: string | undefined;
  readonly description: string;
}

/** Every setting, in the order of that table. */
export const settings: readonly Setting[] = Object.entries(environment.shape).map(([name, schema]) => {
  const fallback = schema.parse(undefined);
  const file = secretSettings.some((secret) => secret === name)
    ? ` \`${name}_FILE\` names a file with it instead.`
    : '';
  return {
    name,
    default: fallback === undefined ? undefined : String(fallback),
    description: `${schema.description}${file}`,
  };
});

/** One option of an embedder. */
export interface SettingOption {
  /** Name of the setting in the environment. */
  readonly variable: string;
  readonly name: string;
  /** TypeScript type of its values. */
  readonly type: string;
  readonly description: string;
}

/** Type of a setting without its default. */
function formatOf(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? formatOf(schema.unwrap()) : schema;
}

function optionTypeOf(schema: z.core.$ZodType): string {
  const format = formatOf(schema);
  if (format instanceof z.ZodEnum) return format.options.map((value) => `'${value}'`).join(' | ');
  return optionTypes.get(format)?.type ?? 'string';
}

/** The options of an embedder: all settings but those of the server and the processes of the command. */
export const settingOptions: readonly SettingOption[] = Object.entries(environment.shape)
  .filter(([variable]) => !processSettings.has(variable))
  .map(([variable, schema]) => ({
    variable,
    name: variable.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    type: optionTypeOf(schema),
    description: schema.description ?? '',
  }));

/** Every setting by its variable: what it accepts, its default and its description. */
import { z } from 'zod';
import {
  boolean,
  certificates,
  corsOrigins,
  hostNames,
  httpUrl,
  integer,
  manifest,
  networks,
  proxyUrl,
  redisUrl,
  words,
} from './setting-values.ts';

const mebibyte = 1024 * 1024;
const longestTimeout = 600_000;

/** The variables of the environment. */
export const environment = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; `0.0.0.0` for every interface.'),
  PORT: integer(0, 65_535).default(4000).describe('Port to listen on; `0` takes a free one.'),
  PUBLIC_URL: httpUrl.optional().describe('URL under which clients reach the facade; unset, `http://localhost:PORT`.'),
  UPSTREAM_URL: httpUrl
    .optional()
    .describe(
      'Base URL of the REST service, such as `https://code.example.com/api/v4`; needed unless `SANDBOX` is `true`.',
    ),
  UPSTREAM_WORDS: words
    .optional()
    .describe(
      'YAML file that maps the words of the contract to those of the REST service: paths, attributes, parameters, enum words, headers. Its JSON Schema is `schema/words.schema.json`.',
    ),
  UPSTREAM_CA_FILE: certificates
    .optional()
    .describe(
      'File with the certificates (PEM) of the authorities that vouch for the REST service, in place of those that Node knows.',
    ),
  HTTPS_PROXY: proxyUrl
    .optional()
    .describe(
      'Proxy through which a REST service at an `https` URL is reached, such as `http://proxy.example.com:3128`; in lower case, too.',
    ),
  HTTP_PROXY: proxyUrl.optional().describe('The same for a REST service at an `http` URL.'),
  NO_PROXY: z
    .string()
    .optional()
    .describe('Hosts and domains that are reached without a proxy, separated by commas; `*` for all.'),
  SANDBOX: boolean
    .default(false)
    .describe('Serve the invented data of the embedded sandbox, in place of a REST service.'),
  SANDBOX_WORDS: words
    .optional()
    .describe('A file like that of `UPSTREAM_WORDS`, in whose words the embedded sandbox is spoken to and answers.'),
  SANDBOX_CASSETTES: z
    .string()
    .optional()
    .describe(
      'Folder with answers that `portico doctor --record` wrote; the embedded sandbox gives these again and nothing else.',
    ),
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
    .describe(
      'REST calls of one caller that wait for a connection, and reads that wait where the REST service asks for that; further ones are refused.',
    ),
  CALL_TIMEOUT_MS: integer(1, longestTimeout).default(10_000).describe('Milliseconds for one REST call.'),
  OPERATION_TIMEOUT_MS: integer(1, longestTimeout)
    .default(30_000)
    .describe('Milliseconds for one GraphQL operation with all of its REST calls.'),
  READ_RETRIES: integer(0, 10).default(2).describe('Further tries of a read that failed for a passing reason.'),
  BREAKER_FAILURES: integer(0, 1_000_000)
    .default(20)
    .describe(
      'Failed REST calls in a row, of three callers at the least or without any connection, within ten seconds, after which calls fail at once until the REST service answers a single one again; `0` for never.',
    ),
  BREAKER_PAUSE_MS: integer(10, longestTimeout)
    .default(1000)
    .describe('Milliseconds before that single call; doubles with each that fails, to half a minute.'),
  MAX_ANSWER_BYTES: integer(1, 1024 * mebibyte)
    .default(8 * mebibyte)
    .describe(
      'Size of one REST answer, in bytes; files are not limited. Parsing a larger one may block the process for more than 200 ms.',
    ),
  MAX_UPSTREAM_BUFFER_BYTES: integer(1, 64 * 1024 * mebibyte)
    .default(64 * mebibyte)
    .describe(
      'REST answers at once that are arriving or wait to be parsed, in bytes; further ones are paused, the callers in turn. Answers up to 256 KiB never wait, and one answer is always admitted.',
    ),
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
    .describe(
      'Connections of one client address at once; a proxy before the facade is one address. A connection that has sent an accepted credential counts for that credential, with the same limit. Beyond it, a connection is closed unless it sends such a credential within 5 seconds.',
    ),
  TRUST_PROXY: networks
    .optional()
    .describe(
      'Networks of proxies whose `X-Forwarded-For` is believed, such as `10.0.0.0/8, fd00::/8`: its last address outside of them is that of the client. Unset, the address of a connection is that of the client.',
    ),
  MAX_PIPELINED_REQUESTS: integer(0, 10_000)
    .default(16)
    .describe('Requests that wait on one connection for the answer to another; a connection with more is closed.'),
  MAX_INCOMING_BYTES: integer(1, 64 * 1024 * mebibyte)
    .default(128 * mebibyte)
    .describe('Request bodies and WebSocket messages at once that have not arrived as a whole, in bytes.'),
  MAX_INCOMING_BYTES_PER_ADDRESS: integer(1, 64 * 1024 * mebibyte)
    .default(96 * mebibyte)
    .describe('The same of one caller, in bytes: of an accepted credential, or of a client address.'),
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
    .describe('Values of the answer to introspection, by an estimate that is about 34,000 for the usual query.'),
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
    .describe('Memory for cached documents and their plans, in bytes.'),
  MAX_DEPTH: integer(1, 1000).default(20).describe('Nested fields of an operation, introspection aside.'),
  MAX_ALIASES: integer(0, 100_000).default(100).describe('Aliases of an operation, those of fragments at each use.'),
  MAX_REST_CALLS: integer(1, 1_000_000).default(500).describe('REST calls of an operation.'),
  MAX_REST_CALLS_PER_MINUTE: integer(1, 1_000_000_000)
    .optional()
    .describe(
      'REST calls of one caller within a minute, those of its subscriptions and downloads and further tries among them; shared by all instances through Redis. Unset, there is no such limit.',
    ),
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
  MAX_SOCKETS_PER_CALLER: integer(0, 1_000_000)
    .default(200)
    .describe(
      'WebSockets of one caller at once. Before `connection_init` they count for no caller: if an address has more of these, its oldest is closed.',
    ),
  MAX_DOWNLOADS_PER_CALLER: integer(0, 1_000_000).default(50).describe('Downloads of one caller at once.'),
  WATCH_FIRST_INTERVAL_MS: integer(10, longestTimeout)
    .default(1000)
    .describe(
      'Milliseconds between two polls of something that is watched and has just changed; none are closer, unless a subscriber comes after a write. The first event of a subscription is at most that old.',
    ),
  WATCH_LONGEST_INTERVAL_MS: integer(10, longestTimeout)
    .default(30_000)
    .describe('Milliseconds that the looks move apart to while nothing changes or the REST service fails.'),
  WATCH_PATIENCE_MS: integer(0, longestTimeout)
    .default(30_000)
    .describe('Milliseconds for which the REST service may fail before subscribers are told.'),
  LIMITS_REPORT_ONLY: boolean
    .default(false)
    .describe(
      'Log what is beyond `MAX_DEPTH`, `MAX_ALIASES`, `MAX_REST_CALLS`, `MAX_REST_CALLS_PER_MINUTE` or what one caller may hold at once (`MAX_OPERATIONS_PER_CALLER`, `MAX_STREAMS_PER_CALLER` and the like) instead of refusing it; limits that protect the process hold.',
    ),
  PERSISTED_DOCUMENTS: manifest
    .optional()
    .describe(
      'Manifest (`persisted-documents.json`) of the only documents that are accepted; unset, all are, and clients may send hashes of known ones.',
    ),
  REDIS_URL: redisUrl
    .optional()
    .describe(
      'Redis that several instances share, as `redis://` or `rediss://`; needs `REDIS_SECRET` and `CURSOR_KEY`. Unset, each instance stands alone.',
    ),
  REDIS_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret that what stands in Redis is encrypted with, beside the credentials of callers; at least 32 characters, the same for all instances.',
    ),
  REDIS_TIMEOUT_MS: integer(1, 10_000)
    .default(100)
    .describe(
      'Milliseconds for one command of Redis; when it takes longer, the instance goes on alone until Redis is back.',
    ),
  INTROSPECTION: boolean.default(true).describe('Answer introspection queries.'),
  SUBGRAPH_SDL: boolean
    .optional()
    .describe('Tell gateways the schema by `_service { sdl }`; unset, like `INTROSPECTION`.'),
  TRACE: boolean
    .optional()
    .describe(
      'Tell callers who ask (`x-portico-trace`) the REST calls of their own operations and the plans for them; unset, `false` where `NODE_ENV` is `production`.',
    ),
  GRAPHIQL: boolean.default(true).describe('Serve GraphiQL to browsers.'),
  CORS_ORIGINS: corsOrigins
    .optional()
    .describe(
      'Origins whose pages may call the facade, separated by commas, or `*`; unset, `*`, and none with `UPSTREAM_TOKEN`.',
    ),
  EXTRA: boolean
    .default(true)
    .describe('Offer `extra`, what the REST service sends of an object that the schema does not know.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info')
    .describe('Least severe log lines that are written.'),
  SLOW_OPERATION_MS: integer(0, longestTimeout)
    .default(10_000)
    .describe(
      'Milliseconds from which a query or mutation is slow, so that the log tells its plan and its slowest REST calls; `0` for none.',
    ),
  METRICS_PORT: integer(0, 65_535)
    .optional()
    .describe(
      'Port on which `/metrics` (for Prometheus), `/ready` (with details) and `/health` are served, to operators only; unset, none.',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address that `METRICS_PORT` is opened on.'),
  METRICS_ALLOWED_HOSTS: hostNames
    .optional()
    .describe(
      'Names in the header `Host` of requests to `METRICS_PORT`, separated by commas, such as `portico-1, portico-2`, or `*` for any; IP addresses, `localhost` and `METRICS_HOST` are always accepted, other names are rejected with 421.',
    ),
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

/** The checked variables. */
export type Environment = z.infer<typeof environment>;

/** The settings that must not be seen. Each can be given as a file, whose path stands in the variable with `_FILE` at its end. */
export const secretSettings = [
  'UPSTREAM_TOKEN',
  'CURSOR_KEY',
  'REDIS_URL',
  'REDIS_SECRET',
  'HTTPS_PROXY',
  'HTTP_PROXY',
] as const;

/** The settings that other programs read in lower case. */
export const lowerCaseSettings = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;

/** One row of the table in docs/settings.md. */
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

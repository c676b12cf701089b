/** Groups of settings, in the order of docs/settings.md. */
import type { Environment } from './settings.ts';

export interface SettingGroup {
  readonly title: string;
  readonly names: readonly (keyof Environment)[];
}

export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Settings of most deployments',
    names: [
      'UPSTREAM_URL',
      'UPSTREAM_WORDS',
      'SANDBOX',
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'TRUST_PROXY',
      'CORS_ORIGINS',
      'CURSOR_KEY',
      'LOG_LEVEL',
    ],
  },
  {
    title: 'REST service',
    names: [
      'UPSTREAM_PROFILE',
      'UPSTREAM_CA_FILE',
      'HTTPS_PROXY',
      'HTTP_PROXY',
      'NO_PROXY',
      'UPSTREAM_TOKEN',
      'UPSTREAM_CONNECTIONS',
      'UPSTREAM_CONNECTION_MAX_AGE_MS',
      'CALL_TIMEOUT_MS',
      'READ_RETRIES',
      'BREAKER_FAILURES',
    ],
  },
  {
    title: 'Limits of an operation',
    names: [
      'MAX_REST_CALLS',
      'OPERATION_TIMEOUT_MS',
      'MAX_DEPTH',
      'MAX_ALIASES',
      'MAX_TOKENS',
      'MAX_RESPONSE_VALUES',
      'LIMITS_REPORT_ONLY',
    ],
  },
  {
    title: 'Limits of a caller',
    names: [
      'MAX_REST_CALLS_PER_MINUTE',
      'MAX_CALLS_PER_CALLER',
      'MAX_OPERATIONS_PER_CALLER',
      'MAX_STREAMS_PER_CALLER',
      'MAX_CONNECTIONS_PER_ADDRESS',
    ],
  },
  {
    title: 'Size of a process',
    names: [
      'WORKERS',
      'MAX_CONNECTIONS',
      'MAX_STREAMS',
      'MAX_BODY_BYTES',
      'BODY_TIMEOUT_MS',
      'MAX_UPSTREAM_RESPONSE_BYTES',
      'MAX_RESPONSE_BYTES',
      'MAX_INCOMING_BYTES',
      'MAX_UNSENT_BYTES',
      'MAX_UPSTREAM_BUFFER_BYTES',
      'RESPONSE_CACHE_BYTES',
      'DOCUMENT_CACHE_BYTES',
    ],
  },
  {
    title: 'Graph',
    names: [
      'PERSISTED_DOCUMENTS',
      'READ_ONLY',
      'ALLOWED_AREAS',
      'DENIED_AREAS',
      'ALLOWED_MUTATIONS',
      'DENIED_MUTATIONS',
      'ALLOWED_FIELDS',
      'DENIED_FIELDS',
      'AREA_MODULES',
      'EXTRA',
      'UNEXPECTED_NULLS',
      'INTROSPECTION',
      'SUBGRAPH_SDL',
      'GRAPHIQL',
      'TRACE',
    ],
  },
  { title: 'Subscriptions', names: ['WATCH_FIRST_INTERVAL_MS', 'WATCH_LONGEST_INTERVAL_MS'] },
  {
    title: 'Several instances',
    names: ['REDIS_URL', 'REDIS_SECRET', 'REDIS_TIMEOUT_MS', 'CURSOR_KEY_ACCEPTED'],
  },
  {
    title: 'Observation and restarts',
    names: [
      'SLOW_OPERATION_MS',
      'METRICS_PORT',
      'METRICS_HOST',
      'METRICS_ALLOWED_HOSTS',
      'WAKE_SECRET',
      'DRAIN_TIMEOUT_MS',
      'LAME_DUCK_MS',
      'KEEP_ALIVE_TIMEOUT_MS',
    ],
  },
  { title: 'Sandbox', names: ['SANDBOX_WORDS', 'SANDBOX_CASSETTES'] },
];

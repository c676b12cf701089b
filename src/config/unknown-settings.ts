/** Environment variables that look like settings but have no effect: misspelled settings, and settings of earlier versions. */
import { findNearestName } from '../helpers/nearest-name.ts';
import { secretSettings, settings } from './settings.ts';

/** Shorter names are not compared, because variables of other programs, such as `PORTS`, are similar to them. */
const minLength = 8;
/** Upper bound on differing characters. */
const maxDistance = 2;
/** Longer names are not compared, which bounds the work. */
const maxLength = 64;

const names = [...settings.map(({ name }) => name), ...secretSettings.map((name) => `${name}_FILE`)];
const nameSet: ReadonlySet<string> = new Set(names);

const longNames = names.filter((name) => name.length >= minLength);

/** Settings that now determine the limits of former settings. The limits of all other former settings are fixed. */
const replacements: Readonly<Record<string, string>> = {
  KEPT_ANSWER_BYTES: 'RESPONSE_CACHE_BYTES',
  MAX_ANSWER_BYTES: 'MAX_UPSTREAM_RESPONSE_BYTES',
  MAX_INCOMING_BYTES_PER_ADDRESS: 'MAX_INCOMING_BYTES',
  MAX_POLLERS_PER_CALLER: 'MAX_STREAMS_PER_CALLER',
  MAX_SOCKETS_PER_CALLER: 'MAX_STREAMS_PER_CALLER',
  MAX_UNSENT_BYTES_PER_CALLER: 'MAX_UNSENT_BYTES',
};

const constants: ReadonlySet<string> = new Set([
  'BREAKER_PAUSE_MS',
  'MAX_DEFERRED_PARTS',
  'MAX_DOCUMENT_BYTES',
  'MAX_DOCUMENT_LINES',
  'MAX_DOWNLOADS_PER_CALLER',
  'MAX_ERRORS',
  'MAX_FIELD_PAIRS',
  'MAX_HEADER_BYTES',
  'MAX_INTROSPECTION_VALUES',
  'MAX_JSON_VALUES',
  'MAX_LIST_ITEMS',
  'MAX_NAME_LENGTH',
  'MAX_NESTING',
  'MAX_PARTS',
  'MAX_PIPELINED_REQUESTS',
  'MAX_SELECTIONS',
  'MAX_SOCKET_BUFFER_BYTES',
  'MAX_STREAMS_PER_CONNECTION',
  'MAX_URL_BYTES',
  'MAX_VALIDATION_ERRORS',
  'MAX_VARIABLE_TEXT_BYTES',
  'MAX_VARIABLE_VALUES',
  'MAX_WAITING_CALLS_PER_CALLER',
  'METRICS_MAX_LABELS',
  'SEND_TIMEOUT_MS',
  'WATCH_PATIENCE_MS',
]);

/** Describes a variable that is not a setting; `undefined` if it belongs to another program. */
function describeUnknown(name: string): string | undefined {
  const replacement = replacements[name];
  if (replacement !== undefined) return `${name} is no longer a setting; set ${replacement} instead`;
  if (constants.has(name)) return `${name} is no longer a setting; its limit is fixed`;
  if (name.length < minLength || name.length > maxLength || !/^[A-Z_]+$/.test(name)) return undefined;
  const suggestion = findNearestName(name, longNames, maxDistance);
  return suggestion === undefined ? undefined : `${name} is not a setting; did you mean ${suggestion}?`;
}

/** Describes the variables of the environment that look like settings but have no effect. */
export const describeUnknownSettings = (env: NodeJS.ProcessEnv): readonly string[] =>
  Object.keys(env).flatMap((name) => (nameSet.has(name) ? [] : (describeUnknown(name) ?? [])));

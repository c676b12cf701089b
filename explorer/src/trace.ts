/** REST calls, plans and rate limits in `extensions` of results. */
import type {
  SerializedCall,
  SerializedPart,
  SerializedPlan,
  SerializedRoute,
} from '../../src/graph/plan/serialized-plan.ts';

/** REST call of a result. */
export interface Call {
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  /** Path and query as they were sent, below the base URL of the REST service; `null` if the call could not be made. */
  readonly url: string | null;
  /** Coordinate of the field that needs the call, such as `Project.pipelines`. */
  readonly field: string;
  /** HTTP status; `undefined` without a response. */
  readonly status?: number;
  /** Milliseconds from the start of the operation; negative for the polls before an event. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Part of the duration for which the facade waited because the service limits calls. */
  readonly pausedMs?: number;
  readonly source: 'upstream' | 'kept' | 'shared';
  /** Body of the response without secrets; absent if none exists, or it is too large. */
  readonly response?: unknown;
  /** Part of the response that waits for the call; `undefined` for the first part. */
  readonly part?: Pick<SerializedPart, 'at' | 'label'>;
}

/** Rate limit of the credential, from the headers of the REST service. */
export interface RateLimit {
  readonly remaining: number;
  /** Seconds until the limit resets; `null` if the service does not report it. */
  readonly resetIn: number | null;
}

/** Calls of one result: of a query or mutation, or of one state of a subscription. */
export interface TracedResult {
  /** 1 for the first result of its run. */
  readonly number: number;
  readonly calls: readonly Call[];
  /** Polls since the previous state; empty for queries and mutations. */
  readonly polls: readonly Call[];
  /** Rate limit after the calls; `undefined` if the service does not report it. */
  readonly rateLimit?: RateLimit | undefined;
  /** Data of the result. */
  readonly data: unknown;
  /** Time of arrival in milliseconds since 1970. */
  readonly at: number;
}

export interface TracedExtensions {
  readonly rest?: readonly Call[];
  readonly polls?: readonly Call[];
  readonly rateLimit?: RateLimit;
  readonly plan?: SerializedPlan;
}

/** Field name in a coordinate. */
export const getFieldName = (coordinate: string): string => coordinate.slice(coordinate.indexOf('.') + 1);

/** Name of a part: its label, or the path of its fragment. */
export const formatPartName = ({ at, label }: Pick<SerializedPart, 'at' | 'label'>): string =>
  label ?? (at === '' ? 'first part' : at);

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** Reason for a detail call: the attributes that only the detail contains; empty for other calls. */
export function formatReason(why: readonly string[]): string {
  if (why.length === 0) return '';
  const names = why.map(getFieldName);
  return `${listFormat.format(names)} ${names.length === 1 ? 'is' : 'are'} in the detail only`;
}

/** Finds the planned call of a call by its path; if there are several, by its field. */
export function findPlannedCall(
  { method, path, field }: Call,
  plan: SerializedPlan | undefined,
): SerializedCall | undefined {
  const isRoute = (route: SerializedRoute) => route.method === method && route.path === path;
  const candidates = plan?.calls.filter((call) => isRoute(call) || call.alternatives?.some(isRoute)) ?? [];
  return candidates.find((call) => call.field === field) ?? candidates.find((call) => call.why.includes(field));
}

/** Formats a call as a curl command with the variables `$UPSTREAM_URL`, `$TOKEN`, and `$BODY` for a write. */
export function toCurl({ method, url }: { readonly method: string; readonly url: string }): string {
  const parts = ['curl'];
  if (method !== 'GET') parts.push('-X', method);
  parts.push(`"\${UPSTREAM_URL%/}"'${url.replaceAll("'", '%27')}'`, '-H', '"PRIVATE-TOKEN: $TOKEN"');
  if (method === 'POST' || method === 'PUT' || method === 'PATCH')
    parts.push('-H', "'content-type: application/json'", '-d', '"$BODY"');
  return parts.join(' ');
}

/** Start of the first call and length in milliseconds until the end of the last call. */
export function getTimeSpan(calls: readonly Call[]): { readonly start: number; readonly length: number } {
  const start = Math.min(...calls.map(({ startMs }) => startMs));
  const end = Math.max(...calls.map(({ startMs, durationMs }) => startMs + durationMs));
  return calls.length === 0 ? { start: 0, length: 0 } : { start, length: end - start };
}

/** Formats a duration. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 9950) return `${Math.round(milliseconds / 1000)} s`;
  if (milliseconds >= 995) return `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds < 9.95 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}

/** What the facade tells of REST calls, as it stands in `extensions`. */
import type { PresentedCall, PresentedPlan } from '../../src/graph/plan/presented-plan.ts';

/** A call that was made. */
export interface Call {
  readonly method: string;
  /** Template of the contract. */
  readonly path: string;
  /** Path and query as they were sent, below the base URL of the REST service; null where the call could not be made. */
  readonly url: string | null;
  /** Coordinate of the field that asked, such as `Project.pipelines`. */
  readonly field: string;
  /** HTTP status; absent where there was no response. */
  readonly status?: number;
  /** Milliseconds from the start of the operation; negative for the polls before an event. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly source: 'upstream' | 'kept' | 'shared';
}

/** What the REST service tells of its limit on the calls of a credential. */
export interface RateLimit {
  readonly remaining: number;
  /** Seconds until there are more again; null where it does not tell. */
  readonly resetIn: number | null;
}

/** The calls of one result: of a query or mutation, or of one state of a subscription. */
export interface TracedResult {
  /** 1 for the first result of its run. */
  readonly number: number;
  readonly calls: readonly Call[];
  /** Polls since the state before; none for queries and mutations. */
  readonly polls: readonly Call[];
  /** What remained of the calls that the REST service allows; absent where it does not tell. */
  readonly rateLimit?: RateLimit | undefined;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
}

export interface TracedExtensions {
  readonly rest?: readonly Call[];
  readonly polls?: readonly Call[];
  readonly rateLimit?: RateLimit;
  readonly plan?: PresentedPlan;
}

/** The name of the field in a coordinate. */
export const fieldOf = (coordinate: string): string => coordinate.slice(coordinate.indexOf('.') + 1);

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** Why a call is made besides for the field that asks for it; empty where there is nothing to say. */
export function reasonOf(why: readonly string[]): string {
  if (why.length === 0) return '';
  const names = why.map(fieldOf);
  return `${listed.format(names)} ${names.length === 1 ? 'is' : 'are'} in the detail only`;
}

/** The planned call behind a call that was made: the one of the same path, of the same field where several have it. */
export function plannedFor({ method, path, field }: Call, plan: PresentedPlan | undefined): PresentedCall | undefined {
  const candidates = plan?.calls.filter((call) => call.method === method && call.path === path) ?? [];
  return candidates.find((call) => call.field === field) ?? candidates.find((call) => call.why.includes(field));
}

/** A call as a command line. What it needs of its user are `$UPSTREAM_URL`, `$TOKEN`, and `$BODY` for a write. */
export function curlOf({ method, url }: { readonly method: string; readonly url: string }): string {
  const parts = ['curl'];
  if (method !== 'GET') parts.push('-X', method);
  parts.push(`"\${UPSTREAM_URL%/}"'${url.replaceAll("'", '%27')}'`, '-H', '"PRIVATE-TOKEN: $TOKEN"');
  if (method === 'POST' || method === 'PUT' || method === 'PATCH')
    parts.push('-H', "'content-type: application/json'", '-d', '"$BODY"');
  return parts.join(' ');
}

/** Milliseconds from the first call to the end of the last one. */
export function spanOf(calls: readonly Call[]): { readonly start: number; readonly length: number } {
  const start = Math.min(...calls.map(({ startMs }) => startMs));
  const end = Math.max(...calls.map(({ startMs, durationMs }) => startMs + durationMs));
  return calls.length === 0 ? { start: 0, length: 0 } : { start, length: end - start };
}

/** A duration as people read it. */
export function duration(milliseconds: number): string {
  if (milliseconds >= 9950) return `${Math.round(milliseconds / 1000)} s`;
  if (milliseconds >= 995) return `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds < 9.95 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}

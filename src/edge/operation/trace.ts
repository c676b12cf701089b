import type { ExecutionResult } from 'graphql';
import type { Config } from '../../config.ts';
import { attempt } from '../../graph/kit/resources/attempt.ts';
import type { RestSession } from '../../rest/batch/session.ts';
import type { RestRequest, TracedCall } from '../../rest/request.ts';
import { secretsOf } from '../../rest/secrets.ts';
import type { UpstreamLimits } from '../../rest/upstream-limits.ts';
import { urlOf } from '../../rest/url.ts';
import type { Wire } from '../../rest/wire.ts';
import { type HeaderValues, headerOf } from './context.ts';
import { refusal } from './refusal.ts';

type TraceSettings = Pick<Config, 'trace'>;

/** In whose words calls are told. */
export type Tracing = 'contract' | 'wire';

/** Whether a request asks which REST calls it makes, and may: in the words of the contract, or in those of the upstream. */
export function tracingOf(headers: HeaderValues, { trace }: TraceSettings): Tracing | undefined {
  if (!trace) return undefined;
  const asked = headerOf(headers, 'x-portico-trace');
  return asked === '1' ? 'contract' : asked === 'wire' ? 'wire' : undefined;
}

/**
 * Whether a request asks for the plan of its operation in place of the execution.
 * @throws GraphQLError where it must not ask, as executing the operation is not what it wants
 */
export function wantsPlan(headers: HeaderValues, { trace }: TraceSettings): boolean {
  if (headerOf(headers, 'x-portico-trace') !== 'plan') return false;
  if (!trace) throw refusal('TRACE_DISABLED', 'Plans are not told here, as TRACE is false');
  return true;
}

/** Path and query of a call without its secrets; null where a value fits into no URL, so that the call could not be made. */
function shownUrl(request: RestRequest, wire: Wire | undefined): string | null {
  const url = attempt(() => (wire === undefined ? urlOf(request) : wire.url(request, urlOf(request))));
  if (url === undefined) return null;
  return secretsOf(request).reduce((text, secret) => text.replaceAll(encodeURIComponent(secret), '[redacted]'), url);
}

/** A call as its caller sees it: with the path and query that were sent, and milliseconds since the operation began. */
function presentCall(call: TracedCall, beginning: number, wire: Wire | undefined) {
  const { request, startedAt, method, field, status, durationMs, source } = call;
  const path = wire?.template(request) ?? call.path;
  const startMs = Math.round((startedAt - beginning) * 100) / 100;
  return { method, path, url: shownUrl(request, wire), field, status, startMs, durationMs, source };
}

export interface TraceOptions {
  /** The words of the upstream, where these are told. */
  readonly wire?: Wire | undefined;
  /** The polls that led to an event. */
  readonly polls?: readonly TracedCall[] | undefined;
  /** What the upstream tells of its limit on calls. */
  readonly rateLimit?: ReturnType<UpstreamLimits['left']>;
}

/** A result with the calls of a session, with the polls that led to an event, and with what remains of the upstream's limit. */
export function withTrace(
  result: ExecutionResult,
  { calls, startedAt }: Pick<RestSession, 'calls' | 'startedAt'>,
  { wire, polls, rateLimit }: TraceOptions = {},
): ExecutionResult {
  const present = (call: TracedCall) => presentCall(call, startedAt, wire);
  const trace = {
    rest: calls.map(present),
    ...(polls && { polls: polls.map(present) }),
    ...(rateLimit && { rateLimit }),
  };
  return { ...result, extensions: { ...result.extensions, ...trace } };
}

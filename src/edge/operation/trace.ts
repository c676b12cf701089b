import type { ExecutionResult } from 'graphql';
import type { Config } from '../../config/config.ts';
import type { Contract } from '../../contract/index.ts';
import { limitsAttributes } from '../../graph/kit/exposure.ts';
import { ignoreInputErrors } from '../../graph/kit/resources/input-errors.ts';
import type { RestSession } from '../../rest/batch/session.ts';
import type { NameTranslator } from '../../rest/name-translator.ts';
import type { RestRequest, TracedCall } from '../../rest/request.ts';
import { getContractSecrets } from '../../rest/secrets.ts';
import type { UpstreamLimits } from '../../rest/upstream-limits.ts';
import { getRequestUrl } from '../../rest/url.ts';
import { type HeaderValues, headerOf } from './context.ts';
import { requestError } from './request-error.ts';
import { TracedResponses } from './traced-responses.ts';

type TraceSettings = Pick<Config, 'trace' | 'graph'>;

/** Calls in names of the contract, with the bodies of the responses or without, or in names of the upstream. */
export type Tracing = 'contract' | 'responses' | 'wire';

const tracings: ReadonlyMap<string | undefined, Tracing> = new Map([
  ['1', 'contract'],
  ['responses', 'responses'],
  ['wire', 'wire'],
]);

/**
 * Trace format that the request selects; `undefined` if tracing is disabled or not requested. Responses are not traced if the operator does
 * not offer some attributes, because responses contain these.
 */
export function tracingOf(headers: HeaderValues, { trace, graph }: TraceSettings): Tracing | undefined {
  if (!trace) return undefined;
  const tracing = tracings.get(headerOf(headers, 'x-portico-trace'));
  return tracing === 'responses' && limitsAttributes(graph.exposure) ? 'contract' : tracing;
}

/**
 * Whether a request requests the plan of its operation instead of the execution.
 * @throws GraphQLError if traces are disabled, because the request does not want the operation executed
 */
export function wantsPlan(headers: HeaderValues, { trace }: Pick<TraceSettings, 'trace'>): boolean {
  if (headerOf(headers, 'x-portico-trace') !== 'plan') return false;
  if (!trace)
    throw requestError(
      'TRACE_DISABLED',
      'The header X-Portico-Trace requests a plan, but plans are disabled on this server (TRACE=false). Omit the header',
    );
  return true;
}

/** Path and query of a call without secrets; null if a URL cannot contain a value, so that the call was not sent. */
function shownUrl(contract: Contract, request: RestRequest, wire: NameTranslator | undefined): string | null {
  const url = ignoreInputErrors(() =>
    wire === undefined ? getRequestUrl(contract, request) : wire.url(request, getRequestUrl(contract, request)),
  );
  if (url === undefined) return null;
  return getContractSecrets(contract, request).reduce(
    (text, secret) => text.replaceAll(encodeURIComponent(secret), '[redacted]'),
    url,
  );
}

/**
 * Call in the format for its caller: with the path and query that were sent, and milliseconds since the start of the
 * operation.
 */
function presentCall(contract: Contract, call: TracedCall, beginning: number, wire: NameTranslator | undefined) {
  const { request, startedAt, method, field, status, durationMs, pausedMs = 0, source, part } = call;
  const path = wire?.template(request) ?? call.path;
  const startMs = Math.round((startedAt - beginning) * 100) / 100;
  return {
    method,
    path,
    url: shownUrl(contract, request, wire),
    field,
    status,
    startMs,
    durationMs,
    ...(pausedMs > 0 && { pausedMs }),
    source,
    ...(part && { part: { at: part.path, label: part.label ?? null } }),
  };
}

export interface TraceOptions {
  readonly tracing: Tracing;
  /** Names of the upstream, for the format `wire`. */
  readonly names: NameTranslator;
  /** Polls that led to an event. */
  readonly polls?: readonly TracedCall[] | undefined;
  /** Remaining rate limit that the upstream reported. */
  readonly rateLimit?: ReturnType<UpstreamLimits['getRemaining']>;
}

/** Adds to a result the calls of a session, the polls that led to an event, and the remaining rate limit of the upstream. */
export function withTrace(
  result: ExecutionResult,
  { calls, startedAt, contract }: Pick<RestSession, 'calls' | 'startedAt' | 'contract'>,
  { tracing, names, polls, rateLimit }: TraceOptions,
): ExecutionResult {
  const wire = tracing === 'wire' ? names : undefined;
  const responses = tracing === 'responses' ? new TracedResponses(contract) : undefined;
  const present = (call: TracedCall) => {
    const response = responses?.present(call);
    return { ...presentCall(contract, call, startedAt, wire), ...(response !== undefined && { response }) };
  };
  const trace = {
    rest: calls.map(present),
    ...(polls && { polls: polls.map(present) }),
    ...(rateLimit && { rateLimit }),
  };
  return { ...result, extensions: { ...result.extensions, ...trace } };
}

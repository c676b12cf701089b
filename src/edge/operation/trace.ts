import type { ExecutionResult } from 'graphql';
import type { RestSession } from '../../rest/batch/session.ts';
import { type HeaderValues, headerOf } from './context.ts';

/** What a request asks to be told beside its result: the REST calls that were made, or those that would be made in place of the result. */
export function traceOf(headers: HeaderValues): 'calls' | 'plan' | undefined {
  const asked = headerOf(headers, 'x-portico-trace');
  return asked === '1' ? 'calls' : asked === 'plan' ? 'plan' : undefined;
}

/** A result with the calls of a session. */
export function withTrace(result: ExecutionResult, { calls }: RestSession): ExecutionResult {
  const rest = calls.map(({ method, path, field, status, durationMs, source }) => ({
    method,
    path,
    field,
    status,
    durationMs,
    source,
  }));
  return { ...result, extensions: { ...result.extensions, rest } };
}

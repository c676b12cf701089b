import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import type { RestSession } from '../rest/batch/session.ts';
import type { EdgeContext, OperationContext } from './context.ts';

/** Whether a request asks which REST calls it makes. */
export function wantsTrace(request: Request): boolean {
  return request.headers.get('x-portico-trace') === '1';
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

/**
 * Adds the REST calls of an operation as `extensions.rest` for clients that send `x-portico-trace: 1`. Each event of a subscription has
 * its own, which are added where it is executed.
 */
export function useTrace(): Plugin<OperationContext, EdgeContext> {
  return {
    onExecutionResult({ request, context: { rest, operation }, result, setResult }) {
      if (rest === undefined || result === undefined || !wantsTrace(request)) return;
      if (isAsyncIterable(result) && operation?.operation === 'subscription') return;
      if (isAsyncIterable(result)) setResult(mapAsyncIterator(result, (part) => withTrace(part, rest)));
      else setResult(withTrace(result, rest));
    },
  };
}

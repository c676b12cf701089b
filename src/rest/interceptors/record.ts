import type { Call, Interceptor } from '../call.ts';
import { type ErrorCode, isRestError } from '../errors.ts';
import { type RestResponse, roundedMs } from '../request.ts';

/** Reports the end of a call. */
function reportEnd(
  call: Call,
  startedAt: number,
  status: number | undefined,
  error: ErrorCode | undefined,
  response?: RestResponse,
): void {
  const { request, operation, field = '', part, priority, source, pausedMs } = call;
  const durationMs = roundedMs(performance.now() - startedAt);
  const record = {
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    field,
    part: priority?.isDeferred ? part : undefined,
    source: response?.isRevalidated && source === 'upstream' ? 'kept' : source,
    status,
    error,
    durationMs,
    pausedMs: Math.min(durationMs, roundedMs(pausedMs)),
  };
  const received = call.isPoll || call.isDownload ? undefined : response;
  call.trace?.end(record);
  call.onEnd?.(record, { ...record, request, startedAt, received });
}

/** Traces a call, and reports its end. */
export const record: Interceptor = (call, receiver, next) => {
  if (call.onEnd === undefined) return next(call, receiver);
  const startedAt = performance.now();
  call.trace = call.tracing?.call(call.operation);
  // The result is passed on first, so that no failure of a report can withhold it.
  next(call, {
    resolve(response) {
      receiver.resolve(response);
      const error = response.problem === undefined ? undefined : 'UPSTREAM_INVALID_RESPONSE';
      reportEnd(call, startedAt, response.status, error, response);
    },
    reject(reason) {
      receiver.reject(reason);
      const { status, code } = isRestError(reason) ? reason : {};
      reportEnd(call, startedAt, status, code);
    },
  });
};

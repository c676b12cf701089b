import type { Call, Interceptor } from '../call.ts';
import { type ErrorCode, isRestError } from '../errors.ts';
import { type RestResponse, roundedMs, type TracedCall } from '../request.ts';

/** Record of a call that ends now. */
function createRecord(
  call: Call,
  startedAt: number,
  status: number | undefined,
  error: ErrorCode | undefined,
  response?: RestResponse,
): TracedCall {
  const { request, operation, field = '', part, priority, source, pausedMs } = call;
  const durationMs = roundedMs(performance.now() - startedAt);
  return {
    request,
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    field,
    part: priority?.isDeferred ? part : undefined,
    source: response?.isRevalidated && source === 'upstream' ? 'kept' : source,
    status,
    error,
    startedAt,
    durationMs,
    pausedMs: Math.min(durationMs, roundedMs(pausedMs)),
    received: call.isPoll || call.isDownload ? undefined : response,
  };
}

/** Traces a call, and reports its record when it ends. */
export const record: Interceptor = (call, next) => {
  const { tracing, onEnd } = call;
  if (onEnd === undefined) return next(call);
  const startedAt = performance.now();
  call.trace = tracing?.call(call.operation);
  const end = (ended: TracedCall) => {
    call.trace?.end(ended);
    onEnd(ended);
  };
  return next(call).then(
    (response) => {
      const error = response.problem === undefined ? undefined : 'UPSTREAM_INVALID_ANSWER';
      end(createRecord(call, startedAt, response.status, error, response));
      return response;
    },
    (reason: unknown) => {
      const { status, code } = isRestError(reason) ? reason : {};
      end(createRecord(call, startedAt, status, code));
      throw reason;
    },
  );
};

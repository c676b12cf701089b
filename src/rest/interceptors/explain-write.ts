/** Effects of failed writes. */
import type { Interceptor, Progress } from '../call.ts';
import { isRestError, type RestError, type WriteEffect, withNote } from '../errors.ts';

/** Codes of errors that occur before a call is sent. */
const unsentCodes = new Set(['UPSTREAM_DOWN', 'CALLER_LIMIT', 'RATE_LIMITED']);

/** Statuses of redirects that also follow a write that was performed, and lead to its result. */
const ambiguousRedirects = new Set([302, 303]);

/** Effect of a failed write. */
function getWriteEffect({ code }: RestError, progress: Progress | undefined): WriteEffect {
  if (!progress?.isSent) return 'NOT_SENT';
  const { status = 0, isComplete } = progress;
  // A complete response with a success status is an error only if its body contradicts the status.
  if (isComplete && code === 'UPSTREAM_INVALID_RESPONSE') return 'UNKNOWN';
  if (status >= 200 && status < 300) return 'ACCEPTED';
  // A proxy or a service that fails may have performed the write.
  return status >= 300 && status < 500 && !ambiguousRedirects.has(status) ? 'REJECTED' : 'UNKNOWN';
}

/** Describes the effect of a failed write; `undefined` if the error itself implies it. */
function describeEffect(effect: WriteEffect, { code }: RestError, progress: Progress | undefined): string | undefined {
  if (effect === 'UNKNOWN') return 'the write may have happened, so read the object before you repeat it';
  if (effect === 'NOT_SENT') return unsentCodes.has(code) ? undefined : 'the write was not sent';
  if (progress?.isComplete) return undefined;
  const advice = effect === 'ACCEPTED' ? ', so read the object instead of repeating it' : '';
  return `the upstream had ${effect === 'ACCEPTED' ? 'accepted' : 'rejected'} the write (${progress?.status})${advice}`;
}

/** Adds to the error of a write whether it has taken effect. */
export const explainWrite: Interceptor = (call, receiver, next) => {
  if (call.operation.method === 'GET') return next(call, receiver);
  next(call, {
    resolve: receiver.resolve,
    reject(error) {
      if (!isRestError(error)) return receiver.reject(error);
      const { progress } = call;
      const effect = getWriteEffect(error, progress);
      receiver.reject(withNote(error, describeEffect(effect, error, progress), effect));
    },
  });
};

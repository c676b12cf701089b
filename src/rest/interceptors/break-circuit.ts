/** Outcomes of calls as evidence for the circuit breaker. */
import type { Interceptor } from '../call.ts';
import type { Callers } from '../callers.ts';
import type { CallOutcome, CircuitBreaker } from '../circuit-breaker.ts';
import { isRestError } from '../errors.ts';
import { isLocalExhaustion } from '../failure.ts';

const failingStatuses = new Set([502, 503, 504]);
/** Error codes of failed connection attempts. */
const connectErrorCodes = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** Outcome of a call by its HTTP status. Other 5xx statuses may concern only the request. */
function classifyStatus(status: number): CallOutcome {
  if (failingStatuses.has(status)) return 'failed';
  return status < 500 ? 'responded' : 'unknown';
}

/** Outcome of a call that failed without being cancelled. An unusable response with a success status is a failure of the upstream. */
export function classifyFailure(error: unknown): CallOutcome {
  if (isRestError(error)) {
    const { status, code } = error;
    if (status === undefined) return code === 'DEADLINE_EXCEEDED' ? 'failed' : 'unknown';
    return status < 300 && code === 'UPSTREAM_INVALID_RESPONSE' ? 'failed' : classifyStatus(status);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  // An error of a connection has a code; any other error concerns only the call.
  if (code === undefined || isLocalExhaustion(code)) return 'unknown';
  return connectErrorCodes.test(code) ? 'unreachable' : 'failed';
}

/** Fails calls while the circuit breaker is open, and reports to it how the others end. */
export function breakCircuit(breaker: CircuitBreaker, callers: Callers): Interceptor {
  return (call, receiver, next) => {
    const getCaller = () => callers.identify(call.credential);
    const probe = breaker.admit(getCaller);
    next(call, {
      resolve(response) {
        const outcome = response.problem === undefined ? classifyStatus(response.status) : 'failed';
        breaker.onCallEnd(outcome, getCaller, probe);
        receiver.resolve(response);
      },
      reject(error) {
        breaker.onCallEnd(call.cancellation.isCancelled ? 'unknown' : classifyFailure(error), getCaller, probe);
        receiver.reject(error);
      },
    });
  };
}

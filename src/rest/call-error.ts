/** Classes of failed REST calls, for metrics and for the state of the upstream. */
import type { CallRecord } from './request.ts';

/**
 * Class of a failed call.
 * `invalid_response`: the response cannot be used, whatever its status.
 * `timeout`: there was no complete response in time.
 * `unreachable`: there was no connection, or it broke.
 * `failed`: status 500 or above.
 * `rejected`: another status that is not a success.
 * `exhausted`: the facade had no file descriptor, port or memory for a connection.
 * `not_sent`: the facade did not send the call, for example because of a limit.
 * `cancelled`: the client disconnected, or the facade is stopping.
 */
export type CallError =
  | 'invalid_response'
  | 'timeout'
  | 'unreachable'
  | 'failed'
  | 'rejected'
  | 'exhausted'
  | 'not_sent'
  | 'cancelled';

/** Class of the failure of a call; `undefined` if it succeeded. */
export function callErrorOf({ status, error }: Pick<CallRecord, 'status' | 'error'>): CallError | undefined {
  switch (error) {
    case undefined:
      return undefined;
    case 'UPSTREAM_INVALID_RESPONSE':
      return 'invalid_response';
    case 'DEADLINE_EXCEEDED':
      return 'timeout';
    case 'UPSTREAM_UNREACHABLE':
      return 'unreachable';
    case 'RESOURCE_EXHAUSTED':
      return 'exhausted';
    case 'UPSTREAM_FAILED':
      return 'failed';
    case 'CANCELLED':
      return 'cancelled';
    default:
      return status === undefined ? 'not_sent' : 'rejected';
  }
}

const failures: ReadonlySet<CallError> = new Set(['invalid_response', 'timeout', 'unreachable', 'failed']);

/** Whether a class of failures is evidence that the upstream fails. */
export const isUpstreamFailure = (error: CallError): boolean => failures.has(error);

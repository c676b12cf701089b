import { RestError } from '../../rest/errors.ts';
import { setBoundedTimeout } from '../../rest/timers.ts';
import type { OperationRequest } from './context.ts';

/**
 * Cancels the REST calls of a query or mutation that takes too long, measured from its arrival.
 * @returns the timer, which is cleared when there is a result
 */
export function startDeadline(
  timeout: number,
  { cancellation, startedAt }: Pick<OperationRequest, 'cancellation' | 'startedAt'>,
): NodeJS.Timeout {
  const expire = () => {
    const message = `The operation did not finish within ${timeout} ms (OPERATION_TIMEOUT_MS). Select less, or retry`;
    cancellation.cancel(new RestError('DEADLINE_EXCEEDED', message));
  };
  const left = startedAt + timeout - performance.now();
  if (left <= 0) expire();
  return setBoundedTimeout(left, expire);
}

import type { ExecutionArgs } from 'graphql';
import { finalAsyncIterator, isAsyncIterable, type Plugin } from 'graphql-yoga';
import { RestError } from '../rest/errors.ts';
import { after } from '../rest/timers.ts';
import type { OperationContext } from './context.ts';

type Execute = (args: ExecutionArgs) => unknown;

/**
 * Cancels the REST calls of a query or mutation that takes too long, measured from its arrival. Subscriptions have no deadline.
 * It comes after the plugins that set the execute function, as it wraps that function.
 */
export function useDeadline(timeout: number): Plugin<OperationContext> {
  function withDeadline(executeFn: Execute, { abort, startedAt }: OperationContext): Execute {
    return async (args) => {
      const expire = () => {
        const message = `The operation did not finish within the ${timeout} ms that OPERATION_TIMEOUT_MS allows`;
        abort.abort(new RestError('DEADLINE_EXCEEDED', message));
      };
      const left = startedAt + timeout - performance.now();
      if (left <= 0) expire();
      const timer = after(left, expire);
      const clear = () => clearTimeout(timer);
      let result: unknown;
      try {
        result = await executeFn(args);
      } finally {
        if (!isAsyncIterable(result)) clear();
      }
      return isAsyncIterable(result) ? finalAsyncIterator(result, clear) : result;
    };
  }
  return {
    onExecute({ args: { contextValue }, executeFn, setExecuteFn }) {
      setExecuteFn(withDeadline(executeFn, contextValue));
    },
  };
}

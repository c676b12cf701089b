import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { RestError } from '../rest/errors.ts';
import type { OperationContext } from './context.ts';

/** Ends the REST calls of a query or mutation that takes too long. A subscription has no end to be late for. */
export function useDeadline(timeout: number): Plugin<OperationContext> {
  return {
    onExecute({ args: { contextValue } }) {
      const timer = setTimeout(() => {
        const message = `The operation did not finish within the ${timeout} ms that OPERATION_TIMEOUT_MS allows`;
        contextValue.abort.abort(new RestError('DEADLINE_EXCEEDED', message));
      }, timeout).unref();
      return {
        onExecuteDone({ result }) {
          if (isAsyncIterable(result)) return { onEnd: () => clearTimeout(timer) };
          clearTimeout(timer);
        },
      };
    },
  };
}

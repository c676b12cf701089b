/** Limits on the operations and unsent bytes of each caller. */
import { createGraphQLError, type Plugin } from 'graphql-yoga';
import type { Callers } from '../rest/callers.ts';
import { isRestError } from '../rest/errors.ts';
import type { EdgeContext, OperationContext } from './context.ts';
import { presentRefusal, type Shares } from './operation/shares.ts';
import type { UnsentResponses } from './unsent.ts';

/** Refuses operations of callers who have too many under way. */
export function useOperationShare(shares: Shares): Plugin<OperationContext, EdgeContext> {
  return {
    onExecute({ args: { contextValue }, setResultAndStopExecution }) {
      try {
        shares.check('operations', contextValue.rest.credential);
      } catch (error) {
        if (!isRestError(error)) throw error;
        setResultAndStopExecution({ errors: [presentRefusal(error)] });
      }
    },
  };
}

/** Refuses operations of callers with too many unread bytes, also in report-only mode, as this protects the memory of the process. */
export function useUnsentLimit(unsent: UnsentResponses, callers: Callers): Plugin<OperationContext, EdgeContext> {
  return {
    onExecute({ args: { contextValue }, setResultAndStopExecution }) {
      const problem = unsent.problem(callers.of(contextValue.rest.credential));
      if (problem === undefined) return;
      const { status, code, message, headers } = problem;
      setResultAndStopExecution({
        errors: [createGraphQLError(message, { extensions: { code, http: { status, headers } } })],
      });
    },
  };
}

/** Counts operations while they are executed. It wraps the execution so that every count ends. */
export function useCountedOperations(shares: Shares): Plugin<OperationContext, EdgeContext> {
  return {
    onExecute({ args: { contextValue }, executeFn, setExecuteFn }) {
      setExecuteFn(async (args) => {
        const done = shares.add('operations', contextValue.rest.credential);
        try {
          return await executeFn(args);
        } finally {
          done();
        }
      });
    },
  };
}

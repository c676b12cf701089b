/** The share that each caller has of the operations under way. */
import { createGraphQLError, type Plugin } from 'graphql-yoga';
import type { Callers } from '../rest/callers.ts';
import { isRestError } from '../rest/errors.ts';
import type { EdgeContext, OperationContext } from './context.ts';
import { presentRefusal, type Shares } from './operation/shares.ts';
import type { UnsentResponses } from './unsent.ts';

/** Refuses operations of callers who have as many under way as they may, before anything is done for them. */
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

/** Refuses operations of callers who have not read what was answered before; in report-only mode too, as it is memory that this protects. */
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

/** Counts operations for as long as they are executed. It goes around whatever executes them, so that none is counted for ever. */
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

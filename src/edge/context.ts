import type { OperationDefinitionNode } from 'graphql';
import type { GraphContext } from '../graph/context.ts';
import type { Plan } from '../graph/plan/plan.ts';
import type { RestSession } from '../rest/batch/session.ts';

/** The context of an operation, over any transport. */
export interface EdgeContext {
  /** Identifies the request in logs, errors and the header `X-Request-Id`. */
  readonly requestId: string;
  /** Network address of the client. */
  readonly address: string;
  /** Reading of `performance.now()` when the operation arrived. */
  readonly startedAt: number;
  /** Cancels the REST calls when the client leaves, the deadline passes or the facade stops. */
  readonly abort: AbortController;
  /** Absent until the document is parsed. */
  readonly operation?: OperationDefinitionNode | undefined;
  /** Absent until the operation is valid and has a credential. */
  readonly rest?: RestSession;
}

/** The context of an operation that is being executed. */
export interface OperationContext extends GraphContext, Omit<EdgeContext, 'rest'> {
  /** Absent where the variables are invalid. */
  plan?: Plan;
}

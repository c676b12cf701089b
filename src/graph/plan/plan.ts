/** Plan of an operation: its REST calls, their maximum number, and which call waits for which. Created before execution. */
import type { Contract, OperationId } from '../../contract/index.ts';
import type { PlannedCall, StaticCall } from './planned-call.ts';

export interface Plan {
  /** Contract that has the operations of the calls. */
  readonly contract: Contract;
  readonly calls: readonly PlannedCall[];
  /** Operations that the fields need and that are not called. */
  readonly notOffered: readonly OperationId[];
  /** Maximum number of REST calls, without retries, with assumed list lengths. */
  readonly upperBound: number;
  /** Maximum number of REST calls that document and variables alone decide. */
  readonly knownUpperBound: number;
  /** Maximum number of values in the response, if lists have as many items as requested. */
  readonly values: number;
  /** Upper bounds on items per page with which slices of lists are planned. */
  readonly pageSizes: ReadonlyMap<OperationId, number>;
  /** Visited fields, counted on each type that an object may have, and items of arguments that identify objects. */
  readonly selections: number;
  /** Whether the plan is complete, as no limit was exceeded. */
  readonly isComplete: boolean;
  /**
   * Calls of fields below others that may start before execution reaches them. Calls of root fields start with it anyway, and none may
   * start below a mutation.
   */
  readonly prefetchable: readonly StaticCall[];
}

/** Planning ends as soon as the plan exceeds one of these. */
export interface PlanLimits {
  /** Maximum number of entries in `calls`, without those for lists of unknown length. */
  readonly maxCalls: number;
  readonly maxSelections: number;
  readonly maxValues: number;
}

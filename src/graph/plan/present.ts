/** A plan as people and programs are shown it: templates and counts, no values. */
import { operation } from '../../contract/index.ts';
import type { Plan, PlannedCall } from './plan.ts';

/** A call of a plan. */
export interface PresentedCall {
  readonly method: string;
  /** Path template of the contract. */
  readonly path: string;
  /** Coordinate of the field that asks. */
  readonly field: string;
  /** Where in the answer, such as `project.pipelines.nodes`. */
  readonly at: string;
  /** At worst how often. */
  readonly times: number;
  /** Whether `times` rests on a length that nobody states. */
  readonly assumed: boolean;
  /** Coordinates of the fields for whose sake the detail of an object is read; empty where the field itself makes the call. */
  readonly why: readonly string[];
  /** Index of the call whose answer it needs; null where it can start at once. */
  readonly after: number | null;
}

export interface PresentedPlan {
  /** REST calls at worst, retries aside and with assumed lengths. */
  readonly worst: number;
  readonly calls: readonly PresentedCall[];
}

/** The plan as `extensions.plan` and the command line show it. */
export function presentPlan({ calls, worst }: Plan): PresentedPlan {
  const index = new Map<PlannedCall, number>(calls.map((call, position) => [call, position]));
  return {
    worst,
    calls: calls.map((call) => ({
      method: operation(call.operation).method,
      path: operation(call.operation).path,
      field: call.field,
      at: call.path,
      times: call.times,
      assumed: call.assumed,
      why: call.needs,
      after: call.after === undefined ? null : (index.get(call.after) ?? null),
    })),
  };
}

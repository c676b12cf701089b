/** A plan as people and programs are shown it: templates and counts, no values. */
import { operation } from '../../contract/index.ts';
import type { Plan, PlannedCall } from './plan.ts';
import type { PresentedPlan } from './presented-plan.ts';

/** The plan as `extensions.plan` and the command line show it. */
export function presentPlan({ calls, upperBound }: Plan): PresentedPlan {
  const index = new Map<PlannedCall, number>(calls.map((call, position) => [call, position]));
  return {
    worst: upperBound,
    calls: calls.map((call) => ({
      method: operation(call.operation).method,
      path: operation(call.operation).path,
      field: call.field,
      at: call.path,
      times: call.times,
      assumed: call.isEstimate,
      why: call.needs,
      after: call.after === undefined ? null : (index.get(call.after) ?? null),
    })),
  };
}

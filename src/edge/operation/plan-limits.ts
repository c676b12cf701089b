/** Rejects operations that may need too many REST calls, or select or return too much. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Config } from '../../config/config.ts';
import type { Plan, PlanLimits } from '../../graph/plan/plan.ts';
import { serializePlan } from '../../graph/plan/serialize-plan.ts';
import { requestError } from './request-error.ts';

export type PlanLimitSettings = Pick<
  Config,
  'maxRestCalls' | 'maxSelections' | 'maxResponseValues' | 'limitsReportOnly'
>;

/** Upper bound on the paths that an error about REST calls names. */
const maxNamedPaths = 3;

/** Returns the limits at which planning ends. In report-only mode, calls are not limited. */
export function toPlanLimits(settings: PlanLimitSettings): PlanLimits {
  const { maxRestCalls, maxSelections, maxResponseValues, limitsReportOnly } = settings;
  const maxCalls = limitsReportOnly ? Number.POSITIVE_INFINITY : maxRestCalls;
  return { maxCalls, maxSelections, maxValues: maxResponseValues };
}

function callLimitError({ calls, knownUpperBound, isComplete }: Plan, limit: number): GraphQLError {
  const paths = calls
    .filter(({ times }) => times > 1)
    .sort((a, b) => b.times - a.times)
    .slice(0, maxNamedPaths)
    .map(({ at, times }) => `${at} (${times})`);
  const advice =
    paths.length === 0
      ? 'Select fewer fields'
      : `The largest counts are at ${paths.join(', ')}: request fewer items of the lists that contain these fields, or omit the fields`;
  const need = isComplete ? `${knownUpperBound} REST calls` : `at least ${knownUpperBound} REST calls`;
  return new GraphQLError(
    `The operation may need ${need}; the limit is ${limit} (MAX_REST_CALLS). ${advice}`,
    // Unlike `worst` of a serialized plan, without the calls that are estimates, because those are not rejected.
    { extensions: { code: 'REST_CALL_LIMIT', worst: knownUpperBound, limit } },
  );
}

/** Error for a plan that is too large for the process, also in report-only mode; `undefined` for any other plan. */
function findSizeError(
  { selections, values, isComplete }: Plan,
  { maxSelections, maxResponseValues }: PlanLimitSettings,
): GraphQLError | undefined {
  if (selections > maxSelections)
    return requestError(
      'SELECTION_LIMIT',
      `The operation has too many selections: the limit is ${maxSelections}. Each field counts once for each object that an argument such as "ids" identifies, and for each possible type of the object. Identify fewer objects, or select fewer fields`,
    );
  if (values > maxResponseValues)
    return requestError(
      'RESPONSE_LIMIT',
      `The response may contain ${isComplete ? '' : 'at least '}${values} values; the limit is ${maxResponseValues} (MAX_RESPONSE_VALUES). Select fewer fields or request smaller pages`,
    );
  return undefined;
}

/** Result in place of an execution: the plan if it is requested, or an error if it is too large. `undefined` if the operation may be executed. */
export function getEarlyResult(
  plan: Plan,
  isPlanRequested: boolean,
  settings: PlanLimitSettings,
): ExecutionResult | undefined {
  const { maxRestCalls, limitsReportOnly } = settings;
  const sizeError = findSizeError(plan, settings);
  if (sizeError !== undefined) return { errors: [sizeError] };
  if (isPlanRequested && plan.isComplete) return { data: null, extensions: { plan: serializePlan(plan) } };
  return isPlanRequested || (plan.knownUpperBound > maxRestCalls && !limitsReportOnly)
    ? { errors: [callLimitError(plan, maxRestCalls)] }
    : undefined;
}

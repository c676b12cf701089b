/** Lines of the log for operations, without data of the caller. */
import type { ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import { operation } from '../../contract/index.ts';
import type { Plan } from '../../graph/plan/plan.ts';
import type { EndedOperation } from '../../observe/observer.ts';
import type { CallRecord } from '../../rest/request.ts';

/** Characters of an operation's name, which its client chooses. */
const longestName = 100;
/** Calls of a plan, and calls that were made, which the line of a slow operation tells. */
const [plannedCalls, slowestCalls] = [20, 5];

const none: ReadonlySet<string> = new Set();

/** Codes of the errors in a result. */
export function errorCodes({ errors }: ExecutionResult): ReadonlySet<string> {
  return errors === undefined ? none : new Set(errors.map(({ extensions }) => String(extensions?.code ?? 'UNKNOWN')));
}

function factsOf({ requestId, traceId, name, type, durationMs, calls }: EndedOperation) {
  return {
    requestId,
    traceId,
    operation: name?.slice(0, longestName),
    type,
    durationMs: Math.round(durationMs),
    restCalls: calls.length,
  };
}

/** Writes the line of an operation that has ended, or of which only the plan was asked for. Variables and addresses of clients are never logged. */
export function logOperation(logger: Logger, ended: EndedOperation, planOnly?: boolean): void {
  logger.info({ ...factsOf(ended), planOnly, parts: ended.parts, errors: [...ended.codes] }, 'operation');
}

/** The calls of a plan that may be made most often, by their templates. */
function presentPlan({ calls, upperBound }: Plan) {
  const most = calls.toSorted((one, other) => other.times - one.times).slice(0, plannedCalls);
  return {
    worst: upperBound,
    calls: most.map(({ operation: id, field, times }) => {
      const { method, path } = operation(id);
      return { method, path, field, times };
    }),
  };
}

/** The calls that took longest. */
const slowestOf = (calls: readonly CallRecord[]) =>
  calls
    .toSorted((one, other) => other.durationMs - one.durationMs)
    .slice(0, slowestCalls)
    .map(({ method, path, field, status, durationMs, source }) => ({
      method,
      path,
      field,
      status,
      durationMs,
      source,
    }));

/** Writes why an operation may have been slow: its plan, and its slowest calls. */
export function logSlowOperation(logger: Logger, ended: EndedOperation): void {
  const { plan, calls } = ended;
  logger.warn({ ...factsOf(ended), plan: plan && presentPlan(plan), slowest: slowestOf(calls) }, 'slow operation');
}

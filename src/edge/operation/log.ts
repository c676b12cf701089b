/** Log lines of operations, without data of the caller. */
import type { ExecutionResult } from 'graphql';
import type { Logger } from 'pino';
import type { Plan } from '../../graph/plan/plan.ts';
import type { CallRecord } from '../../rest/request.ts';
import type { EndedOperation } from '../observe/observer.ts';

/** Upper bound on the characters of the operation name, which the client chooses. */
const maxNameLength = 100;
/** Upper bounds on the planned calls and the slowest calls in the log line of a slow operation, and on failed calls in any line. */
const [maxPlannedCalls, maxSlowCalls, maxFailedCalls] = [20, 5, 5];

const none: ReadonlySet<string> = new Set();

/** Codes of the errors in a result. */
export function errorCodes({ errors }: ExecutionResult): ReadonlySet<string> {
  return errors === undefined ? none : new Set(errors.map(({ extensions }) => String(extensions?.code ?? 'UNKNOWN')));
}

function factsOf({ requestId, traceId, name, type, durationMs, calls, client }: EndedOperation) {
  return {
    requestId,
    traceId,
    operation: name?.slice(0, maxNameLength),
    type,
    client: client?.name,
    clientVersion: client?.version,
    durationMs: Math.round(durationMs),
    restCalls: calls.length,
  };
}

/** Outcome of an operation, its codes, and those in payloads of its mutations if there are any. */
function outcomeFacts({ outcome, codes, payloadCodes }: EndedOperation) {
  const errors = [...codes];
  return payloadCodes.size === 0 ? { outcome, errors } : { outcome, errors, payloadErrors: [...payloadCodes] };
}

/** First failed calls whose code is one of the operation; `undefined` if none exist. A 404 that only makes a field null is not included. */
function failedCallsOf({ calls, codes, payloadCodes }: EndedOperation) {
  if (codes.size + payloadCodes.size === 0) return undefined;
  const failed = calls.filter(({ error }) => error !== undefined && (codes.has(error) || payloadCodes.has(error)));
  if (failed.length === 0) return undefined;
  return failed
    .slice(0, maxFailedCalls)
    .map(({ method, path, field, status, error, durationMs }) => ({ method, path, field, status, error, durationMs }));
}

/** Logs an operation that has ended or was only planned. Variables and client addresses are never logged. */
export function logOperation(logger: Logger, ended: EndedOperation, planOnly?: boolean): void {
  const failedCalls = failedCallsOf(ended);
  logger.info({ ...factsOf(ended), planOnly, parts: ended.parts, ...outcomeFacts(ended), failedCalls }, 'operation');
}

/** Calls of a plan with the highest upper bounds, by their templates. */
function summarizePlan({ contract, calls, upperBound }: Plan) {
  const largest = calls.toSorted((a, b) => b.times - a.times).slice(0, maxPlannedCalls);
  return {
    worst: upperBound,
    calls: largest.map(({ operation: id, field, times }) => {
      const { method, path } = contract.operation(id);
      return { method, path, field, times };
    }),
  };
}

/** Slowest calls. */
const slowestOf = (calls: readonly CallRecord[]) =>
  calls
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, maxSlowCalls)
    .map(({ method, path, field, status, durationMs, source }) => ({
      method,
      path,
      field,
      status,
      durationMs,
      source,
    }));

/** Logs the likely causes of a slow operation: its plan, and its slowest calls. */
export function logSlowOperation(logger: Logger, ended: EndedOperation): void {
  const { plan, calls } = ended;
  logger.warn({ ...factsOf(ended), plan: plan && summarizePlan(plan), slowest: slowestOf(calls) }, 'slow operation');
}

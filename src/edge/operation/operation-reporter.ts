/** Reports finished operations to tracing, the log and observers. */
import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Plan } from '../../graph/plan/plan.ts';
import type { Callers } from '../../rest/callers.ts';
import { readClientName } from '../observe/client-names.ts';
import type { EndedOperation, Observer, OperationOutcome } from '../observe/observer.ts';
import type { OperationTrace } from '../observe/tracing.ts';
import type { OperationContext, OperationRequest } from './context.ts';
import { errorCodes, logOperation, logSlowOperation } from './log.ts';

/** Facts about an operation in the pipeline, which its steps add as they determine them. */
export interface OperationRun {
  /** Request from the transport. If the response may have parts, `Pipeline` replaces its cancellation by a derived one. */
  request: OperationRequest;
  /** Set by `Pipeline` at the start. */
  readonly trace: OperationTrace | undefined;
  /** Set by `Pipeline` when the operation of the document is selected. */
  definition?: OperationDefinitionNode;
  /** Set by `Pipeline` when the operation is selected. */
  context?: OperationContext;
  /** Set by `QueryExecution` when the execution starts. */
  plan?: Plan | undefined;
  /** Whether only the plan is requested. Set by `OperationPlanner`. */
  isPlanOnly?: boolean;
  /** Whether the execution has started. Set by `QueryExecution`. */
  hasStarted?: boolean;
  /** Codes of the errors in payloads of its mutations. Added by `onPayloadErrors` of the context. */
  payloadCodes?: Set<string>;
}

const noCodes: ReadonlySet<string> = new Set();

/** Whether any root field of a result has a value. */
export function hasRootData({ data }: ExecutionResult): boolean {
  return data !== null && data !== undefined && Object.values(data).some((value) => value !== null);
}

function outcomeOf(result: ExecutionResult, codes: ReadonlySet<string>, operationRun: OperationRun): OperationOutcome {
  if (codes.size === 0) return operationRun.payloadCodes === undefined ? 'success' : 'payload_errors';
  if (!operationRun.hasStarted) return 'refused';
  return hasRootData(result) ? 'partial' : 'failed';
}

export class OperationReporter {
  readonly #slowThresholdMs: number;
  readonly #logger: Logger;
  readonly #observer: Observer;
  readonly #callers: Callers;

  constructor({ slowOperation }: Pick<Config, 'slowOperation'>, logger: Logger, observer: Observer, callers: Callers) {
    this.#callers = callers;
    this.#slowThresholdMs = slowOperation > 0 ? slowOperation : Number.POSITIVE_INFINITY;
    this.#logger = logger;
    this.#observer = observer;
  }

  /** Reports the end of a query or mutation, or of a rejected operation. */
  ended(operationRun: OperationRun, result: ExecutionResult): void {
    const codes = errorCodes(result);
    this.#report(operationRun, codes, outcomeOf(result, codes, operationRun));
  }

  /** Reports the start of a subscription, whose events are reported one by one. */
  subscribed({ trace, definition }: OperationRun): void {
    trace?.end({ type: 'subscription', name: definition?.name?.value, outcome: 'success', codes: new Set() });
  }

  /**
   * Reports the end of a subscription.
   * @param codes codes of the errors in its results
   * @param results number of its results
   * @param hasData whether any of its results had data
   */
  closed(operationRun: OperationRun, codes: ReadonlySet<string>, results: number, hasData: boolean): void {
    const outcome = codes.size === 0 ? 'success' : hasData ? 'partial' : 'failed';
    this.#report({ ...operationRun, trace: undefined }, codes, outcome, results);
  }

  /**
   * Reports the end of a query or mutation with an incremental response.
   * @param parts codes of the errors in them, their number, and whether the first one had data
   */
  delivered(operationRun: OperationRun, parts: { codes: ReadonlySet<string>; count: number; hasData: boolean }): void {
    const result = parts.hasData ? { data: { root: true } } : { data: null };
    this.#report(operationRun, parts.codes, outcomeOf(result, parts.codes, operationRun), parts.count);
  }

  /** Reports a request that was rejected before it was an operation. */
  rejected(codes: ReadonlySet<string>, trace: OperationTrace | undefined): void {
    trace?.end({ type: undefined, name: undefined, outcome: 'refused', codes });
    this.#countRejections(codes);
  }

  #countRejections(codes: ReadonlySet<string>): void {
    const { onRejected } = this.#observer;
    if (onRejected !== undefined) for (const code of codes) onRejected(code);
  }

  #report(operationRun: OperationRun, codes: ReadonlySet<string>, outcome: OperationOutcome, parts?: number): void {
    const { request, definition, context, trace, plan } = operationRun;
    const durationMs = performance.now() - request.startedAt;
    const isSlow = durationMs >= this.#slowThresholdMs && parts === undefined;
    if (outcome === 'refused') this.#countRejections(codes);
    const isLogged = this.#logger.isLevelEnabled('info');
    if (!isLogged && !isSlow && trace === undefined && this.#observer.operation === undefined) return;
    const ended: EndedOperation = {
      requestId: request.requestId,
      traceId: context?.trace?.traceId ?? trace?.traceId,
      type: definition?.operation,
      name: definition?.name?.value,
      outcome,
      codes,
      payloadCodes: operationRun.payloadCodes ?? noCodes,
      durationMs,
      calls: context?.rest.calls ?? [],
      startedCalls: context?.rest.startedCalls ?? 0,
      plan,
      parts,
      client: readClientName(request.headers),
      isCallerAccepted: context !== undefined && this.#callers.isAccepted(context.rest.credential),
    };
    trace?.end(ended);
    if (isLogged) logOperation(this.#logger, ended, operationRun.isPlanOnly);
    if (isSlow) logSlowOperation(this.#logger, ended);
    // Operations that are only planned are not counted.
    if (operationRun.isPlanOnly !== true) this.#observer.operation?.(ended);
  }
}

/** What is told of an operation when it has ended: its span, its line in the log, and whoever observes it. */
import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { Plan } from '../../graph/plan/plan.ts';
import type { EndedOperation, Observer, OperationOutcome } from '../../observe/observer.ts';
import type { OperationTrace } from '../../observe/tracing.ts';
import type { OperationContext, OperationRequest } from './context.ts';
import { errorCodes, logOperation, logSlowOperation } from './log.ts';

/** An operation on its way, and what is known of it so far. */
export interface Course {
  readonly request: OperationRequest;
  readonly trace: OperationTrace | undefined;
  definition?: OperationDefinitionNode;
  context?: OperationContext;
  plan?: Plan | undefined;
  /** Whether its plan is asked for in place of its execution. */
  planOnly?: boolean;
  /** Whether its execution has begun. */
  executed?: boolean;
}

function outcomeOf({ data }: ExecutionResult, codes: ReadonlySet<string>, executed = false): OperationOutcome {
  if (codes.size === 0) return 'success';
  if (data) return 'partial';
  return executed ? 'failed' : 'refused';
}

export class Reports {
  readonly #slowest: number;
  readonly #logger: Logger;
  readonly #observer: Observer;

  constructor({ slowOperation }: Pick<Config, 'slowOperation'>, logger: Logger, observer: Observer) {
    this.#slowest = slowOperation > 0 ? slowOperation : Number.POSITIVE_INFINITY;
    this.#logger = logger;
    this.#observer = observer;
  }

  /** A query or mutation has ended, or what was refused as an operation. */
  ended(course: Course, result: ExecutionResult): void {
    const codes = errorCodes(result);
    this.#tell(course, codes, outcomeOf(result, codes, course.executed));
  }

  /** A subscription begins, whose events are told one by one. */
  subscribed({ trace, definition }: Course): void {
    trace?.end({ type: 'subscription', name: definition?.name?.value, outcome: 'success', codes: new Set() });
  }

  /** A subscription is over. @param codes of the errors in its results @param parts number of its results */
  closed(course: Course, codes: ReadonlySet<string>, parts: number): void {
    this.#tell({ ...course, trace: undefined }, codes, codes.size === 0 ? 'success' : 'partial', parts);
  }

  /** Something was refused before it was known to be an operation. */
  refused(codes: ReadonlySet<string>, trace: OperationTrace | undefined): void {
    trace?.end({ type: undefined, name: undefined, outcome: 'refused', codes });
    this.#countRefused(codes);
  }

  #countRefused(codes: ReadonlySet<string>): void {
    const { refused } = this.#observer;
    if (refused !== undefined) for (const code of codes) refused(code);
  }

  #tell(course: Course, codes: ReadonlySet<string>, outcome: OperationOutcome, parts?: number): void {
    const { request, definition, context, trace, plan } = course;
    const durationMs = performance.now() - request.startedAt;
    const isSlow = durationMs >= this.#slowest && parts === undefined;
    if (outcome === 'refused') this.#countRefused(codes);
    const isLogged = this.#logger.isLevelEnabled('info');
    if (!isLogged && !isSlow && trace === undefined && this.#observer.operation === undefined) return;
    const ended: EndedOperation = {
      requestId: request.requestId,
      traceId: context?.trace?.traceId ?? trace?.traceId,
      type: definition?.operation,
      name: definition?.name?.value,
      outcome,
      codes,
      durationMs,
      calls: context?.rest.calls ?? [],
      made: context?.rest.begun ?? 0,
      plan,
      parts,
    };
    trace?.end(ended);
    if (isLogged) logOperation(this.#logger, ended, course.planOnly);
    if (isSlow) logSlowOperation(this.#logger, ended);
    // What is not executed is none of the operations that are counted.
    if (course.planOnly !== true) this.#observer.operation?.(ended);
  }
}

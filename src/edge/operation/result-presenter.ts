/** Converts results of executions to results for clients: masks errors, enforces limits and adds the REST calls. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { IncrementalResult, OperationResult } from '../../execution/index.ts';
import { CancellableStream } from '../../rest/cancellable-stream.ts';
import type { Cancellation } from '../../rest/cancellation.ts';
import type { RestClient } from '../../rest/client.ts';
import { idsOf, type OperationContext } from './context.ts';
import { InvalidDocument } from './documents.ts';
import { masked, toClientError } from './masking.ts';
import type { SingleResult } from './operation.ts';
import type { OperationReporter, OperationRun } from './operation-reporter.ts';
import type { DeliveryHooks } from './query-execution.ts';
import { boundedResult, boundedText, type ReplacedWrite, replacedBy, textOf } from './response.ts';
import { type ResponsePart, ResponseParts } from './response-parts.ts';
import { tracingOf, withTrace } from './trace.ts';
import type { UnsentBytes } from './unsent-bytes.ts';

export interface PresenterOptions {
  readonly config: Config;
  readonly client: RestClient;
  readonly logger: Logger;
  readonly unsent: UnsentBytes;
}

/** Characters of a serialized result above which it counts for its caller before it is written. */
const minAdmittedLength = 16 * 1024;

/** Effect of the writes of a result that an error replaces. A call that has started may have been sent. */
function getReplacedWrite(
  { data }: ExecutionResult,
  { definition, payloadCodes, context }: OperationRun,
): ReplacedWrite {
  if (definition?.operation !== 'mutation') return {};
  if (context === undefined || context.rest.startedCalls === 0) return { write: 'NOT_SENT' };
  const isAccepted = data && payloadCodes === undefined && Object.values(data).every((payload) => payload !== null);
  return { write: isAccepted ? 'ACCEPTED' : 'UNKNOWN' };
}

export class ResultPresenter {
  readonly #config: Config;
  readonly #client: RestClient;
  readonly #logger: Logger;
  readonly #unsent: UnsentBytes;
  readonly #reports: OperationReporter;

  constructor({ config, client, logger, unsent }: PresenterOptions, reports: OperationReporter) {
    this.#config = config;
    this.#client = client;
    this.#logger = logger;
    this.#unsent = unsent;
    this.#reports = reports;
  }

  /** Masks the errors of a result. */
  mask(result: OperationResult, context: OperationContext): ExecutionResult {
    return masked(result, this.#config, this.#logger, context);
  }

  /** Finishes a single result: adds its REST calls, enforces the limit on its size, serializes and reports it. */
  finish(result: ExecutionResult, operationRun: OperationRun): SingleResult {
    const traced = this.#traced(result, operationRun);
    this.#warnBeyondCalls(operationRun);
    const replaced = getReplacedWrite(result, operationRun);
    const outcome = this.#whileRead(
      operationRun.request.wantsSerialized
        ? boundedText(traced, this.#config, replaced)
        : { result: boundedResult(traced, this.#config, replaced), text: undefined },
      replaced,
      operationRun,
    );
    this.#reports.ended(operationRun, outcome.result);
    return outcome;
  }

  /** Returns a result, or an error in its place if it is large and its caller has too many unsent bytes. */
  #whileRead(outcome: SingleResult, replaced: ReplacedWrite, { context, request }: OperationRun): SingleResult {
    const { result, text } = outcome;
    const measure = () => Buffer.byteLength(text ?? textOf(result));
    const error =
      context &&
      this.#unsent.getResponseError(context.rest.credential, this.#config.maxResponseBytes, measure, replaced);
    if (error === undefined) {
      if (text !== undefined && text.length > minAdmittedLength) request.onAdmitted?.(measure());
      return outcome;
    }
    const replacement = replacedBy(error);
    return { result: replacement, text: text === undefined ? undefined : textOf(replacement) };
  }

  /** Finishes an operation that an error has ended. */
  fail(error: unknown, operationRun: OperationRun): SingleResult {
    const errors = error instanceof InvalidDocument ? error.errors : [this.#present(error, operationRun)];
    return this.finish({ errors }, operationRun);
  }

  /**
   * Presents an incremental response.
   * @param clientCancellation cancelled when the client leaves, or after the last part
   * @param delivery notified of its progress
   */
  presentParts(
    { initialResult, subsequentResults }: IncrementalResult,
    operationRun: OperationRun,
    clientCancellation: Cancellation,
    { setClientWaiting, release }: DeliveryHooks,
  ): CancellableStream<ResponsePart> {
    const parts = new ResponseParts({
      limits: this.#config,
      present: (error) => this.#present(error, operationRun),
      getUnsentError: (measure, replaced) => this.getStreamError(operationRun, measure, replaced),
      getReplacedWrite: (result) => getReplacedWrite(result, operationRun),
      extensions: () => this.#traced({}, operationRun).extensions,
    });
    clientCancellation.onCancelled(() => {
      release();
      this.#warnBeyondCalls(operationRun);
      this.#reports.delivered(operationRun, parts);
    });
    let first: ResponsePart | undefined = parts.presentFirst(initialResult);
    const others = CancellableStream.from(subsequentResults, clientCancellation);
    const read = async (): Promise<IteratorResult<ResponsePart, undefined>> => {
      if (first !== undefined) {
        const value = first;
        first = undefined;
        return { done: false, value };
      }
      if (parts.isEnded) return { done: true, value: undefined };
      setClientWaiting(true);
      const next = await others.read();
      setClientWaiting(false);
      return next.done ? { done: true, value: undefined } : { done: false, value: parts.present(next.value) };
    };
    return new CancellableStream(read, clientCancellation);
  }

  /** Error that replaces an event or part of a caller with too many unsent bytes; `undefined` if the event or part may be sent. */
  getStreamError(
    { context, request }: OperationRun,
    measure: () => number,
    extensions?: object,
  ): GraphQLError | undefined {
    const error =
      context &&
      this.#unsent.getStreamError(context.rest.credential, this.#config.maxResponseBytes, measure, extensions);
    if (error !== undefined) request.onUnsentLimit?.(error);
    return error;
  }

  #present(error: unknown, { request: { requestId }, trace, context }: OperationRun): GraphQLError {
    return toClientError(error, this.#logger, context ?? { requestId, trace });
  }

  /** Adds the REST calls to a result, if the client requests them. */
  #traced(result: ExecutionResult, { request, context, plan }: OperationRun): ExecutionResult {
    const rest = context?.rest;
    const tracing = rest && tracingOf(request.headers, this.#config);
    if (rest === undefined || tracing === undefined) return result;
    if (plan !== undefined) request.onCallsTraced?.({ planned: plan.upperBound, made: rest.startedCalls });
    const { names, limits } = this.#client;
    return withTrace(result, rest, { tracing, names, rateLimit: limits.getRemaining(rest.credential) });
  }

  /** Logs an operation with more REST calls than allowed, in report-only mode. */
  #warnBeyondCalls({ request, trace, context }: OperationRun): void {
    const { limitsReportOnly, maxRestCalls } = this.#config;
    const calls = context?.rest.calls.length ?? 0;
    if (limitsReportOnly && calls > maxRestCalls)
      this.#logger.warn(
        { ...idsOf({ ...request, trace }), code: 'REST_CALL_LIMIT', calls, maxRestCalls },
        'beyond a limit',
      );
  }
}

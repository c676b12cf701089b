/** Executes subscriptions: limits their number, and creates a context for each event. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import {
  createSourceEvents,
  executeTree,
  type OperationResult,
  type TreeExecutionArgs,
} from '../../execution/index.ts';
import { RestSession } from '../../rest/batch/session.ts';
import { CancellableStream } from '../../rest/cancellable-stream.ts';
import { Cancellation } from '../../rest/cancellation.ts';
import type { RestClient } from '../../rest/client.ts';
import { RestError } from '../../rest/errors.ts';
import { setBoundedTimeout } from '../../rest/timers.ts';
import type { WatchEvent } from '../../watch/stream.ts';
import type { EndedOperation, Observer } from '../observe/observer.ts';
import { reserveCalls } from './call-quota.ts';
import type { OperationContext } from './context.ts';
import { errorCodes } from './log.ts';
import { toClientError } from './masking.ts';
import type { AcceptedOperation } from './operation.ts';
import type { OperationPlanner } from './operation-planner.ts';
import { hasRootData, type OperationReporter } from './operation-reporter.ts';
import { requestError } from './request-error.ts';
import { boundedResult, textOf } from './response.ts';
import type { ResultPresenter } from './result-presenter.ts';
import type { StreamLimit } from './stream-limit.ts';
import { tracingOf, wantsPlan, withTrace } from './trace.ts';

export interface SubscriptionsOptions {
  readonly config: Config;
  readonly client: RestClient;
  readonly logger: Logger;
  /** Notified of the REST calls of events when they have ended, and of events. */
  readonly observer: Observer;
  /** Executes events. Defaults to `executeTree`. */
  readonly execute?: typeof executeTree | undefined;
}

/** Parts of the pipeline that subscriptions use. */
export interface SubscriptionServices {
  readonly planner: OperationPlanner;
  readonly presenter: ResultPresenter;
  readonly reports: OperationReporter;
  readonly streams: StreamLimit;
}

/** Subscription that may be executed. */
interface SubscriptionArgs extends Pick<TreeExecutionArgs, 'tree' | 'variableValues'> {
  readonly contextValue: OperationContext;
}

const createNotAcceptableError = (): GraphQLError =>
  requestError(
    'NOT_ACCEPTABLE',
    'A subscription returns a stream: send the header "Accept: text/event-stream", or use a WebSocket',
  );

const createMethodError = (): GraphQLError =>
  requestError(
    'BAD_REQUEST',
    'A GET request must not execute a subscription. Send it in a POST request with the header Accept: text/event-stream, or over a WebSocket',
    { status: 405, headers: { Allow: 'POST' } },
  );

function isWatchEvent(event: unknown): event is WatchEvent {
  return (
    typeof event === 'object' &&
    event !== null &&
    'sharedSession' in event &&
    event.sharedSession instanceof RestSession
  );
}

/** Outcome of an event; without a result, an error has ended the subscription. */
function eventOutcome(result: ExecutionResult | undefined): Pick<EndedOperation, 'outcome' | 'codes'> {
  const codes = result === undefined ? new Set(['INTERNAL_SERVER_ERROR']) : errorCodes(result);
  return { codes, outcome: codes.size === 0 ? 'success' : result && hasRootData(result) ? 'partial' : 'failed' };
}

/**
 * Executes subscriptions. Each event has its own REST calls, limit on them and deadline, like an operation; subscribers who receive the same
 * state share its reads.
 */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #services: SubscriptionServices;

  constructor(options: SubscriptionsOptions, services: SubscriptionServices) {
    this.#options = options;
    this.#services = services;
  }

  /**
   * Starts a subscription.
   * @returns the stream of its results, which has the cancellation of the operation, or the result in place of its execution
   * @throws GraphQLError if it exceeds a limit
   */
  async subscribe(operation: AcceptedOperation): Promise<ExecutionResult | CancellableStream<ExecutionResult>> {
    const { operationRun, context } = operation;
    const { request } = operationRun;
    if (request.isQueryOnly) throw createMethodError();
    // A plan is a single result.
    if (!request.acceptsStream && !wantsPlan(request.headers, this.#options.config)) throw createNotAcceptableError();
    // It is planned as a single event.
    const planned = this.#services.planner.plan(operation);
    if ('earlyResult' in planned) return planned.earlyResult;
    const { tree, variableValues } = planned;
    // Rejects a caller without a call left. The call is not kept: polls and the reads of events are counted when they are sent.
    await reserveCalls(context.rest.budget, 1);
    context.rest.budget?.release();
    const endStream = this.#services.streams.acquire(context);
    try {
      const args = { tree, variableValues, contextValue: context };
      const events = await createSourceEvents(args);
      if (!('errors' in events)) return this.#present(operation, args, events, endStream);
      endStream();
      return events;
    } catch (error) {
      endStream();
      throw error;
    }
  }

  /** Results of the events, in the form in which the client receives them. */
  #present(
    operation: AcceptedOperation,
    args: SubscriptionArgs,
    events: AsyncIterable<unknown>,
    endStream: () => void,
  ): CancellableStream<ExecutionResult> {
    const { operationRun, context } = operation;
    const { config, logger, observer } = this.#options;
    const { presenter, reports } = this.#services;
    const codes = new Set<string>();
    let resultCount = 0;
    let hasData = false;
    const note = (bounded: ExecutionResult) => {
      resultCount += 1;
      observer.event?.();
      hasData ||= hasRootData(bounded);
      for (const code of errorCodes(bounded)) codes.add(code);
      return bounded;
    };
    const results = CancellableStream.from(events, context.cancellation)
      .map(async (event) => {
        const result = boundedResult(presenter.mask(await this.#respond(operation, args, event), context), config);
        const measure = () => Buffer.byteLength(textOf(result));
        const problem = presenter.getStreamError(operationRun, measure);
        if (problem !== undefined) throw problem;
        return note(result);
      })
      .catch((error) => note({ data: null, errors: [toClientError(error, logger, context)] }));
    context.cancellation.onCancelled(() => {
      endStream();
      reports.closed(operationRun, codes, resultCount, hasData);
    });
    return results;
  }

  async #respond(
    { selected, operationRun, context }: AcceptedOperation,
    args: SubscriptionArgs,
    event: unknown,
  ): Promise<ExecutionResult> {
    const { client, config, observer, execute = executeTree } = this.#options;
    const { operationTimeout, maxRestCalls, limitsReportOnly, maxErrors } = config;
    const cancellation = new Cancellation();
    const watched = isWatchEvent(event) ? event : undefined;
    // Only a stopping facade ends a watched state with this code.
    if (watched?.error?.code === 'CANCELLED') operationRun.request.onInterrupted?.();
    const cancelEvent = () => cancellation.cancel();
    const timer = setBoundedTimeout(operationTimeout, () => {
      const message = `The event did not finish within ${operationTimeout} ms (OPERATION_TIMEOUT_MS). Select less`;
      cancellation.cancel(new RestError('DEADLINE_EXCEEDED', message));
    });
    context.cancellation.listen(cancelEvent);
    const trace = context.trace?.event();
    const rest = new RestSession(client, {
      credential: context.rest.credential,
      cancellation,
      maxCalls: maxRestCalls,
      reportOnly: limitsReportOnly,
      sharedSession: watched?.sharedSession,
      onCall: observer.call,
      tracing: trace,
    });
    const endExecuteSpan = trace?.step('graphql.execute');
    let result: OperationResult | undefined;
    try {
      result = await execute({
        ...args,
        rootValue: event,
        contextValue: { ...context, rest },
        cancellation,
        onSemanticNull: context.onSemanticNull,
        maxErrors,
      });
      const tracing = tracingOf(operationRun.request.headers, config);
      if (tracing === undefined) return result;
      const rateLimit = client.limits.getRemaining(rest.credential);
      return withTrace(result, rest, { tracing, names: client.names, polls: watched?.polls, rateLimit });
    } finally {
      clearTimeout(timer);
      context.cancellation.unlisten(cancelEvent);
      endExecuteSpan?.();
      trace?.end({ type: 'subscription', name: selected.definition.name?.value, ...eventOutcome(result) });
    }
  }
}

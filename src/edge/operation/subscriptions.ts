/** Executes subscriptions: limits their number, and gives each event a context of its own. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Config } from '../../config.ts';
import {
  createSourceEvents,
  executePrepared,
  type OperationResult,
  type PreparedExecutionArgs,
} from '../../execution/index.ts';
import type { EndedOperation } from '../../observe/observer.ts';
import { RestSession, type SessionOptions } from '../../rest/batch/session.ts';
import { Cancellation } from '../../rest/cancellation.ts';
import type { RestClient } from '../../rest/client.ts';
import { isRestError, RestError } from '../../rest/errors.ts';
import { after } from '../../rest/timers.ts';
import type { WatchEvent } from '../../watch/stream.ts';
import { idsOf, type OperationContext } from './context.ts';
import { errorCodes } from './log.ts';
import type { PreparedOperation } from './preparation.ts';
import { presentRefusal, type Shares } from './shares.ts';
import { type Tracing, withTrace } from './trace.ts';

type EventSettings = Pick<
  Config,
  'maxErrors' | 'maxStreams' | 'maxRestCalls' | 'operationTimeout' | 'limitsReportOnly'
>;

/** Seconds after which a refused subscription may be tried again. */
const retryAfter = 30;

/** A subscription that may be executed. */
export interface SubscriptionArgs extends Pick<PreparedExecutionArgs, 'tree' | 'variableValues'> {
  readonly contextValue: OperationContext;
}

/** What is done with the results of a subscription. */
export interface EventHandlers {
  /** Makes of each result what is sent. */
  readonly finish: (result: ExecutionResult) => ExecutionResult;
  /** The last result, of an error that ends the subscription. */
  readonly fail: (error: unknown) => ExecutionResult;
  /** Called once when the subscription is over, for whatever reason. */
  readonly closed: () => void;
}

function isWatchEvent(event: unknown): event is WatchEvent {
  return typeof event === 'object' && event !== null && 'reads' in event && event.reads instanceof RestSession;
}

/**
 * The results of one subscription. The events end, and the result under way is aborted, as soon as the client leaves, even before it asks
 * for a result.
 * @param left cancelled when the client leaves
 */
function resultsOf(
  events: AsyncIterable<unknown>,
  left: Cancellation,
  respond: (event: unknown, left: Cancellation) => Promise<ExecutionResult>,
  { finish, fail, closed: onClosed }: EventHandlers,
): AsyncIterableIterator<ExecutionResult> {
  const iterator = events[Symbol.asyncIterator]();
  const closed = new Cancellation();
  const close = () => {
    if (closed.isCancelled) return;
    closed.cancel();
    left.unlisten(close);
    // A client that has left is not interested in how the events end.
    iterator.return?.().catch(() => {});
    onClosed();
  };
  if (left.isCancelled) close();
  else left.listen(close);
  async function* results(): AsyncGenerator<ExecutionResult> {
    try {
      while (!closed.isCancelled) {
        const { done, value } = await iterator.next();
        if (done || closed.isCancelled) return;
        yield finish(await respond(value, closed));
      }
    } catch (error) {
      yield fail(error);
    } finally {
      close();
    }
  }
  const generator = results();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => generator.next(),
    // The return of a generator waits for its pending event, so `close` is called apart from it, which ends the events.
    return() {
      close();
      return generator.return(undefined);
    },
  };
}

/** How an event ended; without a result, an error has ended the subscription. */
function eventOutcome(result: ExecutionResult | undefined): Pick<EndedOperation, 'outcome' | 'codes'> {
  const codes = result === undefined ? new Set(['INTERNAL_SERVER_ERROR']) : errorCodes(result);
  return { codes, outcome: codes.size === 0 ? 'success' : result?.data ? 'partial' : 'failed' };
}

/**
 * Executes subscriptions. Each event has its own REST calls, limit on them and deadline, like an operation; subscribers who get the same
 * state share its reads.
 */
export class Subscriptions {
  readonly #settings: EventSettings;
  readonly #client: RestClient;
  readonly #shares: Shares;
  readonly #onCall: SessionOptions['onCall'];
  readonly #execute: typeof executePrepared;
  #open = 0;

  /** @param onCall called for every REST call of an event when it has ended */
  constructor(
    settings: EventSettings,
    client: RestClient,
    shares: Shares,
    onCall: SessionOptions['onCall'],
    execute = executePrepared,
  ) {
    this.#execute = execute;
    this.#settings = settings;
    this.#client = client;
    this.#shares = shares;
    this.#onCall = onCall;
  }

  /** Open subscriptions of all connections. */
  get open(): number {
    return this.#open;
  }

  /**
   * The results of a subscription, or the errors for which it has none.
   * @param tracing whether each result tells of its REST calls, and in whose words
   */
  async subscribe(
    prepared: PreparedOperation,
    args: SubscriptionArgs,
    tracing: Tracing | undefined,
    handlers: EventHandlers,
  ): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
    const context = args.contextValue;
    let giveBack: () => void;
    try {
      giveBack = this.#take(context);
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      if (isRestError(error)) return { errors: [presentRefusal(error)] };
      throw error;
    }
    try {
      const events = await createSourceEvents(args);
      if ('errors' in events) {
        giveBack();
        return events;
      }
      const respond = (event: unknown, left: Cancellation) => this.#respond(prepared, args, event, left, tracing);
      return resultsOf(events, context.cancellation, respond, {
        ...handlers,
        closed() {
          giveBack();
          handlers.closed();
        },
      });
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /**
   * Counts a subscription, or fails where there are too many, beyond MAX_STREAMS also in report-only mode.
   * @returns a function that ends the count
   */
  #take(context: OperationContext): () => void {
    const { maxStreams } = this.#settings;
    if (this.#open >= maxStreams) {
      const message = `There are ${this.#open} subscriptions already; MAX_STREAMS allows no more`;
      throw presentRefusal(new RestError('STREAM_LIMIT', message, { retryAfter }), 503);
    }
    const giveBack = this.#shares.take('streams', context.rest.credential, idsOf(context));
    this.#open += 1;
    return () => {
      this.#open -= 1;
      giveBack();
    };
  }

  async #respond(
    prepared: PreparedOperation,
    args: SubscriptionArgs,
    event: unknown,
    left: Cancellation,
    tracing: Tracing | undefined,
  ): Promise<ExecutionResult> {
    const { operationTimeout, maxRestCalls, limitsReportOnly, maxErrors } = this.#settings;
    const context = args.contextValue;
    const cancellation = new Cancellation();
    const watched = isWatchEvent(event) ? event : undefined;
    const leave = () => cancellation.cancel();
    const timer = after(operationTimeout, () => {
      const message = `The event did not finish within the ${operationTimeout} ms that OPERATION_TIMEOUT_MS allows`;
      cancellation.cancel(new RestError('DEADLINE_EXCEEDED', message));
    });
    left.listen(leave);
    const trace = context.trace?.event();
    const rest = new RestSession(this.#client, {
      credential: context.rest.credential,
      cancellation,
      maxCalls: maxRestCalls,
      reportOnly: limitsReportOnly,
      reads: watched?.reads,
      onCall: this.#onCall,
      tracing: trace,
    });
    const executed = trace?.step('graphql.execute');
    let result: OperationResult | undefined;
    try {
      result = await this.#execute({
        ...args,
        rootValue: event,
        contextValue: { ...context, rest },
        cancellation,
        maxErrors,
      });
      if (tracing === undefined) return result;
      const wire = tracing === 'wire' ? this.#client.wire : undefined;
      const rateLimit = this.#client.limits.left(rest.credential);
      return withTrace(result, rest, { wire, polls: watched?.polls, rateLimit });
    } finally {
      clearTimeout(timer);
      left.unlisten(leave);
      executed?.();
      trace?.end({ type: 'subscription', name: prepared.definition.name?.value, ...eventOutcome(result) });
    }
  }
}

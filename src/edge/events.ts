/** Executes subscriptions: limits their number, and gives each event a context of its own. */
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  Kind,
  type SubscriptionArgs,
} from 'graphql';
import { finalAsyncIterator, isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { FieldErrors } from '../graph/kit/field-errors.ts';
import { Selection } from '../graph/kit/resources/selection.ts';
import { RestSession } from '../rest/batch/session.ts';
import type { RestClient } from '../rest/client.ts';
import type { Credential } from '../rest/credential.ts';
import { isRestError, RestError } from '../rest/errors.ts';
import { after } from '../rest/timers.ts';
import type { WatchEvent } from '../watch/stream.ts';
import type { EdgeContext, OperationContext } from './context.ts';
import { presentRefusal, type Shares } from './operation/shares.ts';
import { wantsTrace, withTrace } from './trace.ts';

type EventSettings = Pick<
  Config,
  'maxErrors' | 'maxStreams' | 'maxRestCalls' | 'operationTimeout' | 'limitsReportOnly' | 'trace'
>;

type SubscriptionContext = OperationContext & YogaInitialContext;

/** Seconds after which a refused subscription may be tried again. */
const retryAfter = 30;

function isWatchEvent(event: unknown): event is WatchEvent {
  return typeof event === 'object' && event !== null && 'reads' in event && event.reads instanceof RestSession;
}

/**
 * The results of one subscription. The events end, and the result under way is aborted, as soon as the client leaves, even before it asks
 * for a result.
 * @param left aborted when the client leaves
 * @param closed called once when the subscription is over, for whatever reason
 */
function resultsOf(
  events: AsyncIterable<unknown>,
  left: AbortSignal,
  respond: (event: unknown, signal: AbortSignal) => Promise<ExecutionResult>,
  closed: () => void,
): AsyncIterable<ExecutionResult> {
  const iterator = events[Symbol.asyncIterator]();
  const abort = new AbortController();
  const close = () => {
    if (abort.signal.aborted) return;
    abort.abort();
    left.removeEventListener('abort', close);
    // A client that has left is not interested in how the events end.
    iterator.return?.().catch(() => {});
    closed();
  };
  if (left.aborted) close();
  else left.addEventListener('abort', close, { once: true });
  async function* results(): AsyncGenerator<ExecutionResult> {
    try {
      while (!abort.signal.aborted) {
        const { done, value } = await iterator.next();
        if (done || abort.signal.aborted) return;
        yield await respond(value, abort.signal);
      }
    } finally {
      close();
    }
  }
  // The return of a generator waits for its pending event, so `close` is called apart from it, which ends the events.
  return finalAsyncIterator(results(), close);
}

/** The error for a subscription whose only field is left out by @skip or @include, for which graphql-js has none. */
function missingField({ schema, document, operationName, variableValues }: SubscriptionArgs): GraphQLError | undefined {
  const definition = getOperationAST(document, operationName);
  const root = schema.getSubscriptionType();
  if (!definition || !root) return undefined;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const { fields } = new Selection({ schema, fragments, variableValues: { ...variableValues } }, root, [
    definition.selectionSet,
  ]);
  return fields.size > 0
    ? undefined
    : new GraphQLError('The subscription selects no field, as @skip or @include leave its field out', {
        nodes: definition,
        extensions: { code: 'BAD_USER_INPUT' },
      });
}

/** Counts the open subscriptions of all connections. */
export class Streams {
  open = 0;
}

/**
 * Executes subscriptions. Each event has its own REST calls, limit on them and deadline, like an operation; subscribers who get the same
 * state share its reads.
 */
export function useEvents(
  settings: EventSettings,
  client: RestClient,
  streams: Streams,
  shares: Shares,
): Plugin<OperationContext, EdgeContext> {
  const { maxStreams, maxRestCalls, operationTimeout, limitsReportOnly } = settings;

  async function respond(args: ExecutionArgs, context: SubscriptionContext, event: unknown, left: AbortSignal) {
    const abort = new AbortController();
    const watched = isWatchEvent(event) ? event : undefined;
    const leave = () => abort.abort();
    const timer = after(operationTimeout, () => {
      const message = `The event did not finish within the ${operationTimeout} ms that OPERATION_TIMEOUT_MS allows`;
      abort.abort(new RestError('DEADLINE_EXCEEDED', message));
    });
    left.addEventListener('abort', leave, { once: true });
    const rest = new RestSession(client, {
      credential: context.rest.credential,
      signal: abort.signal,
      maxCalls: maxRestCalls,
      reportOnly: limitsReportOnly,
      reads: watched?.reads,
    });
    const errors = new FieldErrors(settings.maxErrors);
    try {
      const result = await execute({ ...args, rootValue: event, contextValue: { ...context, rest, errors } });
      return wantsTrace(context.request, settings) ? withTrace(result, rest, watched?.polls) : result;
    } finally {
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
    }
  }

  /** Counts a subscription. Fails where there are too many, and beyond MAX_STREAMS in report-only mode too. @returns a function that ends the count */
  function take(credential: Credential): () => void {
    if (streams.open >= maxStreams) {
      const message = `There are ${streams.open} subscriptions already; MAX_STREAMS allows no more`;
      throw presentRefusal(new RestError('STREAM_LIMIT', message, { retryAfter }), 503);
    }
    const giveBack = shares.take('streams', credential);
    streams.open += 1;
    return () => {
      streams.open -= 1;
      giveBack();
    };
  }

  async function subscribe(args: SubscriptionArgs, context: SubscriptionContext) {
    const problem = missingField(args);
    if (problem !== undefined) return { errors: [problem] };
    let closed: () => void;
    try {
      closed = take(context.rest.credential);
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      if (isRestError(error)) return { errors: [presentRefusal(error)] };
      throw error;
    }
    try {
      const events = await createSourceEventStream(args);
      if (isAsyncIterable(events))
        return resultsOf(events, context.abort.signal, (event, left) => respond(args, context, event, left), closed);
      closed();
      return events;
    } catch (error) {
      closed();
      throw error;
    }
  }

  return {
    onSubscribe({ args: { contextValue }, setSubscribeFn }) {
      setSubscribeFn((args: SubscriptionArgs) => subscribe(args, contextValue));
    },
  };
}

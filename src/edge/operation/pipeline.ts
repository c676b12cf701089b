/** The way of an operation from its parameters to its result, the same over every transport. */
import { type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import {
  executePrepared,
  type OperationResult,
  type OperationTree,
  type VariableValues,
} from '../../execution/index.ts';
import type { GraphContext } from '../../graph/context.ts';
import type { Plan } from '../../graph/plan/plan.ts';
import type { Observer } from '../../observe/observer.ts';
import type { OperationTrace, Tracing } from '../../observe/tracing.ts';
import type { Allowance } from '../../rest/allowance.ts';
import { type RestSession, toUnsentError } from '../../rest/batch/session.ts';
import type { RestClient } from '../../rest/client.ts';
import type { Credential } from '../../rest/credential.ts';
import { isRestError } from '../../rest/errors.ts';
import { idsOf, type OperationContext, type OperationRequest } from './context.ts';
import { startDeadline } from './deadline.ts';
import { documentShare, KnownDocuments } from './known-documents.ts';
import { errorCodes } from './log.ts';
import { masked, presentError } from './masking.ts';
import {
  type AcceptedParameters,
  acceptParameters,
  checkParameters,
  checkVariableTexts,
  type Parameters,
} from './parameters.ts';
import {
  createPersistedDocuments,
  hashOf,
  type PersistedDocuments,
  type SharedDocuments,
} from './persisted-documents.ts';
import { Plans, resultInstead } from './plans.ts';
import { InvalidDocument, Preparation, type PreparedOperation } from './preparation.ts';
import { type Course, Reports } from './reports.ts';
import { boundedResult, boundedText, textOf } from './response.ts';
import { presentRefusal, type Shares } from './shares.ts';
import { Subscriptions } from './subscriptions.ts';
import { tracingOf, wantsPlan, withTrace } from './trace.ts';
import { coerceVariables } from './variables.ts';

export interface PipelineOptions {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly client: RestClient;
  readonly shares: Shares;
  readonly logger: Logger;
  /** What every operation has in its context beside what is its own. */
  readonly shared: () => Pick<GraphContext, 'publicUrl' | 'watch' | 'cursors'>;
  /** The REST calls of an operation with the credential of its request. @throws GraphQLError where that is malformed or must not be used */
  readonly openSession: (request: OperationRequest, trace: OperationTrace | undefined) => RestSession;
  /** Documents that other instances know. */
  readonly sharedDocuments?: SharedDocuments | undefined;
  /** The error for a caller who may have no more operations until what waits for it has been read. */
  readonly unsentProblem: (credential: Credential) => GraphQLError | undefined;
  /** Told of operations and of what is refused. */
  readonly observer: Observer;
  /** Follows operations; absent where nobody asks for it. */
  readonly tracing?: Tracing | undefined;
  /** Executes operations. Defaults to `executePrepared`. */
  readonly execute?: typeof executePrepared | undefined;
}

/** The outcome of a query, of a mutation, or of what is none. */
export interface SingleOutcome {
  readonly result: ExecutionResult;
  /** The result as JSON, where the request takes that. */
  readonly text: string | undefined;
}

/** What came of an operation. */
export type Outcome = SingleOutcome | { readonly results: AsyncIterableIterator<ExecutionResult> };

/** A query, mutation or subscription that is valid, and what its execution needs. */
interface Started {
  readonly prepared: PreparedOperation;
  readonly parameters: AcceptedParameters;
  readonly course: Course;
  readonly context: OperationContext;
}

/** An operation that may be executed, or the result in place of its execution. */
type Planned =
  | { readonly instead: ExecutionResult }
  | { readonly plan: Plan; readonly tree: OperationTree; readonly variableValues: VariableValues };

const wantsStream = (): GraphQLError =>
  new GraphQLError(
    'A subscription is answered with a stream: send the header "Accept: text/event-stream", or use a WebSocket',
    { extensions: { code: 'NOT_ACCEPTABLE', http: { status: 406 } } },
  );

const notByGet = (): GraphQLError =>
  new GraphQLError('Can only perform a subscription operation from a POST request.', {
    extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: { Allow: 'POST' } } },
  });

/** The calls that an operation can make without waiting for another, which it will make in all likelihood. */
function callsAtOnce({ calls }: Plan): number {
  let count = 0;
  for (const { request, after } of calls) if (request !== undefined && after === undefined) count += 1;
  return count;
}

/** @throws GraphQLError for a refusal, else the error itself */
function throwReserving(error: unknown): never {
  throw isRestError(error) ? presentRefusal(error) : error;
}

/** Reserves calls, if any; there is a promise only where others are asked. @throws GraphQLError where the caller may not make them */
function reserve(allowance: Allowance, calls: number): void | Promise<void> {
  if (calls === 0) return;
  try {
    return allowance.reserve(calls)?.catch(throwReserving);
  } catch (error) {
    throwReserving(error);
  }
}

export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #documents: PersistedDocuments;
  readonly #preparation: Preparation;
  readonly #plans: Plans;
  readonly #subscriptions: Subscriptions;
  readonly #reports: Reports;

  constructor(options: PipelineOptions) {
    const { config, schema, client, shares, logger, shared, sharedDocuments, observer } = options;
    const known = new KnownDocuments(config.documentCacheBytes * documentShare);
    this.#options = options;
    this.#documents = createPersistedDocuments(config, sharedDocuments);
    this.#preparation = new Preparation(schema, config, known, logger);
    this.#plans = new Plans(config, known, shared().cursors);
    this.#subscriptions = new Subscriptions(config, client, shares, observer.call, options.execute);
    this.#reports = new Reports(config, logger, observer);
  }

  /** Number of open subscriptions. */
  get openSubscriptions(): number {
    return this.#subscriptions.open;
  }

  /** Runs an operation. @param parameters of unchecked types; errors in them are those of the result */
  run(parameters: Parameters, request: OperationRequest): Promise<Outcome> {
    const trace = this.#options.tracing?.operation(request.traceparent);
    try {
      checkParameters(parameters, this.#options.config);
      const hash = hashOf(parameters);
      const text = this.#documentOf(parameters, hash);
      const run = (found: unknown) => this.#runAccepted(acceptParameters(parameters, found), hash, { request, trace });
      return text instanceof Promise
        ? text.then(run).catch((error: unknown) => this.refuse(error, request, trace))
        : run(text);
    } catch (error) {
      return Promise.resolve(this.refuse(error, request, trace));
    }
  }

  /** The outcome of what is no operation. */
  refuse(
    error: unknown,
    { requestId, takesText }: Pick<OperationRequest, 'requestId' | 'takesText'>,
    trace?: OperationTrace,
  ): SingleOutcome {
    const presented = presentError(error, this.#options.logger, { requestId, trace });
    const result = { errors: [presented] };
    this.#reports.refused(errorCodes(result), trace);
    return { result, text: takesText ? textOf(result) : undefined };
  }

  /** The text of the document that parameters name or hold, or a promise of it; wrong types are left as they are. */
  #documentOf({ query }: Parameters, hash: string | undefined): unknown {
    const isAbsent = query === undefined || query === null;
    if (isAbsent ? hash === undefined : typeof query !== 'string') return query;
    // A WebSocket message must have a query, so clients send an empty one with a hash.
    return this.#documents.find(hash, typeof query === 'string' && query !== '' ? query : undefined);
  }

  async #runAccepted(parameters: AcceptedParameters, hash: string | undefined, course: Course): Promise<Outcome> {
    const { request } = course;
    let result: ExecutionResult;
    try {
      const document = this.#preparation.parse(parameters.query);
      const prepared = this.#preparation.pick(document, parameters.operationName, request.queriesOnly);
      const { definition } = prepared;
      course.definition = definition;
      this.#preparation.validate(parameters.query, document, request);
      if (hash !== undefined) this.#documents.register(hash, parameters.query);
      const context = this.#contextFor(course);
      course.context = context;
      const started: Started = { prepared, parameters, course, context };
      if (definition.operation === 'subscription') {
        const subscribed = await this.#subscribe(started);
        if (Symbol.asyncIterator in subscribed) {
          this.#reports.subscribed(course);
          return { results: subscribed };
        }
        result = this.#masked(subscribed, context);
      } else result = this.#masked(await this.#execute(started), context);
    } catch (error) {
      result = { errors: error instanceof InvalidDocument ? error.errors : [this.#present(error, course)] };
    }
    return this.#end(result, course);
  }

  #present(error: unknown, { request: { requestId }, trace, context }: Course): GraphQLError {
    return presentError(error, this.#options.logger, context ?? { requestId, trace });
  }

  #contextFor({ request, trace }: Course): OperationContext {
    const { requestId, address, startedAt, cancellation } = request;
    const { publicUrl, watch, cursors } = this.#options.shared();
    const rest = this.#options.openSession(request, trace);
    return { requestId, address, startedAt, cancellation, trace, publicUrl, watch, cursors, rest };
  }

  /** Why a caller may have no more queries and mutations. */
  #refusal(context: OperationContext): GraphQLError | undefined {
    const { credential } = context.rest;
    try {
      this.#options.shares.check('operations', credential, idsOf(context));
    } catch (error) {
      if (!isRestError(error)) throw error;
      return presentRefusal(error);
    }
    return this.#options.unsentProblem(credential);
  }

  /** The coerced variables and the plan of an operation, or the result in place of its execution. */
  #plan({ prepared, parameters, course }: Started): Planned {
    const { config, schema } = this.#options;
    const { request, trace } = course;
    const planned = trace?.step('graphql.plan');
    try {
      if (prepared.definition.operation !== 'mutation') checkVariableTexts(parameters.variables, config);
      const { values, errors } = coerceVariables(schema, prepared, parameters.variables);
      if (errors !== undefined) return { instead: { errors } };
      const tree = prepared.trees.select(values);
      const plan = this.#plans.get(prepared, tree, parameters.variables, values);
      const asked = wantsPlan(request.headers, config);
      if (asked) course.planOnly = true;
      const instead = resultInstead(plan, asked, config);
      return instead === undefined ? { plan, tree, variableValues: values } : { instead };
    } finally {
      planned?.();
    }
  }

  async #execute(started: Started): Promise<OperationResult> {
    const { course, context } = started;
    const { shares, config, execute = executePrepared } = this.#options;
    const refused = this.#refusal(context);
    if (refused !== undefined) return { errors: [refused] };
    const planned = this.#plan(started);
    if ('instead' in planned) return planned.instead;
    const { plan, tree, variableValues } = planned;
    const { allowance } = context.rest;
    const done = shares.add('operations', context.rest.credential);
    const timer = startDeadline(config.operationTimeout, course.request);
    let executed: (() => void) | undefined;
    try {
      const reserving = allowance && reserve(allowance, callsAtOnce(plan));
      if (reserving !== undefined) await reserving;
      course.plan = plan;
      course.executed = true;
      executed = course.trace?.step('graphql.execute');
      for (const { request, field } of plan.prefetchable) context.rest.start(request, field);
      const { cancellation } = context;
      return await execute({
        tree,
        variableValues,
        contextValue: context,
        cancellation,
        toNotStartedError: toUnsentError,
        maxErrors: config.maxErrors,
      });
    } finally {
      clearTimeout(timer);
      allowance?.end();
      done();
      executed?.();
    }
  }

  async #subscribe(started: Started): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
    const { prepared, course, context } = started;
    const { request } = course;
    const { config, logger } = this.#options;
    if (request.queriesOnly) return { errors: [notByGet()] };
    // A plan is a single answer.
    if (!request.takesStream && !wantsPlan(request.headers, config)) return { errors: [wantsStream()] };
    // It is planned as a single event.
    const planned = this.#plan(started);
    if ('instead' in planned) return planned.instead;
    const { tree, variableValues } = planned;
    const { allowance } = context.rest;
    if (allowance !== undefined) {
      // Its polls and the reads of its events are counted one by one.
      await reserve(allowance, 1);
      allowance.end();
    }
    const codes = new Set<string>();
    let parts = 0;
    const finish = (result: OperationResult) => {
      const bounded = boundedResult(this.#masked(result, context), config);
      parts += 1;
      for (const code of errorCodes(bounded)) codes.add(code);
      return bounded;
    };
    return this.#subscriptions.subscribe(
      prepared,
      { tree, variableValues, contextValue: context },
      tracingOf(request.headers, config),
      {
        finish,
        fail: (error) => finish({ errors: [presentError(error, logger, context)] }),
        closed: () => this.#reports.closed(course, codes, parts),
      },
    );
  }

  #masked(result: OperationResult, context: OperationContext): ExecutionResult {
    return masked(result, this.#options.config, this.#options.logger, context);
  }

  /** What every single result has in the end: its trace, its limit, its text and its line in the log. */
  #end(result: ExecutionResult, course: Course): SingleOutcome {
    const { client, config, logger } = this.#options;
    const { request, trace } = course;
    const rest = course.context?.rest;
    const tracing = rest && tracingOf(request.headers, config);
    const wire = tracing === 'wire' ? client.wire : undefined;
    const traced =
      rest === undefined || tracing === undefined
        ? result
        : withTrace(result, rest, { wire, rateLimit: client.limits.left(rest.credential) });
    const calls = rest?.calls.length ?? 0;
    if (config.limitsReportOnly && calls > config.maxRestCalls)
      logger.warn(
        { ...idsOf({ ...request, trace }), code: 'REST_CALL_LIMIT', calls, maxRestCalls: config.maxRestCalls },
        'beyond a limit',
      );
    const outcome = request.takesText
      ? boundedText(traced, config)
      : { result: boundedResult(traced, config), text: undefined };
    this.#reports.ended(course, outcome.result);
    return outcome;
  }
}

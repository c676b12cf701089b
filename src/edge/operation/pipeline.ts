/** Pipeline of an operation from its parameters to its result, the same over every transport. */
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { GraphContext } from '../../graph/context.ts';
import type { RestSession } from '../../rest/batch/session.ts';
import { CancellableStream } from '../../rest/cancellable-stream.ts';
import { Cancellation } from '../../rest/cancellation.ts';
import type { RestClient } from '../../rest/client.ts';
import type { Observer } from '../observe/observer.ts';
import type { OperationTrace, Tracing } from '../observe/tracing.ts';
import type { OperationContext, OperationRequest } from './context.ts';
import { DocumentCache, documentShare } from './document-cache.ts';
import { Documents } from './documents.ts';
import { errorCodes } from './log.ts';
import { toClientError } from './masking.ts';
import type { AcceptedOperation, PipelineResult, SingleResult } from './operation.ts';
import { OperationPlanner } from './operation-planner.ts';
import { OperationReporter, type OperationRun } from './operation-reporter.ts';
import { type AcceptedParameters, acceptParameters, checkParameters, type Parameters } from './parameters.ts';
import {
  createPersistedDocuments,
  hashOf,
  type PersistedDocuments,
  type SharedDocuments,
} from './persisted-documents.ts';
import { QueryExecution, type QueryExecutionOptions } from './query-execution.ts';
import { textOf } from './response.ts';
import { ResultPresenter } from './result-presenter.ts';
import { StreamLimit } from './stream-limit.ts';
import { Subscriptions } from './subscriptions.ts';
import { nullHandlers } from './unexpected-nulls.ts';

export interface PipelineOptions extends QueryExecutionOptions {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly client: RestClient;
  readonly logger: Logger;
  /** Returns the context members that all operations have in common. */
  readonly getCommonContext: () => Pick<GraphContext, 'publicUrl' | 'watcher' | 'cursors'>;
  /**
   * Opens the REST session of an operation with the credential of its request. @throws GraphQLError if the credential
   * is malformed or must not be used
   */
  readonly openSession: (request: OperationRequest, trace: OperationTrace | undefined) => RestSession;
  /** Documents that instances share. */
  readonly sharedDocuments?: SharedDocuments | undefined;
  /** Notified of operations and rejections. */
  readonly observer: Observer;
  /** Traces operations; `undefined` disables tracing. */
  readonly tracing?: Tracing | undefined;
}

export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #persistedDocuments: PersistedDocuments;
  readonly #documentCache: DocumentCache;
  readonly #documents: Documents;
  readonly #streams: StreamLimit;
  readonly #queries: QueryExecution;
  readonly #subscriptions: Subscriptions;
  readonly #presenter: ResultPresenter;
  readonly #reports: OperationReporter;
  readonly #nullHandlerFor: ReturnType<typeof nullHandlers>;

  constructor(options: PipelineOptions) {
    const { config, schema, client, concurrency, logger, getCommonContext, sharedDocuments, observer } = options;
    this.#options = options;
    this.#persistedDocuments = createPersistedDocuments(config, sharedDocuments);
    this.#documentCache = new DocumentCache(config.documentCacheBytes * documentShare);
    this.#documents = new Documents(schema, config, this.#documentCache, logger);
    const planner = new OperationPlanner(options, getCommonContext().cursors);
    const streams = new StreamLimit(config, concurrency);
    const reports = new OperationReporter(config, logger, observer, client.callers);
    const presenter = new ResultPresenter(options, reports);
    this.#streams = streams;
    this.#reports = reports;
    this.#presenter = presenter;
    this.#queries = new QueryExecution(options, planner, streams);
    this.#subscriptions = new Subscriptions(options, { planner, presenter, reports, streams });
    this.#nullHandlerFor = nullHandlers(config, logger);
  }

  /** Number of open subscriptions. */
  get openSubscriptions(): number {
    return this.#streams.open;
  }

  /** Runs an operation. @param parameters parameters of unchecked types, whose errors are in the result */
  run(parameters: Parameters, request: OperationRequest): Promise<PipelineResult> {
    const accepted = this.accept(parameters, request);
    const execute = (operation: AcceptedOperation | SingleResult) =>
      'result' in operation ? Promise.resolve(operation) : this.execute(operation);
    return accepted instanceof Promise ? accepted.then(execute) : execute(accepted);
  }

  /**
   * Parses and validates an operation within the limits.
   * @param parameters parameters of unchecked types
   * @returns the operation, or its result if it must not be executed; a promise if the document is loaded from the state that instances share
   */
  accept(
    parameters: Parameters,
    request: OperationRequest,
  ): AcceptedOperation | SingleResult | Promise<AcceptedOperation | SingleResult> {
    const trace = this.#options.tracing?.operation(request.traceHeaders);
    const reject = (error: unknown) => this.reject(error, request, trace);
    try {
      checkParameters(parameters, this.#options.config);
      const hash = hashOf(parameters);
      const text = this.#documentOf(parameters, hash);
      const acceptQuery = (query: unknown) =>
        this.#accept(acceptParameters(parameters, query), hash, { request, trace });
      return text instanceof Promise ? text.then(acceptQuery).catch(reject) : acceptQuery(text);
    } catch (error) {
      return reject(error);
    }
  }

  /** Result of a request that failed before it became an operation. */
  reject(
    error: unknown,
    { requestId, wantsSerialized }: Pick<OperationRequest, 'requestId' | 'wantsSerialized'>,
    trace?: OperationTrace,
  ): SingleResult {
    const presented = toClientError(error, this.#options.logger, { requestId, trace });
    const result = { errors: [presented] };
    this.#reports.rejected(errorCodes(result), trace);
    return { result, text: wantsSerialized ? textOf(result) : undefined };
  }

  /** Document that the parameters contain or identify, or a promise of it; wrong types remain as they are. */
  #documentOf({ query }: Parameters, hash: string | undefined): unknown {
    const isAbsent = query === undefined || query === null;
    if (isAbsent ? hash === undefined : typeof query !== 'string') return query;
    // A WebSocket message must have a query, so clients send an empty one with a hash.
    return this.#persistedDocuments.find(hash, typeof query === 'string' && query !== '' ? query : undefined);
  }

  #accept(
    parameters: AcceptedParameters,
    hash: string | undefined,
    operationRun: OperationRun,
  ): AcceptedOperation | SingleResult {
    const { request } = operationRun;
    try {
      const document = this.#documents.parse(parameters.query);
      const selected = this.#documents.pick(document, parameters.operationName, request.isQueryOnly);
      operationRun.definition = selected.definition;
      // The deadline cancels the execution only: the client still receives the last part.
      if (request.acceptsParts && selected.trees.isIncremental)
        operationRun.request = { ...request, cancellation: Cancellation.derivedFrom(request.cancellation) };
      this.#documents.validate(document, request);
      if (hash !== undefined) this.#persistedDocuments.register(hash, parameters.query);
      const context = this.#contextFor(operationRun);
      operationRun.context = context;
      return { selected, parameters, operationRun, context, clientCancellation: request.cancellation };
    } catch (error) {
      return this.#presenter.fail(error, operationRun);
    }
  }

  /** Executes an operation. Its errors are in the result. */
  async execute(operation: AcceptedOperation): Promise<PipelineResult> {
    const { selected, operationRun, context } = operation;
    let result: ExecutionResult;
    try {
      if (selected.definition.operation === 'subscription') {
        const subscribed = await this.#subscriptions.subscribe(operation);
        if (subscribed instanceof CancellableStream) {
          this.#reports.subscribed(operationRun);
          return { results: subscribed };
        }
        result = this.#presenter.mask(subscribed, context);
      } else {
        const execution = await this.#queries.execute(operation);
        if ('delivery' in execution)
          return {
            parts: this.#presenter.presentParts(
              execution.result,
              operationRun,
              operation.clientCancellation,
              execution.delivery,
            ),
          };
        result = this.#presenter.mask(execution.result, context);
      }
    } catch (error) {
      return this.#presenter.fail(error, operationRun);
    } finally {
      this.#documentCache.updateBytes(selected.document);
    }
    return this.#presenter.finish(result, operationRun);
  }

  #contextFor(operationRun: OperationRun): OperationContext {
    const { request, trace, definition } = operationRun;
    const { requestId, clientNetwork, startedAt, cancellation } = request;
    const { publicUrl, watcher, cursors } = this.#options.getCommonContext();
    const rest = this.#options.openSession(request, trace);
    const onPayloadErrors = (codes: readonly string[]) => {
      operationRun.payloadCodes ??= new Set();
      for (const code of codes) operationRun.payloadCodes.add(code);
    };
    const onSemanticNull = this.#nullHandlerFor({ requestId, trace });
    const isMutation = definition?.operation === 'mutation';
    const ids = { requestId, clientNetwork, startedAt, trace, isMutation };
    return { ...ids, cancellation, publicUrl, watcher, cursors, rest, onPayloadErrors, onSemanticNull };
  }
}

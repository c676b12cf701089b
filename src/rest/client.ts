/** HTTP client for the upstream: one fixed origin, bounded connections, deadlines, retries of reads, typed errors. */
import { Readable } from 'node:stream';
import { type Contract, standardContract } from '../contract/index.ts';
import type { NameMapping } from '../name-mapping/index.ts';
import { BodyBudget } from './body-budget.ts';
import { type Call, type CallOptions, compose, type Interceptor, type Next } from './call.ts';
import { CallQueue } from './call-queue.ts';
import { Callers } from './callers.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Credential } from './credential.ts';
import type { CredentialEvents } from './credential-events.ts';
import { Deadlines } from './deadlines.ts';
import { awaitPause } from './interceptors/await-pause.ts';
import { breakCircuit } from './interceptors/break-circuit.ts';
import { explainWrite } from './interceptors/explain-write.ts';
import { openDownload } from './interceptors/open-download.ts';
import { prepareRequest } from './interceptors/prepare-request.ts';
import { queueCalls } from './interceptors/queue-calls.ts';
import { record } from './interceptors/record.ts';
import { type RetryOptions, retryReads } from './interceptors/retry-reads.ts';
import { revalidate } from './interceptors/revalidate.ts';
import { send } from './interceptors/send.ts';
import { shareReads } from './interceptors/share-reads.ts';
import { NameTranslator } from './name-translator.ts';
import { PageSizes } from './paging.ts';
import { createRedirects } from './redirects.ts';
import type { Download, RestRequest, RestResponse } from './request.ts';
import { ResponseConverter } from './responses.ts';
import { TaskScheduler } from './task-scheduler.ts';
import { UpstreamConnections } from './upstream-connection.ts';
import { UpstreamLimits } from './upstream-limits.ts';
import type { UpstreamRoute } from './upstream-route.ts';
import { getRequestUrl } from './url.ts';

export interface ClientOptions extends RetryOptions {
  /** The contract of every operation that is called. Defaults to the standard contract. */
  readonly contract?: Contract;
  /** Base URL that ends in `/api/v4`. Calls are sent only to its origin. */
  readonly baseUrl: URL;
  /** Upper bound on connections to the upstream. Further calls wait, FIFO per caller and round robin between callers. */
  readonly connections: number;
  /** Age at which connections are replaced, each once its call has ended. Defaults to 0: never. */
  readonly connectionMaxAgeMs?: number | undefined;
  /** Upper bound on active calls of one caller; further ones wait. Defaults to no limit. */
  readonly maxCallsPerCaller?: number;
  /** Upper bound on waiting calls of one caller; further ones are rejected. Defaults to no limit. */
  readonly maxWaitingCallsPerCaller?: number;
  /** Upper bound on the size of one response in bytes. */
  readonly maxUpstreamResponseBytes: number;
  /**
   * Upper bound on the bytes of large response bodies that are arriving or wait to be parsed, of all callers. Defaults
   * to no limit.
   */
  readonly maxBufferedBytes?: number;
  /** Upper bound on the size of the ETag cache in bytes. */
  readonly responseCacheBytes: number;
  /** Upper bound on the bytes of path and query. */
  readonly maxUrlBytes: number;
  /** Circuit breaker; `undefined` if every call is sent. */
  readonly breaker?: CircuitBreaker | undefined;
  /** Called when reads of a credential become paused. @param until milliseconds since 1970 */
  readonly onPause?: ((credential: Credential, until: number) => void) | undefined;
  /** Exchanges pauses and writes with other instances. */
  readonly events?: CredentialEvents | undefined;
  /** Name mapping of the upstream. Defaults to the names of the contract. */
  readonly nameMapping?: NameMapping | undefined;
  /** Route to the upstream. Defaults to a direct one. */
  readonly route?: UpstreamRoute | undefined;
}

/** Reads through the session of a watched state, which the events of all its subscribers share. */
const readThroughSession: Interceptor = (call, receiver, next) => {
  const { sharedSession, request, field = '', cancellation } = call;
  if (sharedSession === undefined) return next(call, receiver);
  call.source = 'shared';
  cancellation.waitFor(sharedSession.read(request, field, undefined)).then(receiver.resolve, receiver.reject);
};

/** Rejects attempts of calls that are cancelled before they start. */
const rejectCancelled: Interceptor = (call, receiver, next) => {
  const { reason } = call.cancellation;
  if (reason === undefined) next(call, receiver);
  else receiver.reject(reason);
};

/** Charges each attempt to the budget of the caller. */
const chargeBudget: Interceptor = (call, receiver, next) => {
  call.budget?.consume();
  next(call, receiver);
};

export class RestClient {
  readonly contract: Contract;
  readonly names: NameTranslator;
  /** Identifies callers, and records which credentials the upstream has accepted. */
  readonly callers = new Callers();
  /** Page sizes that the upstream is known to accept, by caller. */
  readonly pageSizes = new PageSizes();
  /** Rate limits that the upstream has reported. */
  readonly limits: UpstreamLimits;
  readonly breaker: CircuitBreaker | undefined;
  /** Active and waiting calls. */
  readonly queue: CallQueue;
  /** Reservations of large response bodies that are arriving or wait to be parsed. */
  readonly bodies: BodyBudget;
  readonly #connections: UpstreamConnections;
  readonly #send: Next;

  constructor(options: ClientOptions) {
    const {
      baseUrl,
      connections,
      connectionMaxAgeMs = 0,
      callTimeoutMs,
      maxUpstreamResponseBytes,
      maxUrlBytes,
      route,
    } = options;
    const { maxWaitingCallsPerCaller = Number.POSITIVE_INFINITY, events, onPause, breaker } = options;
    const { maxCallsPerCaller = Number.POSITIVE_INFINITY, maxBufferedBytes = Number.POSITIVE_INFINITY } = options;
    const { origin } = baseUrl;
    const prefix = baseUrl.pathname.replace(/\/$/, '');
    this.contract = options.contract ?? standardContract;
    this.names = new NameTranslator(this.contract, options.nameMapping, origin);
    this.limits = new UpstreamLimits({ events, maxWaiting: maxWaitingCallsPerCaller, onPause });
    this.breaker = breaker;
    this.queue = new CallQueue(
      {
        maxActive: connections,
        maxActivePerCaller: maxCallsPerCaller,
        maxWaitingPerCaller: maxWaitingCallsPerCaller,
      },
      this.callers,
    );
    this.bodies = new BodyBudget(maxBufferedBytes);
    this.#connections = new UpstreamConnections(origin, { ...route, connections, connectionMaxAgeMs, callTimeoutMs });
    const { names, callers, limits, queue, bodies } = this;
    const upstream = {
      connections: this.#connections,
      findRedirectTarget: createRedirects(baseUrl, prefix),
      responses: new ResponseConverter(names, limits, callers),
    };
    const deadlines = new Deadlines(callTimeoutMs);
    const scheduler = new TaskScheduler();
    // Each call passes these steps from the first to the last; those below `retryReads` once for each attempt.
    this.#send = compose([
      // Traces the call, and reports its end.
      record,
      // Reads of an event are shared through the session of the watched state.
      readThroughSession,
      // Identical reads of a credential join one call. A write ends the sharing of earlier reads.
      shareReads(options),
      // Sends the ETag of the cached response, which a 304 confirms.
      revalidate(options.responseCacheBytes),
      // Creates the HTTP request, and rejects one that cannot be sent.
      prepareRequest({ names, prefix, maxUrlBytes }),
      // Adds to the error of a write whether it has taken effect.
      explainWrite,
      // Repeats reads after transient failures, and no writes.
      retryReads(options),
      // Waits while the upstream limits the rate of reads with the credential.
      awaitPause(limits, callers, options),
      rejectCancelled,
      // Rejects calls while the upstream fails for everyone.
      ...(breaker === undefined ? [] : [breakCircuit(breaker, callers)]),
      // Charges the attempt to the budget of the caller.
      chargeBudget,
      // Waits for a connection: FIFO per caller, round robin between callers.
      queueCalls(queue),
      // Opens a file, which the client streams.
      openDownload(upstream),
      // Sends the request, and reads the response within its timeout and the byte budget of the caller.
      send({ ...upstream, maxUpstreamResponseBytes, callTimeoutMs, deadlines, bodies, scheduler }),
    ]);
  }

  /**
   * Makes a call. @throws RestError and no other error
   * @param url result of `getRequestUrl` for the request, if it is known
   */
  call(request: RestRequest, options: CallOptions, url?: string): Promise<RestResponse> {
    return this.#start(request, options, url, false);
  }

  /** Makes a call whose response is streamed. The code that called `download` must read or destroy the body. */
  async download(request: RestRequest, options: CallOptions): Promise<Download> {
    const { status, headers, body } = await this.#start(request, options, undefined, true);
    if (!(body instanceof Readable)) throw new Error('The response to a download is not a stream');
    return { status, headers, body };
  }

  /** Closes all connections; active calls fail. */
  async close(): Promise<void> {
    await this.#connections.destroy();
  }

  #start(
    request: RestRequest,
    options: CallOptions,
    url: string | undefined,
    isDownload: boolean,
  ): Promise<RestResponse> {
    return new Promise((resolve, reject) => {
      // One literal: an object that starts with a spread is copied again for every few members that follow it.
      const call: Call = {
        credential: options.credential,
        cancellation: options.cancellation,
        budget: options.budget,
        deadline: options.deadline,
        headers: options.headers,
        priority: options.priority,
        retries: options.retries,
        isPoll: options.isPoll,
        isShared: options.isShared,
        sharedSession: options.sharedSession,
        onResponse: options.onResponse,
        field: options.field,
        part: options.part,
        tracing: options.tracing,
        onEnd: options.onEnd,
        request,
        operation: this.contract.operation(request.operation),
        url: url ?? getRequestUrl(this.contract, request),
        isDownload,
        readers: undefined,
        trace: undefined,
        source: 'upstream',
        pausedMs: 0,
        etag: undefined,
        outgoing: undefined,
        slot: undefined,
        progress: undefined,
      };
      this.#send(call, { resolve, reject });
    });
  }
}

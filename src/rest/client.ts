/** HTTP client for the upstream: one fixed origin, bounded connections, deadlines, retries of reads, typed errors. */
import { FormData } from 'undici';
import { type Contract, standardContract } from '../contract/index.ts';
import type { NameMapping } from '../name-mapping/index.ts';
import { BodyBudget, maxUnreservedBytes } from './body-budget.ts';
import type { CallContext } from './call-context.ts';
import { CallQueue } from './call-queue.ts';
import { Callers } from './callers.ts';
import { Call, type CallTransport, type Download, DownloadCall } from './calls.ts';
import type { Cancellation } from './cancellation.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { acceptedEncoding, decodeFile } from './content-encoding.ts';
import type { Credential } from './credential.ts';
import type { CredentialEvents } from './credential-events.ts';
import { Deadlines } from './deadlines.ts';
import type { RestError } from './errors.ts';
import { Exchange, type ExchangeContext, type OutgoingRequest, type ReceivedResponse } from './exchange.ts';
import { NameTranslator } from './name-translator.ts';
import { PageSizes } from './paging.ts';
import { header, type RestRequest, type RestResponse } from './request.ts';
import { checkUnicode, urlTooLong } from './request-validation.ts';
import { toFailure } from './responses.ts';
import type { ResultReceiver, RetryableCall, RetryOptions } from './retries.ts';
import { type CoalescedCall, SharedReads } from './shared-reads.ts';
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
  readonly maxAnswerBytes: number;
  /**
   * Upper bound on the bytes of large response bodies that are arriving or wait to be parsed, of all callers. Defaults
   * to no limit.
   */
  readonly maxBufferedBytes?: number;
  /** Upper bound on the size of the ETag cache in bytes. */
  readonly etagCacheBytes: number;
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

export interface CallOptions extends CallContext {
  /** Cancels the call when the client disconnects or the deadline of the operation passes. */
  readonly cancellation: Cancellation;
}

const redirectStatuses = new Set([301, 302, 307, 308]);
const maxRedirects = 3;
const userAgent = 'portico';
const jsonBody = { 'content-type': 'application/json' };

/** Runs a retryable call, and cancels it with the cancellation. */
function runCall<A>(cancellation: Cancellation, create: (receiver: ResultReceiver<A>) => RetryableCall<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    const call = create({
      onResult(value) {
        cancellation.unlisten(cancelCall);
        resolve(value);
      },
      onFailure(reason) {
        cancellation.unlisten(cancelCall);
        reject(reason);
      },
    });
    const cancelCall = (reason: RestError) => call.cancel(reason);
    if (cancellation.reason !== undefined) return reject(cancellation.reason);
    cancellation.listen(cancelCall);
    call.start();
  });
}

export class RestClient implements CallTransport {
  /** Identifies callers, and records which credentials the upstream has accepted. */
  readonly callers = new Callers();
  /** Rate limits that the upstream has reported. */
  readonly limits: UpstreamLimits;
  /** Active and waiting calls. */
  readonly queue: CallQueue;
  readonly breaker: CircuitBreaker | undefined;
  /** Reservations of large response bodies that are arriving or wait to be parsed. */
  readonly bodies: BodyBudget;
  readonly options: ClientOptions;
  readonly contract: Contract;
  readonly names: NameTranslator;
  /** Page sizes that the upstream is known to accept, by caller. */
  readonly pageSizes = new PageSizes();
  readonly #exchanges: ExchangeContext;
  readonly #connections: UpstreamConnections;
  readonly #prefix: string;
  readonly #shared: SharedReads;

  constructor(options: ClientOptions) {
    this.options = options;
    this.contract = options.contract ?? standardContract;
    this.breaker = options.breaker;
    this.bodies = new BodyBudget(options.maxBufferedBytes ?? Number.POSITIVE_INFINITY);
    this.limits = new UpstreamLimits({
      events: options.events,
      maxWaiting: options.maxWaitingCallsPerCaller,
      onPause: options.onPause,
    });
    this.names = new NameTranslator(this.contract, options.nameMapping, options.baseUrl.origin);
    this.#shared = new SharedReads(this.contract, this, options.etagCacheBytes);
    this.#prefix = options.baseUrl.pathname.replace(/\/$/, '');
    const limits = {
      maxActive: options.connections,
      maxActivePerCaller: options.maxCallsPerCaller ?? Number.POSITIVE_INFINITY,
      maxWaitingPerCaller: options.maxWaitingCallsPerCaller ?? Number.POSITIVE_INFINITY,
    };
    this.queue = new CallQueue(limits, this.callers);
    const { origin } = options.baseUrl;
    const { connections, connectionMaxAgeMs = 0, callTimeoutMs, route } = options;
    const upstream = new UpstreamConnections(origin, { ...route, connections, connectionMaxAgeMs, callTimeoutMs });
    this.#connections = upstream;
    this.#exchanges = {
      maxAnswerBytes: options.maxAnswerBytes,
      callTimeoutMs: options.callTimeoutMs,
      deadlines: new Deadlines(options.callTimeoutMs),
      bodies: this.bodies,
      scheduler: new TaskScheduler(),
      send: ({ method, headers, body }, path, handler) =>
        upstream.dispatcher.dispatch({ origin, method, path, headers, body: toUndiciBody(body) }, handler),
      getRedirectTarget: (outgoing, response, from, redirects) =>
        this.#redirectTarget(outgoing, response, from, redirects),
    };
  }

  /** Sends a call. @throws RestError and no other error */
  async call(request: RestRequest, { cancellation, ...options }: CallOptions): Promise<RestResponse> {
    const url = getRequestUrl(this.contract, request);
    return runCall(cancellation, (receiver) => this.createCall(request, url, options, receiver));
  }

  /**
   * Creates a call that has not started. @throws RestError if the call is invalid
   * @param url result of `getRequestUrl` for the request
   */
  createCall(request: RestRequest, url: string, options: CallContext, receiver: ResultReceiver<RestResponse>): Call {
    return new Call(
      this,
      request,
      this.#createOutgoingRequest(request, url, options, 'application/json'),
      options,
      receiver,
    );
  }

  /**
   * Joins an identical active read of the same credential, or starts one, with the ETag of the cached response if there
   * is one.
   * @param url result of `getRequestUrl` for the request
   * @param reader called with the result; it unsubscribes itself
   */
  coalesce(
    request: RestRequest,
    url: string,
    options: CallContext,
    reader: ResultReceiver<RestResponse>,
  ): CoalescedCall {
    return this.#shared.coalesce(request, url, options, reader);
  }

  /** Sends a write. Later reads of the same credential share no call that started before the write ended. */
  async write(request: RestRequest, options: CallOptions): Promise<RestResponse> {
    this.#shared.invalidate(options.credential);
    try {
      return await this.call(request, options);
    } finally {
      this.#shared.invalidate(options.credential);
    }
  }

  /** Sends a call whose response is streamed. The code that called `download` must read or destroy the body. */
  async download(request: RestRequest, { cancellation, ...options }: CallOptions): Promise<Download> {
    const outgoing = this.#createOutgoingRequest(request, getRequestUrl(this.contract, request), options, '*/*');
    const open = () => this.#download(request, outgoing, options.credential, cancellation);
    return runCall(cancellation, (receiver) => new DownloadCall(this, outgoing, options, receiver, open));
  }

  /** Creates an exchange that has not started. */
  exchange(outgoing: OutgoingRequest, receiver: ResultReceiver<ReceivedResponse>): Exchange {
    return new Exchange(this.#exchanges, outgoing, receiver);
  }

  /** Closes all connections; active calls fail. */
  async close(): Promise<void> {
    await this.#connections.destroy();
  }

  #createOutgoingRequest(
    request: RestRequest,
    url: string,
    { credential, headers }: Pick<CallContext, 'credential' | 'headers'>,
    accept: string,
  ): OutgoingRequest {
    const { method } = this.contract.operation(request.operation);
    const json = request.form === undefined && request.body !== undefined;
    const path = this.#prefix + this.names.url(request, url);
    if (path.length > this.options.maxUrlBytes) throw urlTooLong(request, path.length, this.options.maxUrlBytes);
    if (json) checkUnicode(request.body);
    return {
      method,
      path,
      headers: this.names.requestHeaders({
        accept,
        'accept-encoding': acceptedEncoding,
        'user-agent': userAgent,
        ...(json ? jsonBody : undefined),
        ...headers,
        ...credential.headers,
      }),
      body: request.form ? this.names.form(request) : json ? JSON.stringify(this.names.body(request)) : null,
    };
  }

  /** Opens a download, which occupies its slot in the queue until its body has been read or destroyed. */
  async #download(
    request: RestRequest,
    outgoing: OutgoingRequest,
    credential: Credential,
    cancellation: Cancellation,
  ): Promise<Download> {
    const slot = await this.queue.waitForSlot(credential, cancellation);
    const abort = new AbortController();
    const abortRequest = (reason: RestError) => abort.abort(reason);
    cancellation.listen(abortRequest);
    const end = () => {
      slot.release();
      cancellation.unlisten(abortRequest);
    };
    try {
      // The call may have been cancelled at the moment when the queue assigned its slot.
      if (cancellation.reason !== undefined) throw cancellation.reason;
      const download = await this.#stream(request, outgoing, abort.signal, credential);
      this.callers.accept(credential);
      if (download.body.closed) end();
      else download.body.once('close', end);
      return download;
    } catch (error) {
      end();
      throw error;
    }
  }

  async #stream(
    request: RestRequest,
    outgoing: OutgoingRequest,
    signal: AbortSignal,
    credential: Credential,
  ): Promise<Download> {
    let { path } = outgoing;
    for (let redirects = 0; ; redirects++) {
      const { origin } = this.options.baseUrl;
      const received = await this.#connections.dispatcher.request({
        ...outgoing,
        body: toUndiciBody(outgoing.body),
        origin,
        path,
        signal,
      });
      const { statusCode: status } = received;
      const head = { status, headers: received.headers };
      this.limits.recordResponse(credential, head, { isRead: true, isPoll: false });
      const next = this.#redirectTarget(outgoing, head, path, redirects);
      if (next !== undefined) {
        await received.body.dump();
        path = next;
        continue;
      }
      const { headers, body } = await decodeFile(status, received.headers, received.body);
      if (status >= 300) {
        const failure = { status, headers, text: await readText(body), excess: undefined };
        throw toFailure(this.names, this.names.translateReceived(request, failure), request, credential);
      }
      // A body that is destroyed before its end emits an error, which is uncaught if the body has no reader.
      body.on('error', () => undefined);
      return { status, ...this.names.file(request, headers, body) };
    }
  }

  /** Target of a redirect. Only reads follow redirects, and only within the base URL; `undefined` otherwise. */
  #redirectTarget(
    { method }: OutgoingRequest,
    { status, headers }: Pick<RestResponse, 'status' | 'headers'>,
    from: string,
    redirects: number,
  ): string | undefined {
    const location = header({ headers }, 'location');
    if (method !== 'GET' || !redirectStatuses.has(status) || redirects >= maxRedirects || location === undefined)
      return undefined;
    const target = URL.parse(location, new URL(from, this.options.baseUrl));
    const isWithinBaseUrl =
      target?.origin === this.options.baseUrl.origin && target.pathname.startsWith(`${this.#prefix}/`);
    return isWithinBaseUrl ? target.pathname + target.search : undefined;
  }
}

function toUndiciBody(body: OutgoingRequest['body']): string | FormData | null {
  if (body === null || typeof body === 'string') return body;
  const form = new FormData();
  for (const [name, file] of Object.entries(body)) form.set(name, file);
  return form;
}

/** Reads the start of an error body, which contains the message. */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxUnreservedBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** HTTP client for the upstream: one fixed origin, bounded connections, deadlines, retries of reads, typed errors. */
import { type Dispatcher, FormData } from 'undici';
import { operation } from '../contract/index.ts';
import type { Words } from '../words/index.ts';
import { BodyBudget, maxUnreservedBytes } from './body-budget.ts';
import type { Breaker } from './breaker.ts';
import type { CallContext } from './call-context.ts';
import { Callers } from './callers.ts';
import { Call, type Calling, type Download, DownloadCall } from './calls.ts';
import type { Cancellation } from './cancellation.ts';
import type { Credential } from './credential.ts';
import type { CredentialEvents } from './credential-events.ts';
import { Deadlines } from './deadlines.ts';
import type { RestError } from './errors.ts';
import { Queue } from './queue.ts';
import { header, type RestRequest, type RestResponse } from './request.ts';
import { type Exchanges, type ReceivedResponse, ResponseHandler, type Sent } from './response-handler.ts';
import { toFailure } from './responses.ts';
import { dispatcherFor, type Route } from './route.ts';
import { type Joined, SharedReads } from './shared-reads.ts';
import type { Receiver, RetryOptions, Tries } from './tries.ts';
import { checkUnicode, tooLong } from './unsendable.ts';
import { UpstreamLimits } from './upstream-limits.ts';
import { urlOf } from './url.ts';
import { Wire } from './wire.ts';
import { WorkTurns } from './work-turns.ts';

export interface ClientOptions extends RetryOptions {
  /** Base URL that ends in `/api/v4`; its origin is the only one that is ever called. */
  readonly baseUrl: URL;
  /** Connections to the upstream at the most; further calls wait for one, the callers in turn. */
  readonly connections: number;
  /** Calls of one caller under way at the most; further ones wait. No limit of its own when absent. */
  readonly maxCallsPerCaller?: number;
  /** Calls of one caller that wait at the most; further ones are refused. No limit when absent. */
  readonly maxWaitingCallsPerCaller?: number;
  /** Bytes of one response at the most. */
  readonly maxAnswerBytes: number;
  /** Bytes of large response bodies that are arriving or wait to be parsed, all callers together. No limit when absent. */
  readonly maxBufferedBytes?: number;
  /** Bytes of the ETag cache at the most. */
  readonly etagCacheBytes: number;
  /** Bytes of a path and query at the most. */
  readonly maxUrlBytes: number;
  /** Spares an upstream that fails throughout; absent where every call is sent. */
  readonly breaker?: Breaker | undefined;
  /** Tells other instances of pauses, and this one of theirs. */
  readonly events?: CredentialEvents | undefined;
  /** The upstream's words; those of the contract when absent. */
  readonly words?: Words | undefined;
  /** The way to the upstream; straight when absent. */
  readonly route?: Route | undefined;
}

export interface CallOptions extends CallContext {
  /** Ends the call when the client leaves or the operation's deadline passes. */
  readonly cancellation: Cancellation;
}

const redirectStatuses = new Set([301, 302, 307, 308]);
const maxRedirects = 3;
const userAgent = 'portico';
const jsonBody = { 'content-type': 'application/json' };

/** The outcome of what can be cancelled from the moment it starts. */
function outcomeOf<A>(cancellation: Cancellation, create: (receiver: Receiver<A>) => Tries<A>): Promise<A> {
  return new Promise((resolve, reject) => {
    const tries = create({
      succeeded(value) {
        cancellation.unlisten(leave);
        resolve(value);
      },
      failed(reason) {
        cancellation.unlisten(leave);
        reject(reason);
      },
    });
    const leave = (reason: RestError) => tries.cancel(reason);
    if (cancellation.reason !== undefined) return reject(cancellation.reason);
    cancellation.listen(leave);
    tries.start();
  });
}

export class RestClient implements Calling {
  /** Tells which credentials the upstream has accepted. */
  readonly callers = new Callers();
  /** What the upstream tells of its limits. */
  readonly limits: UpstreamLimits;
  /** Calls under way and waiting. */
  readonly queue: Queue;
  readonly breaker: Breaker | undefined;
  /** Large response bodies that are arriving or wait to be parsed. */
  readonly bodies: BodyBudget;
  readonly options: ClientOptions;
  readonly wire: Wire;
  readonly #exchanges: Exchanges;
  readonly #dispatcher: Dispatcher;
  readonly #prefix: string;
  readonly #shared: SharedReads;

  constructor(options: ClientOptions) {
    this.options = options;
    this.breaker = options.breaker;
    this.bodies = new BodyBudget(options.maxBufferedBytes ?? Number.POSITIVE_INFINITY);
    this.limits = new UpstreamLimits({ events: options.events, maxWaiting: options.maxWaitingCallsPerCaller });
    this.wire = new Wire(options.words);
    this.#shared = new SharedReads(this, options.etagCacheBytes);
    this.#prefix = options.baseUrl.pathname.replace(/\/$/, '');
    this.queue = new Queue({
      places: options.connections,
      placesPerCaller: options.maxCallsPerCaller ?? Number.POSITIVE_INFINITY,
      waitingPerCaller: options.maxWaitingCallsPerCaller ?? Number.POSITIVE_INFINITY,
    });
    this.callers.onAccepted((fingerprint) => this.queue.accept(fingerprint));
    const { origin } = options.baseUrl;
    const { connections, callTimeout, route } = options;
    const dispatcher = dispatcherFor(origin, { ...route, connections, callTimeout });
    this.#dispatcher = dispatcher;
    this.#exchanges = {
      maxAnswerBytes: options.maxAnswerBytes,
      callTimeout: options.callTimeout,
      deadlines: new Deadlines(options.callTimeout),
      bodies: this.bodies,
      workTurns: new WorkTurns(),
      send: ({ method, headers, body }, path, handler) =>
        dispatcher.dispatch({ origin, method, path, headers, body }, handler),
      redirectOf: (sent, response, from, redirects) => this.#redirectTarget(sent, response, from, redirects),
    };
  }

  /** One call to its response. Fails with a RestError only. */
  async call(request: RestRequest, { cancellation, ...options }: CallOptions): Promise<RestResponse> {
    const url = urlOf(request);
    return outcomeOf(cancellation, (receiver) => this.callOf(request, url, options, receiver));
  }

  /**
   * A call that has not started. Fails where it cannot be sent.
   * @param url of the request, as `urlOf` gives it
   */
  callOf(request: RestRequest, url: string, options: CallContext, receiver: Receiver<RestResponse>): Call {
    return new Call(this, request, this.#prepare(request, url, options, 'application/json'), options, receiver);
  }

  /**
   * Joins an equal read of the same credential that is in flight, or begins one, which is revalidated by its ETag.
   * @param url of the request, as `urlOf` gives it
   * @param reader told the outcome; it leaves by itself
   */
  join(request: RestRequest, url: string, options: CallContext, reader: Receiver<RestResponse>): Joined {
    return this.#shared.join(request, url, options, reader);
  }

  /** One write. Later reads of the same credential share no call that began before the write ended. */
  async write(request: RestRequest, options: CallOptions): Promise<RestResponse> {
    this.#shared.forget(options.credential);
    try {
      return await this.call(request, options);
    } finally {
      this.#shared.forget(options.credential);
    }
  }

  /** One call whose response is streamed. The caller reads or destroys the body. */
  async download(request: RestRequest, { cancellation, ...options }: CallOptions): Promise<Download> {
    const sent = this.#prepare(request, urlOf(request), options, '*/*');
    const open = () => this.#download(request, sent, options.credential, cancellation);
    return outcomeOf(cancellation, (receiver) => new DownloadCall(this, sent, options, receiver, open));
  }

  /** An exchange that has not begun. */
  exchange(sent: Sent, receiver: Receiver<ReceivedResponse>): ResponseHandler {
    return new ResponseHandler(this.#exchanges, sent, receiver);
  }

  /** Ends all connections; calls under way fail. */
  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  #prepare(
    request: RestRequest,
    url: string,
    { credential, headers }: Pick<CallContext, 'credential' | 'headers'>,
    accept: string,
  ): Sent {
    const { method } = operation(request.operation);
    const json = request.form === undefined && request.body !== undefined;
    const path = this.#prefix + this.wire.url(request, url);
    if (path.length > this.options.maxUrlBytes) throw tooLong(request, path.length, this.options.maxUrlBytes);
    if (json) checkUnicode(request.body);
    return {
      method,
      path,
      headers: this.wire.requestHeaders({
        accept,
        'user-agent': userAgent,
        ...(json ? jsonBody : undefined),
        ...headers,
        ...credential.headers,
      }),
      body: request.form ? toFormData(this.wire.form(request)) : json ? JSON.stringify(this.wire.body(request)) : null,
    };
  }

  /** A download keeps its place in the queue until its body has been read or destroyed. */
  async #download(
    request: RestRequest,
    sent: Sent,
    credential: Credential,
    cancellation: Cancellation,
  ): Promise<Download> {
    const pendingFingerprint = this.callers.getPendingFingerprint(credential);
    const place = await this.queue.place(this.callers.of(credential), cancellation, pendingFingerprint);
    const abort = new AbortController();
    const leave = (reason: RestError) => abort.abort(reason);
    cancellation.listen(leave);
    const end = () => {
      place.leave();
      cancellation.unlisten(leave);
    };
    try {
      // It may have been cancelled in the moment in which the queue gave it its place.
      if (cancellation.reason !== undefined) throw cancellation.reason;
      const download = await this.#stream(request, sent, abort.signal, credential);
      this.callers.accept(credential);
      if (download.body.closed) end();
      else download.body.once('close', end);
      return download;
    } catch (error) {
      end();
      throw error;
    }
  }

  async #stream(request: RestRequest, sent: Sent, signal: AbortSignal, credential: Credential): Promise<Download> {
    let { path } = sent;
    for (let redirects = 0; ; redirects++) {
      const { origin } = this.options.baseUrl;
      const { statusCode: status, headers, body } = await this.#dispatcher.request({ ...sent, origin, path, signal });
      this.limits.note(credential, { status, headers }, { isRead: true, isPoll: false });
      const next = this.#redirectTarget(sent, { status, headers }, path, redirects);
      if (next !== undefined) {
        await body.dump();
        path = next;
        continue;
      }
      if (status >= 300) {
        const received = { status, headers, text: await readText(body), excess: undefined };
        throw toFailure(this.wire, this.wire.received(request, received), request, credential);
      }
      // A body that is destroyed before its end emits an error, which would be uncaught when nobody reads it.
      body.on('error', () => undefined);
      return { status, ...this.wire.file(request, headers, body) };
    }
  }

  /** The target of a redirect, which only reads follow, and only within the base URL. */
  #redirectTarget(
    { method }: Sent,
    { status, headers }: Pick<RestResponse, 'status' | 'headers'>,
    from: string,
    redirects: number,
  ): string | undefined {
    const location = header({ headers }, 'location');
    if (method !== 'GET' || !redirectStatuses.has(status) || redirects >= maxRedirects || location === undefined)
      return undefined;
    const target = URL.parse(location, new URL(from, this.options.baseUrl));
    const within = target?.origin === this.options.baseUrl.origin && target.pathname.startsWith(`${this.#prefix}/`);
    return within ? target.pathname + target.search : undefined;
  }
}

function toFormData(files: Readonly<Record<string, File>>): FormData {
  const form = new FormData();
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}

/** The beginning of the body of an error, which is short in all that matters. */
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

/** HTTP client for the upstream: one fixed origin, bounded connections, deadlines, retries of reads, typed errors. */
import type { Readable } from 'node:stream';
import { FormData, Pool } from 'undici';
import { type Operation, operation } from '../contract/index.ts';
import { Words } from '../words/index.ts';
import { Callers } from './callers.ts';
import { Cancellation } from './cancellation.ts';
import type { Credential } from './credential.ts';
import { RestError } from './errors.ts';
import { connectionFailureOf, failureOf, parseRetryAfter, requestIdOf, responseTooLarge } from './failure.ts';
import { parseJson } from './json.ts';
import { Queue } from './queue.ts';
import type { ReadOptions } from './read-options.ts';
import { header, type RestRequest, type RestResponse } from './request.ts';
import { type ReceivedResponse, ResponseHandler } from './response-handler.ts';
import { secretsOf } from './secrets.ts';
import { type SharedRead, SharedReads } from './shared-reads.ts';
import { after } from './timers.ts';
import { checkUnicode, tooLong } from './unsendable.ts';
import { urlOf } from './url.ts';
import { Wire } from './wire.ts';

export interface ClientOptions {
  /** Base URL; its origin is the only one that is ever called. */
  readonly baseUrl: URL;
  /** Connections to the upstream at the most; further calls wait for one, the callers in turn. */
  readonly connections: number;
  /** Calls of one caller under way at the most; further ones wait. No limit of its own when absent. */
  readonly maxCallsPerCaller?: number;
  /** Calls of one caller that wait at the most; further ones are refused. No limit when absent. */
  readonly maxWaitingCallsPerCaller?: number;
  /** Milliseconds for one exchange. */
  readonly callTimeout: number;
  /** Bytes of one response at the most. */
  readonly maxAnswerBytes: number;
  /** Further tries of a read that failed for a passing reason. */
  readonly retries: number;
  /** Milliseconds before the first further try; doubles with each, with jitter. */
  readonly retryDelay: number;
  /** Bytes of the ETag cache at the most. */
  readonly etagCacheBytes: number;
  /** Milliseconds that `Retry-After` may ask for; after a longer one the call fails, so that the caller can decide. */
  readonly maxRetryDelay: number;
  /** Bytes of a path and query at the most. */
  readonly maxUrlBytes: number;
  /** The upstream's words; those of the contract when absent. */
  readonly words?: Words | undefined;
}

export interface CallOptions extends Omit<ReadOptions, 'cancellation'> {
  /** Ends the call when the client leaves or the operation's deadline passes. */
  readonly signal: AbortSignal;
}

/** A file that is streamed through. */
export interface Download {
  readonly status: number;
  readonly headers: RestResponse['headers'];
  readonly body: Readable;
}

const passingStatuses = new Set([429, 502, 503, 504]);
const redirectStatuses = new Set([301, 302, 307, 308]);
const maxRedirects = 3;
/** Milliseconds between two tries at the most. */
const longestRetryDelay = 10_000;
const userAgent = 'portico';
const contractWords = new Words({});

interface Sent {
  readonly method: Operation['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
}

export class RestClient {
  /** Tells which credentials the upstream has accepted. */
  readonly callers = new Callers();
  /** Calls under way and waiting. */
  readonly queue: Queue;
  readonly #pool: Pool;
  readonly #prefix: string;
  readonly #options: ClientOptions;
  readonly #shared: SharedReads;
  /** Absent where the upstream speaks the contract's words. */
  readonly #wire: Wire | undefined;
  readonly #words: Words;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#wire = options.words && new Wire(options.words);
    this.#words = options.words ?? contractWords;
    this.#shared = new SharedReads(
      (request, url, how) =>
        this.#call(request, url, how).then((response) => checkBody(response, request, how.credential.secrets)),
      options.etagCacheBytes,
    );
    this.#prefix = options.baseUrl.pathname.replace(/\/$/, '');
    this.queue = new Queue({
      places: options.connections,
      placesPerCaller: options.maxCallsPerCaller ?? Number.POSITIVE_INFINITY,
      waitingPerCaller: options.maxWaitingCallsPerCaller ?? Number.POSITIVE_INFINITY,
    });
    this.#pool = new Pool(options.baseUrl.origin, {
      connections: options.connections,
      headersTimeout: options.callTimeout,
      bodyTimeout: options.callTimeout,
      connectTimeout: options.callTimeout,
    });
  }

  /** One call to its response. Fails with a RestError only. */
  async call(request: RestRequest, { signal, ...options }: CallOptions): Promise<RestResponse> {
    return this.#call(request, urlOf(request), { ...options, cancellation: new Cancellation(signal) });
  }

  /**
   * One read, shared with equal reads of the same credential that are in flight, or revalidated by its ETag.
   * @param url of the request, as `urlOf` gives it
   */
  read(request: RestRequest, url: string, options: ReadOptions): SharedRead {
    return this.#shared.read(request, url, options);
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
  async download(request: RestRequest, { signal, ...options }: CallOptions): Promise<Download> {
    const sent = this.#prepare(request, urlOf(request), options, '*/*');
    const cancellation = new Cancellation(signal);
    return this.#persist({ ...options, cancellation }, sent, () =>
      this.#download(request, sent, options.credential, signal, cancellation),
    );
  }

  /** Ends all connections; calls under way fail. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #call(request: RestRequest, url: string, options: ReadOptions): Promise<RestResponse> {
    const sent = this.#prepare(request, url, options, 'application/json');
    const toResponseOrFailure = (raw: ReceivedResponse): RestResponse => {
      const received = this.#translated(request, raw);
      const secrets = [...options.credential.secrets, ...secretsOf(request)];
      options.onResponse?.(received);
      if (received.status < 300) this.callers.accept(options.credential);
      if (received.status < 300 || (received.status === 304 && mayBeUnchanged(request, sent)))
        return this.#toResponse(request, received, secrets);
      throw this.#toFailure(request, received, secrets);
    };
    return this.#persist(options, sent, () => this.#exchange(sent, options).then(toResponseOrFailure));
  }

  /** Tries an exchange until it succeeds or should not be tried again. */
  async #persist<A>(
    { cancellation, retries = this.#options.retries }: ReadOptions,
    sent: Sent,
    exchange: (sent: Sent) => Promise<A>,
  ): Promise<A> {
    for (let attempt = 0; ; attempt++) {
      if (cancellation.reason !== undefined) throw cancellation.reason;
      try {
        return await exchange(sent);
      } catch (error) {
        const failure = cancellation.reason ?? connectionFailureOf(error, this.#options.callTimeout);
        const delay = sent.method === 'GET' && attempt < retries ? this.#delayBefore(attempt, failure) : undefined;
        if (delay === undefined) throw failure;
        await pause(delay, cancellation);
      }
    }
  }

  #prepare(
    request: RestRequest,
    url: string,
    { credential, headers }: Pick<ReadOptions, 'credential' | 'headers'>,
    accept: string,
  ): Sent {
    const { method } = operation(request.operation);
    const json = request.form === undefined && request.body !== undefined;
    const path = this.#prefix + (this.#wire?.url(request) ?? url);
    if (path.length > this.#options.maxUrlBytes) throw tooLong(request, path.length, this.#options.maxUrlBytes);
    if (json) checkUnicode(request.body);
    const sent = {
      accept,
      'user-agent': userAgent,
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...headers,
      ...credential.headers,
    };
    const body = this.#wire?.body(request) ?? request.body;
    return {
      method,
      path,
      headers: this.#wire?.requestHeaders(sent) ?? sent,
      body: request.form ? toFormData(this.#wire?.form(request) ?? request.form) : json ? JSON.stringify(body) : null,
    };
  }

  #exchange(sent: Sent, { credential, cancellation }: ReadOptions): Promise<ReceivedResponse> {
    const exchange = new ResponseHandler(sent.path, {
      limit: this.#options.maxAnswerBytes,
      timeout: this.#options.callTimeout,
      cancellation,
      enter: (waiting) => this.queue.enter(this.callers.of(credential), waiting),
      send: (handler, path) => this.#pool.dispatch({ ...sent, path }, handler),
      redirectOf: (response, from, redirects) => this.#redirectTarget(sent, response, from, redirects),
    });
    return exchange.received;
  }

  /** A download keeps its place in the queue until its body has been read or destroyed. */
  async #download(
    request: RestRequest,
    sent: Sent,
    credential: Credential,
    signal: AbortSignal,
    cancellation: Cancellation,
  ): Promise<Download> {
    const place = await this.queue.place(this.callers.of(credential), cancellation);
    try {
      const download = await this.#stream(request, sent, signal, credential.secrets);
      this.callers.accept(credential);
      if (download.body.closed) place.leave();
      else download.body.once('close', () => place.leave());
      return download;
    } catch (error) {
      place.leave();
      throw error;
    }
  }

  async #stream(request: RestRequest, sent: Sent, signal: AbortSignal, secrets: readonly string[]): Promise<Download> {
    let { path } = sent;
    for (let redirects = 0; ; redirects++) {
      const { statusCode: status, headers, body } = await this.#pool.request({ ...sent, path, signal });
      const next = this.#redirectTarget(sent, { status, headers }, path, redirects);
      if (next !== undefined) {
        await body.dump();
        path = next;
        continue;
      }
      if (status >= 300)
        throw this.#toFailure(
          request,
          this.#translated(request, { status, headers, text: await readText(body, this.#options.maxAnswerBytes) }),
          secrets,
        );
      // A body that is destroyed before its end emits an error, which would be uncaught when nobody reads it.
      body.on('error', () => undefined);
      const { operation: id } = request;
      return {
        status,
        headers: this.#wire?.responseHeaders(id, headers) ?? headers,
        body: this.#wire?.file(id, body) ?? body,
      };
    }
  }

  /** A response whose headers are in the contract's words. */
  #translated({ operation: id }: RestRequest, received: ReceivedResponse): ReceivedResponse {
    return this.#wire === undefined
      ? received
      : { ...received, headers: this.#wire.responseHeaders(id, received.headers) };
  }

  #toResponse(
    { operation: id }: RestRequest,
    { status, headers, text }: ReceivedResponse,
    secrets: readonly string[],
  ): RestResponse {
    const body = parseBody(status, headers, text, secrets);
    return { status, headers, body: this.#wire?.answer(id, body) ?? body, size: text.length };
  }

  #toFailure(
    { operation: id }: RestRequest,
    { status, headers, text }: ReceivedResponse,
    secrets: readonly string[],
  ): RestError {
    return failureOf({
      status,
      body: text,
      contentType: header({ headers }, 'content-type') ?? '',
      requestId: requestIdOf({ headers }, secrets),
      retryAfter: parseRetryAfter(header({ headers }, 'retry-after')),
      inputNamed: (word) => this.#words.of(id).input(word),
      secrets,
    });
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
    const target = URL.parse(location, new URL(from, this.#options.baseUrl));
    const within = target?.origin === this.#options.baseUrl.origin && target.pathname.startsWith(`${this.#prefix}/`);
    return within ? target.pathname + target.search : undefined;
  }

  /** Milliseconds to wait before another try, or undefined when there should be none. */
  #delayBefore(attempt: number, failure: RestError): number | undefined {
    const passing =
      failure.code === 'UPSTREAM_UNREACHABLE' || (failure.status !== undefined && passingStatuses.has(failure.status));
    if (!passing) return undefined;
    if (failure.retryAfter !== undefined) {
      const delay = failure.retryAfter * 1000;
      return delay <= this.#options.maxRetryDelay ? delay : undefined;
    }
    const growing = Math.min(this.#options.retryDelay * 2 ** attempt, longestRetryDelay);
    return growing * (0.5 + Math.random() / 2);
  }
}

async function pause(delay: number, cancellation: Cancellation): Promise<void> {
  const { promise, resolve: done } = Promise.withResolvers<void>();
  const timer = after(delay, done);
  const leave = () => done();
  cancellation.listen(leave);
  await promise;
  clearTimeout(timer);
  cancellation.unlisten(leave);
}

function toFormData(files: Readonly<Record<string, File>>): FormData {
  const form = new FormData();
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}

async function readText(body: AsyncIterable<Buffer>, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw responseTooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether 304 is a success: for conditional reads, and for writes that document it as having changed nothing. */
function mayBeUnchanged({ operation: id }: RestRequest, { headers }: Sent): boolean {
  const { method, errors } = operation(id);
  return method === 'GET' ? 'if-none-match' in headers : errors.has(304);
}

/** Fails where a read has no body, unless the contract documents its status as one without a body. */
function checkBody(response: RestResponse, { operation: id }: RestRequest, secrets: readonly string[]): RestResponse {
  const { body, status } = response;
  // A 304 that confirms a cached response has no body.
  if (body !== undefined || status === 304 || operation(id).bodiless.has(status)) return response;
  throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream answers without a body', {
    status,
    requestId: requestIdOf(response, secrets),
  });
}

function parseBody(
  status: number,
  headers: RestResponse['headers'],
  text: string,
  secrets: readonly string[],
): unknown {
  if (text === '') return undefined;
  try {
    // Some services begin with a byte order mark, which is no part of JSON.
    return parseJson(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream answers with something that is not valid JSON', {
      status,
      requestId: requestIdOf({ headers }, secrets),
    });
  }
}

/** Handlers of a facade in the server of an embedder: for requests and upgrades of Node, and for `fetch`. */
import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { setBoundedTimeout } from '../rest/timers.ts';
import { findCrossSiteProblem, isOriginOfHost, isToken } from './credentials.ts';
import { closeWithRequestError, requestTimeoutError, sendRequestError } from './http-error.ts';
import { describeError } from './operation/masking.ts';
import { RequestError } from './operation/request-error.ts';
import type { EdgeHandlers } from './server.ts';

/** Request whose credential is selected. */
export interface CredentialRequest {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly url: string;
  readonly headers: Headers;
}

/** Token of the REST service: sent as `PRIVATE-TOKEN`, or as `Authorization: Bearer`. */
export type SuppliedCredential = string | { readonly bearer: string };

/** Selects the credential of a request, within `operationTimeoutMs`. `undefined` and null keep the one in the headers of the request, or none. */
export type SelectCredential = (
  request: CredentialRequest,
) => SuppliedCredential | undefined | null | Promise<SuppliedCredential | undefined | null>;

/** Facts about a `Request` that it does not contain. */
export interface FetchContext {
  /**
   * IP address of the client, which limits without an accepted credential count for. `undefined` and null, which `Headers.get` returns
   * for an absent header, are one address for all.
   */
  readonly clientAddress?: string | undefined | null;
}

export interface EmbeddedHandlers {
  readonly fetch: (request: Request, context?: FetchContext | null) => Promise<Response>;
  readonly request: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
}

export interface EmbeddingOptions {
  readonly handlers: EdgeHandlers;
  readonly publicUrl: URL;
  readonly config: Pick<Config, 'corsOrigins' | 'bodyTimeout' | 'operationTimeout'>;
  readonly logger: Logger;
  readonly selectCredential: SelectCredential | undefined;
  readonly isClosing: () => boolean;
}

/** Headers of one connection, which a `Request` or `Response` does not have. */
const connectionHeaders = new Set(['connection', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** Headers of a `Request` that are not passed on. Applications that replace or decompress a body keep the length of the original. */
const ignoredHeaders = new Set([...connectionHeaders, 'content-length']);

/** Upper bound on the head of a `Request`, which the server of the embedder has accepted already. */
const maxHeadBytes = 1024 * 1024;

/** Target of a request as the client sent it, which Express replaces below a mount path. */
function targetOf(request: IncomingMessage): string {
  if ('originalUrl' in request && typeof request.originalUrl === 'string') return request.originalUrl;
  return request.url ?? '/';
}

function toHeaders({ headers }: IncomingMessage): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) copy.set(name, Array.isArray(value) ? value.join(', ') : value);
  return copy;
}

function stoppingError(): RequestError {
  return new RequestError('CANCELLED', 'This server is stopping. Retry');
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

/** Sends a body as fast as the facade reads it, until the request is closed. */
async function sendBody(reader: BodyReader, outgoing: ClientRequest): Promise<void> {
  // A stream may be cancelled while it does not return its next chunk.
  outgoing.once('close', () => void reader.cancel().catch(() => undefined));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!outgoing.write(value)) await once(outgoing, 'drain');
    }
    outgoing.end();
  } catch (error) {
    // A stream may fail with any value, and without an error the request would wait for the rest of the body.
    outgoing.destroy(error instanceof Error ? error : new Error('The body of the request failed', { cause: error }));
  }
}

/** Header with the token that an embedder supplied. @throws TypeError if the value contains no token */
function toHeader(supplied: unknown): { readonly name: 'private-token' | 'authorization'; readonly value: string } {
  if (typeof supplied === 'string' && isToken(supplied)) return { name: 'private-token', value: supplied };
  const token = typeof supplied === 'object' && supplied !== null && 'bearer' in supplied ? supplied.bearer : undefined;
  if (typeof token === 'string' && isToken(token)) return { name: 'authorization', value: `Bearer ${token}` };
  throw new TypeError(
    'credential must return a token, an object { bearer } with a token, or undefined; a token consists of visible ASCII characters',
  );
}

/** Body of a response, which is read as fast as its consumer reads. */
function toStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void incoming.destroy(),
  });
}

/** Creates the handlers of a facade at the path of its public URL. */
export function createEmbedding(options: EmbeddingOptions): EmbeddedHandlers {
  const { handlers, publicUrl, config, logger, selectCredential, isClosing } = options;
  const { corsOrigins, bodyTimeout, operationTimeout } = config;
  const basePath = publicUrl.pathname;

  /** Target below the path of the public URL; `undefined` for a request that is not for the facade. */
  const toLocalTarget = (target: string): string | undefined =>
    target.startsWith(basePath) ? `/${target.slice(basePath.length)}` : undefined;

  const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
    origin === publicUrl.origin ||
    isOriginOfHost(origin, host) ||
    (corsOrigins !== '*' && corsOrigins.includes(origin));

  /**
   * Replaces the credential of a request by the one that the embedder selects.
   * @throws RequestError if a page of another site may have sent the request
   */
  async function authorize(request: IncomingMessage, select: SelectCredential): Promise<void> {
    const { headers, method = 'GET' } = request;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setBoundedTimeout(operationTimeout, () =>
      reject(new Error(`credential returned nothing within ${operationTimeout} ms (OPERATION_TIMEOUT_MS)`)),
    );
    const selected = (async () => select({ method, url: targetOf(request), headers: toHeaders(request) }))();
    const supplied = await Promise.race([selected, late]).finally(() => clearTimeout(timer));
    if (supplied === undefined || supplied === null) return;
    const { name, value } = toHeader(supplied);
    const problem = findCrossSiteProblem(headers, {
      isWrite: method === 'POST',
      isOwnOrigin: (origin) => isOwnOrigin(origin, headers.host),
    });
    if (problem !== undefined)
      throw new RequestError('CROSS_SITE_REFUSED', `The credential is not used for this request: ${problem}`);
    delete headers.authorization;
    delete headers['private-token'];
    headers[name] = value;
  }

  function toHttpError(error: unknown): RequestError {
    if (error instanceof RequestError) return error;
    logger.error({ error: describeError(error) }, 'the credential of a request could not be selected');
    return new RequestError('INTERNAL_SERVER_ERROR', 'Unexpected error');
  }

  /** Rejects a request whose body arrives too slowly. The server of the embedder has a timeout of its own or, for `fetch`, none. */
  function limitArrival(incoming: IncomingMessage, response: ServerResponse): void {
    let timer: NodeJS.Timeout;
    const onTimeout = (): void => {
      if (incoming.complete || response.headersSent) return;
      // A pipelined request, which nothing reads before the earlier ones have their responses.
      if (incoming.readableFlowing === null) {
        start();
        return;
      }
      sendRequestError(incoming, response, requestTimeoutError(bodyTimeout, { connection: 'close' }));
    };
    const start = (): void => {
      timer = setBoundedTimeout(bodyTimeout, onTimeout);
    };
    start();
    const clear = (): void => clearTimeout(timer);
    incoming.once('end', clear);
    response.once('close', clear);
  }

  function request(incoming: IncomingMessage, response: ServerResponse, next?: () => void): void {
    const target = toLocalTarget(targetOf(incoming));
    const fail = (error: RequestError): void => sendRequestError(incoming, response, error);
    if (target === undefined) {
      if (next) next();
      else fail(new RequestError('NOT_FOUND', `GraphQL is at ${new URL('graphql', publicUrl).pathname}`));
      return;
    }
    if (isClosing()) {
      fail(stoppingError());
      return;
    }
    if (incoming.method === 'POST' && incoming.readableDidRead) {
      logger.error(
        'the body of a request was read before the facade received it; mount the facade before body parsers',
      );
      fail(new RequestError('INTERNAL_SERVER_ERROR', 'Unexpected error'));
      return;
    }
    const begin = (): void => {
      incoming.url = target;
      handlers.request(incoming, response);
      if (incoming.method === 'POST') limitArrival(incoming, response);
    };
    if (selectCredential === undefined) begin();
    else
      authorize(incoming, selectCredential).then(
        () => (isClosing() ? fail(stoppingError()) : begin()),
        (error: unknown) => fail(toHttpError(error)),
      );
  }

  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const target = toLocalTarget(targetOf(incoming));
    if (target === undefined) return false;
    const fail = (error: RequestError): void => closeWithRequestError(socket, error);
    socket.on('error', () => socket.destroy());
    const begin = (): void => {
      incoming.url = target;
      handlers.upgrade(incoming, socket, head);
    };
    if (isClosing()) fail(stoppingError());
    else if (selectCredential === undefined) begin();
    else
      authorize(incoming, selectCredential).then(
        () => (isClosing() ? fail(stoppingError()) : begin()),
        (error: unknown) => fail(toHttpError(error)),
      );
    return true;
  }

  // Requests of `fetch` go through a server without a port, so that they have the same limits, cancellation and backpressure as all others.
  const server = createServer({ maxHeaderSize: maxHeadBytes, requireHostHeader: false }, (incoming, response) =>
    request(incoming, response),
  );
  // A `Request` may have a method that HTTP servers do not support.
  server.on('clientError', (_, socket) =>
    closeWithRequestError(socket, new RequestError('BAD_REQUEST', 'Malformed HTTP request')),
  );

  async function fetch(fetched: Request, context?: FetchContext | null): Promise<Response> {
    const remoteAddress = context?.clientAddress ?? undefined;
    if (remoteAddress !== undefined && typeof remoteAddress !== 'string')
      throw new TypeError('clientAddress must be a string');
    const { method, signal, body } = fetched;
    const reader = body?.getReader();
    const url = new URL(fetched.url);
    const headers: Record<string, string> = { host: url.host };
    for (const [name, value] of fetched.headers) if (!ignoredHeaders.has(name)) headers[name] = value;
    // Frameworks compress a Response themselves, and some compress one again that is compressed already.
    delete headers['accept-encoding'];
    const [near, far] = duplexPair();
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    server.emit('connection', Object.assign(far, { remoteAddress }));
    const outgoing = sendRequest({
      createConnection: () => near,
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, connection: 'close' },
      maxHeaderSize: maxHeadBytes,
      signal,
    });
    const received = Promise.withResolvers<IncomingMessage>();
    outgoing.once('response', received.resolve);
    outgoing.on('error', received.reject);
    if (reader === undefined) outgoing.end();
    else void sendBody(reader, outgoing);
    const incoming = await received.promise;
    const { statusCode: status = 500 } = incoming;
    const responseHeaders = new Headers();
    for (const [name, values = []] of Object.entries(incoming.headersDistinct))
      if (!connectionHeaders.has(name)) for (const value of values) responseHeaders.append(name, value);
    const isEmpty = method === 'HEAD' || status === 204 || status === 304;
    if (isEmpty) incoming.resume();
    return new Response(isEmpty ? null : toStream(incoming), { status, headers: responseHeaders });
  }

  return { fetch, request, upgrade };
}

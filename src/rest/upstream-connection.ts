/** Connections to the upstream: direct, or through a proxy. If the upstream offers HTTP/2 over TLS, all calls share one connection. */
// A named import fails in older versions of Node before they are rejected.
import nodeTls from 'node:tls';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, FormData, Pool } from 'undici';
import type { OutgoingRequest } from './call.ts';
import type { RestResponse } from './request.ts';
import type { UpstreamRoute } from './upstream-route.ts';

/** Time after which an idle connection is closed, unless the service announces another one. Load balancers close them after 60 seconds or more. */
const idleTimeoutMs = 55_000;

/** Part of the controller of undici's dispatch API. The declarations of `portico/kit` contain no types of undici. */
export interface ExchangeController {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** Receives the response to a request. */
export interface ResponseHandler {
  onRequestStart(controller: ExchangeController): void;
  onResponseStart(controller: ExchangeController, status: number, headers: RestResponse['headers']): void;
  onResponseData(controller: ExchangeController, chunk: Buffer): void;
  onResponseEnd(): void;
  onResponseError(controller: ExchangeController, error: Error): void;
}

export interface DispatcherOptions extends UpstreamRoute {
  /** Upper bound on connections to the upstream. */
  readonly connections: number;
  /** Age at which connections are replaced, each once its call has ended; 0 for never. */
  readonly connectionMaxAgeMs: number;
  /** Timeout for a connection, for the response headers, and between two chunks of the body. */
  readonly callTimeoutMs: number;
}

/**
 * Connections to an origin, which are replaced together when their maximum age is reached. undici's `clientTtl` replaces
 * each by itself, but compares the age of every busy connection with the clock whenever a call looks for a free one:
 * operations of 31 calls cost half as much again.
 */
export class UpstreamConnections {
  readonly #create: () => Dispatcher;
  readonly #origin: string;
  readonly #maxAgeMs: number;
  #current: Dispatcher;
  #replaceAt: number;
  /** Dispatchers whose calls have not all ended. */
  readonly #retired = new Set<Dispatcher>();

  constructor(origin: string, options: DispatcherOptions) {
    this.#origin = origin;
    this.#create = dispatcherFactory(origin, options);
    this.#maxAgeMs = options.connectionMaxAgeMs > 0 ? options.connectionMaxAgeMs : Number.POSITIVE_INFINITY;
    this.#current = this.#create();
    this.#replaceAt = performance.now() + this.#maxAgeMs;
  }

  /** Sends a request. @param path replaces that of the request after a redirect */
  send({ method, headers, body }: OutgoingRequest, path: string, handler: ResponseHandler): void {
    this.#getDispatcher().dispatch({ origin: this.#origin, method, path, headers, body: toUndiciBody(body) }, handler);
  }

  /** Requests a file. Resolves when the headers of the response have arrived. */
  open({ method, headers }: OutgoingRequest, path: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    return this.#getDispatcher().request({ origin: this.#origin, method, path, headers, signal });
  }

  /** Dispatcher for the next call. It requires the origin in each request. */
  #getDispatcher(): Dispatcher {
    if (performance.now() > this.#replaceAt) this.#replace();
    return this.#current;
  }

  /** Closes all connections; active calls fail. */
  async destroy(): Promise<void> {
    await Promise.all([this.#current, ...this.#retired].map((dispatcher) => dispatcher.destroy()));
  }

  #replace(): void {
    const retired = this.#current;
    this.#retired.add(retired);
    const forget = () => void this.#retired.delete(retired);
    retired.close().then(forget, forget);
    this.#current = this.#create();
    this.#replaceAt = performance.now() + this.#maxAgeMs;
  }
}

function toUndiciBody(body: OutgoingRequest['body']): string | FormData | null {
  if (body === null || typeof body === 'string') return body;
  const form = new FormData();
  for (const [name, file] of Object.entries(body)) form.set(name, file);
  return form;
}

/** Returns a function that creates undici dispatchers of an origin. */
function dispatcherFactory(origin: string, options: DispatcherOptions): () => Dispatcher {
  const { proxy, noProxy = '', authorities, connections, callTimeoutMs } = options;
  const limits = {
    connections,
    headersTimeout: callTimeoutMs,
    bodyTimeout: callTimeoutMs,
    connectTimeout: callTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
  };
  const tls = authorities === undefined ? {} : { secureContext: nodeTls.createSecureContext({ ca: authorities }) };
  if (proxy === undefined) {
    // Later connections resume the TLS sessions of earlier ones.
    const connect = buildConnector({ ...tls, timeout: callTimeoutMs });
    return () => new Pool(origin, { ...limits, connect });
  }
  const proxyTrust = authorities === undefined ? {} : { secureContext: withDefaultAuthorities(authorities) };
  // EnvHttpProxyAgent does not pass its limits on to the pools of its connections to the proxy.
  const createPool = (to: string | URL, options: object) => new Pool(to, { ...limits, ...options });
  const agentOptions = {
    ...limits,
    // Empty strings keep undici from reading the environment.
    httpProxy: origin.startsWith('http:') ? proxy.href : '',
    httpsProxy: origin.startsWith('https:') ? proxy.href : '',
    noProxy,
    connect: { ...tls, timeout: callTimeoutMs },
    requestTls: { ...tls, timeout: callTimeoutMs },
    proxyTls: { ...proxyTrust, timeout: callTimeoutMs },
    clientFactory: createPool,
    factory: createPool,
  };
  return () => new EnvHttpProxyAgent(agentOptions);
}

/** Trust store for the connection to a proxy, whose certificate may be the operator's own or a public one. */
function withDefaultAuthorities(authorities: string) {
  return nodeTls.createSecureContext({ ca: [...nodeTls.getCACertificates('default'), authorities] });
}

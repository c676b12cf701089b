/** The way to the upstream: straight, or through a proxy. */
import { createSecureContext, getCACertificates } from 'node:tls';
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';

export interface Route {
  /** Proxy that the upstream is reached through, with its name and password if it needs them. */
  readonly proxy?: URL | undefined;
  /** Hosts that are reached without it, in the form of NO_PROXY. */
  readonly noProxy?: string | undefined;
  /** Certificates (PEM) of those who vouch for the upstream, in place of those that Node knows. */
  readonly authorities?: string | undefined;
}

export interface RouteOptions extends Route {
  /** Connections to the upstream at the most. */
  readonly connections: number;
  /** Milliseconds for a connection, for the head of a response, and between two parts of its body. */
  readonly callTimeout: number;
}

/** What sends requests to an origin. The caller tells that origin with each, and ends it with `destroy`. */
export function dispatcherFor(origin: string, options: RouteOptions): Dispatcher {
  const { proxy, noProxy = '', authorities, connections, callTimeout } = options;
  const limits = {
    connections,
    headersTimeout: callTimeout,
    bodyTimeout: callTimeout,
    connectTimeout: callTimeout,
  };
  const tls = authorities === undefined ? {} : { secureContext: createSecureContext({ ca: authorities }) };
  if (proxy === undefined) return new Pool(origin, { ...limits, connect: { ...tls, timeout: callTimeout } });
  const vouched = authorities === undefined ? {} : { secureContext: trustingAlso(authorities) };
  // The limits of an agent do not reach the pools of its connections to the proxy.
  const poolOf = (to: string | URL, given: object) => new Pool(to, { ...limits, ...given });
  return new EnvHttpProxyAgent({
    ...limits,
    // Given as empty texts, these are not looked for in the environment.
    httpProxy: origin.startsWith('http:') ? proxy.href : '',
    httpsProxy: origin.startsWith('https:') ? proxy.href : '',
    noProxy,
    connect: { ...tls, timeout: callTimeout },
    requestTls: { ...tls, timeout: callTimeout },
    proxyTls: { ...vouched, timeout: callTimeout },
    clientFactory: poolOf,
    factory: poolOf,
  });
}

/** What a connection to a proxy trusts, whose certificate may be one of the operator's own or a public one. */
function trustingAlso(authorities: string) {
  return createSecureContext({ ca: [...getCACertificates('default'), authorities] });
}

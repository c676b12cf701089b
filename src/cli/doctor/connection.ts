/** Facts about the connection to an upstream and its response headers. */
import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Config } from '../../config/config.ts';
import type { Contract } from '../../contract/index.ts';
import { RestClient } from '../../rest/client.ts';
import type { RestResponse } from '../../rest/request.ts';
import type { ProbeResult } from './probes.ts';

const connectTimeoutMs = 10_000;
const dayMs = 86_400_000;

export interface ConnectionFacts {
  readonly reachable: boolean;
  readonly problem: string | undefined;
  readonly milliseconds: number;
  /** `undefined` without TLS. */
  readonly tls:
    | { readonly protocol: string | null; readonly issuer: string; readonly validForDays: number }
    | undefined;
}

function readCertificate(socket: TLSSocket): ConnectionFacts['tls'] {
  const { issuer, valid_to: end } = socket.getPeerCertificate();
  const { O, CN } = issuer ?? {};
  const validForDays = Math.floor((Date.parse(end) - Date.now()) / dayMs);
  return { protocol: socket.getProtocol(), issuer: [O ?? CN ?? 'unknown'].flat().join(', '), validForDays };
}

/** Opens one connection and closes it. @param authorities PEM certificates of the authorities that sign the certificate of the upstream */
export async function tryConnection(
  { protocol, hostname, port }: URL,
  authorities: string | undefined,
): Promise<ConnectionFacts> {
  const secure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: Number(port) || (secure ? 443 : 80) };
  const startedAt = performance.now();
  const getElapsedMs = () => Math.round(performance.now() - startedAt);
  const encrypted = secure ? connectTls({ ...to, servername: host, ca: authorities }) : undefined;
  const socket = encrypted ?? connectPlain(to);
  try {
    await once(socket, secure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(connectTimeoutMs) });
    const tls = encrypted && readCertificate(encrypted);
    return { reachable: true, problem: undefined, milliseconds: getElapsedMs(), tls };
  } catch (error) {
    const problem =
      error instanceof Error && 'code' in error ? String(error.code) : `no connection within ${connectTimeoutMs} ms`;
    return { reachable: false, problem, milliseconds: getElapsedMs(), tls: undefined };
  } finally {
    socket.destroy();
  }
}

/** Creates a client without retries and cache. */
export function createClient(config: Config, contract: Contract, baseUrl: URL): RestClient {
  return new RestClient({
    baseUrl,
    contract,
    connections: 1,
    callTimeoutMs: config.callTimeout,
    maxUpstreamResponseBytes: config.maxUpstreamResponseBytes,
    responseCacheBytes: 0,
    maxUrlBytes: config.maxUrlBytes,
    retries: 0,
    retryDelayMs: 0,
    maxRetryDelayMs: 0,
    nameMapping: config.upstreamNameMapping,
    route: config.upstreamRoute,
  });
}

/** Outcomes of all reads if the URL is not the base URL of a REST service. */
const outcomesElsewhere: ReadonlySet<ProbeResult['outcome']> = new Set([
  'NOT_FOUND',
  'UPSTREAM_INVALID_RESPONSE',
  'skipped',
]);

/** Whether no path of the contract seems to exist below the URL. */
export const isElsewhere = (reads: readonly ProbeResult[]): boolean =>
  reads.length > 0 && reads.every(({ outcome }) => outcomesElsewhere.has(outcome));

export interface HeaderFacts {
  /** Seconds by which the clock of the upstream is ahead of this machine; `undefined` without a `Date` header. */
  readonly clockSkew: number | undefined;
  /** Headers with a version. */
  readonly versions: Readonly<Record<string, string>>;
  /** Page headers of lists: totals, only the next page, or none; `undefined` if no list was read. */
  readonly pages: 'totals' | 'next page only' | 'none' | undefined;
  readonly etags: boolean;
  /** Headers of the rate limit. */
  readonly rateLimit: Readonly<Record<string, string>>;
}

const maxValueLength = 100;

function filterHeaders(headers: RestResponse['headers'], name: RegExp): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([each, value]) =>
      name.test(each) && typeof value === 'string' ? [[each, value.slice(0, maxValueLength)]] : [],
    ),
  );
}

/** Summarizes the headers of the responses. */
export function summarizeHeaders(results: readonly ProbeResult[]): HeaderFacts {
  const responses = results.flatMap(({ response }) => response ?? []);
  const lists = responses.filter(({ body }) => Array.isArray(body));
  const all: RestResponse['headers'] = Object.assign({}, ...responses.map(({ headers }) => headers));
  const serverTimeMs = Date.parse(String(all.date ?? ''));
  const has = (name: string) => lists.some(({ headers }) => headers[name] !== undefined);
  const pages = has('x-total') ? 'totals' : has('link') || has('x-next-page') ? 'next page only' : 'none';
  return {
    clockSkew: Number.isNaN(serverTimeMs) ? undefined : Math.round((serverTimeMs - Date.now()) / 1000),
    versions: filterHeaders(all, /version/i),
    pages: lists.length === 0 ? undefined : pages,
    etags: responses.some(({ headers }) => headers.etag !== undefined),
    rateLimit: filterHeaders(all, /^(?:x-)?ratelimit-/i),
  };
}

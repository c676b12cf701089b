/** What the connection and the headers of an upstream tell. */
import { once } from 'node:events';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { RestResponse } from '../../rest/request.ts';
import type { ProbeResult } from './probes.ts';

/** Milliseconds for a connection. */
const timeout = 10_000;
const day = 86_400_000;

export interface ConnectionFacts {
  readonly reachable: boolean;
  readonly problem: string | undefined;
  readonly milliseconds: number;
  /** Absent without TLS. */
  readonly tls:
    | { readonly protocol: string | null; readonly issuer: string; readonly validForDays: number }
    | undefined;
}

function certificateOf(socket: TLSSocket): ConnectionFacts['tls'] {
  const { issuer, valid_to: end } = socket.getPeerCertificate();
  const { O, CN } = issuer ?? {};
  const validForDays = Math.floor((Date.parse(end) - Date.now()) / day);
  return { protocol: socket.getProtocol(), issuer: [O ?? CN ?? 'unknown'].flat().join(', '), validForDays };
}

/** Opens one connection and closes it again. @param authorities certificates (PEM) of those who vouch for the upstream */
export async function tryConnection(
  { protocol, hostname, port }: URL,
  authorities: string | undefined,
): Promise<ConnectionFacts> {
  const secure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: Number(port) || (secure ? 443 : 80) };
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  const encrypted = secure ? connectTls({ ...to, servername: host, ca: authorities }) : undefined;
  const socket = encrypted ?? connectPlain(to);
  try {
    await once(socket, secure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(timeout) });
    const tls = encrypted && certificateOf(encrypted);
    return { reachable: true, problem: undefined, milliseconds: took(), tls };
  } catch (error) {
    const problem = error instanceof Error && 'code' in error ? String(error.code) : 'it does not answer in time';
    return { reachable: false, problem, milliseconds: took(), tls: undefined };
  } finally {
    socket.destroy();
  }
}

export interface HeaderFacts {
  /** Seconds that the clock of the upstream is ahead of this one; undefined where it does not tell the time. */
  readonly clockSkew: number | undefined;
  /** Headers that tell a version. */
  readonly versions: Readonly<Record<string, string>>;
  /** Whether lists tell their totals, only where the next page is, or neither; undefined where no list answered. */
  readonly pages: 'totals' | 'next page only' | 'none' | undefined;
  readonly etags: boolean;
  /** What is left of the quota, as its headers say. */
  readonly rateLimit: Readonly<Record<string, string>>;
}

/** Characters of a header's value that are shown. */
const longestValue = 100;

function headersMatching(headers: RestResponse['headers'], name: RegExp): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([each, value]) =>
      name.test(each) && typeof value === 'string' ? [[each, value.slice(0, longestValue)]] : [],
    ),
  );
}

/** What the headers of the answers tell. */
export function headerFacts(results: readonly ProbeResult[]): HeaderFacts {
  const answered = results.flatMap(({ response }) => response ?? []);
  const lists = answered.filter(({ body }) => Array.isArray(body));
  const all: RestResponse['headers'] = Object.assign({}, ...answered.map(({ headers }) => headers));
  const told = Date.parse(String(all.date ?? ''));
  const has = (name: string) => lists.some(({ headers }) => headers[name] !== undefined);
  const pages = has('x-total') ? 'totals' : has('link') || has('x-next-page') ? 'next page only' : 'none';
  return {
    clockSkew: Number.isNaN(told) ? undefined : Math.round((told - Date.now()) / 1000),
    versions: headersMatching(all, /version/i),
    pages: lists.length === 0 ? undefined : pages,
    etags: answered.some(({ headers }) => headers.etag !== undefined),
    rateLimit: headersMatching(all, /^(?:x-)?ratelimit-/i),
  };
}

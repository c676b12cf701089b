/** Checks request lines and headers. */
import type { IncomingMessage } from 'node:http';
import { createHeaderCache } from '../helpers/bounded-cache.ts';
import { RequestError } from './operation/request-error.ts';

/** Headers that must not be repeated, because servers disagree on which of two values applies. */
const singular = new Set([
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'host',
  'origin',
  'private-token',
  'transfer-encoding',
]);

const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const maxCachedHosts = 2000;
const knownHosts = createHeaderCache<URL>(maxCachedHosts);

function parseHost(host: string): URL | undefined {
  const cached = knownHosts.get(host);
  if (cached !== undefined) return cached;
  const url = hostForm.test(host) ? URL.parse(`http://${host}/`) : null;
  if (url === null) return undefined;
  knownHosts.set(host, url);
  return url;
}

/** Name or IP address in a `Host` header, in lower case and without port and brackets; `undefined` if the value is invalid. */
export function parseHostname(host: string): string | undefined {
  return parseHost(host)?.hostname.replace(/^\[(.*)\]$/, '$1');
}

function repeatedHeader({ headers, rawHeaders }: IncomingMessage): string | undefined {
  // Node joins repeated headers, or uses the first value.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return undefined;
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index] ?? '';
    const name = rawName.toLowerCase();
    if (!singular.has(name)) continue;
    if (seen.has(name)) return rawName;
    seen.add(name);
  }
  return undefined;
}

function problemOf(request: IncomingMessage): string | undefined {
  const { headers, url = '' } = request;
  if (request.httpVersionMajor !== 1) return 'The version of HTTP must be 1.1';
  const repeated = repeatedHeader(request);
  if (repeated !== undefined) return `The header ${repeated} occurs more than once. Send it once`;
  if (headers.host === undefined && request.httpVersionMinor > 0) return 'The header Host is missing';
  if (headers.host !== undefined && parseHost(headers.host) === undefined)
    return 'The header Host does not name a host';
  if (!url.startsWith('/')) return 'The target of the request must be a path';
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    return 'The only supported value of the header Transfer-Encoding is "chunked"';
  return undefined;
}

/** Error for an invalid request line or invalid headers; `undefined` if they are valid. */
export function validateHead(request: IncomingMessage): RequestError | undefined {
  const problem = problemOf(request);
  return problem === undefined ? undefined : new RequestError('BAD_REQUEST', problem);
}

/** The path of a request, without normalization. */
export function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** What a WebSocket brings in place of the headers of a request. */
import type { IncomingHttpHeaders } from 'node:http';
import { createGraphQLError } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { isForwarding } from './credentials.ts';

/** Headers that mean something to an operation, whether they come with the connection or as `connectionParams.headers`. */
const known = new Set(['private-token', 'authorization', 'x-portico-trace']);

function setText(headers: Headers, name: string, value: unknown, place: string): void {
  if (value === undefined || value === null) return;
  const problem = (message: string) =>
    createGraphQLError(`${place} ${message}`, { extensions: { code: 'BAD_REQUEST' } });
  if (typeof value !== 'string') throw problem('must be a text');
  try {
    headers.set(name, value);
  } catch {
    throw problem('contains characters that no header has');
  }
}

/**
 * Headers of the operations of a connection. `connectionParams` carry a credential as `token`, as `authorization`, or in `headers`, and
 * count more than the headers of the request, which pages cannot set. Many clients put `Authorization` there as the header has it.
 */
export function connectionHeaders(request: IncomingHttpHeaders, parameters: Record<string, unknown> = {}): Headers {
  // The messages are JSON, which over HTTP is what makes a page of another origin ask first; here its origin was checked.
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(request)) {
    const matters = name === 'host' || name === 'origin' || known.has(name) || isForwarding(name);
    if (matters && typeof value === 'string') headers.set(name, value);
  }
  const { token, headers: given, ...others } = parameters;
  if (typeof given === 'object' && given !== null)
    for (const [name, value] of Object.entries(given))
      if (known.has(name.toLowerCase())) setText(headers, name, value, `connectionParams.headers["${name}"]`);
  for (const [name, value] of Object.entries(others))
    if (known.has(name.toLowerCase())) setText(headers, name, value, `connectionParams.${name}`);
  setText(headers, 'private-token', token, 'connectionParams.token');
  return headers;
}

/** Why the page that a connection comes from may not open one; undefined where it may, or where it comes from no page. */
export function originProblem(
  { origin, host }: IncomingHttpHeaders,
  allowed: Config['corsOrigins'],
): string | undefined {
  if (origin === undefined || allowed === '*' || allowed.includes(origin)) return undefined;
  return URL.parse(origin)?.host === host ? undefined : 'Pages of this origin may not connect; see CORS_ORIGINS';
}

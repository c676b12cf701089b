/** Builds the headers of operations over a WebSocket from its upgrade request and its `connectionParams`. */
import type { IncomingHttpHeaders } from 'node:http';
import { createGraphQLError } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { isForwarding } from './credentials.ts';

/** Headers that operations use, from the upgrade request or from `connectionParams`. */
const known = new Set(['private-token', 'authorization', 'x-portico-trace']);

const badRequest = (message: string) => createGraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

/** Names, values and places of all headers in `connectionParams`. */
function* statedIn({ token, headers, ...others }: Record<string, unknown>): Iterable<[string, unknown, string]> {
  if (typeof headers === 'object' && headers !== null)
    for (const [name, value] of Object.entries(headers))
      yield [name.toLowerCase(), value, `connectionParams.headers["${name}"]`];
  for (const [name, value] of Object.entries(others)) yield [name.toLowerCase(), value, `connectionParams.${name}`];
  yield ['private-token', token, 'connectionParams.token'];
}

/**
 * Headers of the operations of a connection. `connectionParams` carry a credential as `token`, as `authorization`, or in `headers`. They
 * take precedence over the headers of the request, which pages cannot set.
 * Fails where they give one header two different values.
 */
export function connectionHeaders(request: IncomingHttpHeaders, parameters: Record<string, unknown> = {}): Headers {
  // Messages are JSON. Over HTTP this content type makes browsers send a preflight; here the origin has been checked.
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(request)) {
    const matters = name === 'host' || name === 'origin' || known.has(name) || isForwarding(name);
    if (matters && typeof value === 'string') headers.set(name, value);
  }
  const stated = new Map<string, { readonly value: string; readonly place: string }>();
  for (const [name, value, place] of statedIn(parameters)) {
    if (!known.has(name) || value === undefined || value === null) continue;
    if (typeof value !== 'string') throw badRequest(`${place} must be a text`);
    const before = stated.get(name);
    if (before !== undefined && before.value !== value.trim())
      throw badRequest(`${before.place} and ${place} differ; send one of them`);
    stated.set(name, { value: value.trim(), place });
    try {
      headers.set(name, value);
    } catch {
      throw badRequest(`${place} contains characters that no header has`);
    }
  }
  return headers;
}

/** Why the origin of a connection is refused; undefined where it is allowed, or where the client is not a browser. */
export function originProblem(
  { origin, host }: IncomingHttpHeaders,
  allowed: Config['corsOrigins'],
): string | undefined {
  if (origin === undefined || allowed === '*' || allowed.includes(origin)) return undefined;
  return URL.parse(origin)?.host === host ? undefined : 'Pages of this origin may not connect; see CORS_ORIGINS';
}

/** Builds the headers of operations over a WebSocket from its upgrade request and its `connectionParams`. */
import type { IncomingHttpHeaders } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Config } from '../../config.ts';
import { isForwarding } from '../credentials.ts';
import type { HeaderValues } from '../operation/context.ts';

/** Headers that operations use, from the upgrade request or from `connectionParams`. */
const known = new Set(['private-token', 'authorization', 'x-portico-trace']);

const badRequest = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

/** What a header may hold once the white space around it is gone. */
const headerValue = /^[^\0\r\n\u0100-\uffff]*$/;

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
export function connectionHeaders(
  request: IncomingHttpHeaders,
  parameters: Record<string, unknown> = {},
): HeaderValues {
  // Messages are JSON. Over HTTP this content type makes browsers send a preflight; here the origin has been checked.
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [name, value] of Object.entries(request)) {
    const matters = name === 'host' || name === 'origin' || known.has(name) || isForwarding(name);
    if (matters && typeof value === 'string') headers[name] = value;
  }
  const stated = new Map<string, { readonly value: string; readonly place: string }>();
  for (const [name, given, place] of statedIn(parameters)) {
    if (!known.has(name) || given === undefined || given === null) continue;
    if (typeof given !== 'string') throw badRequest(`${place} must be a text`);
    const value = given.trim();
    const before = stated.get(name);
    if (before !== undefined && before.value !== value)
      throw badRequest(`${before.place} and ${place} differ; send one of them`);
    if (!headerValue.test(value)) throw badRequest(`${place} contains characters that no header has`);
    stated.set(name, { value, place });
    headers[name] = value;
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

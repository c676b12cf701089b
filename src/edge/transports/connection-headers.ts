/** Builds the headers of operations over a WebSocket from its upgrade request and its `connectionParams`. */
import type { IncomingHttpHeaders } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Config } from '../../config/config.ts';
import { isRecord } from '../../helpers/is-record.ts';
import { nameJsonType } from '../../helpers/json-type.ts';
import { quote } from '../../helpers/truncate.ts';
import { isForwarding, isOriginOfHost, parseToken } from '../credentials.ts';
import { clientHeaders } from '../observe/client-names.ts';
import type { HeaderValues } from '../operation/context.ts';

/** Headers that operations use, from the upgrade request or from `connectionParams`. */
const allowedHeaders = new Set(['private-token', 'authorization', 'x-portico-trace', ...clientHeaders.flat()]);

const badRequest = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });

/** Characters that the value of a header may have. */
const headerValue = /^[^\0\r\n\u0100-\uffff]*$/;

/** Names of members of `connectionParams` from which other servers read a credential. */
const credentialName = /^(?!.*(?:csrf|xsrf)).*(?:token|auth|authorization|bearer|jwt|api-?key|credentials?)$/i;

/** Whether a value can contain a credential: a string, or an object such as `{ token: … }`. */
const mayContainCredential = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;

/**
 * Names, values and locations of all headers in `connectionParams`.
 * @throws GraphQLError if `headers` is not an object, so that its credential would be ignored
 */
function* findHeaders({ token, headers, ...others }: Record<string, unknown>): Iterable<[string, unknown, string]> {
  if (headers !== undefined && headers !== null && !isRecord(headers))
    throw badRequest(`connectionParams.headers must be an object, not ${nameJsonType(headers)}`);
  if (isRecord(headers))
    for (const [name, value] of Object.entries(headers))
      yield [name.toLowerCase(), value, `connectionParams.headers["${name}"]`];
  for (const [name, value] of Object.entries(others)) yield [name.toLowerCase(), value, `connectionParams.${name}`];
  yield ['private-token', token, 'connectionParams.token'];
}

/**
 * Headers of the operations of a connection. `connectionParams` may contain a credential as `token`, as
 * `authorization`, or in `headers`. They take precedence over the headers of the request, which pages cannot set.
 * @throws GraphQLError if a header is malformed or has two different values, the tokens differ, or the only credential has a name that is not
 * read
 */
export function connectionHeaders(
  request: IncomingHttpHeaders,
  parameters: Record<string, unknown> = {},
): HeaderValues {
  // Messages are JSON. Over HTTP this content type makes browsers send a preflight; here the origin has been checked.
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [name, value] of Object.entries(request)) {
    const matters = name === 'host' || name === 'origin' || allowedHeaders.has(name) || isForwarding(name);
    if (matters && typeof value === 'string') headers[name] = value;
  }
  const stated = new Map<string, { readonly value: string; readonly place: string }>();
  const tokens = new Map<string, string>();
  let ignoredCredential: string | undefined;
  for (const [name, parameter, place] of findHeaders(parameters)) {
    if (!allowedHeaders.has(name) && mayContainCredential(parameter) && credentialName.test(name))
      ignoredCredential = place;
    if (!allowedHeaders.has(name) || parameter === undefined || parameter === null) continue;
    if (typeof parameter !== 'string') throw badRequest(`${place} must be a string`);
    const value = parameter.trim();
    const before = stated.get(name);
    if (before !== undefined && before.value !== value)
      throw badRequest(`${before.place} and ${place} differ; send one of them`);
    const token = name === 'private-token' || name === 'authorization' ? parseToken(name, value, place) : undefined;
    if (!headerValue.test(value))
      throw badRequest(`${place} contains a line break, a null character or a character outside ISO-8859-1`);
    stated.set(name, { value, place });
    if (token !== undefined && tokens.set(token, place).size > 1)
      throw badRequest(`${[...tokens.values()].join(' and ')} contain different tokens; send one of them`);
    headers[name] = value;
  }
  // Without this error the connection would be anonymous.
  if (ignoredCredential !== undefined && !headers['private-token'] && !headers.authorization)
    throw badRequest(`${ignoredCredential} is not read. Send the token as connectionParams.token`);
  return headers;
}

/** Error for the origin of a connection; `undefined` if it is allowed, or the client is not a browser. */
export function validateOrigin(
  { origin, host }: IncomingHttpHeaders,
  allowed: Config['corsOrigins'],
): string | undefined {
  if (origin === undefined || allowed === '*' || allowed.includes(origin)) return undefined;
  return isOriginOfHost(origin, host)
    ? undefined
    : `Pages of the origin ${quote(origin)} may not connect: this server does not allow it (CORS_ORIGINS)`;
}

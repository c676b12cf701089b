/**
 * Selects the credential of an operation: the token of the request, or the ambient one if no other site can have sent
 * the request.
 */
import { isLoopback } from '../config/config.ts';
import { createHeaderCache } from '../helpers/bounded-cache.ts';
import { quote } from '../helpers/truncate.ts';
import { Credential } from '../rest/credential.ts';
import { type HeaderValues, headerOf } from './operation/context.ts';
import { requestError } from './operation/request-error.ts';

/** Whether a string can be a token in a header. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

const bearer = /^Bearer +(\S+)$/i;
/** Headers against CSRF: browsers send a preflight before a page can send them to another origin. */
const preflightHeaders = ['x-portico-csrf', 'apollo-require-preflight', 'x-graphql-yoga-csrf'];
/** Headers that proxies add. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-.*|x-real-ip|x-(?:cluster-)?client-ip|x-envoy-external-address|(?:true|fastly)-client-ip|cf-.*)$/;

/** Problems of a request that may come from another site. */
const anotherOrigin = 'its header Origin is that of a page of another origin';
const withoutPreflight =
  'it has neither the content type application/json nor the header X-Portico-CSRF (with any value)';

const maxCachedCredentials = 4000;

/** Token in the value of a header with a credential; `undefined` for an empty value. @throws GraphQLError that names the malformed `source` */
export function parseToken(
  header: 'private-token' | 'authorization',
  value: string,
  source: string,
): string | undefined {
  const text = value.trim();
  if (text === '') return undefined;
  const token = header === 'authorization' ? bearer.exec(text)?.[1] : text;
  if (token === undefined) throw requestError('BAD_REQUEST', `${source} must have the form "Bearer <token>"`);
  if (!isToken(token))
    throw requestError('BAD_REQUEST', `${source} contains a space, a control character or a character outside ASCII`);
  return token;
}

function parse(privateToken: string, authorization: string): Credential | undefined {
  const ownToken = parseToken('private-token', privateToken, 'The header PRIVATE-TOKEN');
  const bearerToken = parseToken('authorization', authorization, 'The header Authorization');
  const token = ownToken ?? bearerToken;
  if (token === undefined) return undefined;
  if (ownToken !== undefined && bearerToken !== undefined && ownToken !== bearerToken)
    throw requestError('BAD_REQUEST', 'PRIVATE-TOKEN and Authorization carry different tokens; send one of them');
  return ownToken === undefined ? Credential.bearer(token) : Credential.privateToken(token);
}

/** Credentials by the values of both headers, because creating one computes a hash. */
const credentialCache = createHeaderCache<Credential>(maxCachedCredentials);

/** Credential of a pair of header values; `undefined` if both are empty. */
function parseCredential(privateToken: string, authorization: string): Credential | undefined {
  const key = `${privateToken}\0${authorization}`;
  const before = credentialCache.get(key);
  if (before !== undefined) return before;
  const credential = parse(privateToken, authorization);
  if (credential !== undefined) credentialCache.set(key, credential);
  return credential;
}

/** Whether the origin of a page is the host of its request. An opaque origin is `null`, and a request of HTTP/1.0 may lack a host. */
export function isOriginOfHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.parse(origin)?.host === host;
}

/** Whether a header shows that the request was forwarded. */
export function isForwarding(name: string): boolean {
  return forwarding.test(name);
}

const isPreflighted = (headers: HeaderValues): boolean =>
  headerOf(headers, 'content-type')?.toLowerCase().startsWith('application/json') === true ||
  preflightHeaders.some((name) => headerOf(headers, name));

/**
 * Reason that a page of another site may have sent a request whose credential is not in its own headers; `undefined` if none can have.
 * @param isOwnOrigin whether pages of an origin may use the credential
 */
export function findCrossSiteProblem(
  headers: HeaderValues,
  { isWrite, isOwnOrigin }: { readonly isWrite: boolean; readonly isOwnOrigin: (origin: string) => boolean },
): string | undefined {
  const origin = headerOf(headers, 'origin');
  if (origin !== undefined) return isOwnOrigin(origin) ? undefined : anotherOrigin;
  const site = headerOf(headers, 'sec-fetch-site');
  if (site !== undefined)
    return /^(?:same-origin|none)$/.test(site)
      ? undefined
      : 'its header Sec-Fetch-Site is that of a page of another origin';
  if (!isWrite || isPreflighted(headers)) return undefined;
  return withoutPreflight;
}

/** Reason that a request must not use the ambient credential; `undefined` if it may. */
export function findAmbientProblem(headers: HeaderValues): string | undefined {
  const forwarded = Object.keys(headers).find(isForwarding);
  if (forwarded !== undefined) return `its header ${quote(forwarded)} shows that a proxy forwarded it`;
  const host = headerOf(headers, 'host') ?? '';
  if (!isLoopback(URL.parse(`http://${host}`)?.hostname ?? '')) return 'its header Host does not name localhost';
  const origin = headerOf(headers, 'origin');
  if (origin !== undefined && !isOriginOfHost(origin, host)) return anotherOrigin;
  return isPreflighted(headers) ? undefined : withoutPreflight;
}

/** Credential of a request, which may be the ambient or the anonymous one. */
export function credentialOf(headers: HeaderValues, ambient: Credential | undefined): Credential {
  const own = parseCredential(headerOf(headers, 'private-token') ?? '', headerOf(headers, 'authorization') ?? '');
  if (own !== undefined || ambient === undefined) return own ?? Credential.anonymous;
  const problem = findAmbientProblem(headers);
  if (problem !== undefined)
    throw requestError(
      'CROSS_SITE_REFUSED',
      `This server does not lend its own token (UPSTREAM_TOKEN) to this request: ${problem}. Send a token with the request`,
    );
  return ambient;
}

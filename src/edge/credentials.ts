/** Decides the credential of an operation: the token of the request, or the ambient one if no other site can have sent the request. */
import { GraphQLError } from 'graphql';
import { isLoopback } from '../config.ts';
import { Credential } from '../rest/credential.ts';
import { type HeaderValues, headerOf } from './operation/context.ts';
import { Remembered } from './remembered.ts';

const token = /^[\x21-\x7e]+$/;
const bearer = /^Bearer +(\S+)$/i;
/** Headers against CSRF: browsers send a preflight before a page can send them to another origin. */
const preflightHeaders = ['x-portico-csrf', 'apollo-require-preflight', 'x-graphql-yoga-csrf'];
/** Headers that proxies add. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-.*|x-real-ip|x-(?:cluster-)?client-ip|x-envoy-external-address|(?:true|fastly)-client-ip|cf-.*)$/;

/** Credentials that are remembered, and the characters of the longest headers of one. */
const [remembered, longest] = [2000, 500];

function refuse(status: 400 | 403, code: string, message: string): Error {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}

function parse(privateToken: string, authorization: string): Credential | undefined {
  const ownToken = privateToken.trim() || undefined;
  const bearerToken = authorization.trim() ? bearer.exec(authorization.trim())?.[1] : undefined;
  if (authorization.trim() && bearerToken === undefined)
    throw refuse(400, 'BAD_REQUEST', 'The header Authorization must have the form "Bearer <token>"');
  const given = ownToken ?? bearerToken;
  if (given === undefined) return undefined;
  if (!token.test(given)) throw refuse(400, 'BAD_REQUEST', 'The token contains characters that no token has');
  if (ownToken !== undefined && bearerToken !== undefined && ownToken !== bearerToken)
    throw refuse(400, 'BAD_REQUEST', 'PRIVATE-TOKEN and Authorization carry different tokens; send one of them');
  return ownToken === undefined ? Credential.bearer(given) : Credential.privateToken(given);
}

/** By the values of both headers, as a credential is hashed when it is made. */
const known = new Remembered<Credential>(remembered, longest);

/** The credential in a pair of header values, or undefined where both are empty. */
function parseCredential(privateToken: string, authorization: string): Credential | undefined {
  const key = `${privateToken}\0${authorization}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const credential = parse(privateToken, authorization);
  if (credential !== undefined) known.set(key, credential);
  return credential;
}

/** Whether a header shows that the request was forwarded. */
export function isForwarding(name: string): boolean {
  return forwarding.test(name);
}

/** Why a request must not act with the ambient credential, or undefined where it may. */
export function ambientProblem(headers: HeaderValues): string | undefined {
  const forwarded = Object.keys(headers).find(isForwarding);
  if (forwarded !== undefined) return `the header ${forwarded} tells that somebody else passed it on`;
  const host = headerOf(headers, 'host') ?? '';
  if (!isLoopback(URL.parse(`http://${host}`)?.hostname ?? ''))
    return 'the header Host does not name this machine as localhost';
  const origin = headerOf(headers, 'origin');
  if (origin !== undefined && URL.parse(origin)?.host !== host) return 'it comes from a page of another origin';
  const preflighted =
    headerOf(headers, 'content-type')?.startsWith('application/json') ||
    preflightHeaders.some((name) => headerOf(headers, name));
  return preflighted ? undefined : `it needs the content type application/json or the header ${preflightHeaders[0]}`;
}

/** The credential of a request, which may be the ambient or the anonymous one. */
export function credentialOf(headers: HeaderValues, ambient: Credential | undefined): Credential {
  const own = parseCredential(headerOf(headers, 'private-token') ?? '', headerOf(headers, 'authorization') ?? '');
  if (own !== undefined || ambient === undefined) return own ?? Credential.anonymous;
  const problem = ambientProblem(headers);
  if (problem !== undefined)
    throw refuse(403, 'CROSS_SITE_REFUSED', `UPSTREAM_TOKEN is not used for this request: ${problem}`);
  return ambient;
}

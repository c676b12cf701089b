/** What a call makes of a response that has come: its body, or the failure that it tells. */
import { operation } from '../contract/index.ts';
import type { Credential } from './credential.ts';
import { RestError } from './errors.ts';
import { failureOf, parseRetryAfter, requestIdOf } from './failure.ts';
import { parseJson } from './json.ts';
import { header, type RestRequest, type RestResponse } from './request.ts';
import type { ReceivedResponse, Sent } from './response-handler.ts';
import { secretsOf } from './secrets.ts';
import type { Wire } from './wire.ts';

/** Whether 304 is a success: for conditional reads, and for writes that document it as having changed nothing. */
export function mayBeUnchanged({ operation: id }: RestRequest, { headers }: Pick<Sent, 'headers'>): boolean {
  const { method, errors } = operation(id);
  return method === 'GET' ? 'if-none-match' in headers : errors.has(304);
}

/** What must never stand in a message. */
function secretsIn(request: RestRequest, { secrets }: Credential): readonly string[] {
  return [...secrets, ...secretsOf(request)];
}

/** The response with its body in the contract's words. Fails where it is no success, or no JSON. */
export function toResponse(
  wire: Wire,
  isSuccess: boolean,
  received: ReceivedResponse,
  request: RestRequest,
  credential: Credential,
): RestResponse {
  if (!isSuccess) throw toFailure(wire, received, request, credential);
  const { status, headers, text } = received;
  let body: unknown;
  try {
    body = bodyOf(text);
  } catch {
    throw new RestError('UPSTREAM_INVALID_ANSWER', 'The upstream answers with something that is not valid JSON', {
      status,
      requestId: requestIdOf({ headers }, secretsIn(request, credential)),
    });
  }
  return { status, headers, body: wire.answer(request, body), size: text.length };
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined;
  // Some services begin with a byte order mark, which is no part of JSON.
  return parseJson(text.startsWith('\ufeff') ? text.slice(1) : text);
}

/** The failure that a response tells. */
export function toFailure(
  wire: Wire,
  { status, headers, text }: ReceivedResponse,
  request: RestRequest,
  credential: Credential,
): RestError {
  const secrets = secretsIn(request, credential);
  return failureOf({
    status,
    body: text,
    contentType: header({ headers }, 'content-type') ?? '',
    requestId: requestIdOf({ headers }, secrets),
    retryAfter: parseRetryAfter(header({ headers }, 'retry-after')),
    inputNamed: (word) => wire.inputNamed(request, word),
    isAnonymous: credential.isAnonymous,
    secrets,
  });
}

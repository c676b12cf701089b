/** What a call makes of a response that has come: its body, or the failure that it tells. */
import { operation } from '../contract/index.ts';
import type { Credential } from './credential.ts';
import { RestError } from './errors.ts';
import { failureOf, parseRetryAfter, requestIdOf } from './failure.ts';
import { replaceIllFormed } from './ill-formed-text.ts';
import { parseJson } from './json.ts';
import { header, type RestRequest, type RestResponse } from './request.ts';
import type { ReceivedResponse, Sent } from './response-handler.ts';
import { secretsIn } from './secrets.ts';
import type { Wire } from './wire.ts';

/** Whether 304 is a success: for conditional reads, and for writes that document it as having changed nothing. */
export function mayBeUnchanged({ operation: id }: RestRequest, { headers }: Pick<Sent, 'headers'>): boolean {
  const { method, errors } = operation(id);
  return method === 'GET' ? 'if-none-match' in headers : errors.has(304);
}

/**
 * The response with its body in the contract's words. The status of a write says that it happened, so that an unusable body is left to
 * the fields that need it. Fails if the response is not a success, or the body of a read is unusable.
 */
export function toResponse(
  wire: Wire,
  isSuccess: boolean,
  received: ReceivedResponse,
  request: RestRequest,
  credential: Credential,
): RestResponse {
  if (!isSuccess) throw toFailure(wire, received, request, credential);
  const { status, headers, text } = received;
  const { body, problem } = parseBody(received);
  if (problem === undefined) return { status, headers, body: wire.answer(request, body), size: text.length };
  const { method, answers, rows } = operation(request.operation);
  if (method === 'GET')
    throw new RestError('UPSTREAM_INVALID_ANSWER', `The upstream answers with something that ${problem}`, {
      status,
      requestId: requestIdOf({ headers }, secretsIn(request, credential)),
    });
  const needsBody = answers.length > 0 || rows !== undefined;
  return { status, headers, size: text.length, ...(needsBody ? { body: null, problem } : { body: undefined }) };
}

function parseBody({ text, problem, excess }: ReceivedResponse): {
  readonly body?: unknown;
  readonly problem?: string;
} {
  if (problem !== undefined) return { problem };
  if (text === '') return {};
  try {
    // Some services begin with a byte order mark, which is no part of JSON.
    return { body: replaceIllFormed(text, parseJson(text.startsWith('\ufeff') ? text.slice(1) : text, excess)) };
  } catch {
    return { problem: 'is not valid JSON' };
  }
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

/** Converts a received response to its parsed body, or to the error that it contains. */
import { maxUnreservedBytes } from './body-budget.ts';
import type { Call, ReceivedResponse } from './call.ts';
import type { Callers } from './callers.ts';
import type { Credential } from './credential.ts';
import { checkBody } from './documented-object.ts';
import { RestError } from './errors.ts';
import { createResponseError, parseRequestId, parseRetryAfter } from './failure.ts';
import { replaceIllFormed } from './ill-formed-text.ts';
import { parseJson } from './json.ts';
import type { NameTranslator } from './name-translator.ts';
import { type Download, header, type RestRequest, type RestResponse } from './request.ts';
import { getRedactedValues } from './secrets.ts';
import { parseReportedLimit, type UpstreamLimits } from './upstream-limits.ts';

/** Whether 304 is a success: for conditional reads, and for writes that document it for an unchanged object. */
const mayBeUnchanged = ({ operation: { method, errors }, etag, headers = {} }: Call): boolean =>
  method === 'GET' ? etag !== undefined || 'if-none-match' in headers : errors.has(304);

/** Converts the responses to calls, and records what they report about the credential. */
export class ResponseConverter {
  readonly #names: NameTranslator;
  readonly #limits: UpstreamLimits;
  readonly #callers: Callers;

  constructor(names: NameTranslator, limits: UpstreamLimits, callers: Callers) {
    this.#names = names;
    this.#limits = limits;
    this.#callers = callers;
  }

  /** Converts a complete response. @throws RestError if it is not a success, or unusable */
  convert(call: Call, received: ReceivedResponse): RestResponse {
    const { request, operation, credential, isPoll = false, onResponse } = call;
    const translated = this.#names.translateReceived(request, received);
    this.#limits.recordResponse(credential, translated, { isRead: operation.method === 'GET', isPoll });
    onResponse?.(translated);
    const { status } = received;
    if (status >= 300 && !(status === 304 && mayBeUnchanged(call)))
      throw toFailure(this.#names, translated, request, credential);
    const response = toResponse(this.#names, translated, request, credential);
    // An HTML or XML body, such as the error page of a proxy, proves nothing, even with a success status.
    if (response.problem === undefined && status < 300) this.#callers.accept(credential);
    return response;
  }

  /** Records the limits that the response to a download reports, after each redirect. */
  recordHead({ credential }: Call, head: Pick<RestResponse, 'status' | 'headers'>): void {
    this.#limits.recordResponse(credential, head, { isRead: true, isPoll: false });
  }

  /** Converts a file whose headers have arrived. @throws RestError if the status is not a success */
  async convertFile({ request, credential }: Call, { status, headers, body }: Download): Promise<Download> {
    if (status >= 300) {
      const failure = { status, headers, text: await readText(body), excess: undefined };
      throw toFailure(this.#names, this.#names.translateReceived(request, failure), request, credential);
    }
    this.#callers.accept(credential);
    return { status, ...this.#names.file(request, headers, body) };
  }
}

/** Reads the start of an error body, which contains the message. */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxUnreservedBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Response with its body in contract names. The status proves that a write happened, so the fields that need an
 * unusable body report it. An HTML or XML body, such as the error page of a proxy, proves nothing.
 * @throws RestError if the body of a read is unusable, or that of a write is HTML or XML
 */
function toResponse(
  names: NameTranslator,
  received: ReceivedResponse,
  request: RestRequest,
  credential: Credential,
): RestResponse {
  const { status, headers, text } = received;
  const { body, problem } = parseBody({ ...received, text: names.withAbsoluteAvatars(received.text) });
  if (problem === undefined) {
    const response = { status, headers, body: names.responseBody(request, body), size: text.length };
    // A 304 has no body; the cached body was checked on its arrival.
    return status === 304 ? response : checkBody(names.contract, response, request, credential);
  }
  const { method, responseSchemas, rows } = names.contract.operation(request.operation);
  if (method === 'GET' || isMarkup(received))
    throw new RestError('UPSTREAM_INVALID_RESPONSE', `Invalid response from the upstream: its body ${problem}`, {
      status,
      requestId: parseRequestId({ headers }, getRedactedValues(names.contract, request, credential)),
    });
  const needsBody = responseSchemas.length > 0 || rows !== undefined;
  return { status, headers, size: text.length, ...(needsBody ? { body: null, problem } : { body: undefined }) };
}

/** Whether a body that is not JSON is HTML or XML. */
const isMarkup = ({ text }: ReceivedResponse): boolean => /^\s*</.test(text.slice(0, 1000));

/** Media type of a response that does not claim to be JSON, such as `text/html`; `undefined` if none exists. */
const otherMediaType = (headers: ReceivedResponse['headers']): string | undefined =>
  /^(?!application\/json)[a-z]{1,20}\/[a-z\d.+-]{1,40}(?=[\s;]|$)/.exec(header({ headers }, 'content-type') ?? '')?.[0];

function parseBody({ text, headers, problem, excess }: ReceivedResponse): {
  readonly body?: unknown;
  readonly problem?: string;
} {
  if (problem !== undefined) return { problem };
  if (text === '') return {};
  try {
    // Some services start with a byte order mark, which is not part of JSON.
    return { body: replaceIllFormed(text, parseJson(text.startsWith('\ufeff') ? text.slice(1) : text, excess)) };
  } catch {
    const mediaType = otherMediaType(headers);
    return { problem: mediaType === undefined ? 'is not valid JSON' : `is not valid JSON, but ${mediaType}` };
  }
}

/** Statuses of responses that ask for a later retry. */
const laterStatuses = new Set([429, 503]);

/** Seconds until the reset of an exhausted limit that a rejection reports. */
function getSecondsUntilReset(response: Pick<ReceivedResponse, 'status' | 'headers'>): number | undefined {
  const now = Date.now();
  const limit = laterStatuses.has(response.status) ? parseReportedLimit(response, now) : undefined;
  return limit?.remaining !== 0 || limit.resetAt === undefined ? undefined : Math.ceil((limit.resetAt - now) / 1000);
}

/** Error of a response whose status is not a success. */
function toFailure(
  names: NameTranslator,
  { status, headers, text }: ReceivedResponse,
  request: RestRequest,
  credential: Credential,
): RestError {
  const secrets = getRedactedValues(names.contract, request, credential);
  return createResponseError({
    status,
    body: text,
    contentType: header({ headers }, 'content-type')?.toLowerCase() ?? '',
    requestId: parseRequestId({ headers }, secrets),
    retryAfter: parseRetryAfter(header({ headers }, 'retry-after')) ?? getSecondsUntilReset({ status, headers }),
    toContractInput: (word) => names.toContractInput(request, word),
    isAnonymous: credential.isAnonymous,
    secrets,
  });
}

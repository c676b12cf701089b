/** Converts failed calls to RestErrors: error statuses with any body, and connection errors. */
import { isRecord } from '../helpers/is-record.ts';
import { type ErrorCode, RestError, type Violation } from './errors.ts';
import { header, type RestResponse } from './request.ts';
import { maskSecretForms, redacted } from './secret-forms.ts';

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  422: 'UNPROCESSABLE',
  429: 'RATE_LIMITED',
};

const textOfStatus: Readonly<Record<number, string>> = {
  400: 'The upstream rejected the REST call without an explanation (400 Bad Request)',
  401: 'The upstream did not accept the token for this REST call',
  403: 'The upstream rejected this REST call (403 Forbidden): the token may lack a scope, or its user a role',
  404: 'The object or the one that contains it does not exist, or the caller has no access to it',
  409: 'The upstream reported a conflict with the current state (409 Conflict)',
  412: 'The upstream reported that a precondition of its REST call is not met (412 Precondition Failed)',
  413: 'The upstream rejected the REST call as too large (413 Content Too Large)',
  422: 'The upstream rejected the content of the REST call without an explanation (422 Unprocessable Content)',
  429: "The upstream's rate limit is exceeded",
  502: 'A gateway in front of the upstream returned 502 Bad Gateway',
  503: 'The upstream is temporarily unavailable',
  500: 'The upstream failed (500 Internal Server Error)',
  504: 'A gateway in front of the upstream returned 504 Gateway Timeout',
};

/** Appended to a 401: where clients of the facade send a token. */
export const missingTokenAdvice =
  'the request had no token. Send the header PRIVATE-TOKEN, the header Authorization: Bearer <token> or, over a WebSocket, connectionParams.token';
const rejectedTokenAdvice =
  'the token may be wrong, expired or revoked. Check the header PRIVATE-TOKEN, the header Authorization or, over a WebSocket, connectionParams.token';

const maxMessageLength = 500;
/** Upper bound on the characters that are searched for secrets; the rest is cut off. */
const maxTextLength = 4 * maxMessageLength;
/** Error bodies with more characters are not parsed: what they contain is too long for a message. */
const maxBodyLength = 64 * 1024;
const maxMessages = 20;
const maxBodyDepth = 10;
const maxRetryAfterSeconds = 24 * 60 * 60;
const maxRequestIdLength = 128;
/** Secrets with fewer characters are not redacted, because they occur in any text. */
const minSecretLength = 4;
/** Attributes of an error body whose messages concern the object as a whole. */
const unnamed = new Set(['base', 'error', 'message']);

export interface FailedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  /** Contract name of an input that the upstream names; `undefined` for any other string. */
  readonly toContractInput: (word: string) => string | undefined;
  /** Whether the call had no credential. */
  readonly isAnonymous: boolean;
  /** Values that no message may contain: the credential, and secrets of the request. */
  readonly secrets: readonly string[];
}

/** Removes the start of a secret from the end of a truncated text. */
function withoutBrokenSecret(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= minSecretLength; length--)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length);
  return text;
}

/**
 * User and password of a URL. Passwords may contain characters that URLs do not allow, such as `@` or a slash; a colon
 * before digits starts a port.
 */
const userInfo =
  /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/?#]*@|(?!\[)[^\s/?#@]*:(?!\d{0,5}(?:[\s/?#]|$))[^\s@]{1,256}@)/gi;

/** Removes secrets of the request, tokens and keys of a recognizable format, and user and query of URLs, from a text of the upstream. */
function redactText(whole: string, secrets: readonly string[]): string {
  let safe = whole.slice(0, maxTextLength);
  for (const secret of secrets) {
    if (secret.length < minSecretLength) continue;
    if (safe.length < whole.length) safe = withoutBrokenSecret(safe, secret);
    safe = safe.replaceAll(secret, redacted);
  }
  safe = maskSecretForms(safe)
    .replace(userInfo, '$1')
    .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/[^\s?]*)\?\S*/gi, '$1');
  return safe.length > maxMessageLength || whole.length > maxTextLength ? `${safe.slice(0, maxMessageLength)}…` : safe;
}

/** Collects all strings in nested objects and arrays, with the path of their attribute. */
function collectMessages(value: unknown, path: readonly (string | number)[], into: Violation[], depth = 0): void {
  if (into.length >= maxMessages || depth > maxBodyDepth) return;
  if (typeof value === 'string' && value !== '') into.push({ path, message: value });
  else if (Array.isArray(value)) for (const member of value) collectMessages(member, path, into, depth + 1);
  else if (isRecord(value))
    for (const name in value) collectMessages(value[name], unnamed.has(name) ? path : [...path, name], into, depth + 1);
}

/** Attributes of an error body that contain messages. */
interface ErrorBody {
  readonly message?: unknown;
  readonly error?: unknown;
  readonly error_description?: unknown;
  readonly errors?: unknown;
}

function parseMessages(body: string): Violation[] {
  if (body.length > maxBodyLength) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  const messages: Violation[] = [];
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    collectMessages(parsed, [], messages);
    return messages;
  }
  const { message, error, error_description: description, errors }: ErrorBody = parsed;
  for (const form of [message, description ?? error, errors]) collectMessages(form, [], messages);
  return messages;
}

const aboutAnInput = /^(\w+)(?:\[\w*\])* ((?:is|are|does|do|has|have|must|should|can|cannot|needs?|only)\b.*)$/s;

/**
 * Splits a message such as `name is missing, path is empty` by the inputs that it names; returns any other message as
 * it is.
 */
function splitByInput(violation: Violation, inputNamed: FailedResponse['toContractInput']): readonly Violation[] {
  if (violation.path.length > 0) {
    const [first, ...rest] = violation.path;
    const name = typeof first === 'string' ? (inputNamed(first) ?? first) : first;
    return [{ ...violation, path: name === undefined ? rest : [name, ...rest] }];
  }
  const parts = violation.message.split(', ').map((part) => {
    const [, word = '', message = ''] = aboutAnInput.exec(part) ?? [];
    return { name: inputNamed(word), message };
  });
  return parts.every(({ name }) => name !== undefined)
    ? parts.map(({ name = '', message }) => ({ path: [name], message }))
    : [violation];
}

/** Texts that only repeat the status. */
const reasonPhrase =
  /^(?:\d{3} )?(?:bad request|unauthorized|forbidden|not found|conflict|precondition failed|unprocessable entity|too many requests)$/i;

/** Message for a response that explains nothing. */
function describeStatus({ status, retryAfter, isAnonymous }: FailedResponse): string {
  if (status === 401 && isAnonymous) return 'The upstream requires a token';
  if (status === 403 && isAnonymous)
    return `The upstream rejected this REST call (403 Forbidden); ${missingTokenAdvice}`;
  const text = textOfStatus[status] ?? `The upstream returned HTTP status ${status}`;
  if (status !== 429) return text;
  return `${text}. Retry ${retryAfter === undefined ? 'later' : `after ${Math.ceil(retryAfter)} s`}`;
}

/** Converts a response whose status is not a success to an error. */
export function createResponseError(response: FailedResponse): RestError {
  const { status, requestId, retryAfter } = response;
  if (status === 304)
    return new RestError(
      'UPSTREAM_INVALID_RESPONSE',
      'The upstream returned 304 Not Modified to an unconditional request',
      { status, requestId },
    );
  if (status >= 300 && status < 400)
    return new RestError(
      'UPSTREAM_REFUSED',
      'The upstream returned a redirect, which this server does not follow: its setting UPSTREAM_URL may not be the final URL',
      {
        status,
        requestId,
      },
    );
  const code = codeOfStatus[status] ?? (status >= 500 ? 'UPSTREAM_FAILED' : 'UPSTREAM_REFUSED');
  // Messages about failures of the service itself are for its operators, who find them by the request id.
  const readable = status < 500 && response.contentType.includes('json');
  const texts = readable
    ? parseMessages(response.body)
        .filter(({ message }) => !reasonPhrase.test(message))
        .flatMap((text) => splitByInput(text, response.toContractInput))
    : [];
  const toSafe = (text: string) => redactText(text, response.secrets);
  const safe = texts.map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'string' ? toSafe(part) : part)),
    message: toSafe(message),
  }));
  const text = safe.map(({ path, message }) => (path.length > 0 ? `${path.join('.')} ${message}` : message)).join('; ');
  const message = text === '' ? describeStatus(response) : text;
  const advice = status === 401 ? `; ${response.isAnonymous ? missingTokenAdvice : rejectedTokenAdvice}` : '';
  return new RestError(code, `${message.slice(0, 4 * maxMessageLength)}${advice}`, {
    status,
    requestId,
    retryAfter,
    // Violations without a path would only repeat the message.
    violations: safe.some(({ path }) => path.length > 0) ? safe : [],
  });
}

/** Error for a response whose body exceeds the limit. @param limit in bytes */
export function createSizeError(limit: number): RestError {
  const message = `The response of the upstream is too large: the limit is ${limit} bytes (MAX_UPSTREAM_RESPONSE_BYTES). Request smaller pages of a list`;
  return new RestError('UPSTREAM_INVALID_RESPONSE', message);
}

/** Error for a response that does not arrive in time. @param timeoutMs timeout of the exchange, if available */
export function createTimeoutError(timeoutMs?: number): RestError {
  const within = timeoutMs === undefined ? 'CALL_TIMEOUT_MS' : `${timeoutMs} ms (CALL_TIMEOUT_MS)`;
  return new RestError('DEADLINE_EXCEEDED', `The upstream did not respond within ${within}`);
}

/** Error for a read that cannot wait for the end of a pause. @param waitMs time until the end of the pause */
export function createPauseError(waitMs: number): RestError {
  const retryAfter = Math.ceil(waitMs / 1000);
  return new RestError('RATE_LIMITED', `The upstream's rate limit is exceeded. Retry after ${retryAfter} s`, {
    retryAfter,
  });
}

const exhaustionCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);

/** Whether the code of a system error says that this process or machine can open no connection, whatever the upstream does. */
export const isLocalExhaustion = (code: string): boolean => exhaustionCodes.has(code);

/** Converts the error of an exchange that ended without a response. @param timeoutMs timeout of the exchange, if available */
export function toConnectionError(error: unknown, timeoutMs?: number): RestError {
  if (error instanceof RestError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return createTimeoutError(timeoutMs);
  if (isLocalExhaustion(code))
    return new RestError(
      'RESOURCE_EXHAUSTED',
      'The facade has no free file descriptor, port or memory for a connection',
    );
  return new RestError('UPSTREAM_UNREACHABLE', 'The connection to the upstream failed');
}

/**
 * Parses a `Retry-After` header with seconds or a date to seconds, capped at a day; `undefined` if absent or malformed.
 */
export function parseRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  const seconds = Number.isNaN(number) ? (Date.parse(value) - now) / 1000 : number;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), maxRetryAfterSeconds);
}

/** Request id that the upstream assigned; `undefined` if it is malformed or contains a secret, because errors repeat it. */
export function parseRequestId(
  response: Pick<RestResponse, 'headers'>,
  secrets: readonly string[],
): string | undefined {
  const id = header(response, 'x-request-id');
  if (secrets.some((secret) => secret !== '' && id?.toLowerCase().includes(secret.toLowerCase()))) return undefined;
  return id !== undefined && id.length <= maxRequestIdLength && /^[\w.:@+/=-]+$/.test(id) ? id : undefined;
}

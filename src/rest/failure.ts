/** Translates every failed call into a RestError: error statuses with any body, and errors of the connection. */
import { type ErrorCode, RestError, type Violation } from './errors.ts';
import { header, type RestResponse } from './request.ts';

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
  400: 'The upstream refuses the input',
  401: 'The upstream does not accept the credential, or needs one',
  403: 'The upstream does not allow this to the caller',
  404: 'The upstream has no such object, or does not show it to the caller',
  409: 'The upstream reports a conflict with the present state',
  412: 'A precondition of the call does not hold',
  413: 'The upstream refuses the input as too large',
  422: 'The upstream cannot process the input',
  429: 'The upstream asks to send fewer requests',
  502: 'The upstream is not reachable behind its proxy',
  503: 'The upstream is not available at the moment',
  500: 'The upstream failed',
  504: 'The upstream did not answer its proxy in time',
};

/** For who is refused without having shown a credential; it names the headers of the facade. */
const adviceToSignIn = 'the request had no token: send one as PRIVATE-TOKEN or as Authorization: Bearer';

const longestMessage = 500;
/** Characters of a text that are searched for secrets; the rest is cut off. */
const longestText = 4 * longestMessage;
/** Characters of an error body that are read; a longer one says nothing that a message could hold. */
const longestBody = 64 * 1024;
const longestList = 20;
const deepestBody = 10;
/** Seconds of a `Retry-After` at the most. */
const longestRetryAfter = 24 * 60 * 60;
const longestRequestId = 128;
/** Characters of the shortest secret that is redacted, as a shorter one would be found in any text. */
const shortestSecret = 4;
/** Members of an error body whose messages concern the object as a whole. */
const unnamed = new Set(['base', 'error', 'message']);

export interface FailedResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  /** The contract's name of an input that the upstream names; undefined for anything else. */
  readonly inputNamed: (word: string) => string | undefined;
  /** Whether the call carried no credential. */
  readonly isAnonymous: boolean;
  /** Values that must never stand in a message: the credential, and secrets of the request. */
  readonly secrets: readonly string[];
}

/** A text without the beginning of a secret at its end, which cutting it may have left there. */
function withoutBrokenSecret(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= shortestSecret; length--)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length);
  return text;
}

/** User and password of a URL. Passwords may hold what is not allowed in one, such as `@` or a slash; a colon before digits begins a port. */
const userInfo =
  /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/?#]*@|(?!\[)[^\s/?#@]*:(?!\d{0,5}(?:[\s/?#]|$))[^\s@]{1,256}@)/gi;

/** A text of the upstream without secrets and without the user and query of any URL. */
function safeText(whole: string, secrets: readonly string[]): string {
  let safe = whole.slice(0, longestText);
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    if (safe.length < whole.length) safe = withoutBrokenSecret(safe, secret);
    safe = safe.replaceAll(secret, '[redacted]');
  }
  safe = safe.replace(userInfo, '$1').replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/[^\s?]*)\?\S*/gi, '$1');
  return safe.length > longestMessage || whole.length > longestText ? `${safe.slice(0, longestMessage)}…` : safe;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Collects every text in nested maps and arrays, with the path of its attribute. */
function collectTexts(value: unknown, path: readonly (string | number)[], into: Violation[], depth = 0): void {
  if (into.length >= longestList || depth > deepestBody) return;
  if (typeof value === 'string' && value !== '') into.push({ path, message: value });
  else if (Array.isArray(value)) for (const member of value) collectTexts(member, path, into, depth + 1);
  else if (isMap(value))
    for (const name in value) collectTexts(value[name], unnamed.has(name) ? path : [...path, name], into, depth + 1);
}

/** Where the texts of an error stand in its body. */
interface ErrorForms {
  readonly message?: unknown;
  readonly error?: unknown;
  readonly error_description?: unknown;
  readonly errors?: unknown;
}

function textsOf(body: string): Violation[] {
  if (body.length > longestBody) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  const texts: Violation[] = [];
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    collectTexts(parsed, [], texts);
    return texts;
  }
  const { message, error, error_description: description, errors }: ErrorForms = parsed;
  for (const form of [message, description ?? error, errors]) collectTexts(form, [], texts);
  return texts;
}

const aboutAnInput = /^(\w+)(?:\[\w*\])* ((?:is|are|does|do|has|have|must|should|can|cannot|needs?|only)\b.*)$/s;

/** What a text such as `name is missing, path is empty` says of which inputs; the text itself where it says anything else. */
function split(violation: Violation, inputNamed: FailedResponse['inputNamed']): readonly Violation[] {
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

/** The typed error of a response whose status is not a success. */
export function failureOf(response: FailedResponse): RestError {
  const { status, requestId, retryAfter } = response;
  if (status === 304)
    return new RestError(
      'UPSTREAM_INVALID_ANSWER',
      'The upstream says that nothing changed, although it was not asked',
      { status, requestId },
    );
  if (status >= 300 && status < 400)
    return new RestError('UPSTREAM_REFUSED', 'The upstream redirects to a place that is not followed', {
      status,
      requestId,
    });
  const code = codeOfStatus[status] ?? (status >= 500 ? 'UPSTREAM_FAILED' : 'UPSTREAM_REFUSED');
  // Messages about a service's own failures are for its operators, who find them by the request id.
  const readable = status < 500 && response.contentType.includes('json');
  const texts = readable ? textsOf(response.body).flatMap((text) => split(text, response.inputNamed)) : [];
  const toSafe = (text: string) => safeText(text, response.secrets);
  const safe = texts.map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'string' ? toSafe(part) : part)),
    message: toSafe(message),
  }));
  const text = safe.map(({ path, message }) => (path.length > 0 ? `${path.join('.')} ${message}` : message)).join('; ');
  const message = text === '' ? (textOfStatus[status] ?? `The upstream answers ${status}`) : text;
  const advice = status === 401 && response.isAnonymous ? `; ${adviceToSignIn}` : '';
  return new RestError(code, `${message.slice(0, 4 * longestMessage)}${advice}`, {
    status,
    requestId,
    retryAfter,
    // Violations without a path would only repeat the message.
    violations: safe.some(({ path }) => path.length > 0) ? safe : [],
  });
}

/** The error for a response whose body exceeds the limit. @param limit in bytes */
export function responseTooLarge(limit: number): RestError {
  const message = `The upstream's answer is larger than the ${limit} bytes that MAX_ANSWER_BYTES allows`;
  return new RestError('UPSTREAM_INVALID_ANSWER', message);
}

/** The error for a response that takes too long. @param timeout in milliseconds, where it is known */
export function responseTooLate(timeout?: number): RestError {
  const within = timeout === undefined ? 'CALL_TIMEOUT_MS' : `the ${timeout} ms that CALL_TIMEOUT_MS allows`;
  return new RestError('DEADLINE_EXCEEDED', `The upstream did not answer within ${within}`);
}

/** Error for a read that cannot wait for the end of a pause. @param waitMs until the end of the pause */
export function callsPaused(waitMs: number): RestError {
  const retryAfter = Math.ceil(waitMs / 1000);
  return new RestError('RATE_LIMITED', 'The upstream allows no further calls for now', { retryAfter });
}

/** The typed error of an exchange that ended without a response. @param timeout of the exchange in milliseconds, where it is known */
export function connectionFailureOf(error: unknown, timeout?: number): RestError {
  if (error instanceof RestError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return responseTooLate(timeout);
  return new RestError('UPSTREAM_UNREACHABLE', 'The upstream cannot be reached');
}

/** Seconds of a `Retry-After` header, given as seconds or as a date; a day at the most. */
export function parseRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  const seconds = Number.isNaN(number) ? (Date.parse(value) - now) / 1000 : number;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), longestRetryAfter);
}

/** The upstream's own id of a call; undefined for a text that is malformed or contains a secret, since errors repeat it. */
export function requestIdOf(response: Pick<RestResponse, 'headers'>, secrets: readonly string[]): string | undefined {
  const id = header(response, 'x-request-id');
  if (secrets.some((secret) => secret !== '' && id?.toLowerCase().includes(secret.toLowerCase()))) return undefined;
  return id !== undefined && id.length <= longestRequestId && /^[\w.:@+/=-]+$/.test(id) ? id : undefined;
}

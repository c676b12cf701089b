/** Error responses, which handlers throw, with the bodies of the documents. */

/** Messages of model validations by attribute. */
export type Problems = Readonly<Record<string, readonly string[]>>;

/** Error response. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 400 for a well-formed request that cannot be executed: `{"message": "…"}`, or messages by attribute. */
export function badRequest(message: string | Problems): HttpError {
  return new HttpError(400, { message });
}

/** 400 for parameters that violate the contract: `{"error": "name is missing, color is missing"}`. */
export function badParameters(problems: readonly string[]): HttpError {
  return new HttpError(400, { error: problems.join(', ') });
}

/** 401: a required credential is missing, or the credential is unknown. */
export function unauthorized(message = '401 Unauthorized'): HttpError {
  return new HttpError(401, { message });
}

/** 403: the caller may see the object, but lacks the permission for the request. */
export function forbidden(reason?: string): HttpError {
  return new HttpError(403, { message: reason === undefined ? '403 Forbidden' : `403 Forbidden - ${reason}` });
}

/** 404: the object does not exist, or the caller may not see it. */
export function notFound(what: string): HttpError {
  return new HttpError(404, { message: `404 ${what} Not Found` });
}

/** 405 for a kind of paging that a list does not support. */
export function notSupported(error: string): HttpError {
  return new HttpError(405, { error });
}

/** 409: the request conflicts with the state of the object. */
export function conflict(message: string | Problems): HttpError {
  return new HttpError(409, { message });
}

/** 422: the request is well formed, but cannot be processed. */
export function unprocessable(message: string | Problems): HttpError {
  return new HttpError(422, { message });
}

/** 429: too many requests. */
export function tooMany(message = '429 Too Many Requests', headers: Readonly<Record<string, string>> = {}): HttpError {
  return new HttpError(429, { message }, headers);
}

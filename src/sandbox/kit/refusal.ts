/** The refusals of a service of this kind, with the bodies it gives them. Handlers throw them. */

/** Texts about attributes, as model validations give them. */
export type Problems = Readonly<Record<string, readonly string[]>>;

/** An answer that says no. */
export class Refusal extends Error {
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

/** 400 for a request that is well formed but cannot be done: `{"message": "…"}` or texts by attribute. */
export function badRequest(message: string | Problems): Refusal {
  return new Refusal(400, { message });
}

/** 400 for parameters that break the contract: `{"error": "name is missing, color is missing"}`. */
export function badParameters(problems: readonly string[]): Refusal {
  return new Refusal(400, { error: problems.join(', ') });
}

/** 401: no credential where one is needed, or one that is not known. */
export function unauthorized(message = '401 Unauthorized'): Refusal {
  return new Refusal(401, { message });
}

/** 403: the caller sees the thing but may not do this with it. */
export function forbidden(reason?: string): Refusal {
  return new Refusal(403, { message: reason === undefined ? '403 Forbidden' : `403 Forbidden - ${reason}` });
}

/** 404: there is no such thing, or the caller may not know that there is. */
export function notFound(what: string): Refusal {
  return new Refusal(404, { message: `404 ${what} Not Found` });
}

/** 405 for a kind of paging that a list refuses. */
export function notSupported(error: string): Refusal {
  return new Refusal(405, { error });
}

/** 409: something that stands against it. */
export function conflict(message: string | Problems): Refusal {
  return new Refusal(409, { message });
}

/** 422: understood, but it cannot be processed. */
export function unprocessable(message: string | Problems): Refusal {
  return new Refusal(422, { message });
}

/** 429: too much at once. */
export function tooMany(message = '429 Too Many Requests', headers: Readonly<Record<string, string>> = {}): Refusal {
  return new Refusal(429, { message }, headers);
}

import type { Call, Interceptor, OutgoingRequest } from '../call.ts';
import { acceptedEncoding } from '../content-encoding.ts';
import type { NameTranslator } from '../name-translator.ts';
import { checkUnicode, urlTooLong } from '../request-validation.ts';

export interface RequestOptions {
  readonly names: NameTranslator;
  /** Path of the base URL. */
  readonly prefix: string;
  /** Upper bound on the bytes of path and query. */
  readonly maxUrlBytes: number;
}

const userAgent = 'portico';
const jsonBody = { 'content-type': 'application/json' };

function createOutgoingRequest(call: Call, { names, prefix, maxUrlBytes }: RequestOptions): OutgoingRequest {
  const { request, operation, url, isDownload, etag, headers, trace, credential } = call;
  const hasJson = request.form === undefined && request.body !== undefined;
  const path = prefix + names.url(request, url);
  if (path.length > maxUrlBytes) throw urlTooLong(request, path.length, maxUrlBytes);
  if (hasJson) checkUnicode(request.body);
  return {
    method: operation.method,
    path,
    headers: names.requestHeaders({
      accept: isDownload ? '*/*' : 'application/json',
      'accept-encoding': acceptedEncoding,
      'user-agent': userAgent,
      ...(hasJson ? jsonBody : undefined),
      ...headers,
      ...trace?.headers,
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...credential.headers,
    }),
    body: request.form ? names.form(request) : hasJson ? JSON.stringify(names.body(request)) : null,
  };
}

/** Prepares the HTTP request of a call, and rejects one that cannot be sent. */
export const prepareRequest =
  (options: RequestOptions): Interceptor =>
  (call, receiver, next) => {
    call.outgoing = createOutgoingRequest(call, options);
    next(call, receiver);
  };

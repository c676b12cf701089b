/** Reads the parameters of requests: from JSON, GraphQL documents, forms and queries of URLs. */
import type { IncomingMessage } from 'node:http';
import { charsetOf } from '../../rest/charset.ts';
import { checkJson, decodeText, decodeUtf8, isJsonType, parseJson, parseParameters } from '../operation/json.ts';
import type { Parameters } from '../operation/parameters.ts';
import { requestError } from '../operation/request-error.ts';
import { type MultipartLimits, parseMultipart, partLimit } from './multipart-request.ts';

const badRequest = (message: string) => requestError('BAD_REQUEST', message);

/** Fields of a form by name. Of several with one name, the first counts. */
type Form = ReadonlyMap<string, string>;

const [plus, space] = [0x2b, 0x20];

/** Replaces each `+` by a space. `replaceAll` would take 70 ns for each, which is a second for the longest form. */
function replacePlusSigns(text: string): string {
  if (!text.includes('+')) return text;
  const bytes = Buffer.from(text);
  for (let index = 0; index < bytes.length; index += 1) if (bytes[index] === plus) bytes[index] = space;
  return bytes.toString();
}

/** Decodes percent-encoded fields. `URLSearchParams` would replace bytes that are not UTF-8. @throws URIError if a field is malformed */
function decodeForm(encoded: string): Form {
  const fields = replacePlusSigns(encoded)
    .replace(/^\?/, '')
    .split('&')
    .map((field): [string, string] => {
      const [name = ''] = field.split('=', 1);
      return [decodeURIComponent(name), decodeURIComponent(field.slice(name.length + 1))];
    });
  return new Map(fields.toReversed());
}

/** Member of a form; `undefined` if it is absent or empty. */
const fieldOf = (form: Form, name: string): string | undefined => form.get(name) || undefined;

function parseField(form: Form, name: string, limits: MultipartLimits): unknown {
  const text = fieldOf(form, name);
  if (text === undefined) return undefined;
  checkJson(text, limits);
  return parseJson(text, `The parameter "${name}"`);
}

/** Parses percent-encoded parameters. @param subject of errors */
function parseForm(encoded: string, subject: string, limits: MultipartLimits): Parameters {
  let form: Form;
  try {
    form = decodeForm(encoded);
  } catch {
    throw badRequest(
      `${subject} is not percent-encoded UTF-8. Encode a character outside ASCII as the bytes of its UTF-8, such as %C3%A9 for é, and a percent sign as %25`,
    );
  }
  return {
    query: fieldOf(form, 'query'),
    operationName: fieldOf(form, 'operationName'),
    variables: parseField(form, 'variables', limits),
    extensions: parseField(form, 'extensions', limits),
    documentId: fieldOf(form, 'documentId'),
    doc_id: fieldOf(form, 'doc_id'),
    id: fieldOf(form, 'id'),
  };
}

function parseFormBody(body: Buffer, contentType: string, limits: MultipartLimits): Parameters {
  const charset = charsetOf(contentType);
  if (charset !== undefined) throw badRequest(`The form has the unsupported charset ${charset}. Send it in UTF-8`);
  const text = decodeUtf8(body, 'The form');
  // The default of `curl -d`.
  if (text.trimStart().startsWith('{'))
    throw badRequest(
      'The body is JSON, but its Content-Type is application/x-www-form-urlencoded. Send the header Content-Type: application/json',
    );
  let fields = 1;
  for (let index = text.indexOf('&'); index !== -1; index = text.indexOf('&', index + 1)) fields += 1;
  if (fields > limits.maxParts) throw partLimit('The form has too many fields', limits);
  return parseForm(text, 'The form', limits);
}

/** @throws GraphQLError if the request contains no parameters, or beyond a limit */
export function readParameters(
  { method, url = '', headers }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
  limits: MultipartLimits,
): Parameters | Promise<Parameters> {
  if (method === 'GET') {
    const query = url.indexOf('?');
    return parseForm(query === -1 ? '' : url.slice(query + 1), 'The query string of the URL', limits);
  }
  const contentType = headers['content-type'] ?? '';
  if (isJsonType(contentType)) return parseParameters(body, contentType, limits);
  // Some clients send a list of types.
  switch (contentType.split(/[;,]/)[0]?.trim().toLowerCase()) {
    case 'multipart/form-data':
      return parseMultipart(body, contentType, limits);
    case 'application/graphql':
      return { query: decodeText(body, contentType) };
    case 'application/x-www-form-urlencoded':
      return parseFormBody(body, contentType, limits);
    default:
      throw requestError(
        'UNSUPPORTED_MEDIA_TYPE',
        `${contentType === '' ? 'The request has no header Content-Type' : 'The Content-Type of the request is not supported'}. Send application/json, application/graphql, application/x-www-form-urlencoded or multipart/form-data`,
      );
  }
}

/** Reads the parameters of requests that are negotiated: from JSON, GraphQL documents, forms and queries of URLs. */
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { charsetOf } from '../../rest/charset.ts';
import { checkJson, decodeText, decodeUtf8, isJsonType, parseJson, parseParameters } from '../operation/json.ts';
import type { Parameters } from '../operation/parameters.ts';
import { requestError } from '../operation/request-error.ts';
import { type MultipartLimits, parseMultipart, partLimit } from './multipart-request.ts';

const badRequest = (message: string) => requestError('BAD_REQUEST', message);

/** Member of a form; `undefined` if it is absent or empty. */
const fieldOf = (form: URLSearchParams, name: string): string | undefined => form.get(name) || undefined;

function parseField(form: URLSearchParams, name: string, limits: MultipartLimits): unknown {
  const text = fieldOf(form, name);
  if (text === undefined) return undefined;
  checkJson(text, limits);
  return parseJson(text, `The parameter "${name}"`);
}

/** Parses percent-encoded parameters. @param subject of errors */
function parseForm(encoded: string, subject: string, limits: MultipartLimits): Parameters {
  try {
    // URLSearchParams replaces bytes that are not UTF-8.
    decodeURIComponent(encoded);
  } catch {
    throw badRequest(
      `${subject} is not percent-encoded UTF-8. Encode a character outside ASCII as the bytes of its UTF-8, such as %C3%A9 for é, and a percent sign as %25`,
    );
  }
  const form = new URLSearchParams(encoded);
  return {
    query: fieldOf(form, 'query'),
    operationName: fieldOf(form, 'operationName'),
    variables: parseField(form, 'variables', limits),
    extensions: parseField(form, 'extensions', limits),
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

async function readParameters(request: Request, limits: MultipartLimits): Promise<Parameters> {
  if (request.method === 'GET') {
    const query = request.url.indexOf('?');
    return parseForm(query === -1 ? '' : request.url.slice(query + 1), 'The query string of the URL', limits);
  }
  const contentType = request.headers.get('content-type') ?? '';
  // Some clients send a list of types.
  const mediaType = contentType.split(/[;,]/)[0]?.trim();
  if (mediaType === 'multipart/form-data') return parseMultipart(request, contentType, limits);
  const body = Buffer.from(await request.arrayBuffer());
  if (isJsonType(contentType)) return parseParameters(body, contentType, limits);
  if (mediaType === 'application/graphql') return { query: decodeText(body, contentType) };
  if (mediaType === 'application/x-www-form-urlencoded') return parseFormBody(body, contentType, limits);
  throw new GraphQLError(
    `${contentType === '' ? 'The request has no header Content-Type' : 'The Content-Type of the request is not supported'}. Send application/json, application/graphql, application/x-www-form-urlencoded or multipart/form-data`,
    { extensions: { code: 'UNSUPPORTED_MEDIA_TYPE', http: { status: 415 } } },
  );
}

/** Valid parameters that yoga receives in place of those of each request. */
const placeholderParameters = { query: '{ __typename }' };

/**
 * Reads the parameters of a request within limits. Yoga never sees them.
 * @param received called with the parameters of a request
 */
export function useRequestBodies(
  limits: MultipartLimits,
  received: (request: Request, parameters: Parameters) => void,
): Plugin {
  return {
    onRequestParse({ setRequestParser }) {
      setRequestParser(async (request) => {
        received(request, await readParameters(request, limits));
        return placeholderParameters;
      });
    },
  };
}

import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Config } from '../../config.ts';
import { checkJson, type JsonLimits, parseParameters, rejectBatch } from '../operation/json.ts';
import type { Parameters } from '../operation/parameters.ts';

/** Characters of a path in the variables to which a part of a multipart request is assigned. */
const maxPlaceLength = 200;

type RequestParser = (request: Request) => object;

type ParameterSettings = JsonLimits & Pick<Config, 'maxParts'>;

const badRequest = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });

const partLimit = (what: string, maxParts: number) =>
  new GraphQLError(`${what}: the limit is ${maxParts} (MAX_PARTS)`, {
    extensions: { code: 'PART_LIMIT', http: { status: 400 } },
  });

const isPlace = (place: unknown): boolean => typeof place === 'string' && place.length <= maxPlaceLength;

function parseJson(text: string, limits: JsonLimits): unknown {
  checkJson(text, limits);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks the parts "operations" and "map", whose paths yoga follows unchecked. */
function checkMultipart(form: FormData, limits: ParameterSettings): void {
  const { maxParts } = limits;
  const operations = form.get('operations');
  const parsed = typeof operations === 'string' ? parseJson(operations, limits) : undefined;
  if (typeof parsed !== 'object' || parsed === null)
    throw badRequest('The part "operations" must be a JSON object: the operation of a GraphQL multipart request');
  const text = form.get('map');
  if (text === null) return;
  const map = typeof text === 'string' ? parseJson(text, limits) : undefined;
  if (typeof map !== 'object' || map === null || Array.isArray(map))
    throw badRequest(
      'The part "map" must be a JSON object: lists of paths by the names of the parts that they receive',
    );
  const places = Object.values(map);
  if (places.length > maxParts) throw partLimit('The part "map" names too many parts', maxParts);
  if (!places.every(Array.isArray)) throw badRequest('The part "map" must have a list of paths for each part');
  const all = places.flat();
  if (all.length > maxParts) throw partLimit('The part "map" contains too many paths', maxParts);
  if (!all.every(isPlace))
    throw badRequest(`The paths in the part "map" must be strings of at most ${maxPlaceLength} characters`);
}

/** Rejects too many parts before they are parsed, because the parser would read the whole body. */
function checkParts(body: Buffer, type: string, maxParts: number): void {
  const boundaries = [...type.matchAll(/boundary=(?:"([^"]+)"|([^;\s"]+))/gi)];
  const boundary = boundaries[0]?.[1] ?? boundaries[0]?.[2];
  if (boundary === undefined || boundaries.length > 1)
    throw badRequest('The content type multipart/form-data must name one boundary');
  const delimiter = `--${boundary}`;
  // There is one delimiter before the first part and one after each part.
  let left = maxParts + 1;
  for (let index = body.indexOf(delimiter); index !== -1; index = body.indexOf(delimiter, index + delimiter.length)) {
    left -= 1;
    if (left < 0) throw partLimit('The multipart request has too many parts', maxParts);
  }
}

function isForm(type: string): boolean {
  return type.startsWith('application/x-www-form-urlencoded');
}

async function checkBody(request: Request, limits: ParameterSettings): Promise<void> {
  const { maxParts } = limits;
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/form-data')) {
    checkParts(Buffer.from(await request.arrayBuffer()), type, maxParts);
    checkMultipart(await request.formData(), limits);
  } else if (isForm(type)) {
    const text = await request.text();
    // The default of `curl -d`.
    if (text.trimStart().startsWith('{'))
      throw badRequest(
        'The body is JSON, but its Content-Type is application/x-www-form-urlencoded. Send the header Content-Type: application/json',
      );
    let fields = 1;
    for (let index = text.indexOf('&'); index !== -1; index = text.indexOf('&', index + 1)) fields += 1;
    if (fields > maxParts) throw partLimit('The form has too many fields', maxParts);
    const form = new URLSearchParams(text);
    for (const name of ['variables', 'extensions']) for (const value of form.getAll(name)) checkJson(value, limits);
  }
}

/** Limits of a multipart body, as options of yoga's parser. */
export function formDataLimits({ maxParts, maxBodyBytes }: Pick<Config, 'maxParts' | 'maxBodyBytes'>) {
  return { parts: maxParts, fields: maxParts, files: maxParts, fieldSize: maxBodyBytes, fieldNameSize: maxPlaceLength };
}

const jsonType = /^application\/(?:graphql\+)?json(?:[;,]|$)/;

/** Valid parameters that yoga receives in place of those of each request. */
const placeholderParameters = { query: '{ __typename }' };

/** Client error for an invalid body, because yoga partly quotes bodies, or reports client errors as its own. */
function problemOf(error: unknown, type: string, maxParts: number): unknown {
  if (error instanceof SyntaxError) return badRequest('The parameters "variables" and "extensions" must be JSON');
  if (!type.startsWith('multipart/form-data')) return error;
  if (error instanceof Error && /^(?:Parts|Fields|Files) limit/.test(error.message))
    return partLimit('The multipart request has too many parts', maxParts);
  return error instanceof Error && 'extensions' in error
    ? error
    : badRequest('The body must be that of a GraphQL multipart request');
}

/**
 * Reads the parameters of a request within limits. Yoga never sees them.
 * @param received called with the parameters of a request
 */
export function useRequestBodies(
  settings: ParameterSettings,
  received: (request: Request, parameters: Parameters) => void,
): Plugin {
  async function read(request: Request, parse: RequestParser): Promise<Parameters> {
    const type = request.headers.get('content-type') ?? '';
    if (request.method === 'POST' && jsonType.test(type))
      return parseParameters(Buffer.from(await request.arrayBuffer()), settings);
    try {
      if (request.method === 'POST') await checkBody(request, settings);
      const parameters = await parse(request);
      return Array.isArray(parameters) ? rejectBatch() : parameters;
    } catch (error) {
      throw problemOf(error, type, settings.maxParts);
    }
  }
  return {
    onRequestParse({ requestParser, setRequestParser }) {
      if (requestParser === undefined)
        throw new GraphQLError(
          'The Content-Type of the request is not supported. Send application/json, application/graphql, application/x-www-form-urlencoded or multipart/form-data',
          {
            extensions: { code: 'UNSUPPORTED_MEDIA_TYPE', http: { status: 415 } },
          },
        );
      setRequestParser(async (request) => {
        received(request, await read(request, requestParser));
        return placeholderParameters;
      });
    },
  };
}

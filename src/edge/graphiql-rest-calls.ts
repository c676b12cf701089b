/** REST calls of the graph, for the search of the GraphiQL page. */
import type { RestCallValues } from '../graph/find/rest-call.ts';
import { asRecord } from '../helpers/is-record.ts';
import type { Credential } from '../rest/credential.ts';
import { type BodyLimits, readBody } from './body-limit.ts';
import { sendRequestError } from './http-error.ts';
import { RequestError } from './operation/request-error.ts';
import type { RequestContext } from './request-context.ts';

/** Calls that fields make, and a query for each. Both are serialized as JSON. */
export interface RestCallSource {
  list(): Promise<unknown>;
  /**
   * Finds the query of an operation; `undefined` if the graph has none.
   * @param isWanted whether the client still waits. Checked before the search starts, which may wait for others
   * @throws RequestError if the values are invalid or too many
   */
  findQuery(operation: string, values: RestCallValues, isWanted: () => boolean): Promise<unknown>;
}

type Serve = (context: RequestContext) => Promise<void>;

/** Upper bound on the bytes of the values that a client sends as JSON. */
const maxBodyBytes = 4096;

const listPath = '/graphiql/rest-calls.json';
const queryPath = /^\/graphiql\/rest-calls\/([A-Za-z0-9_]{1,100})\.json$/;

/** Whether no name and no string of a JSON value contains a lone surrogate, which no document can contain. */
const isWellFormed = (text: string): boolean => {
  let isValid = true;
  JSON.parse(text, (name, value) => {
    isValid &&= name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());
    return value;
  });
  return isValid;
};

/** Parses the values that a client sends as JSON. @throws RequestError if they are invalid */
function parseValues(text: string): Pick<RestCallValues, 'body' | 'files'> {
  try {
    if (!isWellFormed(text))
      throw new RequestError('BAD_REQUEST', 'The body of the call contains a lone surrogate, which is not a character');
    const { body, files } = asRecord(JSON.parse(text));
    const names = Object.entries(asRecord(files)).map(([member, name]): [string, string] => [member, String(name)]);
    return { body: asRecord(body), files: Object.fromEntries(names) };
  } catch (error) {
    throw error instanceof RequestError ? error : new RequestError('BAD_REQUEST', 'The request body is not valid JSON');
  }
}

interface BodyReader {
  /** Counts the bodies that are arriving. */
  readonly incoming: BodyLimits['incoming'];
  /** Credential that a body is counted for. */
  readonly credentialOf: (context: RequestContext) => Credential;
}

async function readValues(
  context: RequestContext,
  { incoming, credentialOf }: BodyReader,
): Promise<Pick<RestCallValues, 'body' | 'files'>> {
  const { request } = context;
  if (request.method !== 'POST') return { body: {}, files: {} };
  // Pages of other origins cannot send JSON without a preflight.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new RequestError('UNSUPPORTED_MEDIA_TYPE', 'The content type must be application/json');
  try {
    const limits = { maxBodyBytes, incoming, credential: credentialOf(context) };
    return parseValues(await readBody(request, limits, String));
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 413) throw error;
    const message = `The body of the call is too large: the limit is ${maxBodyBytes} bytes. Find its query with portico find`;
    throw new RequestError(error.code, message, { headers: { connection: 'close' } });
  }
}

/**
 * Returns the handler of requests to a path below the REST calls of a graph; `undefined` for other paths. A POST request contains the body of
 * the call.
 */
export function findRestCallHandler(
  path: string,
  method: 'GET' | 'POST',
  source: RestCallSource,
  reader: BodyReader,
): Serve | undefined {
  const [, operation] = queryPath.exec(path) ?? [];
  if (operation === undefined && (path !== listPath || method === 'POST')) return undefined;
  return async (context) => {
    const { request, response } = context;
    try {
      const [, search = ''] = /\?(.*)$/s.exec(request.url ?? '') ?? [];
      const value =
        operation === undefined
          ? await source.list()
          : await source.findQuery(
              operation,
              { search, ...(await readValues(context, reader)) },
              () => !response.destroyed,
            );
      if (value === undefined) throw new RequestError('NOT_FOUND', 'No query of this graph makes the call');
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' });
      response.end(JSON.stringify(value));
    } catch (error) {
      if (error instanceof RequestError) sendRequestError(request, response, error);
      else if (!response.destroyed) throw error;
    }
  };
}

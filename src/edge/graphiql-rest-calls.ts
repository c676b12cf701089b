/** REST calls of the graph, for the search of the GraphiQL page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { asRecord } from '../helpers/is-record.ts';
import { type BodyLimits, readBody } from './body-limit.ts';
import { HttpError, sendHttpError } from './http-error.ts';
import type { RequestContext } from './request-context.ts';

/** Values of a searched call besides its path. */
export interface SearchedValues {
  /** Query parameters, as in a URL. */
  readonly search: string;
  /** Members of the body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Names of the files of a form, by member. */
  readonly files: Readonly<Record<string, string>>;
}

/** Calls that fields make, and a query for each. Both are serialized as JSON. */
export interface RestCallSource {
  list(): Promise<unknown>;
  /**
   * Finds the query of an operation; `undefined` if the graph has none.
   * @param signal ends the search, because the client has disconnected
   * @throws HttpError with the reason why no field makes the call
   */
  findQuery(operation: string, values: SearchedValues, signal: AbortSignal): Promise<unknown>;
}

type Serve = (context: RequestContext) => Promise<void>;

/** Upper bounds on the values of a call and on the characters of its query, because a search tries each value at each argument of a field. */
const [maxValues, maxSearchLength] = [10, 500];
/** Upper bounds on the nesting and the bytes of the values that a client sends as JSON. */
const [maxDepth, maxBodyBytes] = [5, 4096];
/** Upper bound on searches that run or wait. They run one after the other. */
const maxSearches = 16;

const listPath = '/graphiql/rest-calls.json';
const queryPath = /^\/graphiql\/rest-calls\/([A-Za-z0-9_]{1,100})\.json$/;

function send(request: IncomingMessage, response: ServerResponse, value: unknown): void {
  if (value === undefined) {
    sendHttpError(request, response, new HttpError(404, 'NOT_FOUND', 'No query of this graph makes the call'));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' });
  response.end(JSON.stringify(value));
}

function checkSearch(search: string): void {
  const parameters = search === '' ? 0 : search.split('&').length;
  if (parameters > maxValues || search.length > maxSearchLength)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `The call has ${parameters} query parameters of ${search.length} characters; the limits are ${maxValues} and ${maxSearchLength}. Find its query with portico find`,
    );
}

/** Counts the values in an object or list; infinite if they are nested too deeply. */
function countValues(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth > maxDepth) return Number.POSITIVE_INFINITY;
  return Object.values(value).reduce((total: number, member) => total + Math.max(1, countValues(member, depth + 1)), 0);
}

/** Whether no name and no string of a JSON value contains a lone surrogate, which no document can contain. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(asRecord(value)).every(([name, member]) => name.isWellFormed() && isWellFormed(member));
}

/** Parses the values that a client sends as JSON. @throws HttpError if they are invalid or too many */
function parseValues(bytes: Buffer): Pick<SearchedValues, 'body' | 'files'> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString());
  } catch {
    throw new HttpError(400, 'BAD_REQUEST', 'The request body is not valid JSON');
  }
  const { body, files } = asRecord(parsed);
  const names = Object.entries(asRecord(files)).map(([member, name]): [string, string] => [member, String(name)]);
  const values = { body: asRecord(body), files: Object.fromEntries(names) };
  if (countValues(values.body) + names.length > maxValues)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `The body of the call has too many values: the limits are ${maxValues} values and ${maxDepth} levels. Find its query with portico find`,
    );
  if (!isWellFormed([values.body, values.files]))
    throw new HttpError(400, 'BAD_REQUEST', 'The body of the call contains a lone surrogate, which is not a character');
  return values;
}

interface BodyReader {
  /** Counts the bodies that are arriving. */
  readonly incoming: BodyLimits['incoming'];
  /** Caller that a body is counted for. */
  readonly callerOf: (context: RequestContext) => string;
}

/** Serves the REST calls of a graph. */
export class RestCallFiles {
  readonly #source: RestCallSource;
  readonly #reader: BodyReader;
  #searches = 0;

  constructor(source: RestCallSource, reader: BodyReader) {
    this.#source = source;
    this.#reader = reader;
  }

  /** Returns the handler of GET requests to a path; `undefined` for other paths. */
  find(path: string): Serve | undefined {
    if (path === listPath) return async ({ request, response }) => send(request, response, await this.#source.list());
    return this.#createSearch(path, async () => ({ body: {}, files: {} }));
  }

  /** Returns the handler of POST requests to a path, whose body contains the body of the call; `undefined` for other paths. */
  findPost(path: string): Serve | undefined {
    return this.#createSearch(path, async (context) => {
      const { request } = context;
      // Pages of other origins cannot send JSON without a preflight.
      if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
        throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The content type must be application/json');
      const { incoming, callerOf } = this.#reader;
      return parseValues(await this.#read(request, { maxBodyBytes, incoming, caller: callerOf(context) }));
    });
  }

  async #read(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
    try {
      return await readBody(request, limits, (body) => body);
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 413) throw error;
      const message = `The body of the call is too large: the limit is ${maxBodyBytes} bytes. Find its query with portico find`;
      throw new HttpError(413, error.code, message, { connection: 'close' });
    }
  }

  #createSearch(
    path: string,
    readValues: (context: RequestContext) => Promise<Pick<SearchedValues, 'body' | 'files'>>,
  ): Serve | undefined {
    const [, operation] = queryPath.exec(path) ?? [];
    if (operation === undefined) return undefined;
    return async (context) => {
      const { request, response } = context;
      const [, search = ''] = /\?(.*)$/s.exec(request.url ?? '') ?? [];
      try {
        checkSearch(search);
        const value = await this.#search(operation, { search, ...(await readValues(context)) }, response);
        send(request, response, value);
      } catch (error) {
        if (error instanceof HttpError) sendHttpError(request, response, error);
        else if (!response.destroyed) throw error;
      }
    };
  }

  /** @throws HttpError if too many searches run */
  async #search(operation: string, values: SearchedValues, response: ServerResponse): Promise<unknown> {
    if (this.#searches >= maxSearches)
      throw new HttpError(
        503,
        'CALLER_LIMIT',
        `Too many searches for queries of REST calls: the limit is ${maxSearches} at a time. Retry after 1 s`,
        { 'retry-after': '1' },
      );
    const abort = new AbortController();
    const onClose = () => abort.abort();
    response.once('close', onClose);
    this.#searches += 1;
    try {
      return await this.#source.findQuery(operation, values, abort.signal);
    } finally {
      this.#searches -= 1;
      response.off('close', onClose);
    }
  }
}

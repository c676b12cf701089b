/** REST calls of the graph, for the search of the GraphiQL page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError, sendHttpError } from './http-error.ts';

/** Calls that fields make, and a query for each. Both are serialized as JSON. */
export interface RestCallSource {
  list(): Promise<unknown>;
  /**
   * Finds the query of an operation; `undefined` if the graph has none.
   * @param search query parameters of the call, as in a URL
   * @param signal ends the search, because the client has disconnected
   * @throws HttpError with the reason why no field makes the call
   */
  findQuery(operation: string, search: string, signal: AbortSignal): Promise<unknown>;
}

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Upper bounds on the query parameters of a call and on their characters, because a search tries each at each argument of a field. */
const [maxParameters, maxSearchLength] = [10, 500];
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
  if (parameters > maxParameters || search.length > maxSearchLength)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `The call has ${parameters} query parameters of ${search.length} characters; the limits are ${maxParameters} and ${maxSearchLength}. Find its query with portico find`,
    );
}

/** Serves the REST calls of a graph. */
export class RestCallFiles {
  readonly #source: RestCallSource;
  #searches = 0;

  constructor(source: RestCallSource) {
    this.#source = source;
  }

  /** Returns the handler of a path; `undefined` for other paths. */
  find(path: string): Serve | undefined {
    if (path === listPath) return async (request, response) => send(request, response, await this.#source.list());
    const [, operation] = queryPath.exec(path) ?? [];
    if (operation === undefined) return undefined;
    return async (request, response) => {
      const [, search = ''] = /\?(.*)$/s.exec(request.url ?? '') ?? [];
      try {
        const value = await this.#search(operation, search, response);
        send(request, response, value);
      } catch (error) {
        if (error instanceof HttpError) sendHttpError(request, response, error);
        else if (!response.destroyed) throw error;
      }
    };
  }

  /** @throws HttpError if the search is too large, or too many run */
  async #search(operation: string, search: string, response: ServerResponse): Promise<unknown> {
    checkSearch(search);
    if (this.#searches >= maxSearches)
      throw new HttpError(
        503,
        'CALLER_LIMIT',
        `Too many searches for queries of REST calls: the limit is ${maxSearches} at a time. Retry later`,
        { 'retry-after': '1' },
      );
    const abort = new AbortController();
    const onClose = () => abort.abort();
    response.once('close', onClose);
    this.#searches += 1;
    try {
      return await this.#source.findQuery(operation, search, abort.signal);
    } finally {
      this.#searches -= 1;
      response.off('close', onClose);
    }
  }
}

/** REST calls of the graph, for the search of the GraphiQL page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError, sendHttpError } from './http-error.ts';

/** Calls that fields make, and a query for each. Both are serialized as JSON. */
export interface RestCallSource {
  list(): Promise<unknown>;
  /**
   * Finds the query of an operation; `undefined` if the graph has none.
   * @param search query parameters of the call, as in a URL
   * @param isCancelled whether the client has disconnected
   */
  findQuery(operation: string, search: string, isCancelled: () => boolean): Promise<unknown>;
}

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

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

/** Returns the handler of a path; `undefined` for other paths. */
export function findRestCallFile(source: RestCallSource, path: string): Serve | undefined {
  if (path === listPath) return async (request, response) => send(request, response, await source.list());
  const [, operation] = queryPath.exec(path) ?? [];
  if (operation === undefined) return undefined;
  return async (request, response) => {
    const [, search = ''] = /\?(.*)$/s.exec(request.url ?? '') ?? [];
    send(request, response, await source.findQuery(operation, search, () => response.destroyed));
  };
}

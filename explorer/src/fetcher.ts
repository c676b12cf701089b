/** Sends operations to the facade, and passes its traces of REST calls to a listener. */
import type { Fetcher } from '@graphiql/toolkit';
import { GraphQLError, getOperationAST, Kind, parse, visit } from 'graphql';
import { ConnectionError, connection } from './connection.ts';
import { getCredentialHeaders } from './credentials.ts';
import { createMultipartBody, getFilesOfTab } from './file-variables.ts';
import { mergeParts } from './merged-parts.ts';
import type { Operation, Result } from './operation.ts';

import { parseServerSentEvents } from './server-sent-events.ts';
import { settings } from './settings.ts';

export interface Listener {
  /**
   * Called when an operation starts.
   * @returns a function that is called with each result; `isWhole` if the result replaces the previous one
   */
  onOperationStart(operation: Operation): (result: Result, isWhole: boolean) => void;
}

/** The page has the URL of the endpoint, even behind a proxy that changes the path. */
const endpoint = () => location.pathname;

function send(operation: Operation, accept: string, trace: 'responses' | 'plan' | undefined, signal?: AbortSignal) {
  const files = getFilesOfTab();
  const hasFiles = files.size > 0 && trace !== 'plan';
  return fetch(endpoint(), {
    method: 'POST',
    headers: {
      // The browser sets the content type of a form, with its boundary.
      ...(hasFiles ? {} : { 'content-type': 'application/json' }),
      accept,
      ...(trace === undefined ? {} : { 'x-portico-trace': trace }),
      ...getCredentialHeaders(),
    },
    body: hasFiles ? createMultipartBody(operation, files) : JSON.stringify(operation),
    ...(signal && { signal }),
  });
}

/** @throws ConnectionError if the response is not a GraphQL result, such as the page of a proxy */
async function readResult(response: Response): Promise<Result> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ConnectionError(
      `The server responded with HTTP status ${response.status} and no GraphQL result. Check that this page is served by the facade, then try again.`,
    );
  }
}

const json = 'application/graphql-response+json, application/json';
/** Returns the result of a request that failed before the server returned one, and shows the failure. */
function toFailedResult(error: unknown): Result {
  const offline = navigator.onLine ? ' Check that it is running.' : ' This computer is offline.';
  const message = error instanceof ConnectionError ? error.message : `The server cannot be reached.${offline}`;
  connection.set({ failure: message });
  return { errors: [new GraphQLError(message)] };
}

/** Runs a request and shows whether the server can be reached. */
async function withConnection(request: () => Promise<Result>): Promise<Result> {
  try {
    const result = await request();
    connection.set({ failure: undefined });
    return result;
  } catch (error) {
    return toFailedResult(error);
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Loads the plan of an operation without executing it; `undefined` if the request was aborted. */
export async function loadPlan(operation: Operation, signal: AbortSignal): Promise<Result | undefined> {
  try {
    return await readResult(await send(operation, json, 'plan', signal));
  } catch (error) {
    if (isAbort(error)) return undefined;
    throw error;
  }
}

async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

async function* readEvents(operation: Operation, signal: AbortSignal): AsyncGenerator<Result> {
  try {
    const response = await send(
      operation,
      `text/event-stream, ${json}`,
      settings.trace ? 'responses' : undefined,
      signal,
    );
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null) {
      yield await readResult(response);
      return;
    }
    connection.set({ failure: undefined });
    for await (const { event, data } of parseServerSentEvents(readChunks(response.body))) {
      if (event === 'next') yield JSON.parse(data);
      else if (event === 'complete') return;
    }
  } catch (error) {
    if (!isAbort(error)) yield toFailedResult(error);
  }
}

/**
 * Iterates over the results of an operation. `return()` aborts the request, even while a result is pending.
 * @param merge transforms the results as they arrive
 */
function follow(
  operation: Operation,
  present: (result: Result) => Result,
  merge: (results: AsyncGenerator<Result>) => AsyncGenerator<Result> = (results) => results,
): AsyncIterableIterator<Result> {
  const abort = new AbortController();
  const events = merge(readEvents(operation, abort.signal));
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const { done, value } = await events.next();
      return done ? { done, value } : { done: false, value: present(value) };
    },
    async return() {
      abort.abort();
      return events.return(undefined);
    },
  };
}

/** Removes the trace from a result, because the panel shows it. */
function withoutTrace({ extensions, ...result }: Result): Result {
  const { rest: _, polls: __, rateLimit: ___, ...rest } = extensions ?? {};
  return Object.keys(rest).length === 0 ? result : { ...result, extensions: rest };
}

/** Whether an operation is a subscription, or may have an incremental response. */
function inspect({ query, operationName }: Operation): {
  readonly isSubscription: boolean;
  readonly hasParts: boolean;
} {
  try {
    const document = parse(query);
    let hasParts = false;
    visit(document, {
      Directive: ({ name }) => {
        if (name.value === 'defer' || name.value === 'stream') hasParts = true;
      },
    });
    return { isSubscription: getOperationAST(document, operationName)?.operation === 'subscription', hasParts };
  } catch {
    return { isSubscription: false, hasParts: false };
  }
}

/** Replaces a name that the document does not have: after a switch of tabs, GraphiQL may send the name of the previous tab. */
function withOwnName(operation: Operation): Operation {
  const { query, operationName } = operation;
  if (!operationName) return operation;
  try {
    const names = parse(query).definitions.flatMap((node) =>
      node.kind === Kind.OPERATION_DEFINITION ? [node.name?.value] : [],
    );
    return names.includes(operationName) ? operation : { ...operation, operationName: names[0] };
  } catch {
    return operation;
  }
}

/** Creates the fetcher of GraphiQL. */
export function createFetcher({ onOperationStart }: Listener): Fetcher {
  return async (params) => {
    const operation = withOwnName(params);
    if (operation.operationName === 'IntrospectionQuery')
      return withConnection(async () => readResult(await send(operation, json, undefined)));
    const listener = onOperationStart(operation);
    const report = (result: Result, isWhole = false): Result => {
      listener(result, isWhole);
      return result;
    };
    const present = (result: Result): Result => withoutTrace(report(result));
    const { isSubscription, hasParts } = inspect(operation);
    if (isSubscription) return follow(operation, present);
    // Each result contains the parts before it.
    if (hasParts) return follow(operation, (result) => withoutTrace(report(result, true)), mergeParts);
    const trace = settings.trace ? 'responses' : undefined;
    return present(await withConnection(async () => readResult(await send(operation, json, trace))));
  };
}

/** Sends operations to the facade, and notes what it tells of REST calls. */
import type { Fetcher } from '@graphiql/toolkit';
import { type ExecutionResult, getOperationAST, parse } from 'graphql';
import { credentialHeaders } from './credentials.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { settings } from './settings.ts';
import type { TracedExtensions } from './trace.ts';

export interface Operation {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: unknown;
}

export type Result = ExecutionResult & { readonly extensions?: TracedExtensions & Record<string, unknown> };

export interface Listener {
  /** Called when an operation begins. @returns what is called with each of its results */
  began(operation: Operation): (result: Result) => void;
}

/** The page is at the endpoint, under whatever path a proxy gives it. */
const endpoint = () => location.pathname;

function send(operation: Operation, accept: string, trace: '1' | 'plan' | undefined, signal?: AbortSignal) {
  return fetch(endpoint(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept,
      ...(trace === undefined ? {} : { 'x-portico-trace': trace }),
      ...credentialHeaders(),
    },
    body: JSON.stringify(operation),
    ...(signal && { signal }),
  });
}

async function resultOf(response: Response): Promise<Result> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The answer (HTTP ${response.status}) is not JSON: ${text.slice(0, 200)}`);
  }
}

const json = 'application/graphql-response+json, application/json';
const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** The plan of an operation, which is not executed; undefined where the request was aborted. */
export async function planOf(operation: Operation, signal: AbortSignal): Promise<Result | undefined> {
  try {
    return await resultOf(await send(operation, json, 'plan', signal));
  } catch (error) {
    if (isAbort(error)) return undefined;
    throw error;
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

async function* eventsOf(operation: Operation, signal: AbortSignal): AsyncGenerator<Result> {
  try {
    const response = await send(operation, `text/event-stream, ${json}`, settings.trace ? '1' : undefined, signal);
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null) {
      yield await resultOf(response);
      return;
    }
    for await (const { event, data } of serverSentEvents(chunksOf(response.body))) {
      if (event === 'next') yield JSON.parse(data);
      else if (event === 'complete') return;
    }
  } catch (error) {
    if (!isAbort(error)) throw error;
  }
}

/** The results of a subscription. Ends its request when they are returned from, also while one is waited for. */
function subscribe(operation: Operation, present: (result: Result) => Result): AsyncIterableIterator<Result> {
  const abort = new AbortController();
  const events = eventsOf(operation, abort.signal);
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

/** A result without the trace, which has a place of its own. */
function withoutTrace({ extensions, ...result }: Result): Result {
  const { rest: _, polls: __, rateLimit: ___, ...others } = extensions ?? {};
  return Object.keys(others).length === 0 ? result : { ...result, extensions: others };
}

function isSubscription({ query, operationName }: Operation): boolean {
  try {
    return getOperationAST(parse(query), operationName)?.operation === 'subscription';
  } catch {
    return false;
  }
}

/** The fetcher of GraphiQL. */
export function createFetcher({ began }: Listener): Fetcher {
  return async (operation) => {
    if (operation.operationName === 'IntrospectionQuery') return resultOf(await send(operation, json, undefined));
    const told = began(operation);
    const present = (result: Result): Result => {
      told(result);
      return withoutTrace(result);
    };
    if (isSubscription(operation)) return subscribe(operation, present);
    return present(await resultOf(await send(operation, json, settings.trace ? '1' : undefined)));
  };
}

/** Facade with a small schema and a scripted upstream, on free ports. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { createLogger } from '../../src/edge/logging.ts';
import type { OperationContext } from '../../src/edge/operation/context.ts';
import { createEdge, type EdgeOptions } from '../../src/edge/server.ts';
import { downloads } from '../../src/graph/index.ts';
import { getGraph } from '../../src/graph/kit/graph.ts';
import { RestClient } from '../../src/rest/client.ts';
import type { CallRecord } from '../../src/rest/request.ts';
import { Watcher } from '../../src/watch/watcher.ts';
import { type FacadeSettings, readSettings } from '../settings.ts';

const typeDefs = /* GraphQL */ `
  directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
  type Query {
    hello: String
    nested: Query
    "Reads one project of the upstream."
    project(id: Int = 1): String
    secretBug: String
    plainBug: String
    publicUrl: String
    slow(ms: Int!): String
    "A string of the given length."
    large(length: Int!): String
    "Strings of 100,000 characters, as fast as they are read. Endless by default."
    texts(count: Int): [String!]
  }
  type Mutation {
    touch: String
    "Returns a string of the given length when the upstream has responded."
    write(length: Int!): String
  }
  type Subscription {
    "Large strings, as fast as they are read."
    texts: String
    "One event, and a second one when the upstream has responded."
    project: String
    "Sends no event and does not end."
    silence: String
    "The client disconnects while events are prepared."
    abandoned: Int
  }
`;

const resolvers = {
  Query: {
    hello: () => 'world',
    nested: () => ({}),
    project: async (_: unknown, { id }: { id: number }, { rest }: OperationContext) => {
      const { body } = await rest.read({ operation: 'getProject', path: { id } }, 'Query.project', undefined);
      return JSON.stringify(body);
    },
    secretBug: (_: unknown, __: unknown, { rest }: OperationContext) => {
      throw new Error(`boom ${rest.credential.secrets.join()}`, { cause: new Error('below') });
    },
    plainBug: () => Promise.reject('not even an error'),
    publicUrl: (_: unknown, __: unknown, context: OperationContext) => context.publicUrl.href,
    slow: (_: unknown, { ms }: { ms: number }) => new Promise((resolve) => setTimeout(resolve, ms, 'done')),
    large: (_: unknown, { length }: { length: number }) => 'x'.repeat(length),
    async *texts(_: unknown, { count = Number.POSITIVE_INFINITY }: { count?: number }) {
      for (let index = 0; index < count; index += 1) yield randomBytes(50_000).toString('hex');
    },
  },
  Mutation: {
    touch: () => 'touched',
    async write(_: unknown, { length }: { length: number }, { rest }: OperationContext) {
      await rest.read({ operation: 'getProject', path: { id: 1 } }, 'Mutation.write', undefined);
      return 'x'.repeat(length);
    },
  },
  Subscription: {
    texts: {
      async *subscribe() {
        for (;;) yield { texts: 'x'.repeat(100_000) };
      },
    },
    project: {
      async *subscribe(_: unknown, __: unknown, { rest }: OperationContext) {
        yield { project: 'first' };
        await rest.read({ operation: 'getProject', path: { id: 1 } }, 'Subscription.project', undefined);
        yield { project: 'second' };
      },
    },
    silence: { subscribe: silence },
    abandoned: {
      subscribe: (_: unknown, __: unknown, { cancellation }: OperationContext) => {
        cancellation.cancel();
        const silence = new Promise<never>(() => {});
        return { [Symbol.asyncIterator]: () => ({ next: () => silence }) };
      },
    },
  },
};

/** Stream without events, until its consumer ends it. */
function silence(): AsyncIterableIterator<unknown> {
  const end = Promise.withResolvers<IteratorResult<unknown>>();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => end.promise,
    async return() {
      end.resolve({ done: true, value: undefined });
      return end.promise;
    },
  };
}

/** Starts a scripted upstream. `requests` contains the requests that arrived. */
export async function startUpstream(listener: RequestListener = (_, response) => response.end('{"id":1}')) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.setHeader('content-type', 'application/json');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    url: `http://127.0.0.1:${port}/api/v4`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface ResponseError {
  readonly message: string;
  readonly extensions?: { readonly code?: string };
}

export interface HttpResult {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed text, if it is JSON. */
  readonly body: {
    readonly data?: Readonly<Record<string, unknown>> | null;
    readonly errors?: readonly ResponseError[];
    readonly extensions?: Readonly<Record<string, unknown>>;
    /** State of readiness. */
    readonly status?: string;
  };
}

async function toHttpResult(response: Response): Promise<HttpResult> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {},
  };
}

/** Sends a request that fetch would not send: with any `Host`, or with a body in chunks without Content-Length. */
export async function send(url: URL, headers: Record<string, string>, chunks: readonly string[] = []) {
  const clientRequest = request(url, { method: chunks.length > 0 ? 'POST' : 'GET', headers });
  for (const chunk of chunks) clientRequest.write(chunk);
  const [response]: IncomingMessage[] = await once(clientRequest.end(), 'response');
  const text = (await response?.toArray())?.join('') ?? '';
  return { status: response?.statusCode, body: JSON.parse(text) };
}

/**
 * Starts a facade.
 * @param options.graph schema of the kit in place of the small one
 */
export async function startEdge(
  env: FacadeSettings = {},
  {
    roles,
    resetSandbox,
    tracing,
    sharedDocuments,
    graph,
  }: Pick<EdgeOptions, 'roles' | 'resetSandbox' | 'tracing' | 'sharedDocuments'> & {
    readonly graph?: GraphQLSchema;
  } = {},
) {
  const config = readSettings({
    PORT: '0',
    UPSTREAM_URL: 'http://127.0.0.1:9/api/v4',
    READ_RETRIES: '0',
    ...env,
  });
  const client = new RestClient({
    ...(graph && { contract: getGraph(graph).contract }),
    baseUrl: config.upstreamUrl ?? new URL('http://127.0.0.1:9/api/v4'),
    connections: 4,
    callTimeoutMs: config.callTimeout,
    maxUpstreamResponseBytes: config.maxUpstreamResponseBytes,
    maxBufferedBytes: config.maxUpstreamBufferBytes,
    responseCacheBytes: config.responseCacheBytes,
    maxUrlBytes: 8192,
    maxWaitingCallsPerCaller: config.maxWaitingCallsPerCaller,
    retries: config.readRetries,
    retryDelayMs: 1,
    maxRetryDelayMs: 10,
  });
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const calls: CallRecord[] = [];
  const schema = graph ?? createSchema<OperationContext>({ typeDefs, resolvers });
  const edge = createEdge({
    config,
    roles,
    resetSandbox,
    schema,
    downloads,
    client,
    logger,
    createWatcher: (onCall) =>
      new Watcher({ client, onCall, firstIntervalMs: 10, maxIntervalMs: 100, errorGracePeriodMs: 100 }),
    tracing,
    sharedDocuments,
    observer: { call: (call) => calls.push(call) },
  });
  const { port } = await edge.listen();
  const url = new URL(`http://localhost:${port}`);
  return {
    url,
    /** Lines of the log. */
    lines,
    /** REST calls that the edge reported. */
    calls,
    close: () => edge.close(),
    get quotaRejections() {
      return edge.quotaRejections;
    },
    get activity() {
      return edge.activity;
    },
    get: async (path: string, headers: Record<string, string> = {}) =>
      toHttpResult(await fetch(new URL(path, url), { headers, redirect: 'manual' })),
    query: async (query: string, headers: Record<string, string> = {}) =>
      toHttpResult(
        await fetch(new URL('/graphql', url), {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ query }),
        }),
      ),
    async [Symbol.asyncDispose]() {
      await edge.close();
      await client.close();
    },
  };
}

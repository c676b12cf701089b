/** Starts a facade and its upstream on free ports, sends operations over HTTP, and records the REST calls. */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { type RecordedRequest, type Role, type SandboxOptions, startSandbox, tokens } from '../sandbox/index.ts';
import { createLogger } from '../src/edge/logging.ts';
import type { executeTree } from '../src/execution/index.ts';
import type { NameMapping } from '../src/name-mapping/index.ts';
import { type Portico, startPortico } from '../src/portico.ts';
import type { CallRecord } from '../src/rest/request.ts';
import { loadMapping, renameEverything } from './name-mapping/renaming.ts';
import { type FacadeSettings, readSettings } from './settings.ts';

export type { FacadeSettings };

export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>> & { readonly code?: string };
}

/** REST call in `extensions` of a response. */
export type TracedCall = CallRecord & { readonly url: string | null; readonly startMs: number };

export interface GraphResponse<Data> {
  readonly data: Data;
  readonly errors?: readonly GraphError[];
  readonly extensions?: {
    readonly rest?: readonly TracedCall[];
    readonly polls?: readonly TracedCall[];
  };
}

export interface AskOptions {
  /** Role whose token is sent. Defaults to anonymous. */
  readonly as?: Role;
  readonly headers?: Readonly<Record<string, string>>;
}

type Variables = Readonly<Record<string, unknown>>;

/** Facade with any upstream. */
export interface Facade {
  readonly url: URL;
  execute<Data = unknown, V extends Variables = Variables>(
    document: string | TypedDocumentNode<Data, V>,
    variables?: V,
    options?: AskOptions,
  ): Promise<GraphResponse<Data>>;
  /** Operations, subscriptions and connections that are open. */
  readonly activity: Portico['activity'];
  /** URL of the server on `METRICS_PORT`. */
  readonly managementUrl: URL | undefined;
  close(): Promise<void>;
}

const recordedLines = new Set<string>();

/** Appends an entry to the log of the test run, which `test/coverage.ts` reads, unless the log contains it. */
function recordOnce(entry: object): void {
  const file = process.env.PORTICO_WIRE_LOG;
  const line = `${JSON.stringify(entry)}\n`;
  if (file === undefined || recordedLines.has(line)) return;
  recordedLines.add(line);
  appendFileSync(file, line);
}

/** Names of the sandbox if the tests run with other names than the contract; otherwise `undefined`. */
export const sandboxWords = process.env.PORTICO_TEST_WORDS === 'renamed' ? loadMapping(renameEverything()) : undefined;

/** User agent of calls that a test makes itself, with `test/rest-client.ts`. Recorded requests exclude them. */
export const restClientAgent = 'portico-tests';

export interface FacadeOptions {
  /** Names of the upstream. Defaults to those of the contract. */
  readonly words?: NameMapping | undefined;
  /** Executes operations. Defaults to Portico's own executor. */
  readonly execute?: typeof executeTree | undefined;
  /** Receives the lines of the log from this level up. Defaults to no log. */
  readonly log?: { readonly level: string; readonly write: (line: string) => void } | undefined;
}

/** Settings for upstreams that omit attributes which the contract marks as never null. */
export const nullsAccepted = { UNEXPECTED_NULLS: 'log' } as const;

export async function startFacade(
  upstreamUrl: string,
  env: FacadeSettings,
  { words, log, execute }: FacadeOptions = {},
): Promise<Facade> {
  const settings = readSettings({
    PORT: '0',
    LOG_LEVEL: 'silent',
    UPSTREAM_URL: upstreamUrl,
    READ_RETRIES: '0',
    ...env,
  });
  const config = { ...settings, upstreamNameMapping: words ?? settings.upstreamNameMapping };
  const observe = ({ field, operation }: CallRecord) => recordOnce({ field, operation });
  const logger = log && createLogger(log.level, { write: log.write });
  const portico = await startPortico(config, { observe, execute, ...(logger && { logger }) });
  return {
    url: portico.url,
    managementUrl: portico.managementUrl,
    async execute(document, variables, { as, headers } = {}) {
      const response = await fetch(new URL('/graphql', portico.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(as === undefined || as === 'anonymous' ? {} : { 'private-token': tokens[as] }),
          ...headers,
        },
        body: JSON.stringify({ query: typeof document === 'string' ? document : print(document), variables }),
      });
      return response.json();
    },
    get activity() {
      return portico.activity;
    },
    close: () => portico.close(),
  };
}

/** Facade with a sandbox of its own. */
export interface SandboxedFacade extends Facade {
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
  /** REST calls since the last `forget`, as `GET /projects/9/pipelines?per_page=2`, in the order of arrival. */
  readonly calls: readonly string[];
  readonly requests: readonly RecordedRequest[];
  forget(): void;
}

/** Starts a sandbox and a facade that calls it. @param options.env settings of the facade */
export async function startSandboxed(
  options: { sandbox?: SandboxOptions; env?: FacadeSettings } & Pick<FacadeOptions, 'log' | 'execute'> = {},
): Promise<SandboxedFacade> {
  const sandbox = await startSandbox({
    control: true,
    keptRequests: Number.POSITIVE_INFINITY,
    words: sandboxWords,
    ...options.sandbox,
  });
  const { env = {}, log, execute } = options;
  const facade = await startFacade(sandbox.url, env, { log, execute, words: sandboxWords });
  const getRequests = () => sandbox.requests.filter(({ headers }) => headers['user-agent'] !== restClientAgent);
  const recordRequests = () => {
    for (const { operation, query, body } of getRequests())
      recordOnce({
        operation,
        query: Object.keys(query),
        body: typeof body === 'object' && body !== null ? Object.keys(body) : [],
      });
  };
  return {
    ...facade,
    get activity() {
      return facade.activity;
    },
    sandbox,
    get calls() {
      return getRequests().map(({ method, url }) => `${method} ${url}`);
    },
    get requests() {
      return getRequests();
    },
    forget() {
      recordRequests();
      sandbox.clearRequests();
    },
    async close() {
      recordRequests();
      await facade.close();
      await sandbox.close();
      if (sandbox.contractViolations.length > 0)
        throw new Error(`The sandbox broke the contract: ${JSON.stringify(sandbox.contractViolations)}`);
    },
  };
}

/** Response of the stub upstream, such as one of the reference documentation, typed by hand. */
export interface StubResponse {
  readonly status?: number;
  /** Defaults to the page headers of the only page, for a list with fewer items than a page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, any other value as JSON. */
  readonly body?: unknown;
}

export interface StubbedFacade extends Facade {
  /** Base URL of the upstream, for another facade that calls it. */
  readonly upstreamUrl: string;
  /** REST calls, as `GET /projects/1/pipelines?per_page=20`. */
  readonly calls: readonly string[];
  /** Bodies of the writes, as they were sent. */
  readonly bodies: readonly unknown[];
}

/** Returns the page headers of the only page of a list, if a response is one. */
function getPageHeaders(url: string, body: unknown): Readonly<Record<string, string>> {
  const query = new URL(url, 'http://upstream').searchParams;
  const isWhole = Array.isArray(body) && body.length < Number(query.get('per_page'));
  if (!isWhole || (query.get('page') ?? '1') !== '1') return {};
  return { 'x-next-page': '', ...(query.has('page') ? { 'x-page': '1', 'x-total': String(body.length) } : {}) };
}

/** Response for an object that does not exist. */
export const notFound: StubResponse = { status: 404, body: { message: '404 Not Found' } };

/**
 * Starts a facade with a stub upstream.
 * @param examples responses by method and path, such as `GET /projects/1/pipelines`. A key with a query takes precedence;
 * `*` is for all other calls. Without it, a call that has no response receives 404 and makes `close` fail: most objects
 * that do not exist are null, so that a missing stub would look like one. A list of items may be read in place of single items
 * @returns a facade whose `close` throws an Error if a call had no response
 */
export async function startWithResponses(
  examples: Readonly<Record<string, StubResponse>>,
  env: FacadeSettings = {},
): Promise<StubbedFacade> {
  const calls: string[] = [];
  const bodies: unknown[] = [];
  const callsWithoutStub = new Set<string>();
  const server = createServer(async (request, response) => {
    const url = (request.url ?? '').replace(/^\/api\/v4/, '');
    const call = `${request.method} ${url}`;
    calls.push(call);
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (text !== '') bodies.push(request.headers['content-type']?.includes('json') ? JSON.parse(text) : text);
    const stub = examples[call] ?? examples[call.replace(/\?.*/, '')] ?? examples['*'];
    if (stub === undefined) callsWithoutStub.add(call);
    const example = stub ?? notFound;
    const body = typeof example.body === 'string' ? example.body : JSON.stringify(example.body);
    response.writeHead(example.status ?? (request.method === 'POST' ? 201 : 200), {
      'content-type': 'application/json',
      ...(example.headers ?? getPageHeaders(url, example.body)),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const upstreamUrl = `http://127.0.0.1:${port}/api/v4`;
  const facade = await startFacade(upstreamUrl, env);
  return {
    ...facade,
    upstreamUrl,
    get activity() {
      return facade.activity;
    },
    calls,
    bodies,
    async close() {
      await facade.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (callsWithoutStub.size > 0) throw new Error(`Calls without a stub: ${[...callsWithoutStub].join(', ')}`);
    },
  };
}

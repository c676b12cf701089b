/** Facade and upstream on free ports, asked as a client would and watched on the wire. */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { readConfig } from '../src/config.ts';
import { createLogger } from '../src/edge/logging.ts';
import type { executePrepared } from '../src/execution/index.ts';
import type { NameMapping } from '../src/name-mapping/index.ts';
import { type Portico, startPortico } from '../src/portico.ts';
import type { CallRecord } from '../src/rest/request.ts';
import { type RecordedRequest, type Role, type SandboxOptions, startSandbox, tokens } from '../src/sandbox/index.ts';
import { renameEverything, wordsOf } from './name-mapping/renaming.ts';

export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>> & { readonly code?: string };
}

/** A call as traces tell it. */
export type ToldCall = CallRecord & { readonly url: string | null; readonly startMs: number };

export interface GraphAnswer<Data> {
  readonly data: Data;
  readonly errors?: readonly GraphError[];
  readonly extensions?: {
    readonly rest?: readonly ToldCall[];
    readonly polls?: readonly ToldCall[];
  };
}

export interface AskOptions {
  /** Role whose token is sent. Defaults to none: requests are anonymous. */
  readonly as?: Role;
  readonly headers?: Readonly<Record<string, string>>;
}

type Variables = Readonly<Record<string, unknown>>;

/** A facade with any upstream. */
export interface Facade {
  readonly url: URL;
  ask<Data = unknown, V extends Variables = Variables>(
    document: string | TypedDocumentNode<Data, V>,
    variables?: V,
    options?: AskOptions,
  ): Promise<GraphAnswer<Data>>;
  /** Open resources of clients. */
  readonly underway: Portico['underway'];
  /** Where `METRICS_PORT` is open. */
  readonly managementUrl: URL | undefined;
  close(): Promise<void>;
}

const noted = new Set<string>();

/** Notes, once, what the coverage check reads of all that the whole run put on the wire. */
function note(entry: object): void {
  const file = process.env.PORTICO_WIRE_LOG;
  const line = `${JSON.stringify(entry)}\n`;
  if (file === undefined || noted.has(line)) return;
  noted.add(line);
  appendFileSync(file, line);
}

/** The suite also runs with a sandbox that has other names than the contract. */
export const sandboxWords = process.env.PORTICO_TEST_WORDS === 'renamed' ? wordsOf(renameEverything()) : undefined;

export interface FacadeOptions {
  /** False for a facade in which every request goes by the road of those that need negotiation. */
  readonly jsonPost?: boolean | undefined;
  /** The words of the upstream. Defaults to those of the contract. */
  readonly words?: NameMapping | undefined;
  /** Executes operations. Defaults to Portico's own executor. */
  readonly execute?: typeof executePrepared | undefined;
  /** Gets the lines of the log, down to this level. Defaults to no log. */
  readonly log?: { readonly level: string; readonly write: (line: string) => void } | undefined;
}

/** Settings for upstreams that omit attributes which the contract marks as never null. */
export const nullsAccepted = { UNEXPECTED_NULLS: 'log' } as const;

export async function startFacade(
  upstreamUrl: string,
  env: NodeJS.ProcessEnv,
  { jsonPost = true, words, log, execute }: FacadeOptions = {},
): Promise<Facade> {
  const settings = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    UPSTREAM_URL: upstreamUrl,
    READ_RETRIES: '0',
    ...env,
  });
  const config = { ...settings, upstreamNameMapping: words ?? settings.upstreamNameMapping };
  const observe = ({ field, operation }: CallRecord) => note({ field, operation });
  const logger = log && createLogger(log.level, { write: log.write });
  const portico = await startPortico(config, { observe, jsonPost, execute, ...(logger && { logger }) });
  return {
    url: portico.url,
    managementUrl: portico.managementUrl,
    async ask(document, variables, { as, headers } = {}) {
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
    get underway() {
      return portico.underway;
    },
    close: () => portico.close(),
  };
}

/** A facade with a sandbox of its own. */
export interface SandboxedFacade extends Facade {
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
  /** The REST calls since the last `forget`, as `GET /projects/9/pipelines?per_page=2`, in the order of arrival. */
  readonly calls: readonly string[];
  readonly requests: readonly RecordedRequest[];
  forget(): void;
}

/** Starts a sandbox and a facade before it. `env` are settings of the facade. */
export async function startSandboxed(
  options: { sandbox?: SandboxOptions; env?: NodeJS.ProcessEnv } & Pick<
    FacadeOptions,
    'jsonPost' | 'log' | 'execute'
  > = {},
): Promise<SandboxedFacade> {
  const sandbox = await startSandbox({
    control: true,
    keptRequests: Number.POSITIVE_INFINITY,
    words: sandboxWords,
    ...options.sandbox,
  });
  const { env = {}, jsonPost, log, execute } = options;
  const facade = await startFacade(sandbox.url, env, { jsonPost, log, execute, words: sandboxWords });
  const noteRequests = () => {
    for (const { operation, query, body } of sandbox.requests)
      note({
        operation,
        query: Object.keys(query),
        body: typeof body === 'object' && body !== null ? Object.keys(body) : [],
      });
  };
  return {
    ...facade,
    get underway() {
      return facade.underway;
    },
    sandbox,
    get calls() {
      return sandbox.requests.map(({ method, url }) => `${method} ${url}`);
    },
    get requests() {
      return sandbox.requests;
    },
    forget() {
      noteRequests();
      sandbox.clearRequests();
    },
    async close() {
      noteRequests();
      await facade.close();
      await sandbox.close();
      if (sandbox.contractViolations.length > 0)
        throw new Error(`The sandbox broke the contract: ${JSON.stringify(sandbox.contractViolations)}`);
    },
  };
}

/** An answer as it stands in the documents, typed by hand. */
export interface Example {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: unknown;
}

export interface ExampledFacade extends Facade {
  /** Base URL of the upstream, for another facade before it. */
  readonly upstreamUrl: string;
  /** REST calls, as `GET /projects/1/pipelines?per_page=20`. */
  readonly calls: readonly string[];
  /** Bodies of the writes, as they were sent. */
  readonly bodies: readonly unknown[];
}

/**
 * Starts a facade with an upstream that knows only these answers, by method and path: `GET /projects/1/pipelines`. A key with a
 * query is preferred; everything else is 404.
 */
export async function startExampled(
  examples: Readonly<Record<string, Example>>,
  env: NodeJS.ProcessEnv = {},
): Promise<ExampledFacade> {
  const calls: string[] = [];
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    const url = (request.url ?? '').replace(/^\/api\/v4/, '');
    const call = `${request.method} ${url}`;
    calls.push(call);
    let text = '';
    for await (const chunk of request) text += chunk;
    if (text !== '') bodies.push(request.headers['content-type']?.includes('json') ? JSON.parse(text) : text);
    const example = examples[call] ?? examples[call.replace(/\?.*/, '')] ?? notFound;
    const body = typeof example.body === 'string' ? example.body : JSON.stringify(example.body);
    response.writeHead(example.status ?? (request.method === 'POST' ? 201 : 200), {
      'content-type': 'application/json',
      ...example.headers,
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
    get underway() {
      return facade.underway;
    },
    calls,
    bodies,
    async close() {
      await facade.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const notFound: Example = { status: 404, body: { message: '404 Not Found' } };

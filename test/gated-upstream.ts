/** Starts a facade and a sandbox, with a proxy between them that can delay or fail responses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { startSandbox, tokens } from '../sandbox/index.ts';
import { type Facade, startFacade } from './harness.ts';
import type { ResponsePart } from './incremental-parts.ts';
import type { FacadeSettings } from './settings.ts';

interface HeldCall {
  readonly call: string;
  readonly respond: () => void;
}

/** Facade whose responses of the upstream a test can delay or fail. */
export interface GatedFacade extends Facade {
  /** REST calls in the order of arrival, such as `GET /projects/14`. */
  readonly calls: readonly string[];
  /** Calls whose client disconnected before the response. */
  readonly abandoned: readonly string[];
  /** Delays responses to calls that contain the text, until the returned function is called. */
  hold(text: string): () => void;
  /** Responds with an error to calls that contain the text. */
  fail(text: string): void;
  /** Sends an operation over HTTP. */
  send(query: string, options?: SendOptions): Promise<Response>;
}

export interface SendOptions {
  readonly accept?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export const partsAccepted = 'multipart/mixed, application/json';

async function forward(request: IncomingMessage, response: ServerResponse, base: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name) ? [[name, value]] : [],
  );
  const upstreamResponse = await fetch(new URL(request.url ?? '/', base), {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(headers),
    body: chunks.length > 0 ? Buffer.concat(chunks) : null,
  });
  const text = await upstreamResponse.text();
  const responseHeaders = [...upstreamResponse.headers].filter(
    ([name]) => !['content-length', 'transfer-encoding', 'connection'].includes(name),
  );
  response.writeHead(upstreamResponse.status, Object.fromEntries(responseHeaders));
  response.end(text);
}

/** Starts a facade for one test. @param env settings of the facade */
export async function startGated(env: FacadeSettings = {}): Promise<GatedFacade> {
  const facade = await openGated(env);
  onTestFinished(() => facade.close());
  return facade;
}

/** Starts a facade. @param env settings of the facade */
export async function openGated(env: FacadeSettings = {}): Promise<GatedFacade> {
  const sandbox = await startSandbox({});
  const calls: string[] = [];
  const abandoned: string[] = [];
  const gates = new Set<string>();
  const failing: string[] = [];
  let held: HeldCall[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${(request.url ?? '').replace(/^\/api\/v4/, '')}`;
    calls.push(call);
    response.once('close', () => !response.writableEnded && abandoned.push(call));
    const respond = () => {
      if (!failing.some((text) => call.includes(text)))
        return void forward(request, response, sandbox.url).catch(() => response.destroy());
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end('{"message":"secret of the upstream"}');
    };
    if ([...gates].some((text) => call.includes(text))) held.push({ call, respond });
    else respond();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, env);
  return {
    ...facade,
    async close() {
      await facade.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.close();
    },
    get activity() {
      return facade.activity;
    },
    calls,
    abandoned,
    hold(text) {
      gates.add(text);
      return () => {
        gates.delete(text);
        const released = held.filter(({ call }) => call.includes(text));
        held = held.filter(({ call }) => !call.includes(text));
        for (const { respond } of released) respond();
      };
    },
    fail: (text) => void failing.push(text),
    send: (query, { accept = partsAccepted, variables, headers, signal } = {}) =>
      fetch(new URL('/graphql', facade.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'private-token': tokens.owner, accept, ...headers },
        body: JSON.stringify({ query, variables }),
        ...(signal && { signal }),
      }),
  };
}

/** Yields the parts of a response over multipart/mixed or as events, as they arrive. A single response is its only part. */
export async function* readParts(response: Response): AsyncGenerator<ResponsePart, void> {
  if (response.headers.get('content-type')?.includes('json')) {
    yield response.json();
    return;
  }
  const isMultipart = response.headers.get('content-type')?.startsWith('multipart/mixed');
  const separator = isMultipart ? '\r\n---' : '\n\n';
  let text = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    text += chunk.value;
    for (let end = text.indexOf(separator); end >= 0; end = text.indexOf(separator)) {
      const json = /(?:^data: |\r\n\r\n)(\{.*)$/ms.exec(text.slice(0, end))?.[1];
      text = text.slice(end + separator.length);
      if (json !== undefined) yield JSON.parse(json);
    }
  }
}

export async function toArray<T>(values: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const value of values) items.push(value);
  return items;
}

/** Reads all parts of a response. */
export const readAllParts = (response: Response): Promise<ResponsePart[]> => toArray(readParts(response));

/** Lists of a scripted upstream, and clients that stop reading a response and resume. */
import { createServer, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { WebSocket } from 'ws';
import { readAllParts } from './gated-upstream.ts';
import { type Facade, startFacade } from './harness.ts';
import type { ResponsePart } from './incremental-parts.ts';
import type { FacadeSettings } from './settings.ts';

export interface GroupsOptions {
  readonly length: number;
  /** Length of the description of each group. */
  readonly rowBytes: number;
  /** Whether page headers contain the total, so that pages may be read concurrently. Defaults to true. */
  readonly hasTotal?: boolean;
  /** Number of next calls that the upstream rejects with 429 and `Retry-After: 1`. Defaults to 0. */
  readonly limitedCalls?: number;
}

export interface GroupsFacade extends Facade, AsyncDisposable {
  /** Number of groups in the responses of the upstream. */
  readonly fetched: number;
  options: GroupsOptions;
}

/** Starts a facade whose upstream has a list of groups. @param env settings of the facade */
export async function startGroups(options: GroupsOptions, env: FacadeSettings = {}): Promise<GroupsFacade> {
  const state = { options, fetched: 0 };
  const server = createServer(({ url = '' }, response) => {
    const { length, rowBytes, hasTotal = true, limitedCalls = 0 } = state.options;
    if (limitedCalls > 0) {
      state.options = { ...state.options, limitedCalls: limitedCalls - 1 };
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' }).end('{}');
      return;
    }
    const query = new URL(url, 'http://localhost').searchParams;
    const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 20)];
    const start = (page - 1) * perPage;
    const count = Math.max(0, Math.min(perPage, length - start));
    const items = Array.from({ length: count }, (_, index) => ({
      id: start + index + 1,
      name: `g${start + index + 1}`,
      description: 'd'.repeat(rowBytes),
    }));
    state.fetched += count;
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-page': page,
      'x-per-page': perPage,
      'x-next-page': start + count < length ? page + 1 : '',
      ...(hasTotal && { 'x-total': length }),
    });
    response.end(JSON.stringify(items));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const facade = await startFacade(`http://127.0.0.1:${port}/api/v4`, {
    MAX_RESPONSE_BYTES: `${2 ** 30}`,
    MAX_REST_CALLS: '100000',
    BREAKER_FAILURES: '0',
    ...env,
  });
  const close = async () => {
    await facade.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    ...facade,
    get activity() {
      return facade.activity;
    },
    get fetched() {
      return state.fetched;
    },
    get options() {
      return state.options;
    },
    set options(next) {
      state.options = next;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Client of one operation, which reads only between `resume` and `pause`. It starts paused. */
export interface SlowReader {
  /** Bytes of the response that the client has read. */
  readonly readBytes: number;
  pause(): void;
  resume(): void;
  /** Resolves with the parts of the response when the client has read all of them; rejects if it is disconnected before. */
  readonly parts: Promise<readonly ResponsePart[]>;
  close(): void;
}

export type SlowTransport = 'multipart/mixed' | 'text/event-stream' | 'WebSocket';
export const slowTransports: readonly SlowTransport[] = ['multipart/mixed', 'text/event-stream', 'WebSocket'];

/** Sends an operation over HTTP. */
function readHttp({ url }: Facade, query: string, accept: string): SlowReader {
  const { promise: parts, resolve, reject } = Promise.withResolvers<readonly ResponsePart[]>();
  const chunks: Buffer[] = [];
  let readBytes = 0;
  let isPaused = true;
  let update = () => {};
  const sending = request(
    new URL('/graphql', url),
    { method: 'POST', headers: { 'content-type': 'application/json', accept }, agent: false },
    (response) => {
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        readBytes += chunk.length;
        update();
      });
      update = () => void (isPaused ? response.pause() : response.resume());
      update();
      response.once('error', reject);
      response.once('end', () => {
        const headers = { 'content-type': response.headers['content-type'] ?? '' };
        resolve(readAllParts(new Response(Buffer.concat(chunks), { headers })));
      });
    },
  );
  sending.once('error', reject);
  sending.end(JSON.stringify({ query }));
  return {
    get readBytes() {
      return readBytes;
    },
    pause() {
      isPaused = true;
      update();
    },
    resume() {
      isPaused = false;
      update();
    },
    parts,
    close: () => void sending.destroy(),
  };
}

/** WebSocket of one client. It starts to read with the first `resume`. */
export interface SlowSocket {
  readonly readBytes: number;
  pause(): void;
  resume(): void;
  /** Sends an operation. Resolves with the parts of its result. */
  send(query: string): Promise<readonly ResponsePart[]>;
  close(): void;
}

export async function openSlowSocket({ url }: Facade): Promise<SlowSocket> {
  const socket = new WebSocket(new URL('/graphql', url).href.replace('http', 'ws'), 'graphql-transport-ws');
  const operations = new Map<
    string,
    { parts: ResponsePart[]; readonly result: PromiseWithResolvers<ResponsePart[]> }
  >();
  let readBytes = 0;
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send('{"type":"connection_init"}');
  await new Promise((resolve) => socket.once('message', resolve));
  socket.pause();
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const { result } of operations.values()) result.reject(new Error('The client was disconnected'));
  });
  socket.on('message', (data) => {
    const message: { id: string; type: string; payload: ExecutionResult } = JSON.parse(String(data));
    readBytes += String(data).length;
    const operation = operations.get(message.id);
    if (message.type === 'next') operation?.parts.push(message.payload);
    else if (message.type === 'complete') operation?.result.resolve(operation.parts);
    else operation?.result.reject(new Error(String(data)));
  });
  return {
    get readBytes() {
      return readBytes;
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    send(query) {
      const id = String(operations.size);
      const result = Promise.withResolvers<ResponsePart[]>();
      operations.set(id, { parts: [], result });
      socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query } }));
      return result.promise;
    },
    close: () => socket.terminate(),
  };
}

/** Sends an operation, and reads nothing of its response. */
export async function openSlowReader(facade: Facade, query: string, transport: SlowTransport): Promise<SlowReader> {
  if (transport !== 'WebSocket') return readHttp(facade, query, transport);
  const socket = await openSlowSocket(facade);
  const parts = socket.send(query);
  return Object.assign(socket, { parts });
}

/** Waits until the facade fetches nothing more, as far as 200 ms without a call prove it. */
export async function untilIdle(facade: Pick<GroupsFacade, 'fetched'>): Promise<void> {
  for (let last = -1; last !== facade.fetched; ) {
    last = facade.fetched;
    await pause(200);
  }
}

/** What stands between the facade and the sandbox: lets calls go wrong, and takes note of who called and of every write. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, callerByToken, stamp, strangersIn } from './callers.ts';
import type { Tally } from './tally.ts';
import type { Fault, Weather } from './weather.ts';

/** What became of one write: how often it arrived, and how often the upstream did it. */
export interface Written {
  arrived: number;
  done: number;
}

export interface FaultyProxy {
  /** Base URL, ending in `/api/v4`. */
  readonly url: string;
  /** By the mark of a write, or by method and path of one that has none. */
  written(key: string): Written;
  readonly writes: ReadonlyMap<string, Written>;
  /** Calls that arrived. */
  readonly calls: number;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const page = Buffer.from('<html><head><title>One moment</title></head><body>Please come back later.</body></html>\n');
const pieces = 12;

function json(status: number, message: string): Answer {
  const body = Buffer.from(JSON.stringify({ message }));
  return { status, headers: { 'content-type': 'application/json' }, body };
}

/** The answer that comes in place of one of the upstream's; undefined for faults that only maltreat it. */
function insteadOf({ kind }: Fault): Answer | undefined {
  switch (kind) {
    case 'html':
      return { status: 200, headers: { 'content-type': 'text/html' }, body: page };
    case 'html 502':
      return { status: 502, headers: { 'content-type': 'text/html' }, body: page };
    case '304':
      return { status: 304, headers: {}, body: Buffer.alloc(0) };
    case '429':
      return { status: 429, headers: { 'content-type': 'text/plain' }, body: Buffer.from('Retry later\n') };
    case '503':
      return json(503, '503 Service Unavailable');
    default:
      return undefined;
  }
}

/** Whether the upstream must not have done a call that ends so: what is refused changed nothing. */
const isRefusal = ({ kind }: Fault): boolean => kind === '429' || kind === '503' || kind === 'html 502';

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await message.toArray());
}

function textsOf(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const hopByHop = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'authorization'];

function without(headers: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** @param upstream base URL of the sandbox */
export async function startProxy(upstream: URL, weather: Weather, tally: Tally): Promise<FaultyProxy> {
  const agent = new Agent({ keepAlive: true });
  const writes = new Map<string, Written>();
  let calls = 0;

  function written(key: string): Written {
    const known = writes.get(key) ?? { arrived: 0, done: 0 };
    writes.set(key, known);
    return known;
  }

  /** The caller of a call that carries nothing of anybody else. */
  function callerOf({ headers, url = '', method }: IncomingMessage, body: Buffer): Caller | undefined {
    const [, bearer] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    const tokens = [headers['private-token'], bearer].filter((token) => token !== undefined).map(String);
    const caller = callerByToken(tokens[0] ?? '');
    if (tokens.length !== 1 || caller === undefined)
      tally.fail('crossed', `${method} ${url} came with the credentials [${tokens}]`);
    const strangers = strangersIn(
      `${url} ${body} ${JSON.stringify(without(textsOf(headers), ['private-token', 'authorization']))}`,
      caller,
    );
    if (strangers.length > 0) tally.fail('crossed', `${method} ${url} of ${caller?.name} carried ${strangers}`);
    return caller;
  }

  function forward(message: IncomingMessage, body: Buffer, caller: Caller): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const headers = { ...without(textsOf(message.headers), hopByHop), 'private-token': caller.roleToken };
    const length = body.length > 0 ? { 'content-length': String(body.length) } : {};
    const target = new URL(message.url ?? '/', upstream);
    const sent = request(target, { method: message.method ?? 'GET', headers: { ...headers, ...length }, agent });
    sent.once('error', reject);
    sent.once('response', (response) => {
      bodyOf(response).then((bytes) => {
        const given = { status: response.statusCode ?? 0, headers: without(textsOf(response.headers), hopByHop) };
        const isJson = given.headers['content-type']?.includes('json') && bytes.length > 0;
        resolve({
          ...given,
          body: isJson ? Buffer.from(JSON.stringify(stamp(JSON.parse(`${bytes}`), caller))) : bytes,
        });
      }, reject);
    });
    sent.end(body);
    return promise;
  }

  async function send(response: ServerResponse, { status, headers, body }: Answer, fault?: Fault): Promise<void> {
    const half = body.subarray(0, Math.floor(body.length / 2));
    const given = fault?.kind === 'empty' ? body.subarray(0, 0) : fault?.kind === 'shortened' ? half : body;
    const length = status === 204 || status === 304 ? {} : { 'content-length': String(given.length) };
    response.writeHead(status, { ...headers, ...fault?.headers, ...length });
    if (fault?.kind === 'truncated') response.write(half, () => response.destroy());
    else if (fault?.kind === 'drip') {
      const size = Math.ceil(given.length / pieces) || 1;
      for (let start = 0; start < given.length && !response.destroyed; start += size) {
        response.write(given.subarray(start, start + size));
        await pause(fault.milliseconds / pieces);
      }
      response.end();
    } else response.end(given);
  }

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '' } = message;
    const body = await bodyOf(message);
    calls += 1;
    const caller = callerOf(message, body);
    if (caller === undefined) return send(response, json(401, '401 Unauthorized'));
    const mark = /sent-by-c\d\d-\w+/.exec(`${body}`)?.[0];
    const write = method === 'GET' ? undefined : written(mark ?? `${method} ${url}`);
    if (write !== undefined) write.arrived += 1;
    const fault = weather.next(url.endsWith('/download'));
    if (fault !== undefined) tally.fault(fault.kind);
    if (fault?.kind === 'delay') await pause(fault.milliseconds);
    const instead = fault && insteadOf(fault);
    const breaks = fault?.kind === 'cut' || fault?.kind === 'reset' || fault?.kind === 'hang';
    const happens = fault === undefined || (instead === undefined && !breaks) || (fault.done && !isRefusal(fault));
    const answer = happens ? await forward(message, body, caller) : undefined;
    if (write !== undefined && answer !== undefined && answer.status < 300) write.done += 1;
    if (fault?.kind === 'cut') message.socket.destroy();
    else if (fault?.kind === 'reset') message.socket.resetAndDestroy();
    else if (fault?.kind !== 'hang') await send(response, instead ?? answer ?? json(500, 'No answer'), fault);
  }

  const server = createServer((message, response) => {
    respond(message, response).catch((error: unknown) => {
      // The facade may leave at any time; what else fails is a mistake of this proxy.
      if (!message.socket.destroyed && !message.destroyed) console.error('proxy:', error);
      response.destroy();
    });
  });
  server.on('connection', (socket) => {
    if (!weather.refusesConnection) return;
    tally.fault('refused');
    socket.resetAndDestroy();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${upstream.pathname}`,
    written,
    writes,
    get calls() {
      return calls;
    },
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

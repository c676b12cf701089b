/** Proxy between the facade and the sandbox: applies faults to calls, and records the caller of each call and every write. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, callerByToken, findForeignMarks, stamp } from './callers.ts';
import type { Fault, FaultSchedule } from './fault-schedule.ts';
import type { Tally } from './tally.ts';

/** Number of times that a write arrived, and that the upstream performed it. */
export interface WriteCounts {
  arrived: number;
  performed: number;
}

export interface FaultyProxy {
  /** Base URL, ending in `/api/v4`. */
  readonly url: string;
  /** Returns the counts of a write by its mark, or by method and path if it has no mark. */
  getWriteCounts(key: string): WriteCounts;
  readonly writes: ReadonlyMap<string, WriteCounts>;
  /** Number of calls that arrived. */
  readonly calls: number;
  close(): Promise<void>;
}

interface UpstreamResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const htmlPage = Buffer.from(
  '<html><head><title>One moment</title></head><body>Please come back later.</body></html>\n',
);
const dripParts = 12;

function json(status: number, message: string): UpstreamResponse {
  const body = Buffer.from(JSON.stringify({ message }));
  return { status, headers: { 'content-type': 'application/json' }, body };
}

/** Returns the response that replaces that of the upstream. `undefined` if the fault keeps the upstream's response. */
function getReplacement({ kind }: Fault): UpstreamResponse | undefined {
  switch (kind) {
    case 'html':
      return { status: 200, headers: { 'content-type': 'text/html' }, body: htmlPage };
    case 'html 502':
      return { status: 502, headers: { 'content-type': 'text/html' }, body: htmlPage };
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

/** Whether the upstream cannot have performed a call with this fault: a rejected call changes nothing. */
const preventsCall = ({ kind }: Fault): boolean => kind === '429' || kind === '503' || kind === 'html 502';

async function readBody(message: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await message.toArray());
}

function toStrings(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const hopByHop = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'authorization'];

function omitNames(headers: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** @param upstream base URL of the sandbox */
export async function startProxy(upstream: URL, schedule: FaultSchedule, tally: Tally): Promise<FaultyProxy> {
  const agent = new Agent({ keepAlive: true });
  const writes = new Map<string, WriteCounts>();
  let calls = 0;

  function getWriteCounts(key: string): WriteCounts {
    const counts = writes.get(key) ?? { arrived: 0, performed: 0 };
    writes.set(key, counts);
    return counts;
  }

  /** Returns the caller of a call, by its credential. Counts a violation if the call contains data of another caller. */
  function identifyCaller({ headers, url = '', method }: IncomingMessage, body: Buffer): Caller | undefined {
    const [, bearer] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    const tokens = [headers['private-token'], bearer].filter((token) => token !== undefined).map(String);
    const caller = callerByToken(tokens[0] ?? '');
    if (tokens.length !== 1 || caller === undefined)
      tally.fail('crossed', `${method} ${url} came with the credentials [${tokens}]`);
    const foreignMarks = findForeignMarks(
      `${url} ${body} ${JSON.stringify(omitNames(toStrings(headers), ['private-token', 'authorization']))}`,
      caller,
    );
    if (foreignMarks.length > 0) tally.fail('crossed', `${method} ${url} of ${caller?.name} carried ${foreignMarks}`);
    return caller;
  }

  function forward(message: IncomingMessage, body: Buffer, caller: Caller): Promise<UpstreamResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamResponse>();
    const headers = { ...omitNames(toStrings(message.headers), hopByHop), 'private-token': caller.roleToken };
    const length = body.length > 0 ? { 'content-length': String(body.length) } : {};
    const target = new URL(message.url ?? '/', upstream);
    const outgoing = request(target, { method: message.method ?? 'GET', headers: { ...headers, ...length }, agent });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      readBody(response).then((bytes) => {
        const head = { status: response.statusCode ?? 0, headers: omitNames(toStrings(response.headers), hopByHop) };
        const isJson = head.headers['content-type']?.includes('json') && bytes.length > 0;
        resolve({
          ...head,
          body: isJson ? Buffer.from(JSON.stringify(stamp(JSON.parse(`${bytes}`), caller))) : bytes,
        });
      }, reject);
    });
    outgoing.end(body);
    return promise;
  }

  async function send(
    response: ServerResponse,
    { status, headers, body }: UpstreamResponse,
    fault?: Fault,
  ): Promise<void> {
    const half = body.subarray(0, Math.floor(body.length / 2));
    const sentBody = fault?.kind === 'empty' ? body.subarray(0, 0) : fault?.kind === 'shortened' ? half : body;
    const length = status === 204 || status === 304 ? {} : { 'content-length': String(sentBody.length) };
    response.writeHead(status, { ...headers, ...fault?.headers, ...length });
    if (fault?.kind === 'truncated') response.write(half, () => response.destroy());
    else if (fault?.kind === 'drip') {
      const size = Math.ceil(sentBody.length / dripParts) || 1;
      for (let start = 0; start < sentBody.length && !response.destroyed; start += size) {
        response.write(sentBody.subarray(start, start + size));
        await pause(fault.durationMs / dripParts);
      }
      response.end();
    } else response.end(sentBody);
  }

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '' } = message;
    const body = await readBody(message);
    calls += 1;
    const caller = identifyCaller(message, body);
    if (caller === undefined) return send(response, json(401, '401 Unauthorized'));
    const mark = /sent-by-c\d\d-\w+/.exec(`${body}`)?.[0];
    const write = method === 'GET' ? undefined : getWriteCounts(mark ?? `${method} ${url}`);
    if (write !== undefined) write.arrived += 1;
    const fault = schedule.next(url.endsWith('/download'));
    if (fault !== undefined) tally.countFault(fault.kind);
    if (fault?.kind === 'delay') await pause(fault.durationMs);
    const replacement = fault && getReplacement(fault);
    const hasNoResponse = fault?.kind === 'cut' || fault?.kind === 'reset' || fault?.kind === 'hang';
    const isForwarded =
      fault === undefined ||
      (replacement === undefined && !hasNoResponse) ||
      (fault.isPerformed && !preventsCall(fault));
    const upstreamResponse = isForwarded ? await forward(message, body, caller) : undefined;
    if (write !== undefined && upstreamResponse !== undefined && upstreamResponse.status < 300) write.performed += 1;
    if (fault?.kind === 'cut') message.socket.destroy();
    else if (fault?.kind === 'reset') message.socket.resetAndDestroy();
    else if (fault?.kind !== 'hang')
      await send(response, replacement ?? upstreamResponse ?? json(500, 'No response'), fault);
  }

  const server = createServer((message, response) => {
    respond(message, response).catch((error: unknown) => {
      // The facade may disconnect at any time. Other errors are bugs of this proxy.
      if (!message.socket.destroyed && !message.destroyed) console.error('proxy:', error);
      response.destroy();
    });
  });
  server.on('connection', (socket) => {
    if (!schedule.refusesConnection) return;
    tally.countFault('refused');
    socket.resetAndDestroy();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${upstream.pathname}`,
    getWriteCounts,
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

/** The HTTP side: sockets, credentials, page addresses, conditional answers, rate limits, records and faults. */
import { createHash, randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { callerOf } from '../world/tokens.ts';
import type { Cassettes } from './cassettes.ts';
import type { Dialect } from './dialect.ts';
import { answerInstead, answerWith, type FaultList, isFault } from './faults.ts';
import { type RateLimit, RateLimits } from './limits.ts';
import { type Recording, type Recordings, recordQuery } from './record.ts';
import { Refusal, unauthorized } from './refusal.ts';
import { isRoute, pathParametersOf } from './routes.ts';
import { type Answer, jsonAnswer, type Service } from './service.ts';
import { nest, type RawBody, readBody } from './wire.ts';

export const basePath = '/api/v4';
const largestBody = 10 * 1024 * 1024;

/** What the server works on. */
export interface ServerParts {
  readonly service: Service;
  readonly faults: FaultList;
  readonly requests: Recordings;
  readonly rateLimit: RateLimit;
  readonly dialect: Dialect;
  /** Answers in place of those from the sandbox's own world. */
  readonly cassettes: Cassettes | undefined;
  /** Whether `/__faults` may be used. */
  readonly control: boolean;
}

async function receive(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > largestBody) throw new Refusal(413, { error: 'Request Entity Too Large' });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function tokenOf(headers: IncomingHttpHeaders, search: URLSearchParams): string | undefined {
  const header = headers['private-token'];
  if (header !== undefined) return Array.isArray(header) ? header[0] : header;
  const [, bearer] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  return bearer ?? search.get('private_token') ?? undefined;
}

/** An answer with its tag, or 304 where the caller has it already. */
function conditional(method: string, asked: IncomingHttpHeaders, answer: Answer): Answer {
  if (method !== 'GET' || answer.status !== 200 || !answer.bytes) return answer;
  const tag = `W/"${createHash('sha1').update(answer.bytes).digest('hex')}"`;
  const { 'content-type': type = '', ...others } = answer.headers;
  const headers = { ...others, etag: tag, 'cache-control': 'max-age=0, private, must-revalidate' };
  const known = (asked['if-none-match'] ?? '').split(',').map((each) => each.trim());
  if (known.includes(tag)) return { status: 304, headers, bytes: undefined };
  return { ...answer, headers: { 'content-type': type, ...headers } };
}

function send(response: ServerResponse, answer: Answer, truncate = false): void {
  const { status, headers, bytes } = answer;
  response.writeHead(status, { ...headers, ...(bytes ? { 'content-length': bytes.length } : {}) });
  if (!truncate) response.end(bytes);
  else response.write(bytes?.subarray(0, Math.ceil(bytes.length / 2)) ?? '', () => response.destroy());
}

/** The server of a sandbox, not yet listening. */
export function createSandboxServer(parts: ServerParts): Server {
  const limits = new RateLimits(parts.rateLimit, () => parts.service.store.now());
  return createServer((request, response) => {
    respond(parts, limits, request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      console.error('sandbox: a request failed', error);
      if (!response.headersSent) send(response, jsonAnswer(500, { message: '500 Internal Server Error' }));
    });
  });
}

/** A query as the facade writes it. */
function queryTextOf(search: URLSearchParams): string {
  const pairs = [...search].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Where a request goes, as far as its head tells, in the words of the contract. */
function target({ dialect }: ServerParts, request: IncomingMessage) {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const queryText = mark < 0 ? '' : url.slice(mark);
  const method = request.method ?? 'GET';
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
  const found = below === undefined ? undefined : dialect.router.find(method, below);
  const route = found && isRoute(found) ? found : undefined;
  const sent = new URLSearchParams(queryText);
  const search = dialect.query(route?.operation, sent);
  const contractPath = route?.operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => route.rawParameters[name] ?? '',
  );
  return {
    path,
    method,
    url: (contractPath ?? below ?? path) + (search === sent ? queryText : queryTextOf(search)),
    search,
    headers: dialect.headers(request.headers),
    route,
    allowed: found && !isRoute(found) ? found.allowed : [],
  };
}

type Target = ReturnType<typeof target>;

function record(parts: ServerParts, { method, url, search, headers, route, path }: Target): Recording {
  const recording: Recording = {
    operation: route?.operation.id,
    method,
    path: route?.operation.path ?? path,
    url,
    pathParameters: route ? pathParametersOf(route) : {},
    query: recordQuery(search),
    body: undefined,
    status: 0,
    headers,
    tokenRole: undefined,
    aborted: false,
  };
  parts.requests.add(recording);
  return recording;
}

async function respond(
  parts: ServerParts,
  limits: RateLimits,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const to = target(parts, request);
  if (parts.control && to.path === '/__faults') return send(response, await controlFaults(parts.faults, request));
  const recording = record(parts, to);
  const gone = new AbortController();
  let cut = false;
  response.on('close', () => {
    recording.aborted = !response.writableFinished && !cut;
    gone.abort();
  });
  const token = tokenOf(to.headers, to.search);
  recording.tokenRole = callerOf(parts.service.store, token ?? '')?.role;
  const body = await receive(request)
    .then((bytes) => readBody(bytes, request.headers['content-type']))
    .then((read) => parts.dialect.body(to.route?.operation, read))
    .catch(refusalIn);
  recording.body = body instanceof Refusal ? undefined : body.value;

  const fault = parts.faults.strike(recording);
  if (fault?.latencyMs !== undefined) {
    await delay(fault.latencyMs, undefined, { signal: gone.signal }).catch(() => undefined);
    if (gone.signal.aborted) return;
  }
  cut = fault?.reset === true || fault?.truncate === true;
  if (fault?.reset) {
    request.socket.resetAndDestroy();
    return;
  }
  const { headers, exceeded } = limits.count(token ?? '');
  const instead = exceeded ? retryLater : fault && answerInstead(fault);
  let answer = instead ?? (body instanceof Refusal ? refused(body) : await perform(parts, request, to, token, body));
  if (fault && !instead) answer = answerWith(answer, fault);
  recording.status = answer.status;
  const common = { ...headers, 'x-request-id': randomUUID(), vary: 'Origin' };
  const complete = { ...answer, headers: { ...common, ...answer.headers } };
  send(response, parts.dialect.answer(to.route?.operation, complete), fault?.truncate);
}

const retryLater: Answer = {
  status: 429,
  headers: { 'content-type': 'text/plain' },
  bytes: Buffer.from('Retry later\n'),
};

const refused = ({ status, body, headers }: Refusal): Answer => jsonAnswer(status, body, headers);

/** The refusal that was thrown; throws anything else again. */
function refusalIn(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** Answers a request that nothing went wrong with on the way. */
async function perform(
  { service, cassettes }: ServerParts,
  request: IncomingMessage,
  { path, method, search, headers, route, allowed }: Target,
  token: string | undefined,
  body: RawBody,
): Promise<Answer> {
  const caller = callerOf(service.store, token ?? '');
  if (cassettes !== undefined && route !== undefined)
    return conditional(method, headers, cassettes.answer(route.operation.id, pathParametersOf(route)));
  if (caller === undefined) return refused(unauthorized());
  if (route === undefined)
    return allowed.length > 0
      ? jsonAnswer(405, { error: '405 Not Allowed' }, { allow: allowed.join(', ') })
      : jsonAnswer(404, { error: '404 Not Found' });
  search.delete('private_token');
  const address = `http://${request.headers.host ?? 'localhost'}${path}`;
  const { operation } = route;
  const pathParameters = pathParametersOf(route);
  const answer = await service.answer({
    operation,
    pathParameters,
    query: nest(search),
    search,
    address,
    body,
    caller,
  });
  return conditional(method, headers, answer);
}

/** `POST /__faults` puts a fault in force, `GET` lists them, `DELETE` takes them all back. */
async function controlFaults(faults: FaultList, request: IncomingMessage): Promise<Answer> {
  if (request.method === 'DELETE') faults.clear();
  if (request.method === 'POST') {
    const body = await readBody(await receive(request), 'application/json').catch(refusalIn);
    const fault: unknown = body instanceof Refusal ? undefined : body.value;
    if (!isFault(fault))
      return jsonAnswer(400, { error: 'A fault is an object; its members are those of Fault in faults.ts' });
    faults.add(fault);
  }
  return jsonAnswer(200, faults.active);
}

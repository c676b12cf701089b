/** HTTP server: connections, credentials, page links, conditional requests, rate limits, recording and faults. */
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
import { applyFault, createReplacement, type FaultList, faultMembers, isFault } from './faults.ts';
import { HttpError, unauthorized } from './http-error.ts';
import { RateLimits } from './limits.ts';
import type { NameTranslator } from './name-translator.ts';
import { type Recording, type Recordings, recordQuery } from './record.ts';
import { getPathParameters, isRoute } from './routes.ts';
import { jsonResponse, type Service, type ServiceResponse } from './service.ts';
import { nest, type RawBody, readBody } from './wire.ts';

export const basePath = '/api/v4';
const maxBodyBytes = 10 * 1024 * 1024;

/** Dependencies of the server. */
export interface ServerParts {
  readonly service: Service;
  readonly faults: FaultList;
  readonly requests: Recordings;
  /** Calls per minute and token; `undefined` for no limit. */
  readonly rateLimit: number | undefined;
  readonly names: NameTranslator;
  /** Recorded responses that replace those from the data of the sandbox. */
  readonly cassettes: Cassettes | undefined;
  /** Whether `/__faults` and `/__reset` are enabled. */
  readonly control: boolean;
}

async function receive(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBodyBytes) throw new HttpError(413, { error: 'Request Entity Too Large' });
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

/** Adds an ETag to a response, or returns 304 if it matches that of the request. */
function conditional(method: string, requestHeaders: IncomingHttpHeaders, result: ServiceResponse): ServiceResponse {
  if (method !== 'GET' || result.status !== 200 || !result.bytes) return result;
  const tag = `W/"${createHash('sha1').update(result.bytes).digest('hex')}"`;
  const { 'content-type': type = '', ...others } = result.headers;
  const headers = { ...others, etag: tag, 'cache-control': 'max-age=0, private, must-revalidate' };
  const tags = (requestHeaders['if-none-match'] ?? '').split(',').map((each) => each.trim());
  if (tags.includes(tag)) return { status: 304, headers, bytes: undefined };
  return { ...result, headers: { 'content-type': type, ...headers } };
}

function send(response: ServerResponse, result: ServiceResponse, truncate = false): void {
  const { status, headers, bytes } = result;
  response.writeHead(status, { ...headers, ...(bytes ? { 'content-length': bytes.length } : {}) });
  if (!truncate) response.end(bytes);
  else response.write(bytes?.subarray(0, Math.ceil(bytes.length / 2)) ?? '', () => response.destroy());
}

/** Creates the server of a sandbox. Does not listen yet. */
export function createSandboxServer(parts: ServerParts): Server {
  const { rateLimit } = parts;
  const limits = rateLimit === undefined ? undefined : new RateLimits(rateLimit, () => parts.service.store.now());
  return createServer((request, response) => {
    respond(parts, limits, request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      console.error('sandbox: a request failed', error);
      if (!response.headersSent) send(response, jsonResponse(500, { message: '500 Internal Server Error' }));
    });
  });
}

/** Formats a query like the facade does. */
function queryTextOf(search: URLSearchParams): string {
  const pairs = [...search].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Target of a request from its request line and headers, with contract names. */
function target({ names }: ServerParts, request: IncomingMessage) {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const queryText = mark < 0 ? '' : url.slice(mark);
  const method = request.method ?? 'GET';
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
  const match = below === undefined ? undefined : names.router.find(method, below);
  const route = match && isRoute(match) ? match : undefined;
  const sent = new URLSearchParams(queryText);
  const search = names.query(route?.operation, sent);
  const contractPath = route?.operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => route.rawParameters[name] ?? '',
  );
  return {
    path,
    method,
    url: (contractPath ?? below ?? path) + (search === sent ? queryText : queryTextOf(search)),
    search,
    headers: names.headers(request.headers),
    route,
    allowed: match && !isRoute(match) ? match.allowed : [],
  };
}

type Target = ReturnType<typeof target>;

function record(parts: ServerParts, { method, url, search, headers, route, path }: Target): Recording {
  const recording: Recording = {
    operation: route?.operation.id,
    method,
    path: route?.operation.path ?? path,
    url,
    pathParameters: route ? getPathParameters(route) : {},
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
  limits: RateLimits | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const to = target(parts, request);
  if (parts.control && to.path === '/__faults') return send(response, await controlFaults(parts.faults, request));
  if (parts.control && to.path === '/__reset' && request.method === 'POST') {
    parts.service.reset();
    return send(response, jsonResponse(200, {}));
  }
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
    .then((read) => parts.names.body(to.route?.operation, read))
    .catch(toHttpError);
  recording.body = body instanceof HttpError ? undefined : body.value;

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
  const { headers, exceeded = false } = limits?.count(token ?? '') ?? {};
  const instead = exceeded ? retryLater : fault && createReplacement(fault);
  let result =
    instead ?? (body instanceof HttpError ? toErrorResponse(body) : await perform(parts, request, to, token, body));
  if (fault && !instead) result = applyFault(result, fault);
  recording.status = result.status;
  const common = { ...headers, 'x-request-id': randomUUID(), vary: 'Origin' };
  const complete = { ...result, headers: { ...common, ...result.headers } };
  send(response, parts.names.response(to.route?.operation, complete), fault?.truncate);
}

const retryLater: ServiceResponse = {
  status: 429,
  headers: { 'content-type': 'text/plain' },
  bytes: Buffer.from('Retry later\n'),
};

const toErrorResponse = ({ status, body, headers }: HttpError): ServiceResponse => jsonResponse(status, body, headers);

/** Returns a thrown `HttpError`; rethrows any other value. */
function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}

/** Responds to a request that no fault or rate limit affects. */
async function perform(
  { service, cassettes }: ServerParts,
  request: IncomingMessage,
  { path, method, search, headers, route, allowed }: Target,
  token: string | undefined,
  body: RawBody,
): Promise<ServiceResponse> {
  const caller = callerOf(service.store, token ?? '');
  if (cassettes !== undefined && route !== undefined)
    return conditional(method, headers, cassettes.replay(route.operation.id, getPathParameters(route)));
  if (caller === undefined) return toErrorResponse(unauthorized());
  if (route === undefined)
    return allowed.length > 0
      ? jsonResponse(405, { error: '405 Not Allowed' }, { allow: allowed.join(', ') })
      : jsonResponse(404, {
          error: `404 Not Found: no contract of the sandbox has the operation ${method} ${path}; pass the area that declares it to the sandbox`,
        });
  search.delete('private_token');
  const url = `http://${request.headers.host ?? 'localhost'}${path}`;
  const { operation } = route;
  const pathParameters = getPathParameters(route);
  const result = await service.execute({
    operation,
    pathParameters,
    query: nest(search),
    search,
    url,
    body,
    caller,
  });
  return conditional(method, headers, result);
}

/** `POST /__faults` adds a fault, `GET` lists the faults, `DELETE` removes all faults. */
async function controlFaults(faults: FaultList, request: IncomingMessage): Promise<ServiceResponse> {
  if (request.method === 'DELETE') faults.clear();
  if (request.method === 'POST') {
    const body = await readBody(await receive(request), 'application/json').catch(toHttpError);
    const fault: unknown = body instanceof HttpError ? undefined : body.value;
    if (!isFault(fault))
      return jsonResponse(400, {
        error: `A fault must be a JSON object with members of ${Object.keys(faultMembers).join(', ')}`,
      });
    faults.add(fault);
  }
  return jsonResponse(200, faults.active);
}

/** Routes every HTTP request by its exact path. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { Cancellation } from '../rest/cancellation.ts';
import { IncompleteBody } from './body-limit.ts';
import type { ClientAddresses } from './client-address.ts';
import type { Health } from './health.ts';
import { type OpenedRequest, usualHeaders } from './opened-request.ts';
import { headerOf } from './operation/context.ts';
import { describeError } from './operation/masking.ts';
import { RefusedRequest, refuse, refuseConnection } from './refusal.ts';
import { headProblem, pathOf } from './request-head.ts';
import { requestIdOf } from './request-id.ts';
import type { Running } from './running.ts';
import type { JsonType } from './transports/accepted-types.ts';
import { leanTypeOf } from './transports/lean.ts';
import { Turns } from './turns.ts';

type Handler = (request: OpenedRequest) => Promise<void>;

export interface FrontDoorOptions {
  readonly config: Pick<Config, 'maxHeaderBytes' | 'maxPipelinedRequests' | 'bodyTimeout'>;
  readonly logger: Logger;
  readonly addresses: ClientAddresses;
  readonly health: Health;
  readonly running: Running;
  /** Counts the connection of a request for its caller. @returns whether the connection remains open */
  readonly admit: (request: IncomingMessage) => boolean;
  readonly cors: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
  /** Told the code of each request that is refused. */
  readonly refused: ((code: string) => void) | undefined;
  /** Handles requests to the GraphQL endpoint that need no negotiation; absent where there is no other way for them. */
  readonly lean: ((request: OpenedRequest, type: JsonType) => Promise<void>) | undefined;
  /** Handles any other request to the GraphQL endpoint. */
  readonly graphql: Handler;
  /** The handler for the file at a path; undefined where there is none. */
  readonly fileAt: (path: string) => Handler | undefined;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

function methodRefused(method: string | undefined, allowed: readonly string[]): RefusedRequest | undefined {
  if (method !== undefined && allowed.includes(method)) return undefined;
  const allow = allowed.join(', ');
  return new RefusedRequest(405, 'METHOD_NOT_ALLOWED', `The methods here are ${allow}`, { allow });
}

function setUsualHeaders(response: ServerResponse, requestId: string): void {
  for (const [name, value] of Object.entries(usualHeaders(requestId))) response.setHeader(name, value);
}

const refusalsByCode: Readonly<Record<string, (config: FrontDoorOptions['config']) => RefusedRequest>> = {
  HPE_HEADER_OVERFLOW: ({ maxHeaderBytes }) =>
    new RefusedRequest(
      431,
      'HEADER_LIMIT',
      `The head of the request is larger than MAX_HEADER_BYTES allows, ${maxHeaderBytes} bytes`,
    ),
  ERR_HTTP_REQUEST_TIMEOUT: ({ bodyTimeout }) =>
    new RefusedRequest(
      408,
      'REQUEST_TIMEOUT',
      `The request did not arrive within the ${bodyTimeout} ms that BODY_TIMEOUT_MS allows`,
    ),
};

/** Ordinary requests may offer an upgrade to HTTP/2, which is ignored. */
function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && /\bupgrade\b/i.test(headers.connection ?? '');
}

function pipelinedUpgrade(): RefusedRequest {
  const message =
    'A WebSocket cannot be opened before the response to an earlier request on its connection is complete';
  return new RefusedRequest(400, 'BAD_REQUEST', message, { connection: 'close' });
}

/** Listeners of the HTTP server. */
export function createFrontDoor(options: FrontDoorOptions) {
  const { config, logger, addresses, health, running, admit, cors, refused, lean, graphql, fileAt } = options;
  const { maxPipelinedRequests } = config;
  const turns = new Turns(maxPipelinedRequests);

  function preflight({ request, response }: OpenedRequest): void {
    response.writeHead(204, { 'content-length': '0', ...cors(request.headers) }).end();
  }

  async function route(received: OpenedRequest): Promise<void> {
    const { request, response, opened } = received;
    const problem = headProblem(request);
    if (problem !== undefined) throw problem;
    if (isWebSocketUpgrade(request)) throw pipelinedUpgrade();
    const type = lean && leanTypeOf(request);
    if (lean !== undefined && type !== undefined) return lean(received, type);
    setUsualHeaders(response, opened.requestId);
    const path = pathOf(request);
    const serveFile = fileAt(path);
    const allowed =
      path === '/graphql' ? ['GET', 'POST', 'OPTIONS'] : serveFile === undefined ? ['GET', 'HEAD'] : ['GET', 'OPTIONS'];
    const known = serveFile !== undefined || ['/', '/graphql', '/health', '/ready'].includes(path);
    if (!known) throw new RefusedRequest(404, 'NOT_FOUND', 'There is nothing at this path; GraphQL is at /graphql');
    const refused = methodRefused(request.method, allowed);
    if (refused !== undefined) throw refused;
    if (request.method === 'OPTIONS') preflight(received);
    else if (serveFile !== undefined) await serveFile(received);
    else if (path === '/graphql') await graphql(received);
    else if (path === '/') response.writeHead(302, { location: '/graphql' }).end();
    else if (path === '/health') response.writeHead(200).end();
    else response.writeHead(health.phase === 'ready' ? 200 : 503, json).end(JSON.stringify({ status: health.phase }));
  }

  function fail({ request, response, opened: { requestId } }: OpenedRequest, error: unknown): void {
    if (error instanceof IncompleteBody || response.destroyed) return;
    const known = error instanceof RefusedRequest;
    if (!known) logger.error({ requestId, error: describeError(error) }, 'unexpected error');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    setUsualHeaders(response, requestId);
    if (known) refused?.(error.code);
    refuse(request, response, known ? error : new RefusedRequest(500, 'INTERNAL_SERVER_ERROR', 'Unexpected error'));
  }

  /** Handles a request, and responds with an error where the handler fails. */
  function begin(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const cancellation = new Cancellation();
    const { headers } = request;
    const address = addresses.networkOf(request);
    const traceparent = addresses.isFromProxy(request) ? headerOf(headers, 'traceparent') : undefined;
    const forwardedFor = addresses.addressOf(request);
    const opened = { requestId: requestIdOf(headers), cancellation, address, forwardedFor, traceparent };
    const received = { request, response, opened };
    running.add(response, cancellation);
    handler(received).catch((error: unknown) => fail(received, error));
  }

  /** Begins a request after the earlier ones of its connection. */
  function take(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const { socket } = request;
    // Node still emits requests that it parsed before the connection was destroyed.
    if (socket.destroyed || !admit(request)) return;
    if (turns.take(socket, response, () => begin(request, response, handler))) return;
    logger.info(
      { limit: maxPipelinedRequests },
      'a connection with more requests than MAX_PIPELINED_REQUESTS is closed',
    );
    socket.destroy();
  }

  return {
    /**
     * Whether Node hands the connection over for a WebSocket. One behind a request without a complete response is routed like an ordinary
     * request instead, which rejects it in its turn: the response to the earlier request would become part of the WebSocket's stream.
     */
    acceptsUpgrade: (request: IncomingMessage) => isWebSocketUpgrade(request) && !turns.isBusy(request.socket),

    request: (request: IncomingMessage, response: ServerResponse) => take(request, response, route),

    /** Refuses any expectation other than "100-continue". */
    checkExpectation: (request: IncomingMessage, response: ServerResponse) =>
      take(request, response, async () => {
        throw new RefusedRequest(417, 'EXPECTATION_FAILED', 'The only expectation that is met is "100-continue"');
      }),

    /** Responds to a request that Node could not parse, or that was too large or too slow. */
    clientError(error: NodeJS.ErrnoException, socket: Duplex): void {
      const { code = '' } = error;
      const response = turns.current(socket);
      const isResponding = response !== undefined && !response.writableFinished && response.headersSent;
      logger.debug({ code }, 'unusable request');
      // The connection is closed, or in the middle of a response.
      if (code === 'ECONNRESET' || code === 'EPIPE' || isResponding) {
        socket.destroy();
        return;
      }
      const refusal =
        refusalsByCode[code]?.(config) ??
        new RefusedRequest(400, 'BAD_REQUEST', 'The request is not one that HTTP has a form for');
      refused?.(refusal.code);
      refuseConnection(socket, refusal);
    },

    connect(_: IncomingMessage, socket: Duplex): void {
      socket.on('error', () => socket.destroy());
      refuseConnection(
        socket,
        new RefusedRequest(405, 'METHOD_NOT_ALLOWED', 'This is no proxy', { allow: 'GET, POST' }),
      );
    },
  };
}

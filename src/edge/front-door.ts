/** Routes every HTTP request by its exact path. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { IncompleteBody, readBody } from './body-limit.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { EdgeContext } from './context.ts';
import type { Health } from './health.ts';
import { describeError } from './masking.ts';
import { networkOf } from './operation/shares.ts';
import { RefusedRequest, refuse, refuseConnection } from './refusal.ts';
import { headProblem, pathOf } from './request-head.ts';
import { requestIdOf } from './request-id.ts';
import type { Running } from './running.ts';
import { send } from './send.ts';
import { Turns } from './turns.ts';
import type { UnsentResponses } from './unsent.ts';

/** A request to the GraphQL endpoint, or a CORS preflight. */
export interface GraphQLRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer> | null;
}

export interface FrontDoorOptions {
  readonly config: Pick<Config, 'maxBodyBytes' | 'maxHeaderBytes' | 'maxPipelinedRequests' | 'bodyTimeout'>;
  readonly logger: Logger;
  readonly health: Health;
  readonly running: Running;
  /** Counts the bodies that are arriving. */
  readonly incoming: ByteBudget;
  readonly unsent: UnsentResponses;
  /** The caller that the response to a request is counted for. */
  readonly callerOf: (headers: Readonly<Record<string, string>>, address: string) => string;
  readonly graphql: (request: GraphQLRequest, context: EdgeContext) => Response | Promise<Response>;
  /** The handler for the file at a path; undefined where there is none. */
  readonly fileAt: (
    path: string,
  ) => ((request: IncomingMessage, response: ServerResponse, context: EdgeContext) => Promise<void>) | undefined;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

function methodRefused(method: string | undefined, allowed: readonly string[]): RefusedRequest | undefined {
  if (method !== undefined && allowed.includes(method)) return undefined;
  const allow = allowed.join(', ');
  return new RefusedRequest(405, 'METHOD_NOT_ALLOWED', `The methods here are ${allow}`, { allow });
}

function plainHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers[name] = String(value);
  return headers;
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

/** Listeners of the HTTP server. */
export function createFrontDoor(options: FrontDoorOptions) {
  const { config, logger, health, running, incoming, unsent, callerOf, graphql, fileAt } = options;
  const { maxBodyBytes, maxPipelinedRequests } = config;
  const turns = new Turns(maxPipelinedRequests);

  async function serveGraphQL(
    request: IncomingMessage,
    response: ServerResponse,
    opened: Omit<EdgeContext, 'startedAt'>,
  ): Promise<void> {
    const { address } = opened;
    const body = request.method === 'POST' ? await readBody(request, { maxBodyBytes, incoming, address }) : null;
    const context: EdgeContext = { ...opened, startedAt: performance.now() };
    const { method = 'GET', url = '/' } = request;
    const headers = plainHeaders(request);
    const yogaResponse = await graphql({ method, target: url, headers, body }, context);
    await send(yogaResponse, response, unsent, callerOf(headers, address));
  }

  async function route(
    request: IncomingMessage,
    response: ServerResponse,
    opened: Omit<EdgeContext, 'startedAt'>,
  ): Promise<void> {
    const problem = headProblem(request);
    if (problem !== undefined) throw problem;
    const path = pathOf(request);
    const serveFile = fileAt(path);
    const allowed =
      path === '/graphql' ? ['GET', 'POST', 'OPTIONS'] : serveFile === undefined ? ['GET', 'HEAD'] : ['GET', 'OPTIONS'];
    const known = serveFile !== undefined || ['/', '/graphql', '/health', '/ready'].includes(path);
    if (!known) throw new RefusedRequest(404, 'NOT_FOUND', 'There is nothing at this path; GraphQL is at /graphql');
    const refused = methodRefused(request.method, allowed);
    if (refused !== undefined) throw refused;
    if (serveFile !== undefined && request.method === 'GET')
      return serveFile(request, response, { ...opened, startedAt: performance.now() });
    if (path === '/graphql' || serveFile !== undefined) return serveGraphQL(request, response, opened);
    if (path === '/') response.writeHead(302, { location: '/graphql' }).end();
    else if (path === '/health') response.writeHead(200).end();
    else response.writeHead(health.phase === 'ready' ? 200 : 503, json).end(JSON.stringify({ status: health.phase }));
  }

  function fail(request: IncomingMessage, response: ServerResponse, requestId: string, error: unknown): void {
    if (error instanceof IncompleteBody || response.destroyed) return;
    const known = error instanceof RefusedRequest;
    if (!known) logger.error({ requestId, error: describeError(error) }, 'unexpected error');
    if (response.headersSent) response.destroy();
    else
      refuse(request, response, known ? error : new RefusedRequest(500, 'INTERNAL_SERVER_ERROR', 'Unexpected error'));
  }

  /** Handles a request, and responds with an error where the handler fails. */
  function begin(request: IncomingMessage, response: ServerResponse, handler: typeof route): void {
    const requestId = requestIdOf(request.headers);
    const abort = new AbortController();
    response.setHeader('X-Request-Id', requestId);
    // Responses are for one caller only, and caches do not know that PRIVATE-TOKEN is a credential.
    response.setHeader('Cache-Control', 'no-store');
    running.add(response, abort);
    handler(request, response, { requestId, abort, address: networkOf(request.socket.remoteAddress) }).catch(
      (error: unknown) => fail(request, response, requestId, error),
    );
  }

  /** Begins a request after the earlier ones of its connection. */
  function take(request: IncomingMessage, response: ServerResponse, handler: typeof route): void {
    const { socket } = request;
    // Node still emits requests that it parsed before the connection was destroyed.
    if (socket.destroyed || turns.take(socket, response, () => begin(request, response, handler))) return;
    logger.info(
      { limit: maxPipelinedRequests },
      'a connection with more requests than MAX_PIPELINED_REQUESTS is closed',
    );
    socket.destroy();
  }

  return {
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
      if (code === 'ECONNRESET' || code === 'EPIPE' || isResponding) socket.destroy();
      else
        refuseConnection(
          socket,
          refusalsByCode[code]?.(config) ??
            new RefusedRequest(400, 'BAD_REQUEST', 'The request is not one that HTTP has a form for'),
        );
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

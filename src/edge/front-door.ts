/** Takes every HTTP request and decides by its exact path what answers it, before anything else looks at it. */
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

/** A request for GraphQL, or one of a browser that asks what it may send. */
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
  /** Bodies on their way. */
  readonly incoming: ByteBudget;
  readonly unsent: UnsentResponses;
  /** Whom the answer to a request counts for. */
  readonly callerOf: (headers: Readonly<Record<string, string>>, address: string) => string;
  readonly graphql: (request: GraphQLRequest, context: EdgeContext) => Response | Promise<Response>;
  /** What answers a request for a file, or undefined where no file has that path. */
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

  async function answerGraphQL(
    request: IncomingMessage,
    response: ServerResponse,
    opened: Omit<EdgeContext, 'startedAt'>,
  ): Promise<void> {
    const { address } = opened;
    const body = request.method === 'POST' ? await readBody(request, { maxBodyBytes, incoming, address }) : null;
    const context: EdgeContext = { ...opened, startedAt: performance.now() };
    const { method = 'GET', url = '/' } = request;
    const headers = plainHeaders(request);
    const answer = await graphql({ method, target: url, headers, body }, context);
    await send(answer, response, unsent, callerOf(headers, address));
  }

  async function route(
    request: IncomingMessage,
    response: ServerResponse,
    opened: Omit<EdgeContext, 'startedAt'>,
  ): Promise<void> {
    const problem = headProblem(request);
    if (problem !== undefined) throw problem;
    const path = pathOf(request);
    const answerFile = fileAt(path);
    const allowed =
      path === '/graphql'
        ? ['GET', 'POST', 'OPTIONS']
        : answerFile === undefined
          ? ['GET', 'HEAD']
          : ['GET', 'OPTIONS'];
    const known = answerFile !== undefined || ['/', '/graphql', '/health', '/ready'].includes(path);
    if (!known) throw new RefusedRequest(404, 'NOT_FOUND', 'There is nothing at this path; GraphQL is at /graphql');
    const refused = methodRefused(request.method, allowed);
    if (refused !== undefined) throw refused;
    if (answerFile !== undefined && request.method === 'GET')
      return answerFile(request, response, { ...opened, startedAt: performance.now() });
    if (path === '/graphql' || answerFile !== undefined) return answerGraphQL(request, response, opened);
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

  /** Answers a request as `answer` does, or with why it fails. */
  function begin(request: IncomingMessage, response: ServerResponse, answer: typeof route): void {
    const requestId = requestIdOf(request.headers);
    const abort = new AbortController();
    response.setHeader('X-Request-Id', requestId);
    // Answers belong to one caller, and caches do not know PRIVATE-TOKEN as a credential.
    response.setHeader('Cache-Control', 'no-store');
    running.add(response, abort);
    answer(request, response, { requestId, abort, address: networkOf(request.socket.remoteAddress) }).catch(
      (error: unknown) => fail(request, response, requestId, error),
    );
  }

  /** Begins a request in its turn. */
  function take(request: IncomingMessage, response: ServerResponse, answer: typeof route): void {
    const { socket } = request;
    // What was read with the request that ended the connection still comes.
    if (socket.destroyed || turns.take(socket, response, () => begin(request, response, answer))) return;
    logger.info(
      { limit: maxPipelinedRequests },
      'a connection with more requests than MAX_PIPELINED_REQUESTS is closed',
    );
    socket.destroy();
  }

  return {
    request: (request: IncomingMessage, response: ServerResponse) => take(request, response, route),

    /** Refuses a request that expects something else than "100-continue". */
    checkExpectation: (request: IncomingMessage, response: ServerResponse) =>
      take(request, response, async () => {
        throw new RefusedRequest(417, 'EXPECTATION_FAILED', 'The only expectation that is met is "100-continue"');
      }),

    /** Answers what is no request, or none yet: one that HTTP has no form for, that is too large or too slow. */
    clientError(error: NodeJS.ErrnoException, socket: Duplex): void {
      const { code = '' } = error;
      const response = turns.current(socket);
      const answering = response !== undefined && !response.writableFinished && response.headersSent;
      logger.debug({ code }, 'unusable request');
      // The connection is gone, or in the middle of an answer.
      if (code === 'ECONNRESET' || code === 'EPIPE' || answering) socket.destroy();
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

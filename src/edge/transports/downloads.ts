/** Files of the upstream under `/downloads`, streamed with the credential of the request. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { type DownloadRoute, decodeParameters, type FileCalls, matchRoute } from '../../graph/kit/fields/download.ts';
import type { RestSession } from '../../rest/batch/session.ts';
import type { Download } from '../../rest/request.ts';
import { header } from '../../rest/request.ts';
import type { OperationTrace, Tracing } from '../observe/tracing.ts';
import { idsOf, type OperationRequest, type RequestIds, type Traced } from '../operation/context.ts';
import { toClientError } from '../operation/masking.ts';
import { statusOf } from '../operation/request-error.ts';
import type { RequestContext } from '../request-context.ts';

/** Request for a file. */
export type FileRequest = Pick<
  OperationRequest,
  'requestId' | 'clientNetwork' | 'cancellation' | 'startedAt' | 'headers' | 'forwardedFor' | 'traceHeaders'
>;

/** Name of a route in traces and logs. */
export const routeName = ({ route }: DownloadRoute): string => `GET /downloads/${route}`;

export interface DownloadOptions {
  readonly routes: readonly DownloadRoute[];
  readonly logger: Logger;
  /** Milliseconds after which a client that reads nothing is disconnected. */
  readonly stallTimeout: number;
  /** Headers of responses to pages of other origins. */
  readonly cors: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
  readonly openSession: (request: FileRequest, trace: OperationTrace | undefined) => RestSession;
  /** Starts the span of a download; `undefined` disables tracing. */
  readonly tracing?: Tracing | undefined;
  /** Called with the code of each rejected download. */
  readonly onRejected?: ((code: string) => void) | undefined;
  /** Counts a download of the caller of a session. @returns a function that ends the count @throws RestError if the caller is at its limit */
  readonly countDownload: (session: RestSession, ids: RequestIds) => () => void;
}

function setCors(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const name of ['access-control-allow-origin', 'access-control-expose-headers']) {
    const value = headers[name];
    if (value === undefined) return;
    response.setHeader(name, value);
  }
  response.setHeader('Vary', 'Origin');
}

/** The upstream's file name, as an attachment that browsers save instead of showing it. */
function dispositionOf(download: Download): string {
  const disposition = header(download, 'content-disposition') ?? '';
  const parameters = /^[\x20-\x7e]*$/.test(disposition) ? /;.*$/.exec(disposition)?.[0] : undefined;
  return `attachment${parameters ?? ''}`;
}

/** The upstream's headers for the file, and those that keep browsers from rendering it as a page. */
function fileHeaders(download: Download): Record<string, string> {
  const passed = ['content-length', 'content-encoding'].flatMap((name) => {
    const value = header(download, name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    'content-type': header(download, 'content-type') ?? 'application/octet-stream',
    'content-disposition': dispositionOf(download),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...Object.fromEntries(passed),
  };
}

interface SentError {
  readonly status: number;
  readonly code: unknown;
}

/** Responds with an error in the form of a GraphQL response. */
function sendError(response: ServerResponse, error: unknown, logger: Logger, request: Traced): SentError {
  const { message, extensions } = toClientError(error, logger, request);
  const { code, retryAfter } = extensions;
  const status = statusOf(code);
  if (typeof retryAfter === 'number') response.setHeader('Retry-After', Math.ceil(retryAfter));
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ errors: [{ message, extensions }] }));
  return { status, code };
}

/** File of a path. */
interface NamedFile {
  readonly route: DownloadRoute;
  /** Still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Serves files. */
export function createDownloads(options: DownloadOptions) {
  const { routes, logger, stallTimeout, cors, openSession, countDownload, tracing, onRejected } = options;

  function fileAt(path: string): NamedFile | undefined {
    const [, below] = /^\/downloads\/(.+)$/.exec(path) ?? [];
    if (below === undefined) return undefined;
    for (const route of routes) {
      const parameters = matchRoute(route.route, below);
      if (parameters !== undefined) return { route, parameters };
    }
    return undefined;
  }

  async function serve(
    { route, parameters }: NamedFile,
    request: IncomingMessage,
    response: ServerResponse,
    origin: RequestContext['origin'],
  ): Promise<void> {
    const { requestId } = origin;
    const trace = tracing?.operation(origin.traceHeaders);
    const ids = idsOf({ requestId, trace });
    const startedAt = performance.now();
    const name = routeName(route);
    let done: (() => void) | undefined;
    let problem: string | undefined;
    let budget: RestSession['budget'];
    let session: RestSession | undefined;
    const log = (facts: object) => {
      const durationMs = Math.round(performance.now() - startedAt);
      const restCalls = session?.calls.length ?? 0;
      logger.info({ ...ids, download: name, durationMs, restCalls, ...facts }, 'download');
    };
    try {
      const { headers } = request;
      setCors(response, cors(headers));
      const opening = openSession({ ...origin, startedAt, headers }, trace);
      session = opening;
      done = countDownload(opening, ids);
      budget = opening.budget;
      await budget?.reserve(1);
      const calls: FileCalls = {
        download: (call) => opening.download(call, name),
        read: (call) => opening.read(call, name, undefined),
      };
      const download = await route.open(calls, decodeParameters(parameters));
      response.writeHead(200, fileHeaders(download));
      response.setTimeout(stallTimeout);
      await pipeline(download.body, response);
      log({ status: 200 });
    } catch (error) {
      // After the headers, only a broken connection can show the client that the file is incomplete.
      problem = 'CANCELLED';
      if (response.headersSent || response.destroyed) log({ status: 200, broken: true });
      else {
        const { status, code } = sendError(response, error, logger, { requestId, trace });
        problem = String(code);
        log({ status, code });
        onRejected?.(problem);
      }
    } finally {
      trace?.endDownload(name, problem);
      budget?.release();
      done?.();
    }
  }

  return { fileAt, serve };
}

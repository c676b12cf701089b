/** JSON POST fast path: operations as JSON in a POST request, with a JSON response and without content negotiation. */
import type { IncomingMessage } from 'node:http';
import { type BodyLimits, readBody } from '../body-limit.ts';
import type { ByteBudget } from '../operation/byte-budget.ts';
import type { OperationRequest } from '../operation/context.ts';
import { isJsonType, type JsonLimits, parseParameters } from '../operation/json.ts';
import type { PipelineResult, SingleResult } from '../operation/operation.ts';
import type { Parameters } from '../operation/parameters.ts';
import type { Pipeline } from '../operation/pipeline.ts';
import { textOf } from '../operation/response.ts';
import { getDefaultHeaders, type RequestContext } from '../request-context.ts';
import { acceptedTypes, type JsonType } from './accepted-types.ts';
import { type CallerAccess, OperationReports } from './graphql-handler.ts';
import { getResponseHead } from './json-response.ts';
import { writeMultipart } from './multipart.ts';
import { sendStream, sendText, streamHeaders } from './send.ts';

/** Response type of a request for the fast path; `undefined` for any other request. */
export function getJsonPostType({ method, url, headers }: IncomingMessage): JsonType | undefined {
  if (method !== 'POST' || url !== '/graphql' || !isJsonType(headers['content-type'])) return undefined;
  const { json, eventStream } = acceptedTypes(headers.accept);
  return eventStream ? undefined : json;
}

/** Runs the operation of a request body. */
function runBody(
  pipeline: Pipeline,
  body: Buffer,
  contentType: string | undefined,
  operation: OperationRequest,
  limits: JsonLimits,
): SingleResult | Promise<PipelineResult> {
  let parameters: Parameters;
  try {
    parameters = parseParameters(body, contentType, limits);
  } catch (error) {
    return pipeline.reject(error, operation);
  }
  return pipeline.run(parameters, operation);
}

export interface JsonPostOptions extends CallerAccess {
  readonly pipeline: Pipeline;
  readonly config: JsonLimits & Pick<BodyLimits, 'maxBodyBytes'>;
  /** Counts the bodies that are arriving. */
  readonly incoming: ByteBudget;
}

/** @returns a handler that responds with the result of the operation, in the type that {@link getJsonPostType} returns */
export function createJsonPostTransport(options: JsonPostOptions) {
  const { pipeline, config, incoming, cors, toCountedCredential, rateLimitHeaders, outgoing } = options;
  const { maxBodyBytes } = config;
  return async ({ request, response, origin }: RequestContext, type: JsonType): Promise<void> => {
    const { requestId, clientNetwork, cancellation, forwardedFor, traceHeaders } = origin;
    const { headers } = request;
    const credential = toCountedCredential(headers, clientNetwork);
    const accepted = acceptedTypes(headers.accept);
    const reports = new OperationReports(outgoing, credential);
    const run = (body: Buffer) => {
      const operation: OperationRequest = {
        requestId,
        clientNetwork,
        cancellation,
        forwardedFor,
        traceHeaders,
        startedAt: performance.now(),
        headers,
        isQueryOnly: false,
        acceptsStream: false,
        acceptsParts: accepted.multipart !== undefined,
        wantsSerialized: true,
        ...reports.hooks,
      };
      return runBody(pipeline, body, headers['content-type'], operation, config);
    };
    const pipelineResult = await readBody<PipelineResult>(request, { maxBodyBytes, incoming, credential }, run);
    // From here to the write, which counts the bytes again, nothing is awaited.
    reports.release();
    if (response.destroyed) return;
    const limitHeaders = rateLimitHeaders(credential);
    if ('parts' in pipelineResult) {
      const partHeaders = Object.assign(getDefaultHeaders(requestId), cors(headers), limitHeaders, {
        'content-type': accepted.multipart,
        ...streamHeaders,
      });
      response.writeHead(200, partHeaders);
      await sendStream(writeMultipart(pipelineResult.parts), response, { outgoing, credential });
      return;
    }
    if ('results' in pipelineResult) throw new Error('The pipeline returned a stream to a client that accepts none');
    const { result, text = textOf(result) } = pipelineResult;
    const head = getResponseHead(result, type);
    const responseHeaders = Object.assign(
      getDefaultHeaders(requestId),
      cors(headers),
      limitHeaders,
      reports.callHeaders,
      head.headers,
    );
    sendText(response, head.status, responseHeaders, text, { outgoing, credential });
  };
}

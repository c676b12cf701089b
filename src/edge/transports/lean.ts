/** Operations over plain HTTP: JSON in a POST, JSON back, in one piece and without any negotiation. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyLimits, readBody } from '../body-limit.ts';
import type { OperationRequest } from '../operation/context.ts';
import { type JsonLimits, parseParameters } from '../operation/json.ts';
import type { Parameters } from '../operation/parameters.ts';
import type { Outcome, Pipeline } from '../operation/pipeline.ts';
import { textOf } from '../operation/response.ts';
import { acceptedTypes, type JsonType } from './accepted-types.ts';
import { headOf } from './json-answer.ts';
import { type Recipient, sendText } from './send.ts';

const plainTypes = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8']);

/** The type of the answer to a request that needs no negotiation; undefined for any other request. */
export function leanTypeOf({ method, url, headers }: IncomingMessage): JsonType | undefined {
  if (method !== 'POST' || url !== '/graphql' || !plainTypes.has(headers['content-type'] ?? '')) return undefined;
  const { json, eventStream } = acceptedTypes(headers.accept);
  return eventStream ? undefined : json;
}

/** The outcome of a request body. */
async function outcomeOf(
  pipeline: Pipeline,
  body: Uint8Array,
  operation: OperationRequest,
  limits: JsonLimits,
): Promise<Outcome> {
  let parameters: Parameters;
  try {
    parameters = parseParameters(body, limits);
  } catch (error) {
    return pipeline.refuse(error, operation);
  }
  return pipeline.run(parameters, operation);
}

export interface LeanRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The type of its answer, as {@link leanTypeOf} tells it. */
  readonly type: JsonType;
  readonly opened: Pick<OperationRequest, 'requestId' | 'address' | 'abort'>;
  readonly limits: JsonLimits & BodyLimits;
  /** Headers of every response to the client. */
  readonly headers: Readonly<Record<string, string>>;
  readonly recipient: () => Recipient;
}

/**
 * Answers a request with the result of its operation.
 * @throws {RefusedRequest} where the body is refused, or too much waits for its client already
 */
export async function serveLean(
  pipeline: Pipeline,
  { request, response, type, opened, limits, headers, recipient }: LeanRequest,
): Promise<void> {
  const body = await readBody(request, limits);
  const operation: OperationRequest = {
    requestId: opened.requestId,
    address: opened.address,
    abort: opened.abort,
    startedAt: performance.now(),
    headers: request.headers,
    queriesOnly: false,
    takesStream: false,
    takesText: true,
  };
  const outcome = await outcomeOf(pipeline, body, operation, limits);
  if (response.destroyed) return;
  if ('results' in outcome) throw new Error('There is a stream for a client that takes none');
  const { result, text = textOf(result) } = outcome;
  const head = headOf(result, type);
  sendText(response, { status: head.status, headers: { ...headers, ...head.headers } }, text, recipient());
}

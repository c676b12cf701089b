/** Operations over plain HTTP: JSON in a POST, JSON back, in one piece and without any negotiation. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type BodyLimits, readBody } from '../body-limit.ts';
import type { ByteBudget } from '../byte-budget.ts';
import { type OpenedRequest, usualHeaders } from '../opened-request.ts';
import type { HeaderValues, OperationRequest } from '../operation/context.ts';
import { type JsonLimits, parseParameters } from '../operation/json.ts';
import type { Parameters } from '../operation/parameters.ts';
import type { Outcome, Pipeline, SingleOutcome } from '../operation/pipeline.ts';
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
function outcomeOf(
  pipeline: Pipeline,
  body: Buffer,
  operation: OperationRequest,
  limits: JsonLimits,
): SingleOutcome | Promise<Outcome> {
  let parameters: Parameters;
  try {
    parameters = parseParameters(body, limits);
  } catch (error) {
    return pipeline.refuse(error, operation);
  }
  return pipeline.run(parameters, operation);
}

export interface LeanOptions {
  readonly pipeline: Pipeline;
  readonly config: JsonLimits & Pick<BodyLimits, 'maxBodyBytes'>;
  /** Counts the bodies that are arriving. */
  readonly incoming: ByteBudget;
  readonly cors: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>;
  readonly recipientOf: (headers: HeaderValues, address: string) => Recipient;
}

/** @returns a function that answers a request with the result of its operation, in the type that {@link leanTypeOf} tells */
export function createLeanTransport({ pipeline, config, incoming, cors, recipientOf }: LeanOptions) {
  const { maxBodyBytes } = config;
  return async ({ request, response, opened }: OpenedRequest, type: JsonType): Promise<void> => {
    const { requestId, address, cancellation, forwardedFor, traceparent } = opened;
    const { headers } = request;
    const { caller } = recipientOf(headers, address);
    const body = await readBody(request, { maxBodyBytes, incoming, caller });
    const operation: OperationRequest = {
      requestId,
      address,
      cancellation,
      forwardedFor,
      traceparent,
      startedAt: performance.now(),
      headers,
      queriesOnly: false,
      takesStream: false,
      takesText: true,
    };
    const outcome = await outcomeOf(pipeline, body, operation, config);
    if (response.destroyed) return;
    if ('results' in outcome) throw new Error('There is a stream for a client that takes none');
    const { result, text = textOf(result) } = outcome;
    const head = headOf(result, type);
    const answerHeaders = Object.assign(usualHeaders(requestId), cors(headers), head.headers);
    sendText(response, head.status, answerHeaders, text, recipientOf(headers, address));
  };
}

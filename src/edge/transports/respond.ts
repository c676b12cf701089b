/** Sends the result of an operation over HTTP. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { PipelineResult } from '../operation/operation.ts';
import { RequestError, statusOf } from '../operation/request-error.ts';
import { textOf } from '../operation/response.ts';
import type { AcceptedTypes, JsonType } from './accepted-types.ts';
import { type Recipient, sendStream, sendText, streamHeaders } from './send.ts';
import { eventStream, multipart } from './stream-formats.ts';

type ResponseType = JsonType | 'text/event-stream';

interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Codes of limits of a caller. Apollo's gateway discards the body of a response of type application/json with another status than 200, so such responses have status 200. */
const gatewayCodes = new Set(['CALLER_LIMIT', 'RATE_LIMITED', 'STREAM_LIMIT']);

/** Status of a response with an error, by its type; `undefined` if the error does not determine it. */
function getErrorStatus(error: RequestError, type: ResponseType): number | undefined {
  if (error.isOfDocument && type !== 'application/graphql-response+json') return undefined;
  const isForGateways = error.status === 429 && gatewayCodes.has(error.code);
  return isForGateways && type === 'application/json' ? undefined : error.status;
}

/** Status of the response for a result, and the headers that its errors set. */
function getResponseHead({ errors = [], data }: ExecutionResult, type: ResponseType): ResponseHead {
  const headers = {};
  let status = 0;
  for (const error of errors)
    if (error instanceof RequestError) {
      Object.assign(headers, error.headers);
      status = Math.max(status, getErrorStatus(error, type) ?? 0);
    }
  if (status > 0) return { status, headers };
  const isUnexpected = errors.some(({ extensions: { code } }) => code === 'INTERNAL_SERVER_ERROR');
  return { status: isUnexpected && data === undefined ? statusOf('INTERNAL_SERVER_ERROR') : 200, headers };
}

const withoutErrors: ResponseHead = { status: 200, headers: {} };

/** Content types of serialized results. */
const contentTypes: Readonly<Record<JsonType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
};

/**
 * Sends the result of an operation in the preferred type that the client accepts, an error also to a client that accepts none.
 * @param headers headers for every type of response; this function adds those of its type
 */
export async function respond(
  response: ServerResponse,
  result: PipelineResult,
  accepted: AcceptedTypes,
  headers: OutgoingHttpHeaders,
  recipient: Recipient,
): Promise<void> {
  const isSingle = 'result' in result;
  const format = accepted.eventStream ? eventStream : accepted.multipart && multipart(accepted.multipart);
  if (isSingle && (accepted.json !== undefined || !format)) {
    const { json = 'application/json' } = accepted;
    const { status, headers: own } = result.result.errors ? getResponseHead(result.result, json) : withoutErrors;
    headers['content-type'] = contentTypes[json];
    sendText(response, status, Object.assign(headers, own), result.text ?? textOf(result.result), recipient);
    return;
  }
  if (!format) throw new Error('The pipeline returned a stream to a client that accepts none');
  const type = accepted.eventStream ? 'text/event-stream' : 'application/json';
  const { status, headers: own } = isSingle ? getResponseHead(result.result, type) : withoutErrors;
  response.writeHead(status, Object.assign(headers, streamHeaders, format.headers, own));
  const results = isSingle ? [result.result] : 'parts' in result ? result.parts : result.results;
  await sendStream(format.write(results), response, recipient, format.ping);
}

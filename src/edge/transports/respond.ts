/** Sends the result of an operation over HTTP. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { PipelineResult } from '../operation/operation.ts';
import { textOf } from '../operation/response.ts';
import type { AcceptedTypes, JsonType } from './accepted-types.ts';
import { type Recipient, sendStream, sendText, streamHeaders } from './send.ts';
import { eventStream, multipart } from './stream-formats.ts';

interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** HTTP status and headers that an error sets on the response. */
interface HttpFacts {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether only application/graphql-response+json and multipart/mixed have the status. Other types have status 200 for all GraphQL errors. */
  readonly spec?: boolean;
  /** Whether a response of type application/json has status 200 instead, so that gateways read its errors. */
  readonly okAsJson?: boolean;
}

const factsOf = ({ extensions: { http } }: GraphQLError): HttpFacts | undefined =>
  typeof http === 'object' && http !== null ? http : undefined;

/** Status of the response for a result, and the headers that its errors set. */
function getResponseHead({ errors = [], data }: ExecutionResult, type: JsonType | 'text/event-stream'): ResponseHead {
  const headers = {};
  let status = 0;
  let isUnexpected = false;
  for (const error of errors) {
    const facts = factsOf(error);
    if (facts === undefined) {
      if (error.extensions.unexpected === true) isUnexpected = true;
      continue;
    }
    Object.assign(headers, facts.headers);
    if (facts.spec === true && type !== 'application/graphql-response+json') continue;
    if (facts.okAsJson === true && type === 'application/json') continue;
    status = Math.max(status, facts.status ?? 0);
  }
  if (status === 0) status = isUnexpected && data === undefined ? 500 : 200;
  return { status, headers };
}

const withoutErrors: ResponseHead = { status: 200, headers: {} };

/** Content types of serialized results. */
const contentTypes: Readonly<Record<JsonType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
};

/**
 * Sends the result of an operation in the preferred type that the client accepts, an error also to a client that accepts none.
 * @param headers headers of the response whatever its type, to which this function adds others
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

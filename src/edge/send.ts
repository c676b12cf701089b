import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isAsyncIterable } from 'graphql-yoga';
import { RefusedRequest } from './refusal.ts';
import type { UnsentResponses } from './unsent.ts';

/** Bytes that are given to the connection at once, so that it can be seen whether the client takes any. */
const sliceLength = 64 * 1024;

const streamed = /^(?:text\/event-stream|multipart\/mixed)/;

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceLength) yield bytes.subarray(start, start + sliceLength);
}

/** yoga answers with a status alone where nothing that the client accepts can be sent. */
function emptyRefusal(status: number): RefusedRequest {
  return status === 406
    ? new RefusedRequest(
        406,
        'NOT_ACCEPTABLE',
        'The types of answers are application/graphql-response+json, application/json, text/event-stream and multipart/mixed; the header Accept names none of them',
      )
    : new RefusedRequest(status, 'BAD_REQUEST', 'The request cannot be answered');
}

/**
 * Writes an answer as fast as the client takes it. Ends a stream of results when the client leaves.
 * @param unsent counts what the client has not taken yet for `caller`
 * @throws {RefusedRequest} where the caller has too much waiting for it
 */
export async function send(
  answer: Response,
  response: ServerResponse,
  unsent: UnsentResponses,
  caller: string,
): Promise<void> {
  // Whether the connection is kept is not for yoga to say.
  for (const [name, value] of answer.headers) if (name.toLowerCase() !== 'connection') response.setHeader(name, value);
  const { body, status } = answer;
  if (streamed.test(answer.headers.get('content-type') ?? '') && isAsyncIterable<Uint8Array>(body)) {
    response.writeHead(status);
    // So that a stream begins before it has anything to tell.
    response.flushHeaders();
    await sendStream(body, response, unsent, caller);
    return;
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (response.destroyed) return;
  if (bytes.length === 0 && status >= 400) throw emptyRefusal(status);
  const problem = unsent.problem(caller, bytes.length);
  if (problem !== undefined) throw problem;
  response.once('close', unsent.hold(caller, bytes.length).release);
  response.writeHead(status);
  if (bytes.length <= sliceLength) response.end(bytes);
  else await pipeline(Readable.from(slices(bytes)), response);
}

async function sendStream(
  body: AsyncIterable<Uint8Array>,
  response: ServerResponse,
  unsent: UnsentResponses,
  caller: string,
): Promise<void> {
  const held = unsent.hold(caller);
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const event of body) {
      const problem = unsent.problem(caller, event.length);
      if (problem !== undefined) throw problem;
      held.resize(event.length);
      yield* slices(event);
      held.resize(0);
    }
  }
  try {
    await pipeline(Readable.from(counted()), response);
  } finally {
    held.release();
  }
}

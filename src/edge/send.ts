import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isAsyncIterable } from 'graphql-yoga';
import { RefusedRequest } from './refusal.ts';
import type { UnsentResponses } from './unsent.ts';

/** Bytes that are written to the connection at once, so that the progress of the client can be measured. */
const sliceLength = 64 * 1024;

const streamed = /^(?:text\/event-stream|multipart\/mixed)/;

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceLength) yield bytes.subarray(start, start + sliceLength);
}

/** The error in place of yoga's response without a body, which it sends where the client accepts no type that it has. */
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
 * Writes yoga's response as fast as the client reads it. Ends a stream of results when the client leaves.
 * @param unsent counts the bytes that the client has not read yet for `caller`
 * @throws {RefusedRequest} where too many bytes wait for the caller
 */
export async function send(
  yogaResponse: Response,
  response: ServerResponse,
  unsent: UnsentResponses,
  caller: string,
): Promise<void> {
  // Node decides whether the connection is kept alive.
  for (const [name, value] of yogaResponse.headers)
    if (name.toLowerCase() !== 'connection') response.setHeader(name, value);
  const { body, status } = yogaResponse;
  if (streamed.test(yogaResponse.headers.get('content-type') ?? '') && isAsyncIterable<Uint8Array>(body)) {
    response.writeHead(status);
    // The client sees that the stream has begun before its first event.
    response.flushHeaders();
    await sendStream(body, response, unsent, caller);
    return;
  }
  const bytes = Buffer.from(await yogaResponse.arrayBuffer());
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

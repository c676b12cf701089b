import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isAsyncIterable } from 'graphql-yoga';

/** Bytes that are given to the connection at once, so that it can be seen whether the client takes any. */
const sliceLength = 64 * 1024;

const streamed = /^(?:text\/event-stream|multipart\/mixed)/;

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceLength) yield bytes.subarray(start, start + sliceLength);
}

/** Writes an answer as fast as the client takes it. Ends a stream of results when the client leaves. */
export async function send(answer: Response, response: ServerResponse): Promise<void> {
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  const { body, status } = answer;
  if (streamed.test(answer.headers.get('content-type') ?? '') && isAsyncIterable(body)) {
    response.writeHead(status);
    // So that a stream begins before it has anything to tell.
    response.flushHeaders();
    await pipeline(Readable.from(body), response);
    return;
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (response.destroyed) return;
  response.writeHead(status);
  if (bytes.length <= sliceLength) response.end(bytes);
  else await pipeline(Readable.from(slices(bytes)), response);
}

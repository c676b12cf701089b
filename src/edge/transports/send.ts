import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isAsyncIterable } from 'graphql-yoga';
import { RefusedRequest } from '../refusal.ts';
import type { UnsentResponses } from '../unsent.ts';

/** Bytes that are written to the connection at once, so that the progress of the client can be measured. */
const sliceLength = 64 * 1024;

const streamed = /^(?:text\/event-stream|multipart\/mixed)/;

/** Whom a response is counted for until its client has read it. */
export interface Recipient {
  readonly unsent: UnsentResponses;
  readonly caller: string;
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceLength) yield bytes.subarray(start, start + sliceLength);
}

/** Ends a response with slices, as fast as the client reads them. */
function writeSlices(response: ServerResponse, bytes: Uint8Array): void {
  let start = 0;
  const proceed = () => {
    while (start < bytes.length) {
      const slice = bytes.subarray(start, start + sliceLength);
      start += sliceLength;
      if (start >= bytes.length) response.end(slice);
      else if (!response.write(slice)) {
        response.once('drain', proceed);
        return;
      }
    }
  };
  proceed();
}

/**
 * Writes a response whose text is known, and adds its length to the headers. Head and text of a short one leave in one piece.
 * @throws {RefusedRequest} where too many bytes wait for the recipient
 */
export function sendText(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  text: string,
  { unsent, caller }: Recipient,
): void {
  const length = Buffer.byteLength(text);
  const problem = unsent.problem(caller, length);
  if (problem !== undefined) {
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
    throw problem;
  }
  headers['content-length'] = length;
  response.writeHead(status, headers);
  if (length <= sliceLength) response.end(text);
  else writeSlices(response, Buffer.from(text));
  // What the connection has taken at once waits for nobody.
  if (response.socket?.writableLength !== 0) response.once('close', unsent.hold(caller, length).release);
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
 * @throws {RefusedRequest} where too many bytes wait for the recipient
 */
export async function send(yogaResponse: Response, response: ServerResponse, recipient: Recipient): Promise<void> {
  const { unsent, caller } = recipient;
  // Node decides whether the connection is kept alive.
  for (const [name, value] of yogaResponse.headers)
    if (name.toLowerCase() !== 'connection') response.setHeader(name, value);
  const { body, status } = yogaResponse;
  if (streamed.test(yogaResponse.headers.get('content-type') ?? '') && isAsyncIterable<Uint8Array>(body)) {
    response.writeHead(status);
    // The client sees that the stream has begun before its first event.
    response.flushHeaders();
    await sendStream(body, response, recipient);
    return;
  }
  const bytes = Buffer.from(await yogaResponse.arrayBuffer());
  if (response.destroyed) return;
  if (bytes.length === 0 && status >= 400) throw emptyRefusal(status);
  const problem = unsent.problem(caller, bytes.length);
  if (problem !== undefined) throw problem;
  response.once('close', unsent.hold(caller, bytes.length).release);
  response.writeHead(status);
  if (bytes.length === 0) response.end();
  else writeSlices(response, bytes);
}

async function sendStream(
  body: AsyncIterable<Uint8Array>,
  response: ServerResponse,
  { unsent, caller }: Recipient,
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

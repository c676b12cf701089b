import { randomInt } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { isAsyncIterable } from 'graphql-yoga';
import type { Credential } from '../../rest/credential.ts';
import { HttpError } from '../http-error.ts';
import type { OutgoingBuffer } from '../operation/outgoing-buffer.ts';

/** Bytes of one write to the connection. The progress of the client is measured per write. */
const sliceLength = 64 * 1024;

/** Upper bound on unread bytes of a stream that are not counted between two events. */
const maxUncountedBytes = 16 * 1024;

const newline = 10;

/**
 * Headers of yoga's responses that are not sent: Node decides whether the connection is kept alive, and yoga lists all supported types in
 * `Accept` once for each type of the request.
 */
const ignoredHeaders = new Set(['connection', 'accept']);

const streamed = /^(?:text\/event-stream|multipart\/mixed)/;

/** Headers of streams. nginx and others collect a response before they pass it on, unless this header disables it. */
export const streamHeaders = { 'X-Accel-Buffering': 'no' };

/** Progress of the client of a stream. */
export class StreamProgress {
  #isWriting = false;
  #onWritten: (() => void) | undefined;

  begin(): void {
    this.#isWriting = true;
  }

  end(): void {
    this.#isWriting = false;
    this.#onWritten?.();
  }

  /** Waits until what the stream has returned is written. Its only reader requests the next value meanwhile. */
  async waitForWrites(): Promise<void> {
    await setImmediate();
    if (this.#isWriting) await new Promise<void>((resolve) => (this.#onWritten = resolve));
  }
}

/** Credential that a response is counted for until its client has read it. */
export interface Recipient {
  readonly outgoing: OutgoingBuffer;
  readonly credential: Credential;
  readonly progress?: StreamProgress | undefined;
  /** Whether a stream ends before its completion because the facade stops. */
  readonly isInterrupted?: (() => boolean) | undefined;
}

/** Bounds in milliseconds between which clients of interrupted streams reconnect, so that they do not all reconnect at the same time. */
const [minReconnectMs, maxReconnectMs] = [250, 1500];

/** Creates the event that sets the reconnection time of Server-Sent Events. */
function createRetryField(): Uint8Array {
  return Buffer.from(`retry: ${randomInt(minReconnectMs, maxReconnectMs)}\n\n`);
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

/** Writes a serialized response and adds its length to the headers. Headers and body of a short response are one write. */
export function sendText(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string,
  { outgoing, credential }: Recipient,
): void {
  const length = Buffer.byteLength(body);
  headers['content-length'] = length;
  response.writeHead(status, headers);
  if (length <= sliceLength) response.end(body);
  else writeSlices(response, Buffer.from(body));
  // Bytes that the connection accepted immediately are not pending.
  if (response.socket?.writableLength !== 0) response.once('close', outgoing.reserve(credential, length).release);
}

/** Error that replaces the response without a body that yoga sends if the client accepts none of its types. */
function getEmptyResponseError(status: number): HttpError {
  return status === 406
    ? new HttpError(
        406,
        'NOT_ACCEPTABLE',
        'The header Accept contains no supported response type; accept application/graphql-response+json, application/json, text/event-stream or multipart/mixed',
        { accept: 'application/graphql-response+json, application/json, text/event-stream, multipart/mixed' },
      )
    : new HttpError(status, 'BAD_REQUEST', 'Invalid GraphQL request. Send the operation as JSON in a POST request');
}

/**
 * Writes yoga's response as fast as the client reads it. Ends a stream of results when the client leaves.
 * @throws {HttpError} if too many bytes of a stream wait for the recipient, or for a response without a body
 */
export async function send(yogaResponse: Response, response: ServerResponse, recipient: Recipient): Promise<void> {
  const { outgoing, credential } = recipient;
  for (const [name, value] of yogaResponse.headers)
    if (!ignoredHeaders.has(name.toLowerCase())) response.setHeader(name, value);
  const { body, status } = yogaResponse;
  if (streamed.test(yogaResponse.headers.get('content-type') ?? '') && isAsyncIterable<Uint8Array>(body)) {
    response.writeHead(status, streamHeaders);
    // Shows the client before the first event that the stream has started.
    response.flushHeaders();
    await sendStream(body, response, recipient);
    return;
  }
  const bytes = Buffer.from(await yogaResponse.arrayBuffer());
  if (response.destroyed) return;
  if (bytes.length === 0 && status >= 400) throw getEmptyResponseError(status);
  response.once('close', outgoing.reserve(credential, bytes.length).release);
  response.writeHead(status);
  if (bytes.length === 0) response.end();
  else writeSlices(response, bytes);
}

/** Waits until all bytes of a response have been written to the connection, or it is closed. */
function waitForWrites(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('close', resolve);
  // The callback of an empty write follows those of all others.
  response.write('', () => {
    response.off('close', resolve);
    resolve();
  });
  return promise;
}

class InterruptedStream extends Error {}

/** Yoga writes the name of an event and its data as two chunks. */
const endsEvent = (chunk: Uint8Array): boolean => chunk.at(-1) === newline && chunk.at(-2) === newline;

/**
 * Writes a body as fast as the client reads it. Closes the body when the client leaves. An interrupted stream has no last result and no
 * completion, and its connection is destroyed: clients reconnect only after a network error.
 */
export async function sendStream(
  body: AsyncIterable<Uint8Array>,
  response: ServerResponse,
  { outgoing, credential, progress, isInterrupted }: Recipient,
): Promise<void> {
  const reservation = outgoing.reserve(credential);
  async function* counted(): AsyncGenerator<Uint8Array> {
    let isBetweenEvents = true;
    for await (const event of body) {
      if (isBetweenEvents && isInterrupted?.()) {
        yield createRetryField();
        throw new InterruptedStream();
      }
      const problem = outgoing.getResponseError(credential, event.length);
      if (problem !== undefined) throw problem;
      progress?.begin();
      reservation.resize(event.length);
      yield* slices(event);
      if (response.writableLength > maxUncountedBytes && !response.destroyed) await waitForWrites(response);
      reservation.resize(0);
      progress?.end();
      isBetweenEvents = endsEvent(event);
    }
  }
  try {
    await pipeline(Readable.from(counted()), response);
  } finally {
    reservation.release();
    progress?.end();
  }
}

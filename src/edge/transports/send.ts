import { randomInt } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Credential } from '../../rest/credential.ts';
import type { UnsentBytes } from '../operation/unsent-bytes.ts';

/** Bytes of one write to the connection. The progress of the client is measured per write. */
const sliceLength = 64 * 1024;

/** Upper bound on unsent bytes of a stream that are not counted between two events. */
const maxUncountedBytes = 16 * 1024;

const pingIntervalMs = 12_000;

/** Headers of streams. nginx and others collect a response before they pass it on, unless this header disables it. */
export const streamHeaders = { 'X-Accel-Buffering': 'no' };

/** Credential that a response is counted for until its client has read it. */
export interface Recipient {
  readonly unsent: UnsentBytes;
  readonly credential: Credential;
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
  { unsent, credential }: Recipient,
): void {
  const length = Buffer.byteLength(body);
  headers['content-length'] = length;
  response.writeHead(status, headers);
  if (length <= sliceLength) response.end(body);
  else writeSlices(response, Buffer.from(body));
  // Bytes that the connection accepted immediately are not pending.
  if (response.socket?.writableLength !== 0) response.once('close', unsent.reserve(credential, length).release);
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

/**
 * Writes a body as fast as the client reads it. Closes the body when the client leaves. An interrupted stream has no last result and no
 * completion, and its connection is destroyed: clients reconnect only after a network error.
 * @param body events or parts, each as a whole
 * @param ping bytes that are written at regular intervals between them
 */
export async function sendStream(
  body: AsyncIterable<Uint8Array>,
  response: ServerResponse,
  { unsent, credential, isInterrupted }: Recipient,
  ping?: Uint8Array,
): Promise<void> {
  const reservation = unsent.reserve(credential);
  let isWriting = false;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const event of body) {
      if (isInterrupted?.()) {
        yield createRetryField();
        throw new InterruptedStream();
      }
      const problem = unsent.getResponseError(credential, event.length);
      if (problem !== undefined) throw problem;
      isWriting = true;
      reservation.resize(event.length);
      yield* slices(event);
      if (response.writableLength > maxUncountedBytes && !response.destroyed) await waitForWrites(response);
      reservation.resize(0);
      isWriting = false;
    }
  }
  const timer =
    ping && setInterval(() => isWriting || response.writableNeedDrain || response.write(ping), pingIntervalMs);
  // Shows the client before the first event that the stream has started.
  response.flushHeaders();
  try {
    await pipeline(Readable.from(counted()), response);
  } finally {
    clearInterval(timer);
    reservation.release();
  }
}

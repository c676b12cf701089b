/** Formats of streams: Server-Sent Events and multipart/mixed. */
import type { ExecutionResult } from 'graphql';
import { textOf } from '../operation/response.ts';

type Results = Iterable<ExecutionResult> | AsyncIterable<ExecutionResult>;

/** Format of a stream of results. */
export interface StreamFormat {
  readonly headers: Readonly<Record<string, string>>;
  /** Writes results, each as a whole. */
  readonly write: (results: Results) => AsyncGenerator<Uint8Array, void>;
  /** Bytes without meaning that keep the connection open. */
  readonly ping?: Uint8Array;
}

const ping = Buffer.from(':\n\n');

/** Server-Sent Events in the "distinct connections mode" of graphql-sse. */
export const eventStream: StreamFormat = {
  headers: { 'content-type': 'text/event-stream', 'Cache-Control': 'no-cache', 'content-encoding': 'none' },
  async *write(results) {
    // Some browsers return a response when its first bytes have arrived.
    yield ping;
    for await (const result of results) yield Buffer.from(`event: next\ndata: ${textOf(result)}\n\n`);
    yield Buffer.from('event: complete\ndata:\n\n');
  },
  ping,
};

const partHead = 'Content-Type: application/json; charset=utf-8\r\n\r\n';

/** Parts with the boundary `-`. Each one is followed by its boundary, so that clients can read it before the next one arrives. */
export const multipart = (contentType: string): StreamFormat => ({
  headers: { 'content-type': contentType },
  async *write(results) {
    let separator = '\r\n---\r\n';
    for await (const result of results) {
      yield Buffer.from(`${separator}${partHead}${textOf(result)}\r\n---`);
      separator = '\r\n';
    }
    yield Buffer.from('--\r\n');
  },
});

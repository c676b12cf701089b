/** Responses in parts over multipart/mixed. */
import { textOf } from '../operation/response.ts';
import type { ResponsePart } from '../operation/response-parts.ts';

const head = 'Content-Type: application/json; charset=utf-8\r\n\r\n';

/** Writes parts with the boundary `-`. Each one is followed by its boundary, so that clients can read it before the next one arrives. */
export async function* writeMultipart(parts: AsyncIterable<ResponsePart>): AsyncGenerator<Uint8Array, void> {
  let start = '\r\n---\r\n';
  for await (const part of parts) {
    yield Buffer.from(`${start}${head}${textOf(part)}\r\n---`);
    start = '\r\n';
  }
  yield Buffer.from('--\r\n');
}

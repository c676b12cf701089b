/** Incremental responses over multipart/mixed. */
import { textOf } from '../operation/response.ts';
import type { ResponsePart } from '../operation/response-parts.ts';

const start = '\r\n---\r\n';
const head = 'Content-Type: application/json; charset=utf-8\r\n\r\n';
const end = '--\r\n';

/** Writes parts with the boundary `-`. Each one is followed by its boundary, so that clients can read it before the next one arrives. */
export async function* writeMultipart(parts: AsyncIterable<ResponsePart>): AsyncGenerator<Uint8Array, void> {
  let separator = start;
  for await (const part of parts) {
    yield Buffer.from(`${separator}${head}${textOf(part)}\r\n---`);
    separator = '\r\n';
  }
  yield Buffer.from(end);
}

/** Body with a single result. @param text result as JSON */
export function toMultipart(text: string): string {
  return `${start}${head}${text}\r\n---${end}`;
}

/** Reads the body of a request up to the limit and no further, whatever it says of its length. */
import type { IncomingMessage } from 'node:http';
import { RefusedRequest } from './refusal.ts';

const firstAllocation = 16 * 1024;

/** A client that left before it had sent what it announced. */
export class IncompleteBody extends Error {}

/** Bytes in one buffer that doubles, as a body may come in millions of chunks of one byte. */
class Collector {
  #buffer = Buffer.alloc(0);
  size = 0;

  add(chunk: Uint8Array, max: number): void {
    const size = this.size + chunk.length;
    if (size > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(max, Math.max(size, firstAllocation, 2 * this.#buffer.length)));
      this.#buffer.copy(larger, 0, 0, this.size);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.size);
    this.size = size;
  }

  get bytes(): Buffer<ArrayBuffer> {
    return this.#buffer.subarray(0, this.size);
  }
}

/**
 * The whole body of a request.
 * @throws {RefusedRequest} where it is compressed or larger than `maxBodyBytes`
 * @throws {IncompleteBody} where the client leaves before its end
 */
export async function readBody(request: IncomingMessage, maxBodyBytes: number): Promise<Buffer<ArrayBuffer>> {
  // Closing the connection is what keeps the server from reading the rest.
  const close = { connection: 'close' };
  const tooLarge = () =>
    new RefusedRequest(
      413,
      'BODY_LIMIT',
      `The request body is larger than MAX_BODY_BYTES allows, ${maxBodyBytes} bytes`,
      close,
    );
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new RefusedRequest(415, 'UNSUPPORTED_MEDIA_TYPE', 'Request bodies must not be compressed', close);
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge();
  const collector = new Collector();
  return new Promise((resolve, reject) => {
    // What comes after a refusal is thrown away until the connection is closed: to end it now would end the answer, too.
    let refused = false;
    request.on('data', (chunk: Buffer) => {
      if (refused) return;
      refused = collector.size + chunk.length > maxBodyBytes;
      if (refused) reject(tooLarge());
      else collector.add(chunk, maxBodyBytes);
    });
    request.once('end', () => resolve(collector.bytes));
    const left = () => reject(new IncompleteBody('The client left before the end of its request'));
    request.once('error', left);
    request.once('close', left);
  });
}

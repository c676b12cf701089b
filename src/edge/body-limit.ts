/** Reads the body of a request up to the limit, whatever its `Content-Length` says. */
import type { IncomingMessage } from 'node:http';
import type { Reservation } from '../rest/callers.ts';
import type { Credential } from '../rest/credential.ts';
import type { ByteBudget } from './operation/byte-budget.ts';
import { RequestError } from './operation/request-error.ts';

const firstAllocation = 4 * 1024;
/** Seconds after which the client may retry. */
const retryAfter = 5;

/** The client closed the connection before the end of its request. */
export class IncompleteBody extends Error {}

export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** Counts the bodies of all clients that are arriving or in use. */
  readonly incoming: ByteBudget;
  /** Credential that the body is counted for. */
  readonly credential: Credential;
}

// Closing the connection keeps the server from reading the rest.
const close = { connection: 'close' };

function getIncomingLimitError({ incoming, credential }: BodyLimits, more: number): RequestError | undefined {
  const exceeded = incoming.exceeded(credential, more);
  if (exceeded === undefined) return undefined;
  const { limit, isOwn } = exceeded;
  const scope = isOwn ? 'of one token or network address' : 'of all clients';
  const message = `Too many bytes of request bodies that are arriving or in progress: the limit is ${limit.bytes} bytes ${scope} (${limit.setting}). Retry after ${retryAfter} s`;
  return new RequestError('INCOMING_LIMIT', message, { headers: { ...close, 'retry-after': String(retryAfter) } });
}

/** Bytes in one buffer that doubles, as a body may come in millions of chunks of one byte. */
class Collector {
  readonly #limits: BodyLimits;
  readonly #held: Reservation;
  #buffer = Buffer.alloc(0);
  #size = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
    this.#held = limits.incoming.reserve(limits.credential);
  }

  /** Adds bytes. @returns the error if a limit is exceeded; `undefined` otherwise */
  add(chunk: Uint8Array): RequestError | undefined {
    const { maxBodyBytes } = this.#limits;
    const size = this.#size + chunk.length;
    if (size > maxBodyBytes) return tooLarge(maxBodyBytes);
    if (size > this.#buffer.length) {
      const length = Math.min(maxBodyBytes, Math.max(size, firstAllocation, 2 * this.#buffer.length));
      const error = getIncomingLimitError(this.#limits, length - this.#buffer.length);
      if (error !== undefined) return error;
      this.#held.resize(length);
      const larger = Buffer.allocUnsafe(length);
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#size);
    this.#size = size;
    return undefined;
  }

  /** Discards all bytes. */
  release(): void {
    this.#buffer = Buffer.alloc(0);
    this.#held.release();
  }

  /** Returns all bytes. They stay counted until the release, because what is parsed from them can be as large. */
  take(): Buffer<ArrayBuffer> {
    const bytes = this.#buffer.subarray(0, this.#size);
    this.#buffer = Buffer.alloc(0);
    this.#held.resize(this.#size);
    return bytes;
  }
}

function tooLarge(maxBodyBytes: number): RequestError {
  const message = `The request body is too large: the limit is ${maxBodyBytes} bytes (MAX_BODY_BYTES). Send less in one request`;
  return new RequestError('BODY_LIMIT', message, { headers: close });
}

/**
 * Reads the complete body of a request and uses it. The body is counted until `use` has ended.
 * @returns the result of `use`
 * @throws {RequestError} if it is compressed, larger than `maxBodyBytes`, or too many bytes are arriving already
 * @throws {IncompleteBody} if the client disconnects before its end
 */
export async function readBody<Result>(
  request: IncomingMessage,
  limits: BodyLimits,
  use: (body: Buffer<ArrayBuffer>) => Result | Promise<Result>,
): Promise<Result> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new RequestError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The request body is compressed, which is not supported. Send it without Content-Encoding',
      { headers: close },
    );
  const contentLength = Number(request.headers['content-length'] ?? 0);
  if (contentLength > limits.maxBodyBytes) throw tooLarge(limits.maxBodyBytes);
  let collector: Collector | undefined;
  try {
    const received = new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
      // A body that arrives in one chunk is small, and not counted.
      let singleChunk: Buffer<ArrayBuffer> | undefined;
      // Data after a rejection is discarded until the connection is closed, because destroying the request would also
      // destroy the response.
      let limitError: RequestError | undefined;
      let isComplete = false;
      request.on('data', (chunk: Buffer<ArrayBuffer>) => {
        if (limitError !== undefined) return;
        if (collector === undefined && chunk.length === contentLength) {
          singleChunk = chunk;
          return;
        }
        collector ??= new Collector(limits);
        limitError = collector.add(chunk);
        if (limitError !== undefined) reject(limitError);
      });
      request.on('end', () => {
        isComplete = true;
        resolve(singleChunk ?? collector?.take() ?? Buffer.alloc(0));
      });
      // No listener for `error` is needed: `close` follows it.
      request.on('close', () => {
        if (!isComplete) reject(new IncompleteBody('The client left before the end of its request'));
      });
    });
    return await received.then(use);
  } finally {
    collector?.release();
  }
}

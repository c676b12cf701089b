/** Reads the body of a request up to the limit and no further, whatever its `Content-Length` says. */
import type { IncomingMessage } from 'node:http';
import type { ByteBudget, HeldBytes } from './byte-budget.ts';
import { RefusedRequest } from './refusal.ts';

const firstAllocation = 4 * 1024;
/** Seconds after which another try may be worth it. */
const retryAfter = 5;

/** The client closed the connection before the end of its request. */
export class IncompleteBody extends Error {}

export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** Counts the bodies of all clients that are still arriving. */
  readonly incoming: ByteBudget;
  /** Caller that the body is counted for: an accepted credential, or the network address of the client. */
  readonly caller: string;
}

// Closing the connection is what keeps the server from reading the rest.
const close = { connection: 'close' };

function incomingRefusal({ incoming, caller }: BodyLimits, more: number): RefusedRequest | undefined {
  const exceeded = incoming.exceeded(caller, more);
  if (exceeded === undefined) return undefined;
  const { limit, isOwn } = exceeded;
  const whose = isOwn ? 'of this caller' : 'of all clients together';
  const message = `The request bodies ${whose} that are still arriving are more than the ${limit.bytes} bytes that ${limit.setting} allows`;
  return new RefusedRequest(503, 'INCOMING_LIMIT', message, { ...close, 'retry-after': String(retryAfter) });
}

/** Bytes in one buffer that doubles, as a body may come in millions of chunks of one byte. */
class Collector {
  readonly #limits: BodyLimits;
  readonly #held: HeldBytes;
  #buffer = Buffer.alloc(0);
  #size = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
    this.#held = limits.incoming.hold(limits.caller);
  }

  /** Adds bytes. @returns why it cannot, or undefined */
  add(chunk: Uint8Array): RefusedRequest | undefined {
    const { maxBodyBytes } = this.#limits;
    const size = this.#size + chunk.length;
    if (size > maxBodyBytes) return tooLarge(maxBodyBytes);
    if (size > this.#buffer.length) {
      const length = Math.min(maxBodyBytes, Math.max(size, firstAllocation, 2 * this.#buffer.length));
      const refusal = incomingRefusal(this.#limits, length - this.#buffer.length);
      if (refusal !== undefined) return refusal;
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

  get bytes(): Buffer<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#size);
  }
}

function tooLarge(maxBodyBytes: number): RefusedRequest {
  const message = `The request body is larger than MAX_BODY_BYTES allows, ${maxBodyBytes} bytes`;
  return new RefusedRequest(413, 'BODY_LIMIT', message, close);
}

/**
 * The whole body of a request.
 * @throws {RefusedRequest} where it is compressed, larger than `maxBodyBytes`, or too much is arriving already
 * @throws {IncompleteBody} where the client leaves before its end
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer<ArrayBuffer>> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new RefusedRequest(415, 'UNSUPPORTED_MEDIA_TYPE', 'Request bodies must not be compressed', close);
  const stated = Number(request.headers['content-length'] ?? 0);
  if (stated > limits.maxBodyBytes) throw tooLarge(limits.maxBodyBytes);
  let collector: Collector | undefined;
  try {
    return await new Promise((resolve, reject) => {
      // A body that arrives in one piece is not held while it arrives.
      let whole: Buffer<ArrayBuffer> | undefined;
      // Data after a refusal is discarded until the connection is closed, as destroying the request would destroy the response too.
      let refusal: RefusedRequest | undefined;
      let isComplete = false;
      request.on('data', (chunk: Buffer<ArrayBuffer>) => {
        if (refusal !== undefined) return;
        if (collector === undefined && chunk.length === stated) {
          whole = chunk;
          return;
        }
        collector ??= new Collector(limits);
        refusal = collector.add(chunk);
        if (refusal !== undefined) reject(refusal);
      });
      request.on('end', () => {
        isComplete = true;
        resolve(whole ?? collector?.bytes ?? Buffer.alloc(0));
      });
      // An error that nobody listens for is followed by this, too.
      request.on('close', () => {
        if (!isComplete) reject(new IncompleteBody('The client left before the end of its request'));
      });
    });
  } finally {
    collector?.release();
  }
}

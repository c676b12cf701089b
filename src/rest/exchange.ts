import { type BodyBudget, type BodyReservation, maxUnreservedBytes } from './body-budget.ts';
import type { Call, OutgoingRequest, Progress, ReceivedResponse, Receiver } from './call.ts';
import type { Slot } from './call-queue.ts';
import { type DecodedBody, decodeBody } from './charset.ts';
import {
  acceptedEncoding,
  decompress,
  decompressLarge,
  describeEncoding,
  getContentEncoding,
  getStatedLength,
  malformedGzip,
} from './content-encoding.ts';
import type { Deadlines, Expiring } from './deadlines.ts';
import type { RestError } from './errors.ts';
import { createSizeError, createTimeoutError } from './failure.ts';
import type { UpstreamContext } from './interceptors/open-download.ts';
import { findExcess } from './json.ts';
import type { Link } from './linked-list.ts';
import { header, type RestResponse } from './request.ts';
import type { TaskScheduler, TaskStep } from './task-scheduler.ts';
import type { ExchangeController, ResponseHandler } from './upstream-connection.ts';

/** Shared dependencies of exchanges. */
export interface ExchangeContext extends UpstreamContext {
  /** Upper bound on the size of a response in bytes. */
  readonly maxUpstreamResponseBytes: number;
  /** Timeout, redirects included. */
  readonly callTimeoutMs: number;
  readonly deadlines: Deadlines;
  /** Budget for large bodies. */
  readonly bodies: BodyBudget;
  /** Runs the decoding and parsing of bodies. */
  readonly scheduler: TaskScheduler;
}

/** Factor by which the reservation of a body of unknown length grows. */
const growthFactor = 4;

/** Sends a call, and receives its response by undici's dispatch API: a stream and a signal would cost more than a small response itself. */
export class Exchange implements Expiring, Progress, ResponseHandler {
  readonly #exchanges: ExchangeContext;
  readonly #call: Call;
  readonly #outgoing: OutgoingRequest;
  readonly #slot: Slot | undefined;
  expiresAt = Number.POSITIVE_INFINITY;
  #deadline: Link<Expiring> | undefined;
  /** `undefined` once the exchange has ended. */
  #receiver: Receiver | undefined;
  #controller: ExchangeController | undefined;
  #endReason: Error | undefined;
  #path: string;
  #redirects = 0;
  #status = 0;
  #headers: ReceivedResponse['headers'] = {};
  isComplete = false;
  #chunks: Buffer[] = [];
  #size = 0;
  /** Problem of the compression of the body. */
  #problem: string | undefined;
  /** `undefined` while the body is small. */
  #reservation: BodyReservation | undefined;
  /** Decompresses the body that waits until the bytes for its content are reserved. */
  #decompressReserved: (() => void) | undefined;

  constructor(exchanges: ExchangeContext, call: Call, outgoing: OutgoingRequest, receiver: Receiver) {
    this.#exchanges = exchanges;
    this.#call = call;
    this.#outgoing = outgoing;
    // A retry replaces `call.slot`, perhaps while the connection of this exchange is still open.
    this.#slot = call.slot;
    this.#path = outgoing.path;
    this.#receiver = receiver;
  }

  /** Sends the request and starts its timeout. */
  start(): void {
    this.#call.cancellation.listen(this.#cancel);
    this.#deadline = this.#exchanges.deadlines.add(this);
    this.#exchanges.connections.send(this.#outgoing, this.#path, this);
  }

  get isSent(): boolean {
    return this.#controller !== undefined;
  }

  get status(): number | undefined {
    return this.#status === 0 ? undefined : this.#status;
  }

  onRequestStart(controller: ExchangeController): void {
    this.#controller = controller;
    // The call was ended while it waited for a connection.
    if (this.#endReason !== undefined) controller.abort(this.#endReason);
  }

  onResponseStart(_: ExchangeController, status: number, headers: ReceivedResponse['headers']): void {
    this.#status = status;
    this.#headers = headers;
    // A 304 may contain the length of the body that it omits.
    if (status === 304) return;
    const length = Number(headers['content-length'] ?? 0);
    const { maxUpstreamResponseBytes } = this.#exchanges;
    if (length > maxUpstreamResponseBytes) this.end(createSizeError(maxUpstreamResponseBytes));
    else if (length > maxUnreservedBytes) this.#reserve(length);
  }

  onResponseData(_: ExchangeController, chunk: Buffer): void {
    const { maxUpstreamResponseBytes } = this.#exchanges;
    if (this.#endReason !== undefined) return;
    this.#size += chunk.length;
    if (this.#size > maxUpstreamResponseBytes) {
      this.end(createSizeError(maxUpstreamResponseBytes));
      return;
    }
    this.#chunks.push(chunk);
    if (this.#size > Math.max(maxUnreservedBytes, this.#reservation?.bytes ?? 0))
      this.#reserve(Math.min(maxUpstreamResponseBytes, growthFactor * this.#size));
  }

  onResponseEnd(): void {
    const response = { status: this.#status, headers: this.#headers };
    const next = this.#endReason
      ? undefined
      : this.#exchanges.findRedirectTarget(this.#outgoing, response, this.#path, this.#redirects);
    if (next !== undefined) {
      this.#dropBody();
      this.#redirects += 1;
      this.#path = next;
      this.#exchanges.connections.send(this.#outgoing, next, this);
      return;
    }
    const encoding = this.#size > 0 ? getContentEncoding(this.#headers) : undefined;
    if (encoding === acceptedEncoding) this.#decompress(response);
    else {
      if (encoding !== undefined) this.#problem = describeEncoding(encoding);
      this.#complete(response);
    }
  }

  /** Decompresses the body within the limit on its size: a large one in the thread pool, once its bytes are reserved. */
  #decompress(response: Pick<ReceivedResponse, 'status' | 'headers'>): void {
    const { maxUpstreamResponseBytes, scheduler } = this.#exchanges;
    const body = this.#joinChunks();
    const length = getStatedLength(body);
    if (length === undefined) {
      this.#problem = malformedGzip;
      this.#complete(response);
    } else if (length > maxUpstreamResponseBytes) {
      this.#failTooLong();
    } else {
      const bytes = Math.max(body.length, length);
      this.#removeDeadline();
      if (bytes <= maxUnreservedBytes) scheduler.add(bytes, () => this.#decompressSmall(response, body, length));
      else this.#decompressLarge(response, body, length);
    }
  }

  /** Decompresses a large body. A body with several members, whose trailer states only the length of the last one, is decompressed again. */
  #decompressLarge(response: Pick<ReceivedResponse, 'status' | 'headers'>, body: Buffer, maxLength: number): void {
    const { maxUpstreamResponseBytes, bodies } = this.#exchanges;
    this.#decompressReserved = () => {
      this.#decompressReserved = undefined;
      decompressLarge(body, maxLength, (content) => {
        if (content !== 'too long') {
          this.#setContent(content);
          this.#complete(response);
        } else if (maxLength < maxUpstreamResponseBytes && this.#receiver !== undefined)
          this.#decompressLarge(response, body, maxUpstreamResponseBytes);
        else this.#failTooLong();
      });
    };
    this.#reservation ??= bodies.open(this.#slot?.caller ?? '', this.#resume);
    if (this.#reservation.grow(body.length + maxLength)) this.#decompressReserved();
  }

  #failTooLong(): void {
    this.#slot?.release();
    this.#dropBody();
    this.#takeReceiver()?.reject(createSizeError(this.#exchanges.maxUpstreamResponseBytes));
  }

  /** Decompresses and parses a small body. One with several members, which states only the length of the last one, is decompressed again. */
  #decompressSmall(
    response: Pick<ReceivedResponse, 'status' | 'headers'>,
    body: Buffer,
    maxLength: number,
  ): TaskStep | undefined {
    if (this.#receiver !== undefined) {
      const { maxUpstreamResponseBytes, scheduler } = this.#exchanges;
      const maxBytes = Math.min(maxUnreservedBytes, maxUpstreamResponseBytes);
      const content = decompress(body, maxLength);
      if (content === 'too long') {
        if (maxLength < maxBytes) scheduler.add(maxBytes, () => this.#decompressSmall(response, body, maxBytes));
        else if (maxLength < maxUpstreamResponseBytes) this.#decompressLarge(response, body, maxUpstreamResponseBytes);
        else this.#failTooLong();
        return undefined;
      }
      this.#setContent(content);
    }
    return this.#read(response);
  }

  #setContent(content: Buffer | 'malformed'): void {
    const isMalformed = content === 'malformed';
    this.#chunks = isMalformed ? [] : [content];
    this.#size = isMalformed ? 0 : content.length;
    if (isMalformed) this.#problem = malformedGzip;
  }

  /** Schedules the parsing of the body. */
  #complete(response: Pick<ReceivedResponse, 'status' | 'headers'>): void {
    this.#removeDeadline();
    this.#exchanges.scheduler.add(this.#size, () => this.#read(response));
  }

  /** Parses a small body, or decodes and checks a large one. @returns the step that parses a large body */
  #read(response: Pick<ReceivedResponse, 'status' | 'headers'>): TaskStep | undefined {
    // Until then, the slots bound the number of bodies that wait.
    this.#slot?.release();
    if (this.#receiver === undefined) return undefined;
    const isSmall = this.#size <= maxUnreservedBytes;
    const body = this.#takeBody();
    if (isSmall) {
      this.#passOn(response, body);
      return undefined;
    }
    const excess = findExcess(body.text);
    return () => {
      this.#passOn(response, body, excess);
      return undefined;
    };
  }

  #passOn(response: Pick<ReceivedResponse, 'status' | 'headers'>, body: DecodedBody, excess?: string): void {
    const receiver = this.#takeReceiver();
    this.isComplete = true;
    const received = { ...response, ...body, excess };
    let converted: RestResponse;
    try {
      converted = this.#exchanges.responses.convert(this.#call, received);
    } catch (error) {
      receiver?.reject(error);
      return;
    } finally {
      this.#reservation?.release();
    }
    receiver?.resolve(converted);
  }

  /**
   * Increases the reservation to `bytes` in total, and pauses the body until it is granted. The timeout is suspended
   * during the pause.
   */
  #reserve(bytes: number): void {
    this.#reservation ??= this.#exchanges.bodies.open(this.#slot?.caller ?? '', this.#resume);
    if (this.#reservation.grow(bytes)) return;
    this.#controller?.pause();
    this.#removeDeadline();
  }

  readonly #resume = (): void => {
    if (this.#receiver === undefined) return;
    if (this.#decompressReserved !== undefined) {
      this.#decompressReserved();
      return;
    }
    this.#deadline ??= this.#exchanges.deadlines.add(this);
    this.#controller?.resume();
  };

  #removeDeadline(): void {
    if (this.#deadline !== undefined) this.#exchanges.deadlines.remove(this.#deadline);
    this.#deadline = undefined;
  }

  #dropBody(): void {
    this.#chunks = [];
    this.#size = 0;
    this.#reservation?.release();
    this.#reservation = undefined;
  }

  onResponseError(_: ExchangeController, error: Error): void {
    this.#slot?.release();
    this.#dropBody();
    this.#takeReceiver()?.reject(error);
  }

  readonly #cancel = (reason: RestError): void => this.end(reason);

  expire(): void {
    this.end(createTimeoutError(this.#exchanges.callTimeoutMs));
  }

  /** Ends the exchange. If its request was sent, its slot stays occupied until its connection, or its body in the thread pool, is free again. */
  end(reason: Error): void {
    this.#endReason ??= reason;
    if (this.#decompressReserved !== undefined) this.#slot?.release();
    this.#decompressReserved = undefined;
    this.#dropBody();
    this.#takeReceiver()?.reject(reason);
    this.#controller?.abort(reason);
  }

  /** Receiver that has not been called yet; it is not returned again. */
  #takeReceiver(): Receiver | undefined {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    this.#call.cancellation.unlisten(this.#cancel);
    this.#removeDeadline();
    return receiver;
  }

  #joinChunks(): Buffer {
    const [only = Buffer.alloc(0)] = this.#chunks;
    const bytes = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#size) : only;
    this.#chunks = [];
    this.#size = 0;
    return bytes;
  }

  #takeBody(): DecodedBody {
    const bytes = this.#joinChunks();
    if (this.#problem !== undefined) return { text: '', problem: this.#problem };
    return decodeBody(bytes, header({ headers: this.#headers }, 'content-type'));
  }
}

import type { Dispatcher, FormData } from 'undici';
import type { Operation } from '../contract/index.ts';
import { type BodyBudget, type BodyReservation, maxUnreservedBytes } from './body-budget.ts';
import { type DecodedBody, decodeBody } from './charset.ts';
import type { Deadlines, Expiring } from './deadlines.ts';
import { responseTooLarge, responseTooLate } from './failure.ts';
import { findExcess } from './json.ts';
import type { Link } from './linked-list.ts';
import type { Place, Queue, QueuedCall } from './queue.ts';
import { header } from './request.ts';
import type { Receiver } from './tries.ts';
import type { Step, WorkTurns } from './work-turns.ts';

/** A whole response as it came. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The reason for which the text is unusable, as `DecodedBody.problem`. */
  readonly problem?: string;
  /** The limit on JSON that the text exceeds; see `findExcess`. */
  readonly excess: string | undefined;
}

/** What one exchange is part of. */
export interface Exchanges {
  /** Bytes of a response at the most. */
  readonly maxAnswerBytes: number;
  /** Milliseconds at the most from the start of an exchange, redirects included. */
  readonly callTimeout: number;
  readonly deadlines: Deadlines;
  /** Memory for large bodies. */
  readonly bodies: BodyBudget;
  /** Turns in which large bodies are parsed. */
  readonly workTurns: WorkTurns;
  /** Sends a request, whose response goes to the handler. */
  send(sent: Sent, path: string, handler: ResponseHandler): void;
  /** The path that a response redirects to; undefined where it does not, or where the redirect is not followed. */
  redirectOf(
    sent: Sent,
    response: Pick<ReceivedResponse, 'status' | 'headers'>,
    from: string,
    redirects: number,
  ): string | undefined;
}

/** Progress of an exchange. */
export interface Progress {
  /** Whether a connection began to send the request. */
  readonly isSent: boolean;
  /** Status of the response whose head has arrived. */
  readonly status: number | undefined;
}

/** A request as it is sent. */
export interface Sent {
  readonly method: Operation['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
}

/** Factor by which the reservation of a body of unknown length grows. */
const growth = 4;

/** Receives one response by undici's dispatch API, as a stream and a signal would cost more than a small response itself. */
export class ResponseHandler implements Dispatcher.DispatchHandler, QueuedCall, Expiring {
  readonly #exchanges: Exchanges;
  readonly #sent: Sent;
  expiresAt = Number.POSITIVE_INFINITY;
  #deadline: Link<Expiring> | undefined;
  #place: Place | undefined;
  /** Receives the response, whatever its status, or an error of the connection or the reason of a cancellation. */
  #receiver: Receiver<ReceivedResponse> | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #ended: Error | undefined;
  #path: string;
  #redirects = 0;
  #status = 0;
  #headers: ReceivedResponse['headers'] = {};
  #chunks: Buffer[] = [];
  #size = 0;
  /** Absent while the body is small. */
  #reservation: BodyReservation | undefined;

  constructor(exchanges: Exchanges, sent: Sent, receiver: Receiver<ReceivedResponse>) {
    this.#exchanges = exchanges;
    this.#sent = sent;
    this.#path = sent.path;
    this.#receiver = receiver;
  }

  /** Starts the exchange, or lets it wait for its place. Fails where too many calls of the caller wait. */
  begin(queue: Queue, caller: string, pendingFingerprint?: string): void {
    this.#place = queue.enter(caller, this, pendingFingerprint);
    if (this.#place.phase === 'held') this.start();
  }

  /** Sends the request and starts its timeout. */
  start(): void {
    this.#deadline = this.#exchanges.deadlines.add(this);
    this.#exchanges.send(this.#sent, this.#path, this);
  }

  get progress(): Progress {
    return { isSent: this.#controller !== undefined, status: this.#status === 0 ? undefined : this.#status };
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call was ended while it waited for a connection.
    if (this.#ended !== undefined) controller.abort(this.#ended);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: ReceivedResponse['headers']): void {
    this.#status = status;
    this.#headers = headers;
    // A 304 may contain the length of the body that it stands for.
    if (status === 304) return;
    const length = Number(headers['content-length'] ?? 0);
    const { maxAnswerBytes } = this.#exchanges;
    if (length > maxAnswerBytes) this.end(responseTooLarge(maxAnswerBytes));
    else if (length > maxUnreservedBytes) this.#reserve(length);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const { maxAnswerBytes } = this.#exchanges;
    if (this.#ended !== undefined) return;
    this.#size += chunk.length;
    if (this.#size > maxAnswerBytes) {
      this.end(responseTooLarge(maxAnswerBytes));
      return;
    }
    this.#chunks.push(chunk);
    if (this.#size > Math.max(maxUnreservedBytes, this.#reservation?.bytes ?? 0))
      this.#reserve(Math.min(maxAnswerBytes, growth * this.#size));
  }

  onResponseEnd(): void {
    const response = { status: this.#status, headers: this.#headers };
    const next = this.#ended
      ? undefined
      : this.#exchanges.redirectOf(this.#sent, response, this.#path, this.#redirects);
    if (next !== undefined) {
      this.#dropBody();
      this.#redirects += 1;
      this.#path = next;
      this.#exchanges.send(this.#sent, next, this);
      return;
    }
    this.#place?.leave();
    if (this.#size <= maxUnreservedBytes) this.#succeed(response, this.#takeText());
    else {
      this.#removeDeadline();
      this.#exchanges.workTurns.add(() => this.#read(response));
    }
  }

  /** Decodes and checks a large body; it is parsed in a turn of its own. */
  #read(response: Pick<ReceivedResponse, 'status' | 'headers'>): Step | undefined {
    if (this.#receiver === undefined) return undefined;
    const body = this.#takeText();
    const excess = findExcess(body.text);
    return () => {
      this.#succeed(response, body, excess);
      return undefined;
    };
  }

  #succeed(response: Pick<ReceivedResponse, 'status' | 'headers'>, body: DecodedBody, excess?: string): void {
    try {
      this.#release()?.succeeded({ ...response, ...body, excess });
    } finally {
      this.#reservation?.release();
    }
  }

  /** Reserves so many bytes in all, and pauses the body until it has them. The time of the pause is not the upstream's. */
  #reserve(bytes: number): void {
    this.#reservation ??= this.#exchanges.bodies.open(this.#place?.line.caller ?? '', this.#resume);
    if (this.#reservation.grow(bytes)) return;
    this.#controller?.pause();
    this.#removeDeadline();
  }

  readonly #resume = (): void => {
    if (this.#receiver === undefined) return;
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

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#place?.leave();
    this.#dropBody();
    this.#release()?.failed(error);
  }

  expire(): void {
    this.end(responseTooLate(this.#exchanges.callTimeout));
  }

  /** Ends the exchange. If its request has been sent, it keeps its place until the connection is free again. */
  end(reason: Error): void {
    this.#ended ??= reason;
    if (this.#place?.phase === 'waiting') this.#place.leave();
    this.#dropBody();
    this.#release()?.failed(reason);
    this.#controller?.abort(reason);
  }

  /** Whoever has not been told how the exchange ended. */
  #release(): Receiver<ReceivedResponse> | undefined {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    this.#removeDeadline();
    return receiver;
  }

  #takeText(): DecodedBody {
    const [only = Buffer.alloc(0)] = this.#chunks;
    const bytes = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#size) : only;
    this.#chunks = [];
    this.#size = 0;
    return decodeBody(bytes, header({ headers: this.#headers }, 'content-type'));
  }
}

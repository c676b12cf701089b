import type { Dispatcher } from 'undici';
import type { Cancellation } from './cancellation.ts';
import { responseTooLarge, responseTooLate } from './failure.ts';
import type { Place, QueuedCall } from './queue.ts';
import { after } from './timers.ts';

/** A whole answer as it came. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface ResponseHandlerOptions {
  /** Bytes of the answer at the most. */
  readonly limit: number;
  /** Milliseconds at the most from its turn on, redirects included. */
  readonly timeout: number;
  readonly cancellation: Cancellation;
  /** Takes a place among all exchanges; where it has to wait, it is started when its turn comes. */
  enter(exchange: ResponseHandler): Place;
  /** Sends the request that the exchange hears the answer of. */
  send(exchange: ResponseHandler, path: string): void;
  /** Where an answer redirects to, if it does and that is followed. */
  redirectOf(answer: ReceivedResponse, from: string, redirects: number): string | undefined;
}

/** Takes one answer in, at undici's lowest level: no stream and no signal, which cost more than a small answer itself. */
export class ResponseHandler implements Dispatcher.DispatchHandler, QueuedCall {
  /** The answer, whatever its status; fails with an error of the connection, or with why the exchange was ended. */
  readonly received: Promise<ReceivedResponse>;
  readonly #options: ResponseHandlerOptions;
  readonly #place: Place;
  #timer: NodeJS.Timeout | undefined;
  #resolve: (received: ReceivedResponse) => void = () => undefined;
  #reject: (reason: Error) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #ended: Error | undefined;
  #path: string;
  #redirects = 0;
  #status = 0;
  #headers: ReceivedResponse['headers'] = {};
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(path: string, options: ResponseHandlerOptions) {
    this.#options = options;
    this.#path = path;
    this.received = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#place = options.enter(this);
    options.cancellation.listen(this.#end);
    if (this.#place.phase === 'held') this.start();
  }

  /** Sends the request; its time begins. */
  start(): void {
    this.#timer = after(this.#options.timeout, this.#expire);
    this.#options.send(this, this.#path);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Ended while it waited for a connection.
    if (this.#ended !== undefined) controller.abort(this.#ended);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: ReceivedResponse['headers']): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const { limit } = this.#options;
    this.#size += chunk.length;
    if (this.#size <= limit) this.#chunks.push(chunk);
    else this.#end(responseTooLarge(limit));
  }

  onResponseEnd(): void {
    const answer = { status: this.#status, headers: this.#headers, text: this.#takeText() };
    const next = this.#ended ? undefined : this.#options.redirectOf(answer, this.#path, this.#redirects);
    if (next === undefined) {
      this.#place.leave();
      this.#release();
      this.#resolve(answer);
      return;
    }
    this.#redirects += 1;
    this.#path = next;
    this.#options.send(this, next);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#place.leave();
    this.#release();
    this.#reject(error);
  }

  readonly #expire = (): void => {
    this.#end(responseTooLate(this.#options.timeout));
  };

  /** Ends the exchange, wherever it stands. One that has been sent keeps its place until its connection is free of it. */
  readonly #end = (reason: Error): void => {
    this.#ended ??= reason;
    if (this.#place.phase === 'waiting') this.#place.leave();
    this.#release();
    this.#reject(reason);
    this.#controller?.abort(reason);
  };

  #release(): void {
    clearTimeout(this.#timer);
    this.#options.cancellation.unlisten(this.#end);
  }

  #takeText(): string {
    const [only = Buffer.alloc(0)] = this.#chunks;
    const bytes = this.#chunks.length > 1 ? Buffer.concat(this.#chunks, this.#size) : only;
    this.#chunks = [];
    this.#size = 0;
    return bytes.toString('utf8');
  }
}

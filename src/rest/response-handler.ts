import type { Dispatcher } from 'undici';
import type { Cancellation } from './cancellation.ts';
import { responseTooLarge, responseTooLate } from './failure.ts';
import type { Place, QueuedCall } from './queue.ts';
import { after } from './timers.ts';

/** A whole response as it came. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface ResponseHandlerOptions {
  /** Bytes of the response at the most. */
  readonly limit: number;
  /** Milliseconds at the most from the start of the call, redirects included. */
  readonly timeout: number;
  readonly cancellation: Cancellation;
  /** Takes a place in the queue. Where it has to wait, the queue starts the call later. */
  enter(call: ResponseHandler): Place;
  /** Sends the request, whose response goes to the handler. */
  send(handler: ResponseHandler, path: string): void;
  /** The path that a response redirects to; undefined where it does not, or where the redirect is not followed. */
  redirectOf(response: ReceivedResponse, from: string, redirects: number): string | undefined;
}

/** Receives one response by undici's dispatch API, as a stream and a signal would cost more than a small response itself. */
export class ResponseHandler implements Dispatcher.DispatchHandler, QueuedCall {
  /** The response, whatever its status. Fails with an error of the connection or with the reason of the cancellation. */
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

  /** Sends the request and starts its timeout. */
  start(): void {
    this.#timer = after(this.#options.timeout, this.#expire);
    this.#options.send(this, this.#path);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call was ended while it waited for a connection.
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
    const response = { status: this.#status, headers: this.#headers, text: this.#takeText() };
    const next = this.#ended ? undefined : this.#options.redirectOf(response, this.#path, this.#redirects);
    if (next === undefined) {
      this.#place.leave();
      this.#release();
      this.#resolve(response);
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

  /** Ends the call. If its request has been sent, it keeps its place until the connection is free again. */
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

/** Sends operations of a caller to the facade, and checks every response. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Random } from '../../sandbox/index.ts';
import { type Operation, type Result, sendOver, type Transport } from '../process/transports.ts';
import { type Caller, findForeignMarks } from './callers.ts';
import type { FaultyProxy } from './proxy.ts';
import type { Outcome, Tally } from './tally.ts';
import { checkErrors, type Verdict } from './verdict.ts';

/** Time after which an operation counts as lost, much longer than OPERATION_TIMEOUT_MS. */
const maxOperationMs = 40_000;

/** Close code of a WebSocket whose first message was late, which may happen on a busy machine. */
export const initialisationTimedOut = 4408;

/** Name under which such closed WebSockets are counted. */
export const lateWebSocket = 'WebSocket closed with 4408';

export type ClientTransport = Transport | 'shared WebSocket';

/** Sends operations of one caller over each transport, and counts the results. */
export class OperationSender {
  readonly caller: Caller;
  readonly random: Random;
  readonly tally: Tally;
  readonly proxy: FaultyProxy;
  readonly #nextUrl: () => URL;
  /** WebSocket of concurrent operations. */
  #shared: Client | undefined;
  #marks = 0;

  constructor(caller: Caller, parts: { url: () => URL; random: Random; tally: Tally; proxy: FaultyProxy }) {
    this.caller = caller;
    this.#nextUrl = parts.url;
    this.random = parts.random;
    this.tally = parts.tally;
    this.proxy = parts.proxy;
  }

  /** URL of a facade; of several facades, the next one. */
  get url(): URL {
    return this.#nextUrl();
  }

  /** Returns a string that no other write contains. */
  nextMark(): string {
    return `sent-by-${this.caller.name}-${this.#marks++}`;
  }

  /** Returns the results of an operation. Empty if the operation was lost, which is counted. */
  async send(transport: ClientTransport, operation: Operation): Promise<readonly Result[]> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), maxOperationMs);
    try {
      const results =
        transport === 'shared WebSocket'
          ? await this.#overShared(operation, timeout.signal)
          : await this.#send(transport, operation, timeout.signal);
      this.checkCrossing(JSON.stringify(results), operation);
      return results;
    } catch (error) {
      this.tally.fail('lost', `${this.caller.name} ${transport} ${JSON.stringify(operation)}: ${error}`);
      return [];
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(transport: Transport, operation: Operation, signal: AbortSignal): Promise<readonly Result[]> {
    const { status, results } = await sendOver(transport, this.url, operation, this.caller.headers, signal);
    // The operation was not sent yet, and clients reconnect as well.
    if (status === initialisationTimedOut) {
      this.tally.countCode(lateWebSocket);
      return this.#send(transport, operation, signal);
    }
    if (results.length === 0) throw new Error(`ended with ${status} and without a result`);
    return results;
  }

  /** Sends an operation and disconnects after `afterMs`. */
  async sendAndDisconnect(transport: Transport, operation: Operation, afterMs: number): Promise<void> {
    await sendOver(transport, this.url, operation, this.caller.headers, AbortSignal.timeout(afterMs)).then(
      ({ results }) => this.checkCrossing(JSON.stringify(results), operation),
      () => undefined,
    );
  }

  /** Sends an operation and reads its incremental response, with pauses. */
  async sendAndReadSlowly(operation: Operation): Promise<readonly Result[]> {
    const headers = { 'content-type': 'application/json', ...this.caller.headers };
    const outgoing = request(new URL('/graphql', this.url), { method: 'POST', headers, agent: false });
    // The response, or its absence, reports the error.
    outgoing.on('error', () => undefined);
    outgoing.end(JSON.stringify(operation));
    try {
      const signal = AbortSignal.timeout(maxOperationMs);
      const [response]: IncomingMessage[] = await once(outgoing, 'response', { signal });
      let text = '';
      for await (const part of response ?? []) {
        text += part;
        await pause(this.random.integer(0, 300));
      }
      this.checkCrossing(text, operation);
      return [JSON.parse(text)];
    } catch (error) {
      this.tally.fail('lost', `${this.caller.name} slowly ${JSON.stringify(operation)}: ${error}`);
      return [];
    }
  }

  #overShared(operation: Operation, signal: AbortSignal): Promise<readonly Result[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Result[]>();
    const results: Result[] = [];
    this.#shared ??= createClient({
      url: new URL('/graphql', this.url).href.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      connectionParams: { headers: this.caller.headers },
      retryAttempts: 0,
    });
    const { query = '', variables = {} } = operation;
    const stop = this.#shared.subscribe<Record<string, unknown>>(
      { query, variables },
      {
        next: ({ data = null, errors }) => results.push(toHttpResult({ data, errors })),
        error: (error) =>
          Array.isArray(error) ? resolve([toHttpResult({ errors: error })]) : reject(toCloseError(error)),
        complete: () => resolve(results),
      },
    );
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
    return promise;
  }

  checkCrossing(text: string, operation: Operation): void {
    const foreignMarks = findForeignMarks(text, this.caller);
    if (foreignMarks.length > 0)
      this.tally.fail('crossed', `${this.caller.name} received ${foreignMarks} from ${JSON.stringify(operation)}`);
  }

  /** Counts the outcome of an operation. */
  count(kind: string, { outcome, problems, codes }: Verdict, detail: unknown): void {
    this.tally.countOperation(kind, outcome);
    for (const code of codes) this.tally.countCode(code);
    if (problems.length > 0)
      this.tally.fail(
        'wrong',
        `${this.caller.name} ${kind} ${JSON.stringify(detail)}: ${problems.slice(0, 3).join('; ')}`,
      );
  }

  /** Counts an operation that ended with these errors. */
  countErrors(kind: string, outcome: Outcome, errors: Result['errors'], detail: unknown): void {
    this.count(kind, { outcome, ...checkErrors(errors) }, detail);
  }

  /** Ends the shared WebSocket; the next operation opens another. */
  async disconnect(): Promise<void> {
    const client = this.#shared;
    this.#shared = undefined;
    await client?.dispose();
  }
}

/** Returns the error of a closed WebSocket, with the close code if it has one. */
function toCloseError(reason: unknown): unknown {
  const isClose = typeof reason === 'object' && reason !== null && 'code' in reason && !(reason instanceof Error);
  return isClose ? new Error(`closed with ${reason.code}`) : reason;
}

/** Returns a result as parsed JSON, like a result over HTTP. */
function toHttpResult(result: object): Result {
  return JSON.parse(JSON.stringify(result));
}

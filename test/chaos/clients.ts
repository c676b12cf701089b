/** How a caller's operations reach the facade, and what holds for every answer. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Random } from '../../src/sandbox/kit/random.ts';
import { type Operation, type Result, sendOver, type Transport } from '../process/transports.ts';
import { type Caller, strangersIn } from './callers.ts';
import type { FaultyProxy } from './proxy.ts';
import type { Outcome, Tally } from './tally.ts';
import { errorProblems, type Verdict } from './verdict.ts';

/** Milliseconds after which an operation counts as one that never ends: well beyond OPERATION_TIMEOUT_MS. */
const longestOperation = 40_000;

/** Code of a WebSocket that was closed as its first message did not come in time, which it may not on a machine that does too much. */
export const initialisationTimedOut = 4408;

/** What these are counted as. */
export const lateWebSocket = 'WebSocket closed with 4408';

export type Way = Transport | 'shared WebSocket';

/** One caller with the means to ask. */
export class Asker {
  readonly caller: Caller;
  readonly random: Random;
  readonly tally: Tally;
  readonly proxy: FaultyProxy;
  readonly #nextUrl: () => URL;
  /** A WebSocket for many operations at once. */
  #shared: Client | undefined;
  #marks = 0;

  constructor(caller: Caller, parts: { url: () => URL; random: Random; tally: Tally; proxy: FaultyProxy }) {
    this.caller = caller;
    this.#nextUrl = parts.url;
    this.random = parts.random;
    this.tally = parts.tally;
    this.proxy = parts.proxy;
  }

  /** Address of a facade, of several by turns. */
  get url(): URL {
    return this.#nextUrl();
  }

  /** A text that no other write has. */
  nextMark(): string {
    return `sent-by-${this.caller.name}-${this.#marks++}`;
  }

  /** Results of an operation; none where it was lost, which is counted. */
  async ask(way: Way, operation: Operation): Promise<readonly Result[]> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), longestOperation);
    try {
      const results =
        way === 'shared WebSocket'
          ? await this.#overShared(operation, late.signal)
          : await this.#send(way, operation, late.signal);
      this.checkCrossing(JSON.stringify(results), operation);
      return results;
    } catch (error) {
      this.tally.fail('lost', `${this.caller.name} ${way} ${JSON.stringify(operation)}: ${error}`);
      return [];
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(transport: Transport, operation: Operation, signal: AbortSignal): Promise<readonly Result[]> {
    const { status, results } = await sendOver(transport, this.url, operation, this.caller.headers, signal);
    // Nothing was sent yet, and clients connect again, too.
    if (status === initialisationTimedOut) {
      this.tally.code(lateWebSocket);
      return this.#send(transport, operation, signal);
    }
    if (results.length === 0) throw new Error(`ended with ${status} and nothing else`);
    return results;
  }

  /** Sends an operation and leaves after so many milliseconds. */
  async leave(transport: Transport, operation: Operation, after: number): Promise<void> {
    await sendOver(transport, this.url, operation, this.caller.headers, AbortSignal.timeout(after)).then(
      ({ results }) => this.checkCrossing(JSON.stringify(results), operation),
      () => undefined,
    );
  }

  /** Sends an operation and reads its answer in pieces, with pauses. */
  async askSlowly(operation: Operation): Promise<readonly Result[]> {
    const headers = { 'content-type': 'application/json', ...this.caller.headers };
    const sent = request(new URL('/graphql', this.url), { method: 'POST', headers, agent: false });
    // Told by the response, or by its absence.
    sent.on('error', () => undefined);
    sent.end(JSON.stringify(operation));
    try {
      const signal = AbortSignal.timeout(longestOperation);
      const [response]: IncomingMessage[] = await once(sent, 'response', { signal });
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
        next: ({ data = null, errors }) => results.push(presented({ data, errors })),
        error: (error) => (Array.isArray(error) ? resolve([presented({ errors: error })]) : reject(closing(error))),
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
    const strangers = strangersIn(text, this.caller);
    if (strangers.length > 0)
      this.tally.fail('crossed', `${this.caller.name} was told ${strangers} by ${JSON.stringify(operation)}`);
  }

  /** Counts how an operation ended. */
  count(kind: string, { outcome, problems, codes }: Verdict, detail: unknown): void {
    this.tally.ended(kind, outcome);
    for (const code of codes) this.tally.code(code);
    if (problems.length > 0)
      this.tally.fail(
        'wrong',
        `${this.caller.name} ${kind} ${JSON.stringify(detail)}: ${problems.slice(0, 3).join('; ')}`,
      );
  }

  /** Counts an operation that ended with these errors. */
  countErrors(kind: string, outcome: Outcome, errors: Result['errors'], detail: unknown): void {
    this.count(kind, { outcome, ...errorProblems(errors) }, detail);
  }

  /** Ends the shared WebSocket; the next operation opens another. */
  async disconnect(): Promise<void> {
    const client = this.#shared;
    this.#shared = undefined;
    await client?.dispose();
  }
}

/** What ended a WebSocket, with its code where it was closed with one. */
function closing(reason: unknown): unknown {
  const isClose = typeof reason === 'object' && reason !== null && 'code' in reason && !(reason instanceof Error);
  return isClose ? new Error(`closed with ${reason.code}`) : reason;
}

/** A result as it would be over HTTP. */
function presented(result: object): Result {
  return JSON.parse(JSON.stringify(result));
}

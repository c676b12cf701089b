/** Permanent subscribers, and subscribers that connect and disconnect. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Random } from '../../sandbox/index.ts';
import { type Caller, callers } from '../chaos/callers.ts';
import type { OperationSender } from '../chaos/clients.ts';

const streamsPerSocket = 10;

/** Duration of a temporary subscription. */
const [minStayMs, maxStayMs] = [5000, 60_000];

export const toSubscription = (pipeline: string) => ({
  query: `subscription { pipeline(id: "${pipeline}", until: FOREVER) { status webUrl } }`,
});

interface SubscribersOptions {
  /** Returns the URL of the next instance. */
  readonly url: () => URL;
  readonly pipelines: readonly string[];
  readonly random: Random;
  readonly isOver: () => boolean;
}

export class Subscribers {
  readonly #options: SubscribersOptions;
  readonly #clients: Client[] = [];
  readonly #running: Promise<void>[] = [];
  events = 0;
  /** Number of streams that were started. */
  started = 0;
  /** Number of open streams. */
  open = 0;

  constructor(options: SubscribersOptions) {
    this.#options = options;
  }

  /** Adds subscribers that resubscribe after the end of a stream, until `isOver`. */
  addPermanent(count: number): void {
    const writers = callers.filter(({ mayWrite }) => mayWrite);
    for (let index = 0; index < count; index++) {
      const caller = writers[Math.floor(index / streamsPerSocket) % writers.length];
      if (caller === undefined) throw new Error('No caller may write');
      const client = index % streamsPerSocket === 0 ? this.#connect(caller) : this.#clients.at(-1);
      if (client !== undefined) this.#running.push(this.#subscribePermanently(client, this.#pipeline()));
    }
  }

  /** Adds subscribers that disconnect without a message and reconnect, until `isOver`. */
  addTemporary(count: number, senders: readonly OperationSender[]): void {
    for (let index = 0; index < count; index++) {
      const sender = senders[index % senders.length];
      if (sender !== undefined)
        this.#running.push(this.#subscribeTemporarily(sender, index % 3 === 0 ? 'SSE' : 'WebSocket'));
    }
  }

  /** Disconnects all subscribers, and waits for them. */
  async disconnect(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.dispose()));
    await Promise.all(this.#running);
  }

  #pipeline(): string {
    return this.#options.random.pick(this.#options.pipelines);
  }

  #connect(caller: Caller): Client {
    const { url, isOver } = this.#options;
    const client = createClient({
      url: () => new URL('/graphql', url()).href.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      connectionParams: { headers: caller.headers },
      retryAttempts: Number.POSITIVE_INFINITY,
      retryWait: () => pause(this.#options.random.integer(200, 2000)),
      shouldRetry: () => !isOver(),
    });
    this.#clients.push(client);
    return client;
  }

  async #subscribePermanently(client: Client, pipeline: string): Promise<void> {
    const { isOver, random } = this.#options;
    while (!isOver()) {
      this.started += 1;
      this.open += 1;
      await new Promise<void>((resolve) =>
        client.subscribe(toSubscription(pipeline), {
          next: () => {
            this.events += 1;
          },
          error: () => resolve(),
          complete: () => resolve(),
        }),
      );
      this.open -= 1;
      if (!isOver()) await pause(random.integer(200, 2000));
    }
  }

  async #subscribeTemporarily(sender: OperationSender, transport: 'SSE' | 'WebSocket'): Promise<void> {
    const { isOver, random } = this.#options;
    await pause(random.integer(0, minStayMs));
    while (!isOver()) {
      this.started += 1;
      this.open += 1;
      await sender.sendAndDisconnect(transport, toSubscription(this.#pipeline()), random.integer(minStayMs, maxStayMs));
      this.open -= 1;
      await pause(random.integer(200, 2000));
    }
  }
}

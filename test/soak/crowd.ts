/** Subscribers that stay, and subscribers that come and go. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Random } from '../../src/sandbox/kit/random.ts';
import { type Caller, callers } from '../chaos/callers.ts';
import type { Asker } from '../chaos/clients.ts';

const streamsOfSocket = 10;

/** Milliseconds for which those that come and go stay. */
const [shortestStay, longestStay] = [5000, 60_000];

export const following = (pipeline: string) => ({
  query: `subscription { pipeline(id: "${pipeline}", until: FOREVER) { status webUrl } }`,
});

interface CrowdOptions {
  /** Addresses of the instances, by turns. */
  readonly url: () => URL;
  readonly pipelines: readonly string[];
  readonly random: Random;
  readonly isOver: () => boolean;
}

export class Crowd {
  readonly #options: CrowdOptions;
  readonly #clients: Client[] = [];
  readonly #running: Promise<void>[] = [];
  events = 0;
  /** Streams that were begun. */
  begun = 0;
  /** Streams that are open. */
  open = 0;

  constructor(options: CrowdOptions) {
    this.#options = options;
  }

  /** Lets so many more subscribe, who stay until it is over, and subscribe again whenever their stream ends. */
  gather(count: number): void {
    const writers = callers.filter(({ mayWrite }) => mayWrite);
    for (let index = 0; index < count; index++) {
      const caller = writers[Math.floor(index / streamsOfSocket) % writers.length];
      if (caller === undefined) throw new Error('Nobody may write');
      const client = index % streamsOfSocket === 0 ? this.#connect(caller) : this.#clients.at(-1);
      if (client !== undefined) this.#running.push(this.#stay(client, this.#pipeline()));
    }
  }

  /** Lets so many more come, stay for a while, leave without a word, and come again. */
  comeAndGo(count: number, askers: readonly Asker[]): void {
    for (let index = 0; index < count; index++) {
      const asker = askers[index % askers.length];
      if (asker !== undefined) this.#running.push(this.#visit(asker, index % 3 === 0 ? 'SSE' : 'WebSocket'));
    }
  }

  /** Waits until all have left. */
  async left(): Promise<void> {
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

  async #stay(client: Client, pipeline: string): Promise<void> {
    const { isOver, random } = this.#options;
    while (!isOver()) {
      this.begun += 1;
      this.open += 1;
      await new Promise<void>((resolve) =>
        client.subscribe(following(pipeline), {
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

  async #visit(asker: Asker, transport: 'SSE' | 'WebSocket'): Promise<void> {
    const { isOver, random } = this.#options;
    await pause(random.integer(0, shortestStay));
    while (!isOver()) {
      this.begun += 1;
      this.open += 1;
      await asker.leave(transport, following(this.#pipeline()), random.integer(shortestStay, longestStay));
      this.open -= 1;
      await pause(random.integer(200, 2000));
    }
  }
}

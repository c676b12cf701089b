/** Subscribers over graphql-ws that reconnect after each interruption. */
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { tokens } from '../../sandbox/index.ts';

const subscribersPerSocket = 10;

/** Subscriber of one pipeline, and the states that it received. */
export interface Subscriber {
  readonly pipeline: string;
  /** Statuses in the order of arrival, one list for each connection. */
  readonly received: string[][];
  readonly problems: string[];
  isComplete: boolean;
}

export interface SubscriberGroup {
  readonly all: readonly Subscriber[];
  /** Waits until each subscriber has received a status last. @returns number of subscribers that have not received it in time */
  waitForStatus(status: string, timeoutMs: number): Promise<number>;
  /** Waits until all streams are complete. @returns number of streams that are not complete in time */
  waitForEnd(timeoutMs: number): Promise<number>;
  close(): Promise<void>;
}

function subscribe(client: Client, pipeline: string): Subscriber {
  const subscriber: Subscriber = { pipeline, received: [[]], problems: [], isComplete: false };
  client.on('connected', () => subscriber.received.push([]));
  const query = `subscription { pipeline(id: "${pipeline}") { status } }`;
  client.subscribe<{ pipeline: { status: string } | null }>(
    { query },
    {
      next({ data, errors }) {
        if (errors !== undefined) subscriber.problems.push(JSON.stringify(errors));
        else subscriber.received.at(-1)?.push(String(data?.pipeline?.status));
      },
      error: (error) => subscriber.problems.push(String(error)),
      complete: () => {
        subscriber.isComplete = true;
      },
    },
  );
  return subscriber;
}

async function waitForZero(timeoutMs: number, count: () => number): Promise<number> {
  const until = performance.now() + timeoutMs;
  while (count() > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 25));
  return count();
}

/** Starts subscribers, spread evenly over the pipelines, ten over each WebSocket. */
export function startSubscribers(url: URL, pipelines: readonly string[], count: number): SubscriberGroup {
  const clients: Client[] = [];
  const all: Subscriber[] = [];
  while (all.length < count) {
    const client = createClient({
      url: new URL('/graphql', url).href.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      connectionParams: { token: tokens.developer },
      retryAttempts: Number.POSITIVE_INFINITY,
      retryWait: () => new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 250)),
      shouldRetry: () => true,
    });
    clients.push(client);
    for (let index = 0; index < subscribersPerSocket && all.length < count; index++)
      all.push(subscribe(client, pipelines[all.length % pipelines.length] ?? ''));
  }
  return {
    all,
    waitForStatus: (status, timeoutMs) =>
      waitForZero(timeoutMs, () => all.filter(({ received }) => received.flat().at(-1) !== status).length),
    waitForEnd: (timeoutMs) => waitForZero(timeoutMs, () => all.filter(({ isComplete }) => !isComplete).length),
    async close() {
      await Promise.all(clients.map((client) => client.dispose()));
    },
  };
}

/** Returns the errors of a subscriber, states that it received twice in a row on one connection, and missing or unordered states. */
export function findFaults({ received, problems }: Subscriber, expected: readonly string[]): readonly string[] {
  const faults = [...problems];
  for (const connection of received)
    if (connection.some((status, index) => status === connection[index - 1]))
      faults.push(`twice in a row: ${connection}`);
  const statuses = received.flat().filter((status, index, all) => status !== all[index - 1]);
  if (statuses.join() !== expected.join()) faults.push(`received ${statuses.join() || 'nothing'}`);
  return faults;
}

/** Subscribers over graphql-ws that connect again whenever they are cut off. */
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { tokens } from '../../src/sandbox/index.ts';

const perSocket = 10;

/** One subscriber of one pipeline, and what it was told. */
export interface Subscriber {
  readonly pipeline: string;
  /** The statuses in their order, those of each connection apart. */
  readonly told: string[][];
  readonly problems: string[];
  isComplete: boolean;
}

export interface Crowd {
  readonly all: readonly Subscriber[];
  /** Waits until everybody has been told a status last. @returns how many have not in time */
  reached(status: string, timeout: number): Promise<number>;
  /** Waits until all streams are complete. @returns how many are not in time */
  completed(timeout: number): Promise<number>;
  close(): Promise<void>;
}

function subscribe(client: Client, pipeline: string): Subscriber {
  const subscriber: Subscriber = { pipeline, told: [[]], problems: [], isComplete: false };
  client.on('connected', () => subscriber.told.push([]));
  const query = `subscription { pipeline(id: "${pipeline}") { status } }`;
  client.subscribe<{ pipeline: { status: string } | null }>(
    { query },
    {
      next({ data, errors }) {
        if (errors !== undefined) subscriber.problems.push(JSON.stringify(errors));
        else subscriber.told.at(-1)?.push(String(data?.pipeline?.status));
      },
      error: (error) => subscriber.problems.push(String(error)),
      complete: () => {
        subscriber.isComplete = true;
      },
    },
  );
  return subscriber;
}

async function remaining(timeout: number, count: () => number): Promise<number> {
  const until = performance.now() + timeout;
  while (count() > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 25));
  return count();
}

/** Lets so many subscribe, spread evenly over the pipelines, ten over each WebSocket. */
export function gather(url: URL, pipelines: readonly string[], count: number): Crowd {
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
    for (let index = 0; index < perSocket && all.length < count; index++)
      all.push(subscribe(client, pipelines[all.length % pipelines.length] ?? ''));
  }
  return {
    all,
    reached: (status, timeout) =>
      remaining(timeout, () => all.filter(({ told }) => told.flat().at(-1) !== status).length),
    completed: (timeout) => remaining(timeout, () => all.filter(({ isComplete }) => !isComplete).length),
    async close() {
      await Promise.all(clients.map((client) => client.dispose()));
    },
  };
}

/** What a subscriber was told wrongly: problems, a state twice in a row on one connection, a state missing or out of order. */
export function faultsOf({ told, problems }: Subscriber, expected: readonly string[]): readonly string[] {
  const faults = [...problems];
  for (const statuses of told)
    if (statuses.some((status, index) => status === statuses[index - 1])) faults.push(`twice in a row: ${statuses}`);
  const seen = told.flat().filter((status, index, all) => status !== all[index - 1]);
  if (seen.join() !== expected.join()) faults.push(`told ${seen.join() || 'nothing'}`);
  return faults;
}

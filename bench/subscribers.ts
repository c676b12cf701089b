/** W8: many subscribers on one export. */
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { cpuTime, memory, type Running } from './processes.ts';

export interface Subscribed {
  readonly subscribers: number;
  /** REST calls from the first subscription until all have the first state. */
  readonly firstCalls: number;
  /** REST calls in five seconds without changes. */
  readonly waitingCalls: number;
  /** Milliseconds from the end of the export until the last event. */
  readonly spread: number;
  /** Processor time of a subscriber in milliseconds, from subscribing to completion. */
  readonly cpu: number;
  /** Mebibytes while all are subscribed. */
  readonly memory: number;
  /** Number of subscribers that received a first state, the finished state and the completion. */
  readonly right: number;
}

const query = 'subscription { vulnerabilityExport(id: 1) { status } }';
const waiting = 5000;
const perSocket = 50;

const upstreamText = async (upstream: string, path: string) => (await fetch(new URL(path, upstream))).text();

/** @param count number of subscribers, 50 for each WebSocket */
export async function subscribe(server: Running, upstream: string, count: number): Promise<Subscribed> {
  await upstreamText(upstream, '/__count');
  const cpuBefore = await cpuTime(server);
  const sockets = Array.from({ length: Math.ceil(count / perSocket) }, () =>
    createClient({
      url: `ws://127.0.0.1:${server.port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { 'PRIVATE-TOKEN': 'token-0' },
      retryAttempts: 0,
    }),
  );
  let started = 0;
  const allStarted = Promise.withResolvers<void>();
  const subscribers = Array.from({ length: count }, async (_, index) => {
    const seen: string[] = [];
    const socket = sockets[index % sockets.length];
    for await (const result of socket?.iterate({ query }) ?? []) {
      seen.push(JSON.stringify(result.data));
      if (seen.length === 1 && ++started === count) allStarted.resolve();
    }
    return seen;
  });
  // A failed subscriber ends the wait, too.
  await Promise.race([allStarted.promise, Promise.all(subscribers)]);
  const firstCalls = Number(await upstreamText(upstream, '/__count'));
  await new Promise((resolve) => setTimeout(resolve, waiting));
  const waitingCalls = Number(await upstreamText(upstream, '/__count'));
  const used = await memory(server);
  await upstreamText(upstream, '/__finish');
  const finished = performance.now();
  const all = await Promise.all(subscribers);
  const spread = performance.now() - finished;
  const cpu = ((await cpuTime(server)) - cpuBefore) / count;
  for (const socket of sockets) await socket.dispose();
  const right = all.filter((seen) => seen.length > 1 && /finished/i.test(seen.at(-1) ?? '')).length;
  return { subscribers: count, firstCalls, waitingCalls, spread, cpu, memory: used, right };
}

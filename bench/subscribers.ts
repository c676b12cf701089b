/** W8: many subscribers on one export. */
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { cpuTime, memory, type Running } from './processes.ts';

export interface Subscribed {
  readonly subscribers: number;
  /** REST calls from the first subscription until all have the first state. */
  readonly firstCalls: number;
  /** REST calls of five seconds of waiting. */
  readonly waitingCalls: number;
  /** Milliseconds from the end of the export until the last subscriber has been told. */
  readonly spread: number;
  /** Milliseconds of processor time for a subscriber, from subscribing to completion. */
  readonly cpu: number;
  /** Mebibytes while all are subscribed. */
  readonly memory: number;
  /** How many had a first state, the finished state and the completion. */
  readonly right: number;
}

const query = 'subscription { vulnerabilityExport(id: 1) { status } }';
const waiting = 5000;
const perSocket = 50;

const upstreamText = async (upstream: string, path: string) => (await fetch(new URL(path, upstream))).text();

/** @param count subscribers, spread over sockets of 50 */
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
  let begun = 0;
  const allBegun = Promise.withResolvers<void>();
  const subscribers = Array.from({ length: count }, async (_, index) => {
    const seen: string[] = [];
    const socket = sockets[index % sockets.length];
    for await (const result of socket?.iterate({ query }) ?? []) {
      seen.push(JSON.stringify(result.data));
      if (seen.length === 1 && ++begun === count) allBegun.resolve();
    }
    return seen;
  });
  // Whoever fails ends the waiting, too.
  await Promise.race([allBegun.promise, Promise.all(subscribers)]);
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

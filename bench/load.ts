/** Load of a server: many concurrent connections for the throughput, one for the latency. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchRequest, type Client, connect } from './clients.ts';
import { cpuTime, type Running } from './processes.ts';

export interface Throughput {
  readonly perSecond: number;
  /** Processor time of the server for one operation in milliseconds. */
  readonly cpu: number;
}

/** Time for a single response. */
const timeoutMs = 10_000;

/** Sends one request. @returns the response */
export async function sendRequest(server: Running, request: BenchRequest): Promise<string> {
  const timer = new AbortController();
  const late = pause(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`the server does not respond within ${timeoutMs / 1000} s`);
  });
  const send = async () => {
    const client = await connect(server, request, 'token-0');
    try {
      return await client.send();
    } finally {
      await client.close();
    }
  };
  try {
    return await Promise.race([send(), late]);
  } finally {
    late.catch(() => {});
    timer.abort();
  }
}

/** Sends one request. @throws Error if the length of the response differs from the expected one, such as an error under load */
async function sendAndCheck(client: Client, { answerLength }: BenchRequest): Promise<void> {
  const text = await client.send();
  if (answerLength !== undefined && text.length !== answerLength)
    throw new Error(`the response differs: ${text.slice(0, 200)}`);
}

/** Milliseconds of load before a measurement: the memory of an idle server may be paged out, and its connections are closed. */
const settleMs = 500;

/** Measures the throughput over the given connections. @param distinct whether each connection has a different credential */
export async function throughput(
  server: Running,
  request: BenchRequest,
  { connections, milliseconds, distinct }: { connections: number; milliseconds: number; distinct: boolean },
): Promise<Throughput> {
  const clients = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      connect(server, request, distinct ? `token-${index}` : 'token-0'),
    ),
  );
  let answers = 0;
  const load = async (duration: number) => {
    const end = performance.now() + duration;
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < end) {
          await sendAndCheck(client, request);
          answers += 1;
        }
      }),
    );
  };
  await load(settleMs);
  const before = await cpuTime(server);
  const startedAt = performance.now();
  answers = 0;
  await load(milliseconds);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = (await cpuTime(server)) - before;
  await Promise.all(clients.map((client) => client.close()));
  return { perSecond: answers / seconds, cpu: cpu / answers };
}

/** Measures the durations in milliseconds of operations, one after another over one connection. */
export async function latencies(
  server: Running,
  request: BenchRequest,
  milliseconds: number,
): Promise<readonly number[]> {
  const client = await connect(server, request, 'token-0');
  const times: number[] = [];
  const measuredFrom = performance.now() + settleMs;
  while (performance.now() - measuredFrom < milliseconds) {
    const sentAt = performance.now();
    await sendAndCheck(client, request);
    if (sentAt > measuredFrom) times.push(performance.now() - sentAt);
  }
  await client.close();
  return times;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

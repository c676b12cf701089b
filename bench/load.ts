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

interface LoadOptions {
  readonly connections: number;
  /** Whether each connection has a different credential. */
  readonly distinct: boolean;
}

/** Opens connections, passes a function that loads the server for a duration, and closes them. */
async function withLoad<Result>(
  server: Running,
  request: BenchRequest,
  { connections, distinct }: LoadOptions,
  act: (load: (durationMs: number) => Promise<Throughput>) => Promise<Result>,
): Promise<Result> {
  const clients = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      connect(server, request, distinct ? `token-${index}` : 'token-0'),
    ),
  );
  const load = async (durationMs: number): Promise<Throughput> => {
    let responses = 0;
    const cpuBefore = await cpuTime(server);
    const startedAt = performance.now();
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() - startedAt < durationMs) {
          await sendAndCheck(client, request);
          responses += 1;
        }
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const cpu = (await cpuTime(server)) - cpuBefore;
    return { perSecond: responses / seconds, cpu: cpu / responses };
  };
  try {
    return await act(load);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

/** Bounds of a warm-up. It ends when two consecutive windows differ by at most `maxDifference`. */
export const warmUpBounds = { windowMs: 1000, minWindows: 4, maxWindows: 20, maxDifference: 0.05 };

/**
 * Loads a server until V8 has optimized its code.
 * @returns whether two consecutive windows had the same cost; `false` if the maximum duration has passed before
 */
export async function warmUp(server: Running, request: BenchRequest, connections: number): Promise<boolean> {
  const { windowMs, minWindows, maxWindows, maxDifference } = warmUpBounds;
  return withLoad(server, request, { connections, distinct: true }, async (load) => {
    let previous = Number.NaN;
    for (let window = 1; window <= maxWindows; window++) {
      const { cpu } = await load(windowMs);
      if (window >= minWindows && Math.abs(cpu / previous - 1) <= maxDifference) return true;
      previous = cpu;
    }
    return false;
  });
}

/** Milliseconds of load before a measurement: the memory of an idle server may be paged out, and its connections are closed. */
const settleMs = 500;

/** Measures the throughput of a warm server. */
export function throughput(
  server: Running,
  request: BenchRequest,
  { milliseconds, ...options }: LoadOptions & { readonly milliseconds: number },
): Promise<Throughput> {
  return withLoad(server, request, options, async (load) => {
    await load(settleMs);
    return load(milliseconds);
  });
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

/** Median of measurements, with the least and the greatest one. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export const toFigure = (values: readonly number[]): Figure => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
});

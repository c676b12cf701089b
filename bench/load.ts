/** The load: many connections at once for the throughput, one for the latency. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, connect, type Question } from './clients.ts';
import { cpuTime, type Running } from './processes.ts';

export interface Throughput {
  readonly perSecond: number;
  /** Milliseconds of the server's processor time for one operation. */
  readonly cpu: number;
}

/** Milliseconds for a single answer. */
const patience = 10_000;

/** One answer. */
export async function answer(server: Running, question: Question): Promise<string> {
  const timer = new AbortController();
  const late = pause(patience, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`it does not answer within ${patience / 1000} s`);
  });
  const asked = async () => {
    const client = await connect(server, question, 'token-0');
    try {
      return await client.ask();
    } finally {
      await client.close();
    }
  };
  try {
    return await Promise.race([asked(), late]);
  } finally {
    late.catch(() => {});
    timer.abort();
  }
}

/** Asks once. @throws where the answer is not as long as the right one, as that of an error under load */
async function askRightly(client: Client, { answerLength }: Question): Promise<void> {
  const text = await client.ask();
  if (answerLength !== undefined && text.length !== answerLength)
    throw new Error(`it answers something else: ${text.slice(0, 200)}`);
}

/** Milliseconds of load before any that counts: a server that waited for its turn has been paged out and lost its connections. */
const settling = 500;

/** Requests a second over so many connections. @param distinct whether each has a credential of its own */
export async function throughput(
  server: Running,
  question: Question,
  { connections, milliseconds, distinct }: { connections: number; milliseconds: number; distinct: boolean },
): Promise<Throughput> {
  const clients = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      connect(server, question, distinct ? `token-${index}` : 'token-0'),
    ),
  );
  let answers = 0;
  const load = async (duration: number) => {
    const end = performance.now() + duration;
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < end) {
          await askRightly(client, question);
          answers += 1;
        }
      }),
    );
  };
  await load(settling);
  const before = await cpuTime(server);
  const begun = performance.now();
  answers = 0;
  await load(milliseconds);
  const seconds = (performance.now() - begun) / 1000;
  const cpu = (await cpuTime(server)) - before;
  await Promise.all(clients.map((client) => client.close()));
  return { perSecond: answers / seconds, cpu: cpu / answers };
}

/** Milliseconds of each operation, one after the other over one connection. */
export async function latencies(server: Running, question: Question, milliseconds: number): Promise<readonly number[]> {
  const client = await connect(server, question, 'token-0');
  const times: number[] = [];
  const begun = performance.now() + settling;
  while (performance.now() - begun < milliseconds) {
    const asked = performance.now();
    await askRightly(client, question);
    if (asked > begun) times.push(performance.now() - asked);
  }
  await client.close();
  return times;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

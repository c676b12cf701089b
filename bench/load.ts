/** The clients: many connections at once for the throughput, one for the latency. */
import { Pool } from 'undici';
import { cpuTime, type Running } from './processes.ts';

export interface Question {
  readonly path: string;
  readonly body: string;
}

export interface Throughput {
  readonly perSecond: number;
  /** Milliseconds of the server's processor time for one operation. */
  readonly cpu: number;
}

const headersOf = (token: string) => ({ 'content-type': 'application/json', 'private-token': token });

async function ask(pool: Pool, { path, body }: Question, token: string): Promise<string> {
  const response = await pool.request({ method: 'POST', path, headers: headersOf(token), body });
  return response.body.text();
}

/** One answer. */
export async function answer(server: Running, question: Question): Promise<string> {
  const pool = new Pool(`http://127.0.0.1:${server.port}`, { connections: 1, headersTimeout: 10_000 });
  try {
    return await ask(pool, question, 'token-0');
  } finally {
    await pool.destroy();
  }
}

/** Milliseconds of load before any that counts: a server that waited for its turn has been paged out and lost its connections. */
const settling = 500;

/** Requests a second over so many connections. @param distinct whether each has a credential of its own */
export async function throughput(
  server: Running,
  question: Question,
  { connections, milliseconds, distinct }: { connections: number; milliseconds: number; distinct: boolean },
): Promise<Throughput> {
  const pools = Array.from(
    { length: connections },
    () => new Pool(`http://127.0.0.1:${server.port}`, { connections: 1 }),
  );
  let answers = 0;
  const load = async (duration: number) => {
    const end = performance.now() + duration;
    await Promise.all(
      pools.map(async (pool, index) => {
        const token = distinct ? `token-${index}` : 'token-0';
        while (performance.now() < end) {
          await ask(pool, question, token);
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
  await Promise.all(pools.map((pool) => pool.destroy()));
  return { perSecond: answers / seconds, cpu: cpu / answers };
}

/** Milliseconds of each operation, one after the other over one connection. */
export async function latencies(server: Running, question: Question, milliseconds: number): Promise<readonly number[]> {
  const pool = new Pool(`http://127.0.0.1:${server.port}`, { connections: 1 });
  const times: number[] = [];
  const begun = performance.now() + settling;
  while (performance.now() - begun < milliseconds) {
    const asked = performance.now();
    await ask(pool, question, 'token-0');
    if (asked > begun) times.push(performance.now() - asked);
  }
  await pool.destroy();
  return times;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Cold starts: the time from the start of a process to its first response, and to a later one while V8 still optimizes its code. */
import { join } from 'node:path';
import { connect } from './clients.ts';
import type { Contender } from './contenders.ts';
import { type Figure, toFigure } from './load.ts';
import { createRequest } from './measure.ts';
import { cpuTime, type Running, start, stop } from './processes.ts';
import { workloads } from './workloads.ts';

/** Medians of the starts. */
export interface ColdStart {
  readonly name: string;
  /** Milliseconds from the start of the process to the first response. */
  readonly first: Figure;
  /** Milliseconds from the start of the process to response `coldRequests`, one request after another. */
  readonly last: Figure;
  /** Milliseconds of CPU until then. */
  readonly cpu: Figure;
}

export const coldRequests = 300;
const starts = 5;

interface Times {
  readonly first: number;
  readonly last: number;
  readonly cpu: number;
}

async function startCold(contender: Contender, upstream: Running): Promise<Times> {
  const page = workloads.find(({ name }) => name === 'W10');
  // The whole document in each request, as a process that has just started has registered no hash.
  const request = page && createRequest(contender, { ...page, persisted: undefined });
  if (request === undefined) throw new Error(`${contender.name} has no request of W10`);
  const startedAt = performance.now();
  const server = await contender.start(`http://127.0.0.1:${upstream.port}/api/v4`);
  try {
    const client = await connect(server, request, 'token-0');
    let first = Number.NaN;
    for (let index = 0; index < coldRequests; index++) {
      const text = await client.send();
      if (index === 0) first = performance.now() - startedAt;
      if (!text.startsWith('{"data":{')) throw new Error(`${contender.name} returns ${text.slice(0, 200)}`);
    }
    const last = performance.now() - startedAt;
    const cpu = await cpuTime(server);
    await client.close();
    return { first, last, cpu };
  } finally {
    await stop(server);
  }
}

/** Starts the servers in turn, several times each. */
export async function measureColdStarts(contenders: readonly Contender[]): Promise<readonly ColdStart[]> {
  const upstream = await start(join(import.meta.dirname, 'upstream.ts'), {});
  const times = new Map(contenders.map((contender): [Contender, Times[]] => [contender, []]));
  try {
    // The first start of each server reads its files from the disk.
    for (let round = 0; round <= starts; round++)
      for (const [contender, own] of times) {
        const measured = await startCold(contender, upstream);
        if (round > 0) own.push(measured);
      }
  } finally {
    await stop(upstream);
  }
  return [...times].map(([{ name }, own]) => ({
    name,
    first: toFigure(own.map(({ first }) => first)),
    last: toFigure(own.map(({ last }) => last)),
    cpu: toFigure(own.map(({ cpu }) => cpu)),
  }));
}

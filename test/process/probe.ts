/**
 * Runs inside the facade's process, loaded with `--import` beside `--expose-gc`: tells over IPC how long its thread was busy without
 * a pause, what memory it holds, and what nobody caught.
 */
import cluster from 'node:cluster';

/** State of a process. Bytes are counted after a full garbage collection if the question requests one. */
export interface Reading {
  /** The longest work of one turn of the event loop since the last reading, in milliseconds of processor time. */
  readonly longestBlockMs: number;
  /** `heapUsed` and `external`: what JavaScript holds, buffers included. */
  readonly heapBytes: number;
  /** Memory of the process, its unused parts included. */
  readonly rssBytes: number;
  /** The most that `rssBytes` ever was. */
  readonly peakRssBytes: number;
  /** Further counts by name. Empty unless `countAlso` was called. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Asks for a reading. */
export interface Question {
  readonly question: number;
  /** Whether garbage is collected before, which takes longer than many a test. */
  readonly collects: boolean;
}

/** Message of the probe: a requested reading, or an uncaught error. */
export type Report = { readonly question: number; readonly reading: Reading } | { readonly uncaught: string };

const interval = 5;

let counted: () => Readonly<Record<string, number>> = () => ({});

/** Lets a process with a main module of its own tell further counts with each reading. They are taken after the memory. */
export function countAlso(count: typeof counted): void {
  counted = count;
}

let longest = 0;
let lastTime = 0;
let lastWork = 0;

function threadWork(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function restart(): void {
  longest = 0;
  lastTime = performance.now();
  lastWork = threadWork();
}

/** Time in which the thread only waited for a processor is no fault of its own, hence the lesser of the two. */
function sample(): void {
  const time = performance.now();
  const work = threadWork();
  longest = Math.max(longest, Math.min(time - lastTime, work - lastWork));
  lastTime = time;
  lastWork = work;
}

function tell(report: Report): void {
  process.send?.(report);
}

function isQuestion(message: unknown): message is Question {
  return typeof message === 'object' && message !== null && 'question' in message;
}

async function read(collects: boolean): Promise<Reading> {
  sample();
  const longestBlockMs = longest;
  // The second collection frees what the first one finalized.
  for (let round = 0; collects && round < 2; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const peakRssBytes = process.resourceUsage().maxRSS * 1024;
  const counts = counted();
  restart();
  return { longestBlockMs, heapBytes: heapUsed + external, rssBytes: rss, peakRssBytes, counts };
}

process.on('message', async (message) => {
  if (isQuestion(message)) tell({ question: message.question, reading: await read(message.collects) });
});
// Watches without handling: the process ends as it would without the probe.
process.on('uncaughtExceptionMonitor', (error, origin) =>
  tell({ uncaught: `${origin}: ${error instanceof Error ? error.stack : String(error)}` }),
);
// The channel to the primary process keeps a worker alive while it starts.
if (cluster.isPrimary) process.channel?.unref();
setInterval(sample, interval).unref();
restart();

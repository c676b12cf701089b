/**
 * Measures the process of the facade, loaded with `--import` and `--expose-gc`. Reports over IPC the longest block of the event loop,
 * the memory in use, and uncaught errors.
 */
import cluster from 'node:cluster';

/** State of a process. Bytes are counted after a full garbage collection if `collects` is true. */
export interface Reading {
  /** Longest CPU time of one event loop iteration since the last reading. */
  readonly longestBlockMs: number;
  /** Sum of `heapUsed` and `external`, which includes buffers. */
  readonly heapBytes: number;
  /** Resident set size. */
  readonly rssBytes: number;
  /** Maximum of `rssBytes` since the start. */
  readonly peakRssBytes: number;
  /** Counts of `setCounter` by name. Defaults to none. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Request of a reading. */
export interface ReadingRequest {
  readonly requestId: number;
  /** Whether garbage is collected before. It takes longer than many tests. */
  readonly collects: boolean;
}

/** Message of the probe: a requested reading, or an uncaught error. */
export type Report = { readonly requestId: number; readonly reading: Reading } | { readonly uncaught: string };

const sampleIntervalMs = 5;

let countAll: () => Readonly<Record<string, number>> = () => ({});

/** Sets the function that returns the counts of each reading. It is called after the memory is read. */
export function setCounter(count: typeof countAll): void {
  countAll = count;
}

let longestMs = 0;
let lastTimeMs = 0;
let lastWorkMs = 0;

function getThreadWorkMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function restart(): void {
  longestMs = 0;
  lastTimeMs = performance.now();
  lastWorkMs = getThreadWorkMs();
}

/** Uses the lesser of elapsed and CPU time, as the thread may have waited for a processor. */
function sample(): void {
  const time = performance.now();
  const work = getThreadWorkMs();
  longestMs = Math.max(longestMs, Math.min(time - lastTimeMs, work - lastWorkMs));
  lastTimeMs = time;
  lastWorkMs = work;
}

function send(report: Report): void {
  process.send?.(report);
}

function isReadingRequest(message: unknown): message is ReadingRequest {
  return typeof message === 'object' && message !== null && 'requestId' in message;
}

async function read(collects: boolean): Promise<Reading> {
  sample();
  const blockMs = longestMs;
  // The second collection frees what the first one finalized.
  for (let round = 0; collects && round < 2; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const peakRssBytes = process.resourceUsage().maxRSS * 1024;
  const counts = countAll();
  restart();
  return { longestBlockMs: blockMs, heapBytes: heapUsed + external, rssBytes: rss, peakRssBytes, counts };
}

process.on('message', async (message) => {
  if (isReadingRequest(message)) send({ requestId: message.requestId, reading: await read(message.collects) });
});
// The monitor does not handle the error: the process exits as it would without this module.
process.on('uncaughtExceptionMonitor', (error, origin) =>
  send({ uncaught: `${origin}: ${error instanceof Error ? error.stack : String(error)}` }),
);
// The channel to the primary process keeps a worker alive while it starts.
if (cluster.isPrimary) process.channel?.unref();
setInterval(sample, sampleIntervalMs).unref();
restart();

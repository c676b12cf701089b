/** Metrics of the process itself: memory, garbage collection, event loop delay, open files. */
import { readdirSync } from 'node:fs';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { readFileLimit } from '../file-limit.ts';

const openFiles = 'process_open_fds';
const maxFiles = 'process_max_fds';

let registry: Registry | undefined;

/** Whether an operation failed because no file descriptor is free. */
function isExhaustion(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

/**
 * Replaces the metrics of prom-client, which needs a file descriptor to read the number of open files. Without a free one, prom-client
 * reports the number of the previous scrape, although all descriptors are in use.
 */
function replaceFileMetrics(register: Registry): void {
  for (const name of [openFiles, maxFiles]) register.removeSingleMetric(name);
  let limit: number | undefined;
  const open = new Gauge({
    name: openFiles,
    help: 'Number of open file descriptors.',
    registers: [register],
    collect() {
      limit = readFileLimit() ?? limit;
      if (limit !== undefined) max.set(limit);
      try {
        // The directory itself is open meanwhile.
        open.set(readdirSync('/proc/self/fd').length - 1);
      } catch (error) {
        if (limit !== undefined && isExhaustion(error)) open.set(limit);
      }
    },
  });
  const max = new Gauge({ name: maxFiles, help: 'Maximum number of open file descriptors.', registers: [register] });
}

/**
 * Metrics of the process. They are created once for all facades of a process, because their observers cannot be
 * removed.
 */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    if (process.platform === 'linux') replaceFileMetrics(registry);
  }
  return registry;
}

/** Metrics of the process itself: memory, garbage collection, event loop delay, open files. */
import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/**
 * Metrics of the process. They are created once for all facades of a process, because their observers cannot be
 * removed.
 */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}

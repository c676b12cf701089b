/** What the process measures of itself: memory, garbage collection, delay of the event loop, open files. */
import { collectDefaultMetrics, Registry } from 'prom-client';

let known: Registry | undefined;

/** Metrics of the process, made once however many facades it has, as what they watch cannot be given back. */
export function processMetrics(): Registry {
  if (known === undefined) {
    known = new Registry();
    collectDefaultMetrics({ register: known });
  }
  return known;
}

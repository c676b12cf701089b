/** The metrics of several processes as those of one. */

/** Metrics that are merged by their largest value. All others, except `smallest`, are summed. */
const largest =
  /^(?:portico_(?:build_info|ready|upstream_failing|breaker_open|redis_up)|nodejs_version_info|nodejs_eventloop_lag_\w+)$/;
const smallest = /^process_start_time_seconds$/;

function combine(name: string, one: number, other: number): number {
  if (largest.test(name)) return Math.max(one, other);
  return smallest.test(name) ? Math.min(one, other) : one + other;
}

interface Family {
  readonly comments: string[];
  /** Values by name and labels. */
  readonly series: Map<string, number>;
}

/** @param texts in the text format of Prometheus */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) {
    let family: Family | undefined;
    for (const line of text.split('\n')) {
      const [, name] = /^# (?:HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (name !== undefined) {
        family = families.get(name) ?? { comments: [], series: new Map() };
        families.set(name, family);
        if (!family.comments.includes(line)) family.comments.push(line);
      } else if (line !== '' && family !== undefined) {
        const end = line.lastIndexOf(' ');
        const key = line.slice(0, end);
        const value = Number(line.slice(end + 1));
        const other = family.series.get(key);
        const [metric = key] = key.split('{');
        family.series.set(key, other === undefined ? value : combine(metric, other, value));
      }
    }
  }
  const blocks = [...families.values()].map(({ comments, series }) =>
    [...comments, ...[...series].map(([key, value]) => `${key} ${value}`)].join('\n'),
  );
  return `${blocks.join('\n\n')}\n`;
}

/** The counters and histograms of a text, whose values remain when their process has ended. */
function toCounters(text: string): string {
  const counted = new Set([...text.matchAll(/^# TYPE (\S+) (?:counter|histogram)$/gm)].map(([, name]) => name));
  let isCounted = false;
  const lines = text.split('\n').filter((line) => {
    const [, name] = /^# (?:HELP|TYPE) (\S+)/.exec(line) ?? [];
    if (name !== undefined) isCounted = counted.has(name);
    return isCounted && line !== '';
  });
  return lines.join('\n');
}

/**
 * Metrics of workers as those of one process. Its counters never decrease: those of workers that have ended remain, and a worker that does
 * not respond counts with its last values. Prometheus interprets a decrease as a restart, and would count the rest of the sum as new events.
 */
export class WorkerMetrics {
  readonly #latest = new Map<number, string>();
  #ended = '';

  /** Sets the current metrics of a worker. */
  update(worker: number, text: string): void {
    this.#latest.set(worker, text);
  }

  /** Keeps the counters of a worker that ends. */
  retire(worker: number): void {
    const text = this.#latest.get(worker);
    if (text === undefined) return;
    this.#latest.delete(worker);
    this.#ended = mergeMetrics([this.#ended, toCounters(text)]);
  }

  /** @param ownText metrics of the primary process */
  merge(ownText: string): string {
    return mergeMetrics([...this.#latest.values(), this.#ended, ownText]);
  }
}

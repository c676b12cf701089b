/** Metrics that are read from other parts of the facade when Prometheus scrapes. */
import { Counter, Gauge, type Registry } from 'prom-client';

export interface Sources {
  readonly isReady: () => boolean;
  readonly isUpstreamFailing: () => boolean;
  /** Open connections, sockets and subscriptions of clients, and what runs for the subscriptions. */
  readonly activity: () => {
    readonly subscriptions: number;
    readonly sockets: number;
    readonly connections: number;
    readonly subscribers: number;
    readonly pollers: number;
    readonly activePollers: number;
    readonly overduePollers: number;
  };
  /** Active REST calls, those that wait for a connection, and the callers of both. */
  readonly queue: () => { readonly active: number; readonly waiting: number; readonly callers: number };
  /** Pauses of reads that the upstream has requested. */
  readonly limits: { readonly pausedCredentials: number; readonly waitingReads: number };
  /** Log lines that were dropped. */
  readonly log: { readonly dropped: number };
  /** `undefined` if every call is sent. */
  readonly breaker:
    | { readonly state: 'closed' | 'open' | 'probing'; readonly rejections: number; readonly openings: number }
    | undefined;
  /** `undefined` without Redis. */
  readonly redis: { readonly isAvailable: boolean; readonly outages: number } | undefined;
}

/** Registers a metric for each source. */
export function addSources(registry: Registry, sources: Sources): void {
  const { isReady, isUpstreamFailing, activity, queue, limits, log, breaker, redis } = sources;
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  const counter = (name: string, help: string, value: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  gauge('portico_ready', 'Whether requests are accepted: 1, or 0 before the start and while it stops.', () =>
    Number(isReady()),
  );
  // The sum over the workers of an instance is their number.
  gauge('portico_workers', 'Processes that serve the port of the instance.', () => 1);
  gauge('portico_upstream_failing', 'Whether most of the latest REST calls failed: 1, otherwise 0.', () =>
    Number(isUpstreamFailing()),
  );
  gauge('portico_connections', 'Connections of clients.', () => activity().connections);
  gauge('portico_sockets', 'WebSockets of clients.', () => activity().sockets);
  gauge('portico_subscriptions', 'Open subscriptions.', () => activity().subscriptions);
  gauge('portico_subscribers', 'Subscribers to watched objects.', () => activity().subscribers);
  gauge('portico_pollers', 'Watched objects.', () => activity().pollers);
  gauge('portico_active_pollers', 'Watched objects that this instance polls.', () => activity().activePollers);
  gauge(
    'portico_overdue_pollers',
    'Watched objects whose poll is more than 30 seconds late.',
    () => activity().overduePollers,
  );
  gauge('portico_rest_calls_under_way', 'REST calls that have a connection.', () => queue().active);
  gauge('portico_rest_calls_waiting', 'REST calls that wait for a connection.', () => queue().waiting);
  gauge('portico_rest_callers', 'Callers whose REST calls are under way or wait.', () => queue().callers);
  const paused = () => limits.pausedCredentials;
  gauge('portico_paused_credentials', 'Credentials whose reads wait, as the upstream limits them.', paused);
  gauge('portico_rest_calls_paused', 'Reads that wait, as the upstream limits them.', () => limits.waitingReads);
  counter(
    'portico_log_lines_dropped_total',
    'Log lines that were dropped because they were not read in time or could not be written.',
    () => log.dropped,
  );
  if (breaker !== undefined) {
    const isOpen = () => Number(breaker.state !== 'closed');
    gauge('portico_breaker_open', 'Whether REST calls fail immediately, as the upstream fails: 1 or 0.', isOpen);
    counter('portico_breaker_openings_total', 'Times that the circuit breaker has opened.', () => breaker.openings);
    counter('portico_breaker_refusals_total', 'REST calls that failed immediately.', () => breaker.rejections);
  }
  if (redis === undefined) return;
  gauge('portico_redis_up', 'Whether Redis is available: 1 or 0.', () => Number(redis.isAvailable));
  counter('portico_redis_outages_total', 'Times that Redis became unavailable.', () => redis.outages);
}

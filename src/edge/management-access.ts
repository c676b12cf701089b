/** Access of operators to the state of a facade, through the management port. */
import type { RestClient } from '../rest/client.ts';
import type { RedisLink } from '../watch/redis/link.ts';
import type { ReadinessReport } from './management.ts';
import type { LogDestination } from './observe/log-destination.ts';
import type { Metrics } from './observe/metrics/metrics.ts';
import type { Edge } from './server.ts';

/** Parts whose state management reports. */
interface ManagedParts {
  readonly edge: Edge;
  readonly client: RestClient;
  /** `undefined` if no management port is configured. */
  readonly metrics: Metrics | undefined;
  readonly redis: RedisLink | undefined;
  /** Publishes wake-ups to other instances; `undefined` without Redis. */
  readonly publishWakeUp: ((paths: readonly string[]) => void) | undefined;
  readonly destination: LogDestination;
}

/** Access of operators to a facade, in this process or in several. */
export interface ManagementAccess {
  /** Metrics in the text format of Prometheus. */
  metricsText(): Promise<string>;
  readiness(): ReadinessReport | Promise<ReadinessReport>;
  /** Makes the pollers of these REST paths poll, on all instances that share a Redis. @returns the number of these pollers in the processes that this access reaches */
  wake(paths: readonly string[]): number | Promise<number>;
}

/** Adds the state of all parts to the metrics. */
export function createManagementAccess({
  edge,
  client,
  metrics,
  redis,
  destination,
  publishWakeUp,
}: ManagedParts): ManagementAccess {
  const isReady = () => edge.readiness.status === 'ready';
  const activity = () => ({ ...edge.activity, connections: edge.connections });
  const queue = () => client.queue.size;
  const { breaker, limits } = client;
  metrics?.watch({
    isReady,
    isUpstreamFailing: () => edge.readiness.upstream === 'failing',
    activity,
    queue,
    limits,
    log: destination,
    breaker,
    redis,
  });
  return {
    metricsText: async () => (await metrics?.text()) ?? '',
    readiness: () => ({
      isReady: isReady(),
      details: {
        ...edge.readiness,
        pid: process.pid,
        breaker: breaker?.state ?? 'unused',
        redis: redis === undefined ? 'unused' : redis.isAvailable ? 'responding' : 'unavailable',
        activity: activity(),
        restCalls: { ...queue(), paused: limits.waitingReads, pausedCredentials: limits.pausedCredentials },
      },
    }),
    wake(paths) {
      publishWakeUp?.(paths);
      return edge.wake(paths);
    },
  };
}

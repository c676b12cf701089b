/** Samples of the state of instances and Redis. */
import type { FacadeProcess } from '../process/facade.ts';
import type { Reading } from '../process/probe.ts';
import type { RedisServer } from '../redis/server.ts';

export interface RedisReading {
  readonly keys: number;
  readonly leases: number;
  /** Number of keys without an expiry. */
  readonly keysWithoutExpiry: number;
  readonly channels: number;
  readonly bytes: number;
}

export interface Sample {
  /** Time since the load started. */
  readonly atMs: number;
  /** Readings, one for each instance. */
  readonly instances: readonly Reading[];
  /** `undefined` while Redis is down. */
  readonly redis: RedisReading | undefined;
}

const redisScript = `
  local keys = redis.call('KEYS', '*')
  local leases, lasting = 0, 0
  for _, key in ipairs(keys) do
    if string.sub(key, -6) == ':lease' then leases = leases + 1 end
    if redis.call('PTTL', key) == -1 then lasting = lasting + 1 end
  end
  local bytes = string.match(redis.call('INFO', 'memory'), 'used_memory:(%d+)')
  return table.concat({#keys, leases, lasting, #redis.call('PUBSUB', 'CHANNELS'), bytes}, ' ')
`;

export async function readRedis(redis: RedisServer): Promise<RedisReading> {
  const reply = await redis.command('EVAL', redisScript, '0');
  const [keys, leases, keysWithoutExpiry, channels, bytes] = reply.split('\r\n')[1]?.split(' ').map(Number) ?? [];
  if (keys === undefined || leases === undefined || keysWithoutExpiry === undefined || channels === undefined || !bytes)
    throw new Error(`Unexpected response of Redis: ${reply}`);
  return { keys, leases, keysWithoutExpiry, channels, bytes };
}

export async function readAll(atMs: number, instances: readonly FacadeProcess[], redis: RedisServer): Promise<Sample> {
  return {
    atMs,
    instances: await Promise.all(instances.map((instance) => instance.read())),
    redis: await readRedis(redis).catch(() => undefined),
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Returns the growth of the mean heap of an instance from the second to the last third of the samples; 0.05 is 5 %. */
export function measureGrowth(samples: readonly Sample[], instance: number): number {
  const heaps = samples.map(({ instances }) => instances[instance]?.heapBytes ?? Number.NaN);
  const third = Math.floor(heaps.length / 3);
  return mean(heaps.slice(-third)) / mean(heaps.slice(-2 * third, -third)) - 1;
}

/** Counters that all instances share, such as those of quotas. */
import { type RedisLink, Script } from './link.ts';
import type { Sealing } from './sealing.ts';

export interface CounterOptions {
  /** Namespace of the keys. */
  readonly name: string;
  /** Upper bound on points of one key per window. */
  readonly points: number;
  /** Length of the window in seconds. */
  readonly seconds: number;
  /** Upper bound on prefetched points of an instance, as a part of the remaining points. */
  readonly prefetchShare: number;
}

/** Request of an instance for points of a key. */
export interface CounterRequest {
  /** Points that were spent but not counted yet; negative for refunded points. */
  readonly spent: number;
  /** Window in which refunded points were granted; points of other windows have expired. */
  readonly windowId: number | undefined;
  /** Points that are granted completely or not at all. */
  readonly needed: number;
  /** Points to prefetch. Fewer are granted if few remain. */
  readonly prefetch: number;
}

export interface CounterResult {
  /** Whether the needed points are granted. */
  readonly granted: boolean;
  /** Granted points beyond the needed ones. */
  readonly prefetched: number;
  /** Points that remain for all instances. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly resetInMs: number;
  /** Identifies the window. */
  readonly windowId: number;
}

/**
 * KEYS: count and window. ARGV: points, milliseconds, spent, windowId, needed, prefetch, upper bound on the prefetched part
 * of the remaining points. Returns 1 or 0, the prefetched points, the remaining points, the remaining milliseconds, and the
 * window, which is the time in milliseconds at which it ends. The window is stored, since the current time and the
 * remaining time are rounded separately, so that their sum varies by a millisecond.
 */
const countAndPrefetch = new Script(`
  local points, term, spent, needed = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[5])
  local count, window = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)$')
  local lasts = count ~= nil
  local rest = term
  if lasts then
    rest = redis.call('PTTL', KEYS[1])
  else
    local time = redis.call('TIME')
    count, window = 0, string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + term)
  end
  if spent >= 0 or window == ARGV[4] then count = math.max(0, count + spent) end
  local left = points - count
  local granted, spare = 0, 0
  if needed <= left then
    granted = 1
    spare = math.min(tonumber(ARGV[6]), math.floor((left - needed) * ARGV[7]))
    left = left - needed - spare
  end
  local text = string.format('%.0f %s', points - left, window)
  if lasts then redis.call('SET', KEYS[1], text, 'KEEPTTL') else redis.call('SET', KEYS[1], text, 'PX', term) end
  return {granted, spare, math.max(0, left), rest, window}
`);

export class SharedCounter {
  readonly #link: RedisLink;
  readonly #sealing: Sealing;
  readonly #options: CounterOptions;

  constructor(link: RedisLink, sealing: Sealing, options: CounterOptions) {
    this.#link = link;
    this.#sealing = sealing;
    this.#options = options;
  }

  /** Counts spent points, also beyond the limit, and grants needed and prefetched points within it. @returns `undefined` if Redis is unavailable */
  async request(
    key: string,
    { spent, windowId = 0, needed, prefetch }: CounterRequest,
  ): Promise<CounterResult | undefined> {
    const { name, points, seconds, prefetchShare } = this.#options;
    const args = [points, seconds * 1000, spent, windowId, needed, prefetch, prefetchShare];
    const reply = await this.#link.runScript(countAndPrefetch, [this.#sealing.key(name, key)], args);
    if (reply === undefined) return undefined;
    const [granted, granting = 0, left = 0, resetIn = 0, end = 0] = reply.map(Number);
    return { granted: granted === 1, prefetched: granting, remaining: left, resetInMs: resetIn, windowId: end };
  }
}

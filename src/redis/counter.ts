/** Counts that all instances share, such as those of quotas. */
import { type RedisLink, Script } from './link.ts';
import type { Sealing } from './sealing.ts';

export interface CounterOptions {
  /** What is counted; counters of different names are apart. */
  readonly name: string;
  /** Points of one key within the time. */
  readonly points: number;
  /** Seconds after which a key begins anew. */
  readonly seconds: number;
  /** Part of the points left that an instance may have in hand beyond what it needs. */
  readonly spareShare: number;
}

/** What an instance tells of a key, and what it asks for. */
export interface Draw {
  /** Points that were spent and are not counted yet; below 0 for those given back. */
  readonly told: number;
  /** The time that points to be given back were drawn in; others have expired. */
  readonly window: number | undefined;
  /** Points that are granted as a whole or not at all. */
  readonly needed: number;
  /** Points to have in hand, of which fewer are granted when little is left. */
  readonly spare: number;
}

export interface Drawn {
  /** Whether the needed points are granted. */
  readonly granted: boolean;
  /** Points that are granted beyond them. */
  readonly spare: number;
  /** Points that are still there for all instances. */
  readonly left: number;
  /** Milliseconds until the key begins anew. */
  readonly resetIn: number;
  /** Identifies the time that they are counted in. */
  readonly window: number;
}

/**
 * KEYS: count. ARGV: points, milliseconds, told, window, needed, spare, part of what is left that may be spare.
 * Answers 1 or 0, the spare points, the points left, the milliseconds left, and the window, which is about the time of its end.
 */
const draw = new Script(`
  local points, term, told, needed = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[5])
  local time = redis.call('TIME')
  local rest = redis.call('PTTL', KEYS[1])
  local lasts = rest >= 0
  if not lasts then rest = term end
  local window = time[1] * 1000 + math.floor(time[2] / 1000) + rest
  local isSame = math.abs(window - ARGV[4]) < term / 2
  if isSame then window = tonumber(ARGV[4]) end
  local count = tonumber(redis.call('GET', KEYS[1]) or '0')
  if told >= 0 or isSame then count = math.max(0, count + told) end
  local left = points - count
  local granted, spare = 0, 0
  if needed <= left then
    granted = 1
    spare = math.min(tonumber(ARGV[6]), math.floor((left - needed) * ARGV[7]))
    left = left - needed - spare
  end
  local text = string.format('%.0f', points - left)
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

  /** Counts what is told, also beyond the limit, and draws points within it. @returns undefined where Redis is unavailable */
  async draw(key: string, { told, window = 0, needed, spare }: Draw): Promise<Drawn | undefined> {
    const { name, points, seconds, spareShare } = this.#options;
    const args = [points, seconds * 1000, told, window, needed, spare, spareShare];
    const reply = await this.#link.ask(draw, [this.#sealing.key(name, key)], args);
    if (reply === undefined) return undefined;
    const [granted, granting = 0, left = 0, resetIn = 0, end = 0] = reply.map(Number);
    return { granted: granted === 1, spare: granting, left, resetIn, window: end };
  }
}

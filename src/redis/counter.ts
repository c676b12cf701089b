/** Counts that all instances share, such as those of quotas; each instance counts for itself while Redis is unavailable. */
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type RedisLink, Script } from './link.ts';
import type { Sealing } from './sealing.ts';

export interface CounterOptions {
  /** What is counted; counters of different names are apart. */
  readonly name: string;
  /** Points of one key within the time. */
  readonly points: number;
  /** Seconds after which a key begins anew. */
  readonly seconds: number;
}

export interface Consumption {
  /** Whether the points were there. */
  readonly allowed: boolean;
  readonly remaining: number;
  /** Milliseconds until the key begins anew. */
  readonly resetIn: number;
}

/** The commands that the library defines, run by the link, which bounds their time. */
function storeClientOf(link: RedisLink) {
  let increment: Script | undefined;
  return {
    defineCommand(_name: string, { lua }: { readonly lua: string }) {
      increment = new Script(lua);
    },
    async rlflxIncr([key = '', ...args]: readonly string[]) {
      const reply = increment && (await link.ask(increment, [key], args));
      if (reply === undefined) throw new Error('Redis is unavailable');
      return reply;
    },
  };
}

export class SharedCounter {
  readonly #limiter: RateLimiterRedis;
  readonly #name: string;
  readonly #sealing: Sealing;

  constructor(link: RedisLink, sealing: Sealing, { name, points, seconds }: CounterOptions) {
    const limits = { points, duration: seconds, keyPrefix: '' };
    const insuranceLimiter = new RateLimiterMemory(limits);
    this.#limiter = new RateLimiterRedis({ ...limits, storeClient: storeClientOf(link), insuranceLimiter });
    this.#name = name;
    this.#sealing = sealing;
  }

  /** @param points a whole number */
  async consume(key: string, points: number): Promise<Consumption> {
    try {
      return consumptionOf(await this.#limiter.consume(this.#sealing.key(this.#name, key), points), true);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return consumptionOf(refusal, false);
      throw refusal;
    }
  }
}

function consumptionOf({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): Consumption {
  return { allowed, remaining: remainingPoints, resetIn: msBeforeNext };
}

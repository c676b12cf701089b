/** Counts that all instances share, such as those of quotas. */
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
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
  /** Points that all instances have counted, those beyond the limit among them. */
  readonly consumed: number;
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
      if (reply === undefined) throw new Unavailable();
      return reply;
    },
  };
}

class Unavailable extends Error {}

export class SharedCounter {
  readonly #limiter: RateLimiterRedis;
  readonly #name: string;
  readonly #sealing: Sealing;

  constructor(link: RedisLink, sealing: Sealing, { name, points, seconds }: CounterOptions) {
    this.#limiter = new RateLimiterRedis({
      points,
      duration: seconds,
      keyPrefix: '',
      storeClient: storeClientOf(link),
    });
    this.#name = name;
    this.#sealing = sealing;
  }

  /**
   * Counts, also what is beyond the limit.
   * @param points a whole number; below 0 for what is given back
   * @returns undefined where Redis is unavailable
   */
  async consume(key: string, points: number): Promise<Consumption | undefined> {
    try {
      return consumptionOf(await this.#limiter.consume(this.#sealing.key(this.#name, key), points));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return consumptionOf(refusal);
      if (refusal instanceof Unavailable) return undefined;
      throw refusal;
    }
  }
}

function consumptionOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Consumption {
  return { consumed: consumedPoints, resetIn: msBeforeNext };
}

/** Counts the bytes of responses that clients have not read yet. */
import type { Config } from '../config.ts';
import { ByteBudget, type HeldBytes } from './byte-budget.ts';
import { RefusedRequest } from './refusal.ts';

/** Bytes up to which a response is sent even beyond the limit, as its operation was admitted before. */
const smallResponse = 64 * 1024;
/** Seconds after which another try may be worth it. */
const retryAfter = 5;

export class UnsentResponses {
  readonly #budget: ByteBudget;

  constructor({ maxUnsentBytes, maxUnsentBytesPerCaller }: Pick<Config, 'maxUnsentBytes' | 'maxUnsentBytesPerCaller'>) {
    this.#budget = new ByteBudget(
      { bytes: maxUnsentBytes, setting: 'MAX_UNSENT_BYTES' },
      { bytes: maxUnsentBytesPerCaller, setting: 'MAX_UNSENT_BYTES_PER_CALLER' },
    );
  }

  /** Why a response of so many bytes, or any at all, is refused to a caller; undefined where it is not. */
  problem(caller: string, bytes = 0): RefusedRequest | undefined {
    const exceeded = this.#budget.exceeded(caller, bytes <= smallResponse ? 0 : bytes);
    if (exceeded === undefined) return undefined;
    const { limit, isOwn } = exceeded;
    const whose = isOwn ? 'of the caller' : 'of all callers together';
    const message = `The answers ${whose} that wait for their clients to read are more than the ${limit.bytes} bytes that ${limit.setting} allows`;
    return new RefusedRequest(isOwn ? 429 : 503, 'UNSENT_LIMIT', message, { 'retry-after': String(retryAfter) });
  }

  /** Counts a response until it is released. */
  hold(caller: string, bytes = 0): HeldBytes {
    return this.#budget.hold(caller, bytes);
  }
}

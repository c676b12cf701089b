/** Decisions of a generator, read from numbers that fast-check shrinks. */

/**
 * Sequence of decisions. The first alternative is the plainest one. When the numbers are used up, pseudo-random numbers follow from the last
 * one, or zeros if that is 0, so that short and small numbers lead to plain decisions.
 */
export class Choices {
  readonly #numbers: readonly number[];
  #next = 0;
  #last = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** Integer from 0 to `limit - 1`. */
  below(limit: number): number {
    this.#last = this.#numbers[this.#next] ?? (this.#last * 7919 + (this.#last === 0 ? 0 : 104_729)) % 1_000_003;
    this.#next += 1;
    return this.#last % limit;
  }

  /** `true` in about one of `count` cases. */
  oneIn(count: number): boolean {
    return this.below(count) === count - 1;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('Nothing to choose from');
    return items[this.below(items.length)] as T;
  }
}

/** Decisions by name: equal names lead to equal decisions, in any order of the calls. */
export class NamedChoices {
  readonly #table: readonly (readonly number[])[];

  constructor(table: readonly (readonly number[])[]) {
    this.#table = table;
  }

  for(name: string): Choices {
    return new Choices(this.#table[hash(name) % Math.max(this.#table.length, 1)] ?? []);
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let result = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    result = Math.imul(result ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return result;
}

/** Decisions of a generator, read from numbers that fast-check shrinks. */

/** Sequence of decisions. The first alternative is the plainest one, and the one chosen when the numbers are used up. */
export class Choices {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** Integer from 0 to `limit - 1`. */
  below(limit: number): number {
    const number = this.#numbers[this.#next] ?? 0;
    this.#next += 1;
    return number % limit;
  }

  /** `true` in about one of so many cases. */
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

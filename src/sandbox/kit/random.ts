/** A small pseudo-random generator, so that the same seed always gives the same world. */
export class Random {
  #state: number;

  /** @param seed Any text; equal texts give equal sequences. */
  constructor(seed: string) {
    let hash = 2166136261;
    for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 16777619);
    this.#state = hash >>> 0;
  }

  /** A number from 0 up to but without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Whether something that has this probability happens. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the items. */
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  /** Hexadecimal digits, such as those of a commit SHA. */
  hex(length: number): string {
    let digits = '';
    while (digits.length < length) digits += Math.floor(this.next() * 16).toString(16);
    return digits;
  }
}

/**
 * Two-generation cache for parsed values that clients send repeatedly, such as headers. Evicts values that were not
 * used while as many others were added, and costs far less than a cache that tracks the order of its entries.
 */
export class GenerationalCache<Value extends object> {
  readonly #max: number;
  readonly #longest: number;
  #recent = new Map<string, Value>();
  #older = new Map<string, Value>();

  /** @param max maximum number of values in each of the two generations @param maxKeyLength upper bound on the characters of a key */
  constructor(max: number, maxKeyLength: number) {
    this.#max = max;
    this.#longest = maxKeyLength;
  }

  get(key: string): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (key.length > this.#longest) return;
    if (this.#recent.size >= this.#max) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }
}

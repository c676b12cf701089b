/**
 * Remembers what was made of the values that clients send again and again, such as a header. It forgets what has not been asked for while
 * as many others were, and costs far less than a cache that knows the order of its entries.
 */
export class Remembered<Value extends object> {
  readonly #max: number;
  readonly #longest: number;
  #recent = new Map<string, Value>();
  #older = new Map<string, Value>();

  /** @param max values of each of two generations @param longest characters of the longest key that is remembered */
  constructor(max: number, longest: number) {
    this.#max = max;
    this.#longest = longest;
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

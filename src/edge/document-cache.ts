/** Characters of a document that is worth keeping. */
export const longestKept = 100_000;

/** What was made of the `max` documents used last. A very long one is not kept, so that nobody fills the memory with them. */
export class DocumentCache<Value> {
  readonly #kept = new Map<string, Value>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(document: string): Value | undefined {
    const value = this.#kept.get(document);
    if (value === undefined) return undefined;
    this.#kept.delete(document);
    this.#kept.set(document, value);
    return value;
  }

  set(document: string, value: Value): void {
    if (document.length > longestKept) return;
    this.#kept.set(document, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#max && oldest !== undefined) this.#kept.delete(oldest);
  }
}

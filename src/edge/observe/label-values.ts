/** Bounded set of label values that clients choose. */

/** Value in place of all that are not in the set. */
export const otherValue = 'other';

/** First values of a label. Each creates one or several series until the process ends. */
export class LabelValues {
  readonly #max: number;
  readonly #values = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }

  /** Returns the value if it is in the set, or if it may be added and the set is not full; otherwise `other`. */
  get(value: string, mayAdd: boolean): string {
    if (this.#values.has(value)) return value;
    if (!mayAdd || this.#values.size >= this.#max) return otherValue;
    this.#values.add(value);
    return value;
  }
}

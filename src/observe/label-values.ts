/** Values of a label that clients choose, in bounded number. */

/** Value in place of all that are not in the set. */
export const otherValue = 'other';

/** The first values of a label. Each of them is a series, or several, for as long as the process lives. */
export class LabelValues {
  readonly #max: number;
  readonly #values = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }

  /** The value itself if it is in the set, or if it may be added and there is room; otherwise `other`. */
  get(value: string, mayAdd: boolean): string {
    if (this.#values.has(value)) return value;
    if (!mayAdd || this.#values.size >= this.#max) return otherValue;
    this.#values.add(value);
    return value;
  }
}

/** First-in, first-out queue. Removing an item takes constant time on average, while `Array.shift` moves all others of a large array. */
export class ItemQueue<Item> {
  #items: Item[] = [];
  /** Index of the first item. */
  #start = 0;

  get isEmpty(): boolean {
    return this.#start === this.#items.length;
  }

  get size(): number {
    return this.#items.length - this.#start;
  }

  get first(): Item | undefined {
    return this.#items[this.#start];
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  removeFirst(): void {
    if (this.isEmpty) return;
    this.#start += 1;
    if (this.#start * 2 < this.#items.length) return;
    this.#items = this.#items.slice(this.#start);
    this.#start = 0;
  }

  /** Removes and returns all items. */
  removeAll(): readonly Item[] {
    const items = this.#items.slice(this.#start);
    this.#items = [];
    this.#start = 0;
    return items;
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items.slice(this.#start).values();
  }
}

/** Entry of a LinkedList, by which it can be removed. */
export class Link<T> {
  readonly value: T;
  previous: Link<T> | undefined;
  next: Link<T> | undefined;
  isListed = true;

  constructor(value: T, before: Link<T> | undefined) {
    this.value = value;
    this.previous = before;
  }
}

/**
 * Linked list for objects that are added and removed with each operation. A Map or Set leaves outgrown hash tables in
 * the old generation, which refer to their successors, so that minor garbage collections treat ended operations as
 * alive and copy them: with Maps of requests and active calls, garbage collection of a small query took two to three
 * times as long.
 */
export class LinkedList<T> {
  #first: Link<T> | undefined;
  #last: Link<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Link<T> | undefined {
    return this.#first;
  }

  /** Current items, in the order in which they were appended. */
  get values(): readonly T[] {
    const values: T[] = [];
    for (let link = this.#first; link !== undefined; link = link.next) values.push(link.value);
    return values;
  }

  append(value: T): Link<T> {
    const link = new Link(value, this.#last);
    if (this.#last === undefined) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    this.#size += 1;
    return link;
  }

  /** Removes an item. No-op if it is already removed. */
  remove(link: Link<T>): void {
    if (!link.isListed) return;
    const { previous: before, next: behind } = link;
    if (before === undefined) this.#first = behind;
    else before.next = behind;
    if (behind === undefined) this.#last = before;
    else behind.previous = before;
    link.isListed = false;
    link.previous = undefined;
    link.next = undefined;
    this.#size -= 1;
  }
}

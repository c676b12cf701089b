/** One item of a list, which it can be taken out of. */
export class Link<T> {
  readonly value: T;
  before: Link<T> | undefined;
  behind: Link<T> | undefined;
  isListed = true;

  constructor(value: T, before: Link<T> | undefined) {
    this.value = value;
    this.before = before;
  }
}

/**
 * A list for what comes and goes with each operation. A Map or a Set would do the same, but the tables that one has outgrown refer to their
 * successors, so that minor garbage collections take operations that have ended for alive, and copy them: with a Map of the requests and
 * one of the calls under way, the garbage collector took two to three times as long for a small query.
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

  /** The items of this moment, in the order in which they were appended. */
  get values(): readonly T[] {
    const values: T[] = [];
    for (let link = this.#first; link !== undefined; link = link.behind) values.push(link.value);
    return values;
  }

  append(value: T): Link<T> {
    const link = new Link(value, this.#last);
    if (this.#last === undefined) this.#first = link;
    else this.#last.behind = link;
    this.#last = link;
    this.#size += 1;
    return link;
  }

  /** Takes an item out. Has no effect where it is out already. */
  remove(link: Link<T>): void {
    if (!link.isListed) return;
    const { before, behind } = link;
    if (before === undefined) this.#first = behind;
    else before.behind = behind;
    if (behind === undefined) this.#last = before;
    else behind.before = before;
    link.isListed = false;
    link.before = undefined;
    link.behind = undefined;
    this.#size -= 1;
  }
}

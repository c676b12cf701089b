/** Positions of objects and lists in a response. */

export type ResponseKey = string | number;

/** Object or list of the response, and its place in the object or list that contains it. */
export class Position {
  readonly parent: Position | undefined;
  /** Key in the parent; `undefined` for the root. */
  readonly key: ResponseKey | undefined;
  readonly isNonNull: boolean;
  /** The object or list; `undefined` while it is being written. */
  container: Record<ResponseKey, unknown> | unknown[] | undefined;
  /** Whether an error has replaced the object or list by `null`. */
  isNull = false;

  constructor(parent: Position | undefined, key: ResponseKey | undefined, isNonNull: boolean) {
    this.parent = parent;
    this.key = key;
    this.isNonNull = isNonNull;
  }

  /** Whether the response does not contain this position, as it or an ancestor is `null`. */
  get isRemoved(): boolean {
    for (let each: Position | undefined = this; each !== undefined; each = each.parent) if (each.isNull) return true;
    return false;
  }

  /** Replaces the object or list by `null`; if that is not allowed, the closest ancestor of which it is. */
  nullify(): void {
    let each: Position = this;
    for (;;) {
      each.isNull = true;
      const { parent, key } = each;
      if (parent === undefined || key === undefined) return;
      if (!each.isNonNull) {
        parent.set(key, null);
        return;
      }
      each = parent;
    }
  }

  /** Sets a value that was pending. No-op while the object or list is being written: its writer sets the value. */
  set(key: ResponseKey, value: unknown): void {
    const { container } = this;
    if (container === undefined) return;
    Reflect.set(container, key, value);
  }

  /** Response path of the object or list. */
  get path(): ResponseKey[] {
    const path: ResponseKey[] = [];
    for (let each: Position | undefined = this; each?.key !== undefined; each = each.parent) path.push(each.key);
    return path.reverse();
  }
}

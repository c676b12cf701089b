/** Positions of objects and lists in a response. */
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';

export type ResponseKey = string | number;
type ResponsePath = GraphQLResolveInfo['path'];

/** Object or list of the response, and its place in the object or list that contains it. */
export class Position {
  readonly parent: Position | undefined;
  /** Key in the parent; `undefined` for the root. */
  readonly key: ResponseKey | undefined;
  readonly isNonNull: boolean;
  /** Type of the object; `undefined` for a list. */
  readonly type: GraphQLObjectType | undefined;
  /** The object or list; `undefined` while it is being written. */
  container: Record<ResponseKey, unknown> | unknown[] | undefined;
  /** Whether an error has replaced the object or list by `null`. */
  isNull = false;
  #path: ResponsePath | undefined;

  constructor(
    parent: Position | undefined,
    key: ResponseKey | undefined,
    isNonNull: boolean,
    type: GraphQLObjectType | undefined,
  ) {
    this.parent = parent;
    this.key = key;
    this.isNonNull = isNonNull;
    this.type = type;
  }

  /** Whether the response does not contain this position, as it or an ancestor is `null`. */
  get isRemoved(): boolean {
    for (let each: Position | undefined = this; each !== undefined; each = each.parent) if (each.isNull) return true;
    return false;
  }

  /** Replaces the object or list by `null` or, if it is non-null, its closest nullable ancestor. */
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
    if (!Array.isArray(container)) {
      if (container !== undefined) container[key] = value;
    } else if (typeof key === 'number') container[key] = value;
  }

  /** Object or list that contains this one, also if it belongs to another part of the response. */
  get outer(): Position | undefined {
    return this.parent;
  }

  /** Keys from the root of the response to the object or list. */
  get keys(): ResponseKey[] {
    const keys: ResponseKey[] = [];
    for (let each: Position | undefined = this; each !== undefined; each = each.outer)
      if (each.key !== undefined) keys.push(each.key);
    return keys.reverse();
  }

  /** Response path as resolvers receive it; `undefined` for the root. */
  get path(): ResponsePath | undefined {
    const { parent, key } = this;
    if (parent === undefined || key === undefined) return undefined;
    this.#path ??= { prev: parent.path, key, typename: parent.type?.name };
    return this.#path;
  }
}

/** Root of a part that is executed by itself: an object of which the part contains some fields, or a list of which it contains an item. */
export class PartRoot extends Position {
  /** Position of the object or list in the part that contains it. */
  readonly base: Position;

  constructor(base: Position) {
    super(undefined, undefined, false, base.type);
    this.base = base;
  }

  override get outer(): Position {
    return this.base;
  }

  override get path(): ResponsePath | undefined {
    return this.base.path;
  }
}

/** Caches of computed values. */

interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

function memoizeIn<Key, Value>(
  cache: Cache<Key, { readonly value: Value }>,
  compute: (key: Key) => Value,
): (key: Key) => Value {
  return (key) => {
    let entry = cache.get(key);
    if (entry === undefined) {
      entry = { value: compute(key) };
      cache.set(key, entry);
    }
    return entry.value;
  };
}

/** Wraps a function of an object, so that it computes each value once. A value is released together with its object. */
export const memoize = <Key extends WeakKey, Value>(compute: (key: Key) => Value): ((key: Key) => Value) =>
  memoizeIn(new WeakMap(), compute);

/** Wraps a function of a name, so that it computes each value once. All values are released together with the function. */
export const memoizeByName = <Name extends string, Value>(compute: (name: Name) => Value): ((name: Name) => Value) =>
  memoizeIn(new Map(), compute);

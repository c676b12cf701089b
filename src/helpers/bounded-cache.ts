/** LRU caches that are bounded by size: with `max`, lru-cache preallocates memory for all entries. */
import { LRUCache } from 'lru-cache';

/** Creates a cache of at most `maxEntries` values. @param ttl milliseconds after which a value is dropped. Defaults to no limit */
export const createCache = <Value extends object | string | number | true>(
  maxEntries: number,
  ttl = 0,
): LRUCache<string, Value> => new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1, ttl });

/** Upper bound on the characters of a key. */
const maxKeyLength = 500;

/** Creates a cache of at most `maxEntries` values by strings that clients send repeatedly, such as headers. Values with longer keys are not stored. */
export const createHeaderCache = <Value extends object>(maxEntries: number): LRUCache<string, Value> =>
  new LRUCache({
    maxSize: maxEntries,
    maxEntrySize: 1,
    sizeCalculation: (_, key) => (key.length > maxKeyLength ? 2 : 1),
  });

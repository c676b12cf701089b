import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createCache } from '../../helpers/bounded-cache.ts';

/** Share of the memory for entries that have been used once. */
const newShare = 0.25;
/** Bytes of an entry in addition to its key and value. */
const entryBytes = 200;
/** Maximum number of stored keys of evicted entries, about 150 bytes each. */
const maxSeenKeys = 10_000;

interface Entry<Value> {
  readonly value: Value;
  /** Bytes of key and value. */
  readonly size: number;
}

/**
 * Segmented LRU cache, bounded in bytes, that a scan does not empty. New entries go to a small segment; entries that are used or set
 * again, even after their eviction, go to a larger one, from which only such entries can evict them.
 */
export class SegmentedCache<Value extends object> {
  readonly #probation: LRUCache<string, Entry<Value>>;
  readonly #protected: LRUCache<string, Entry<Value>>;
  /** Hashes of keys that have been set, because the keys themselves may be large. */
  readonly #seen = createCache<true>(maxSeenKeys);
  readonly #bytesOf: (value: Value) => number;

  /** @param maxBytes upper bound on keys and values together; 0 disables the cache @param bytesOf returns the memory of a value, or an estimate */
  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    const part = (share: number) =>
      new LRUCache<string, Entry<Value>>({ maxSize: Math.max(1, Math.floor(maxBytes * share)) });
    this.#probation = part(newShare);
    this.#protected = part(1 - newShare);
    this.#bytesOf = bytesOf;
  }

  /** Estimated memory of all entries. */
  get bytes(): number {
    return this.#probation.calculatedSize + this.#protected.calculatedSize;
  }

  get(key: string): Value | undefined {
    const entry = this.#protected.get(key);
    if (entry !== undefined) return entry.value;
    const again = this.#probation.get(key);
    if (again === undefined) return undefined;
    this.#probation.delete(key);
    this.#protected.set(key, again, again);
    return again.value;
  }

  set(key: string, value: Value): void {
    const entry = this.#toEntry(key, value);
    const hash = createHash('sha256').update(key).digest('base64');
    const again = this.#protected.has(key) || this.#seen.has(hash);
    this.#seen.set(hash, true);
    if (again) this.#probation.delete(key);
    (again ? this.#protected : this.#probation).set(key, entry, entry);
  }

  /** Measures a value that has changed. No-op if the key has another value. */
  updateBytes(key: string, value: Value): void {
    const segment = this.#protected.has(key) ? this.#protected : this.#probation;
    const entry = segment.peek(key);
    if (entry?.value !== value) return;
    const updated = this.#toEntry(key, value);
    if (updated.size !== entry.size) segment.set(key, updated, updated);
  }

  #toEntry(key: string, value: Value): Entry<Value> {
    return { value, size: Math.ceil(entryBytes + 2 * key.length + this.#bytesOf(value)) };
  }
}

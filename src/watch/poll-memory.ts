/**
 * Newest polls of resources. They make the interval between two polls apply to the resource, however often it is
 * subscribed to.
 */
import { LRUCache } from 'lru-cache';
import type { Credential } from '../rest/credential.ts';
import type { Clock } from './clock.ts';
import type { ResourceState } from './state.ts';

/** Upper bound on the memory of all records. */
const maxBytes = 16 * 1024 * 1024;
/** Upper bound on the memory of one state; of a larger one only the time is recorded. */
const maxStateBytes = 1024 * 1024;
const recordBytes = 1024;
/** Estimated memory of a parsed body, as a multiple of its characters. */
const parsedFactor = 3;
const maxWrites = 10_000;

/** Newest poll of a resource. */
export interface PollRecord {
  /** Start of the poll, in milliseconds since 1970. */
  readonly polledAt: number;
  /** `undefined` while the poll has no response, and if it failed. */
  readonly state: ResourceState | undefined;
  /** Estimated memory of the state. */
  readonly stateBytes: number;
}

export class PollMemory {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  /** Records by topic. */
  readonly #records = new LRUCache<string, PollRecord>({
    maxSize: maxBytes,
    sizeCalculation: ({ stateBytes }) => recordBytes + stateBytes,
  });
  /** Times of the newest writes, by fingerprint of their credential. */
  readonly #writes = new LRUCache<string, number>({
    maxSize: maxWrites,
    sizeCalculation: () => 1,
    dispose: (writtenAt, _, reason) => {
      if (reason === 'evict') this.#evictedWriteAt = Math.max(this.#evictedWriteAt, writtenAt);
    },
  });
  #evictedWriteAt = 0;

  /** @param intervalMs interval between two polls of a resource; older records have no effect */
  constructor(clock: Clock, intervalMs: number) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
  }

  /** Newest poll of a topic; `undefined` if another poll may start now. */
  find(topic: string): PollRecord | undefined {
    const record = this.#records.get(topic);
    return record !== undefined && this.#clock.now() - record.polledAt < this.#intervalMs ? record : undefined;
  }

  /** Records the start of a poll. */
  recordStart(topic: string, polledAt: number): void {
    this.#records.set(topic, { polledAt, state: undefined, stateBytes: 0 });
  }

  /** Records the state that a poll read. @param characters characters of its response */
  recordState(topic: string, state: ResourceState, characters: number): void {
    const stateBytes = parsedFactor * characters;
    const isSmall = stateBytes <= maxStateBytes;
    this.#records.set(topic, {
      polledAt: state.readAt,
      state: isSmall ? state : undefined,
      stateBytes: isSmall ? stateBytes : 0,
    });
  }

  /** Removes the states of matching topics, so that the next subscriber triggers a poll. */
  invalidate(matches: (topic: string) => boolean): void {
    for (const topic of [...this.#records.keys()]) if (matches(topic)) this.#records.delete(topic);
  }

  recordWrite({ fingerprint }: Credential): void {
    this.#writes.set(fingerprint, this.#clock.now());
  }

  /** Time of the newest recorded write of a credential, at least that of the newest evicted write of any; 0 if there is neither. */
  writtenAt({ fingerprint }: Credential): number {
    return Math.max(this.#writes.get(fingerprint) ?? 0, this.#evictedWriteAt);
  }
}

/** The newest polls of resources, so that the interval between two polls applies to the resource, however often it is subscribed to. */
import { LRUCache } from 'lru-cache';
import type { Credential } from '../rest/credential.ts';
import type { Clock } from './clock.ts';
import type { ReadState } from './state.ts';

/** Upper bound on the memory of all records. */
const maxBytes = 16 * 1024 * 1024;
/** Upper bound on the memory of one state; of a larger one the time alone is recorded. */
const maxStateBytes = 1024 * 1024;
const recordBytes = 1024;
/** Memory of a parsed body, as a multiple of its characters. */
const parsedFactor = 3;
const maxWrites = 10_000;

/** The newest poll of a resource. */
export interface PollRecord {
  /** When the poll began, in milliseconds since 1970. */
  readonly polledAt: number;
  /** `undefined` while the poll has no response, and if it failed. */
  readonly state: ReadState | undefined;
  /** Memory of the state. */
  readonly stateBytes: number;
}

export class PollMemory {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  /** By topic. */
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

  /** @param intervalMs between two polls of a resource; older records have no effect */
  constructor(clock: Clock, intervalMs: number) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
  }

  /** The newest poll of a topic; `undefined` if another one may begin now. */
  find(topic: string): PollRecord | undefined {
    const record = this.#records.get(topic);
    return record !== undefined && this.#clock.now() - record.polledAt < this.#intervalMs ? record : undefined;
  }

  /** Records the beginning of a poll. */
  recordStart(topic: string, polledAt: number): void {
    this.#records.set(topic, { polledAt, state: undefined, stateBytes: 0 });
  }

  /** Records the state that a poll read. @param characters of its response */
  recordState(topic: string, state: ReadState, characters: number): void {
    const stateBytes = parsedFactor * characters;
    const isSmall = stateBytes <= maxStateBytes;
    this.#records.set(topic, {
      polledAt: state.at,
      state: isSmall ? state : undefined,
      stateBytes: isSmall ? stateBytes : 0,
    });
  }

  recordWrite({ fingerprint }: Credential): void {
    this.#writes.set(fingerprint, this.#clock.now());
  }

  /** Upper bound on the time of the newest write of a credential; 0 if that is so long ago that no record is older. */
  writtenAt({ fingerprint }: Credential): number {
    return Math.max(this.#writes.get(fingerprint) ?? 0, this.#evictedWriteAt);
  }
}

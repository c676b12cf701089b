/** Tells apart whom the shares of what there is belong to. */
import { LRUCache } from 'lru-cache';
import type { Credential } from './credential.ts';

/** Credentials that are remembered; one that is forgotten counts with its address until it is accepted again. */
const remembered = 100_000;

/**
 * The callers that share what there is. A credential is a caller of its own once the upstream has accepted it; until then it is a part of
 * the address that it comes from, like requests without one, so that invented tokens gain nothing.
 */
export class Callers {
  // By size, as a cache by number takes the memory of all entries at once.
  readonly #accepted = new LRUCache<string, true>({ maxSize: remembered, sizeCalculation: () => 1 });
  #told: (fingerprint: string) => void = () => undefined;

  /** Names the caller that a credential counts for: its fingerprint or an address. */
  of({ fingerprint, address, isAnonymous }: Credential): string {
    if (address === undefined) return fingerprint;
    return !isAnonymous && this.#accepted.get(fingerprint) ? fingerprint : address;
  }

  /** Notes that the upstream has answered a call with this credential. */
  accept({ fingerprint, isAnonymous }: Credential): void {
    if (isAnonymous || this.#accepted.has(fingerprint)) return;
    this.#accepted.set(fingerprint, true);
    this.#told(fingerprint);
  }

  /** Tells one listener of each credential that becomes a caller of its own. */
  onAccepted(listener: (fingerprint: string) => void): void {
    this.#told = listener;
  }
}

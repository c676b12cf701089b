/** Identifies the callers that connections, subscriptions and memory are shared between. */
import { LRUCache } from 'lru-cache';
import type { Credential } from './credential.ts';

/** Credentials that are remembered; one that is forgotten counts with its address until it is accepted again. */
const remembered = 100_000;

/**
 * A credential is a caller of its own once the upstream has accepted it. Until then it counts as part of the address that it comes from,
 * like requests without a credential, so that invented tokens gain nothing.
 */
export class Callers {
  // By size, since a cache bounded by number allocates the memory of all entries at once.
  readonly #accepted = new LRUCache<string, true>({ maxSize: remembered, sizeCalculation: () => 1 });
  readonly #listeners: ((fingerprint: string) => void)[] = [];

  /** Names the caller that a credential counts for: its fingerprint or an address. */
  of({ fingerprint, address, isAnonymous }: Credential): string {
    if (address === undefined) return fingerprint;
    return !isAnonymous && this.#accepted.get(fingerprint) ? fingerprint : address;
  }

  /** Records that a call with this credential has succeeded. */
  accept({ fingerprint, isAnonymous }: Credential): void {
    if (isAnonymous || this.#accepted.has(fingerprint)) return;
    this.#accepted.set(fingerprint, true);
    for (const listener of this.#listeners) listener(fingerprint);
  }

  /** Fingerprint of a credential that counts for its address until the upstream accepts it; `undefined` for any other credential. */
  getPendingFingerprint(credential: Credential): string | undefined {
    const { fingerprint, isAnonymous } = credential;
    return isAnonymous || this.of(credential) === fingerprint ? undefined : fingerprint;
  }

  /** Adds a listener that is called with the fingerprint of each credential that becomes a caller of its own. */
  onAccepted(listener: (fingerprint: string) => void): void {
    this.#listeners.push(listener);
  }
}

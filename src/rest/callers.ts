/** Identifies the callers between which connections, subscriptions and memory are shared. */
import { LRUCache } from 'lru-cache';
import type { Credential } from './credential.ts';

/**
 * Maximum number of accepted credentials. An evicted one counts for its address until the upstream accepts it again.
 */
const maxAcceptedCredentials = 100_000;

/**
 * A credential is a caller of its own once the upstream has accepted it. Until then it counts for the network address
 * of the client, like requests without a credential, so that random tokens do not evade limits.
 */
export class Callers {
  // Bounded by size: with `max`, lru-cache preallocates memory for all entries.
  readonly #accepted = new LRUCache<string, true>({ maxSize: maxAcceptedCredentials, sizeCalculation: () => 1 });
  readonly #listeners: ((fingerprint: string) => void)[] = [];

  /** Caller that a credential counts for: its fingerprint or an address. */
  identify({ fingerprint, address, isAnonymous }: Credential): string {
    if (address === undefined) return fingerprint;
    return !isAnonymous && this.#accepted.get(fingerprint) ? fingerprint : address;
  }

  /** Whether the upstream has accepted a credential. */
  hasAccepted({ fingerprint, isAnonymous }: Credential): boolean {
    return !isAnonymous && this.#accepted.has(fingerprint);
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
    return isAnonymous || this.identify(credential) === fingerprint ? undefined : fingerprint;
  }

  /** Adds a listener that is called with the fingerprint of each credential that becomes a caller of its own. */
  onAccepted(listener: (fingerprint: string) => void): void {
    this.#listeners.push(listener);
  }
}

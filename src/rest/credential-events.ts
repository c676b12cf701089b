/** What instances tell each other about a credential. */
import type { Credential } from './credential.ts';

export interface CredentialListener {
  /** The upstream takes no calls before a time, in milliseconds since 1970. */
  paused(until: number): void;
  /** Something was written at a time, in milliseconds since 1970. */
  written(at: number): void;
}

export interface CredentialEvents {
  /** Tells the others that the upstream takes no calls before a time. */
  paused(credential: Credential, until: number): void;
  /** Tells the others that something has been written just now. */
  written(credential: Credential): void;
  /** Follows what others tell, beginning with what still holds. @returns a function that ends that */
  follow(credential: Credential, listener: CredentialListener): () => void;
}

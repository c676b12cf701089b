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
  /** Tells the others that something has been written just now. Resolves when it has been told, or could not be told in time. */
  written(credential: Credential): Promise<void>;
  /** When something was written last, in milliseconds since 1970; undefined where nothing is known, or not in time. */
  lastWrite(credential: Credential): Promise<number | undefined>;
  /** Until when the upstream takes no calls, as another instance has told lately; undefined where none has. It is told once. */
  pausedElsewhere(credential: Credential): number | undefined;
  /** Follows what others tell, beginning with what still holds. @returns a function that ends that */
  follow(credential: Credential, listener: CredentialListener): () => void;
}

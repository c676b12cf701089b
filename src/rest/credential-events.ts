/** Events of a credential that instances exchange. */
import type { Credential } from './credential.ts';

export interface CredentialListener {
  /** The upstream accepts no calls until this time, in milliseconds since 1970. */
  onPause(until: number): void;
  /** A write ended at this time, in milliseconds since 1970. */
  onWrite(at: number): void;
}

export interface CredentialEvents {
  /** Publishes that the upstream accepts no calls until a time, in milliseconds since 1970. */
  publishPause(credential: Credential, until: number): void;
  /** Publishes a write that has just ended. Resolves when it is published, or could not be published in time. */
  publishWrite(credential: Credential): Promise<void>;
  /**
   * Time of the last write, in milliseconds since 1970; `undefined` if none is recorded or the response did not arrive
   * in time.
   */
  loadLastWrite(credential: Credential): Promise<number | undefined>;
  /**
   * End of a pause that another instance has recently published, in milliseconds since 1970; `undefined` otherwise.
   * Each is returned once.
   */
  takeRemotePause(credential: Credential): number | undefined;
  /**
   * Subscribes to events of other instances, starting with those that still apply. @returns a function that
   * unsubscribes
   */
  subscribe(credential: Credential, listener: CredentialListener): () => void;
}

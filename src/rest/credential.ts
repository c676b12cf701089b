import { hash, hkdfSync } from 'node:crypto';
import { inspect } from 'node:util';

/** The caller's token. Prints as `[redacted]` wherever something tries to print it. */
export class Credential {
  readonly #header: 'private-token' | 'authorization';
  readonly #value: string;
  /**
   * Hash that identifies the token without revealing it, whichever header carries the token; the key of everything that is shared or
   * counted. To an upstream that is told addresses, clients without a credential are as many as their addresses.
   */
  readonly fingerprint: string;
  /** Network address of the client that sent it, where that is known. */
  readonly address: string | undefined;
  /** Address of the client that the upstream is told; it is told none when absent. */
  readonly forwardedFor: string | undefined;
  /** The same as a client sent it last. */
  #latest: Credential | undefined;

  private constructor(
    header: 'private-token' | 'authorization',
    value: string,
    fingerprint?: string,
    address?: string,
    forwardedFor?: string,
  ) {
    this.#header = header;
    this.#value = value;
    this.fingerprint = fingerprint ?? hash('sha256', `token\0${value}`, 'base64url');
    this.address = address;
    this.forwardedFor = forwardedFor;
  }

  /** No credential: what everybody may see. */
  static readonly anonymous = new Credential('private-token', '');

  static privateToken(token: string): Credential {
    return token === '' ? Credential.anonymous : new Credential('private-token', token);
  }

  static bearer(token: string): Credential {
    return token === '' ? Credential.anonymous : new Credential('authorization', token);
  }

  /**
   * The same credential as a client at this address sends it.
   * @param forwardedFor address of the client that the upstream is told
   */
  from(address: string, forwardedFor?: string): Credential {
    if (this.#latest?.address === address && this.#latest.forwardedFor === forwardedFor) return this.#latest;
    const isApart = this.isAnonymous && forwardedFor !== undefined;
    const fingerprint = isApart ? hash('sha256', `anonymous\0${forwardedFor}`, 'base64url') : this.fingerprint;
    this.#latest = new Credential(this.#header, this.#value, fingerprint, address, forwardedFor);
    return this.#latest;
  }

  /** Headers that tell the upstream who asks: the credential, and the address of the client where the upstream is told that. */
  get headers(): Readonly<Record<string, string>> {
    const token = this.#header === 'authorization' ? `Bearer ${this.#value}` : this.#value;
    return {
      ...(!this.isAnonymous && { [this.#header]: token }),
      ...(this.forwardedFor !== undefined && { 'x-forwarded-for': this.forwardedFor }),
    };
  }

  /**
   * Key of the requests that the upstream may answer identically: the token, the header that carries it, and the client address that the
   * upstream receives.
   */
  get cacheKey(): string {
    return `${this.fingerprint} ${this.#header} ${this.forwardedFor ?? ''}`;
  }

  /** Key of the requests that may share one call: `cacheKey`, and the caller of anonymous calls where calls are counted. */
  sharingKey(isCounted: boolean): string {
    return `${this.cacheKey} ${isCounted && this.isAnonymous ? (this.address ?? '') : ''}`;
  }

  /** The token itself, so that it can be taken out of texts. */
  get secrets(): readonly string[] {
    return this.#value === '' ? [] : [this.#value];
  }

  /** Derives a key of 32 bytes from the token and the secret together. It is the same for both headers, as the fingerprint is. */
  deriveKey(secret: Buffer, purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', `token\0${this.#value}`, secret, purpose, 32));
  }

  get isAnonymous(): boolean {
    return this.#value === '';
  }

  toString(): string {
    return '[redacted]';
  }

  toJSON(): string {
    return '[redacted]';
  }

  [inspect.custom](): string {
    return 'Credential [redacted]';
  }
}

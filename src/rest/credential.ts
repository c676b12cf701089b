import { hash, hkdfSync } from 'node:crypto';
import { inspect } from 'node:util';

/** Token of the caller. Prints as `[redacted]` however it is printed. */
export class Credential {
  readonly #header: 'private-token' | 'authorization';
  readonly #value: string;
  /**
   * Hash that identifies the token without revealing it, whichever header contains the token; the key of everything
   * that is shared or counted. If client addresses are forwarded, each address has its own anonymous fingerprint.
   */
  readonly fingerprint: string;
  /** Network address of the client that sent it, if available. */
  readonly address: string | undefined;
  /** Client address to forward to the upstream; `undefined` forwards none. */
  readonly forwardedFor: string | undefined;
  /**
   * Key of the requests that the upstream may answer identically: the token, the header that carries it, and the client address that the
   * upstream receives.
   */
  readonly cacheKey: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** Result of the last `from`. */
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
    this.cacheKey = `${this.fingerprint} ${header} ${forwardedFor ?? ''}`;
    this.#headers = {
      ...(value !== '' && { [header]: header === 'authorization' ? `Bearer ${value}` : value }),
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    };
  }

  /** No credential; has access to public data only. */
  static readonly anonymous = new Credential('private-token', '');

  static privateToken(token: string): Credential {
    return token === '' ? Credential.anonymous : new Credential('private-token', token);
  }

  static bearer(token: string): Credential {
    return token === '' ? Credential.anonymous : new Credential('authorization', token);
  }

  /**
   * Returns this credential as sent by a client at an address.
   * @param forwardedFor client address to forward to the upstream
   */
  withAddress(address: string, forwardedFor?: string): Credential {
    if (this.#latest?.address === address && this.#latest.forwardedFor === forwardedFor) return this.#latest;
    const hasOwnFingerprint = this.isAnonymous && forwardedFor !== undefined;
    const fingerprint = hasOwnFingerprint
      ? hash('sha256', `anonymous\0${forwardedFor}`, 'base64url')
      : this.fingerprint;
    this.#latest = new Credential(this.#header, this.#value, fingerprint, address, forwardedFor);
    return this.#latest;
  }

  /** Headers that identify the caller to the upstream: the credential, and the client address if it is forwarded. */
  get headers(): Readonly<Record<string, string>> {
    return this.#headers;
  }

  /** Key of the requests that may share one call: `cacheKey`, and the caller of anonymous calls if calls are counted. */
  sharingKey(isCounted: boolean): string {
    return `${this.cacheKey} ${isCounted && this.isAnonymous ? (this.address ?? '') : ''}`;
  }

  /** The token itself, so that it can be redacted from messages. */
  get secrets(): readonly string[] {
    return this.#value === '' ? [] : [this.#value];
  }

  /** Derives a key of 32 bytes from the token and the secret. It is the same for both headers, like the fingerprint. */
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

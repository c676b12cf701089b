import { hash, hkdfSync } from 'node:crypto';
import { inspect } from 'node:util';

/** The caller's token. Prints as `[redacted]` wherever something tries to print it. */
export class Credential {
  readonly #header: 'private-token' | 'authorization';
  readonly #value: string;
  /** Hash that identifies the credential without revealing it; the key of everything that is shared. */
  readonly fingerprint: string;
  /** Network address of the client that sent it, where that is known. */
  readonly address: string | undefined;
  /** The same as a client sent it last. */
  #latest: Credential | undefined;

  private constructor(
    header: 'private-token' | 'authorization',
    value: string,
    fingerprint?: string,
    address?: string,
  ) {
    this.#header = header;
    this.#value = value;
    this.fingerprint = fingerprint ?? hash('sha256', `${header}\0${value}`, 'base64url');
    this.address = address;
  }

  /** No credential: what everybody may see. */
  static readonly anonymous = new Credential('private-token', '');

  static privateToken(token: string): Credential {
    return token === '' ? Credential.anonymous : new Credential('private-token', token);
  }

  static bearer(token: string): Credential {
    return token === '' ? Credential.anonymous : new Credential('authorization', token);
  }

  /** The same credential as a client at this address sends it. */
  from(address: string): Credential {
    if (this.#latest?.address !== address)
      this.#latest = new Credential(this.#header, this.#value, this.fingerprint, address);
    return this.#latest;
  }

  /** Headers that carry the credential to the upstream. */
  get headers(): Readonly<Record<string, string>> {
    if (this.#value === '') return {};
    return { [this.#header]: this.#header === 'authorization' ? `Bearer ${this.#value}` : this.#value };
  }

  /** The token itself, so that it can be taken out of texts. */
  get secrets(): readonly string[] {
    return this.#value === '' ? [] : [this.#value];
  }

  /** A key of 32 bytes that only who has both the credential and the secret can derive. */
  deriveKey(secret: Buffer, purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', `${this.#header}\0${this.#value}`, secret, purpose, 32));
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

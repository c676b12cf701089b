/** Protects caller data in Redis: names become MACs, values are encrypted. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16];
/** Prefix of all keys. Increase the number when the format of stored values changes. */
const prefix = 'portico:2';

/** Encrypts the values of one Redis key. */
export class Seal {
  readonly #key: Buffer;
  readonly #redisKey: Buffer;

  /** @param key 32 bytes @param redisKey key of the values; a value that is copied to another key cannot be decrypted */
  constructor(key: Buffer, redisKey: string) {
    this.#key = key;
    this.#redisKey = Buffer.from(redisKey);
  }

  /** Encrypts a string. @returns nonce, tag and ciphertext */
  encrypt(plaintext: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes }).setAAD(this.#redisKey);
    const encrypted = [cipher.update(plaintext, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
  }

  /** Decrypts a value; `undefined` if it was not encrypted with the same key for the same Redis key. */
  decrypt(sealed: Buffer): string | undefined {
    if (sealed.length < nonceBytes + tagBytes) return undefined;
    const nonce = sealed.subarray(0, nonceBytes);
    const decipher = createDecipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes })
      .setAAD(this.#redisKey)
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    try {
      const plaintext = decipher.update(sealed.subarray(nonceBytes + tagBytes));
      return Buffer.concat([plaintext, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** Value that keys are derived from together with the secret, such as a credential. */
export interface KeyMaterial {
  /** @returns 32 bytes that can be derived only from both the material and the secret */
  deriveKey(secret: Buffer, purpose: string): Buffer;
}

/** Names and keys that are derived from `REDIS_SECRET`. */
export class Sealing {
  readonly #nameKey: Buffer;
  readonly #valueKey: Buffer;

  /** @param scope value that instances must have in common to share state, such as the upstream URL */
  constructor(secret: string, scope: string) {
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, scope, purpose, keyBytes));
    this.#nameKey = derive('names');
    this.#valueKey = derive('values');
  }

  /** Redis key that does not reveal the name. Keys of one name share a hash slot, as the keys of a script must. */
  key(purpose: string, name: string): string {
    const mac = createHmac('sha256', this.#nameKey).update(name).digest('base64url');
    return `${prefix}:{${mac}}:${purpose}`;
  }

  /** Encrypts values with the secret and the material. */
  seal(material: KeyMaterial, redisKey: string): Seal {
    return new Seal(material.deriveKey(this.#valueKey, redisKey), redisKey);
  }

  /** Encrypts values with the secret and a passphrase, such as the hash of a document, which readers must present. */
  sealWith(passphrase: string, redisKey: string): Seal {
    return new Seal(Buffer.from(hkdfSync('sha256', passphrase, this.#valueKey, redisKey, keyBytes)), redisKey);
  }
}

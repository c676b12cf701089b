/** Keeps what belongs to a caller from being readable in Redis: names become MACs, values are encrypted. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16];
/** Begins all keys; the number changes with the form of what is stored. */
const prefix = 'portico:1';

/** Encrypts the values of one key of Redis. */
export class Seal {
  readonly #key: Buffer;
  readonly #redisKey: Buffer;

  /** @param key 32 bytes @param redisKey where the values stand; a value that is moved to another key cannot be opened */
  constructor(key: Buffer, redisKey: string) {
    this.#key = key;
    this.#redisKey = Buffer.from(redisKey);
  }

  /** Nonce, tag and encrypted text. */
  close(text: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes }).setAAD(this.#redisKey);
    const encrypted = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
  }

  /** The text; undefined where the value was not sealed with the same key for the same place. */
  open(sealed: Buffer): string | undefined {
    if (sealed.length < nonceBytes + tagBytes) return undefined;
    const nonce = sealed.subarray(0, nonceBytes);
    const decipher = createDecipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes })
      .setAAD(this.#redisKey)
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    try {
      const text = decipher.update(sealed.subarray(nonceBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** Something that keys are derived from together with the secret, such as a credential. */
export interface KeyMaterial {
  /** @returns 32 bytes that only who has both the material and the secret can derive */
  deriveKey(secret: Buffer, purpose: string): Buffer;
}

/** The names and keys that follow from `REDIS_SECRET`. */
export class Sealing {
  readonly #nameKey: Buffer;
  readonly #valueKey: Buffer;

  /** @param scope what only instances with the same have in common, such as the upstream */
  constructor(secret: string, scope: string) {
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, scope, purpose, keyBytes));
    this.#nameKey = derive('names');
    this.#valueKey = derive('values');
  }

  /** A key of Redis that does not tell the name that it stands for. Those of one name share a hash slot, as those of a script must. */
  key(purpose: string, name: string): string {
    const mac = createHmac('sha256', this.#nameKey).update(name).digest('base64url');
    return `${prefix}:{${mac}}:${purpose}`;
  }

  /** Seals values under the secret and the material together. */
  seal(material: KeyMaterial, redisKey: string): Seal {
    return new Seal(material.deriveKey(this.#valueKey, redisKey), redisKey);
  }

  /** Seals values under the secret and a text that whoever reads them has to know. */
  sealWith(text: string, redisKey: string): Seal {
    return new Seal(Buffer.from(hkdfSync('sha256', text, this.#valueKey, redisKey, keyBytes)), redisKey);
  }
}

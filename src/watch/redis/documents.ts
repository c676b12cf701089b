import { hash as digest } from 'node:crypto';
import { type RedisLink, Script } from './link.ts';
import type { Sealing } from './sealing.ts';

/** Time after the last use for which a document is stored. */
const documentTtlMs = 24 * 60 * 60 * 1000;

const now = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * Returns a document and updates its time of use, or returns ''. KEYS: strings, times of use, bytes. ARGV: name,
 * milliseconds to live.
 */
const find = new Script(`${now}
  local used = redis.call('ZSCORE', KEYS[2], ARGV[1])
  if not used or tonumber(used) < now - ARGV[2] then return {''} end
  redis.call('ZADD', KEYS[2], now, ARGV[1])
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[2]) end
  return {redis.call('HGET', KEYS[1], ARGV[1]) or ''}
`);

/**
 * Stores a document. Evicts the least recently used ones while all together exceed the limit, and expired ones. KEYS:
 * strings, times of use, bytes. ARGV: name, string, milliseconds to live, upper bound in bytes. Returns the bytes of
 * all.
 */
const store = new Script(`${now}
  local before = redis.call('HSTRLEN', KEYS[1], ARGV[1])
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('ZADD', KEYS[2], now, ARGV[1])
  local bytes = redis.call('INCRBY', KEYS[3], #ARGV[2] - before)
  local oldest = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
  while oldest[1] and (bytes > tonumber(ARGV[4]) or tonumber(oldest[2]) < now - ARGV[3]) do
    bytes = redis.call('DECRBY', KEYS[3], redis.call('HSTRLEN', KEYS[1], oldest[1]))
    redis.call('HDEL', KEYS[1], oldest[1])
    redis.call('ZREM', KEYS[2], oldest[1])
    oldest = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
  end
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[3]) end
  return {bytes}
`);

/**
 * Documents that clients registered by their hash, shared by all instances. Only clients that present the hash can find
 * and decrypt one, and its content is verified against the hash, so that no other document can be substituted.
 */
export class RedisDocuments {
  readonly #link: RedisLink;
  readonly #sealing: Sealing;
  readonly #maxBytes: number;
  readonly #keys: readonly string[];

  /** @param maxBytes upper bound on the size of all documents */
  constructor(link: RedisLink, sealing: Sealing, maxBytes: number) {
    this.#link = link;
    this.#sealing = sealing;
    this.#maxBytes = maxBytes;
    this.#keys = ['texts', 'uses', 'bytes'].map((purpose) => sealing.key(purpose, 'documents'));
  }

  /**
   * Loads a document. @param hash SHA-256 of the document in hexadecimal digits @returns `undefined` if it is not
   * stored, or Redis is unavailable
   */
  async get(hash: string): Promise<string | undefined> {
    if (!this.#link.isAvailable) return undefined;
    const name = this.#nameFor(hash);
    const [sealed] = (await this.#link.runScript(find, this.#keys, [name, documentTtlMs])) ?? [];
    const document = Buffer.isBuffer(sealed) ? this.#sealing.sealWith(hash, name).decrypt(sealed) : undefined;
    return document !== undefined && digest('sha256', document, 'hex') === hash ? document : undefined;
  }

  /** Stores a document without waiting. Documents of more than a tenth of the limit are not stored. */
  put(hash: string, document: string): void {
    if (!this.#link.isAvailable || document.length > this.#maxBytes / 10) return;
    const name = this.#nameFor(hash);
    const sealed = this.#sealing.sealWith(hash, name).encrypt(document);
    void this.#link.runScript(store, this.#keys, [name, sealed, documentTtlMs, this.#maxBytes]);
  }

  #nameFor(hash: string): string {
    return this.#sealing.key('document', hash);
  }
}

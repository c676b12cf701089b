import { hash as digest } from 'node:crypto';
import { type RedisLink, Script } from './link.ts';
import type { Sealing } from './sealing.ts';

/** Milliseconds after its last use for which a document is kept. */
const documentTerm = 24 * 60 * 60 * 1000;

const now = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Answers a document, which counts as used, or ''. KEYS: texts, times of use, bytes. ARGV: name, term in milliseconds. */
const find = new Script(`${now}
  local used = redis.call('ZSCORE', KEYS[2], ARGV[1])
  if not used or tonumber(used) < now - ARGV[2] then return {''} end
  redis.call('ZADD', KEYS[2], now, ARGV[1])
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[2]) end
  return {redis.call('HGET', KEYS[1], ARGV[1]) or ''}
`);

/**
 * Keeps a document. Drops those that were not used for the longest time while all take too many bytes, and those past their term.
 * KEYS: texts, times of use, bytes. ARGV: name, text, term in milliseconds, bytes at the most. Answers the bytes of all.
 */
const keep = new Script(`${now}
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
 * Documents that clients registered by their hash, for all instances. Only who knows the hash can find or read one, and what is read is
 * held against it, so that nobody can put another document in its place.
 */
export class RedisDocuments {
  readonly #link: RedisLink;
  readonly #sealing: Sealing;
  readonly #maxBytes: number;
  readonly #keys: readonly string[];

  /** @param maxBytes of all documents together */
  constructor(link: RedisLink, sealing: Sealing, maxBytes: number) {
    this.#link = link;
    this.#sealing = sealing;
    this.#maxBytes = maxBytes;
    this.#keys = ['texts', 'uses', 'bytes'].map((purpose) => sealing.key(purpose, 'documents'));
  }

  /** @param hash the SHA-256 of the text in hexadecimal digits @returns undefined where it is not known, or Redis is unavailable */
  async get(hash: string): Promise<string | undefined> {
    if (!this.#link.isUp) return undefined;
    const name = this.#nameOf(hash);
    const [sealed] = (await this.#link.ask(find, this.#keys, [name, documentTerm])) ?? [];
    const text = Buffer.isBuffer(sealed) ? this.#sealing.sealWith(hash, name).open(sealed) : undefined;
    return text !== undefined && digest('sha256', text, 'hex') === hash ? text : undefined;
  }

  /** Keeps a document without waiting for it. One that takes more than a tenth of the memory is not kept. */
  put(hash: string, text: string): void {
    if (!this.#link.isUp || text.length > this.#maxBytes / 10) return;
    const name = this.#nameOf(hash);
    const sealed = this.#sealing.sealWith(hash, name).close(text);
    void this.#link.ask(keep, this.#keys, [name, sealed, documentTerm, this.#maxBytes]);
  }

  #nameOf(hash: string): string {
    return this.#sealing.key('document', hash);
  }
}

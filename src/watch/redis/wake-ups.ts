/** Publishes wake-ups to all instances. */
import { randomUUID } from 'node:crypto';
import { type RedisLink, Script } from './link.ts';
import type { Seal, Sealing } from './sealing.ts';

/** Publishes a message. KEYS: channel. ARGV: message. */
const publish = new Script(`return {redis.call('PUBLISH', KEYS[1], ARGV[1])}`);

interface WakeUp {
  readonly from: string;
  readonly paths: readonly string[];
}

export class RedisWakeUps {
  readonly #link: RedisLink;
  readonly #channel: string;
  readonly #seal: Seal;
  readonly #instance = randomUUID();

  constructor(link: RedisLink, sealing: Sealing) {
    this.#link = link;
    this.#channel = sealing.key('wake', '');
    this.#seal = sealing.sealWith('wake', this.#channel);
  }

  /** Publishes paths to the other instances, unless Redis is unavailable. */
  publish(paths: readonly string[]): void {
    const message: WakeUp = { from: this.#instance, paths };
    void this.#link.runScript(publish, [this.#channel], [this.#seal.encrypt(JSON.stringify(message))]);
  }

  /** Calls the listener with the paths that other instances publish. */
  subscribe(listener: (paths: readonly string[]) => void): void {
    this.#link.subscribe(this.#channel, (sealed) => {
      const serialized = this.#seal.decrypt(sealed);
      if (serialized === undefined) return;
      const { from, paths }: WakeUp = JSON.parse(serialized);
      if (from !== this.#instance) listener(paths);
    });
  }
}

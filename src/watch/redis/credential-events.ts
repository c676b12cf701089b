import { createCache } from '../../helpers/bounded-cache.ts';
import type { Credential } from '../../rest/credential.ts';
import type { CredentialEvents, CredentialListener } from '../../rest/credential-events.ts';
import { steadyNow } from '../../rest/timers.ts';
import { maxPauseMs } from '../../rest/upstream-limits.ts';
import { type RedisLink, Script } from './link.ts';
import type { Seal, Sealing } from './sealing.ts';

/** Expiry of a write event; reads from before the write are too old by then. */
const writeExpiryMs = 10_000;
/** Bounds on remembered pauses of credentials without a subscriber in this instance. */
const [maxAnnouncements, announcementTtlMs] = [10_000, 10 * 60 * 1000];
const maxAnnouncementBytes = 1000;

/** Stores and publishes an event. KEYS: event, channel. ARGV: event, milliseconds. */
const publishEvent = new Script(`
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return {redis.call('PUBLISH', KEYS[2], ARGV[1])}
`);

/** Publishes to all instances. KEYS: channel. ARGV: message. */
const announce = new Script(`return {redis.call('PUBLISH', KEYS[1], ARGV[1])}`);

/** Returns the stored events, or ''. KEYS: written, paused. */
const loadEvents = new Script(`return {redis.call('GET', KEYS[1]) or '', redis.call('GET', KEYS[2]) or ''}`);

/** Event of a credential. Its time is that of Redis. */
interface CredentialEvent {
  readonly kind: 'written' | 'paused';
  readonly at: number;
}

/** Write event that this instance published. */
interface OwnWrite {
  /** Time by the clock of Redis, as in the event. */
  readonly at: number;
  /** Time by the clock of this instance. */
  readonly local: number;
}

interface CredentialKeys {
  readonly fingerprint: string;
  readonly written: string;
  readonly paused: string;
  readonly channel: string;
  readonly seal: Seal;
}

/** Publishes events of credentials through Redis. Events of this instance are lost while Redis is unavailable. */
export class RedisCredentialEvents implements CredentialEvents {
  readonly #link: RedisLink;
  readonly #sealing: Sealing;
  /** Encrypted pauses by their key. Only an instance with the credential can decrypt them. */
  readonly #announced = createCache<Buffer>(maxAnnouncements, announcementTtlMs);
  readonly #announcements: string;
  /** Last write of each credential through this instance, whose time needs no conversion. */
  readonly #ownWrites = createCache<OwnWrite>(maxAnnouncements, writeExpiryMs);

  constructor(link: RedisLink, sealing: Sealing) {
    this.#link = link;
    this.#sealing = sealing;
    this.#announcements = sealing.key('pauses', '');
    link.subscribe(this.#announcements, (message) => this.#receiveAnnouncement(message));
  }

  /** Receives a message: the key of a pause and the encrypted event, separated by a line break. */
  #receiveAnnouncement(message: Buffer): void {
    const end = message.indexOf('\n');
    if (end > 0 && message.length <= maxAnnouncementBytes)
      this.#announced.set(message.subarray(0, end).toString('latin1'), Buffer.from(message.subarray(end + 1)));
  }

  takeRemotePause(credential: Credential): number | undefined {
    if (this.#announced.size === 0) return undefined;
    const key = this.#sealing.key('paused', credential.fingerprint);
    const encrypted = this.#announced.get(key);
    if (encrypted === undefined) return undefined;
    this.#announced.delete(key);
    return this.#decryptEvent(this.#keysOf(credential), encrypted)?.at;
  }

  publishPause(credential: Credential, until: number): void {
    const { paused, channel, seal } = this.#keysOf(credential);
    const expiryMs = Math.ceil(Math.min(until - steadyNow(), maxPauseMs));
    if (expiryMs <= 0) return;
    const event: CredentialEvent = { kind: 'paused', at: this.#link.time.toServer(until) };
    void this.#publish(paused, channel, seal, event, expiryMs);
    const message = Buffer.concat([Buffer.from(`${paused}\n`), seal.encrypt(JSON.stringify(event))]);
    void this.#link.runScript(announce, [this.#announcements], [message]);
  }

  async publishWrite(credential: Credential): Promise<void> {
    if (!this.#link.isAvailable) return;
    const { written, channel, seal } = this.#keysOf(credential);
    const { time } = this.#link;
    const local = steadyNow();
    const at = time.toServer(local) + time.errorMs;
    this.#ownWrites.set(credential.fingerprint, { at, local });
    await this.#publish(written, channel, seal, { kind: 'written', at }, writeExpiryMs);
  }

  async loadLastWrite(credential: Credential): Promise<number | undefined> {
    if (!this.#link.isAvailable) return undefined;
    const keys = this.#keysOf(credential);
    const events = await this.#link.runScript(loadEvents, [keys.written, keys.paused], []);
    return events?.flatMap((sealed) => this.#decryptEvent(keys, sealed) ?? []).find(({ kind }) => kind === 'written')
      ?.at;
  }

  /** Decrypts an event and converts its time to the clock of this instance; `undefined` for an invalid one. */
  #decryptEvent({ seal, fingerprint }: CredentialKeys, encrypted: number | Buffer): CredentialEvent | undefined {
    const serialized = Buffer.isBuffer(encrypted) ? seal.decrypt(encrypted) : undefined;
    if (serialized === undefined) return undefined;
    const { kind, at }: CredentialEvent = JSON.parse(serialized);
    const own = kind === 'written' ? this.#ownWrites.get(fingerprint) : undefined;
    if (own?.at === at) return { kind, at: own.local };
    const { time } = this.#link;
    return { kind, at: time.toLocal(at) + time.errorMs };
  }

  subscribe(credential: Credential, listener: CredentialListener): () => void {
    const keys = this.#keysOf(credential);
    const { written, paused, channel } = keys;
    const receive = (sealed: number | Buffer) => {
      const event = this.#decryptEvent(keys, sealed);
      if (event !== undefined) event.kind === 'paused' ? listener.onPause(event.at) : listener.onWrite(event.at);
    };
    // Loads what other instances published while this instance was not connected.
    const catchUp = async () => {
      if (!this.#link.isAvailable) return;
      const events = await this.#link.runScript(loadEvents, [written, paused], []);
      events?.forEach(receive);
    };
    this.#link.subscribe(channel, receive);
    const stopListening = this.#link.onChange(() => void catchUp());
    void catchUp();
    return () => {
      stopListening();
      this.#link.unsubscribe(channel);
    };
  }

  async #publish(key: string, channel: string, seal: Seal, event: CredentialEvent, expiryMs: number): Promise<void> {
    await this.#link.runScript(publishEvent, [key, channel], [seal.encrypt(JSON.stringify(event)), expiryMs]);
  }

  #keysOf(credential: Credential): CredentialKeys {
    const key = (purpose: string) => this.#sealing.key(purpose, credential.fingerprint);
    const channel = key('events');
    const seal = this.#sealing.seal(credential, channel);
    return { fingerprint: credential.fingerprint, written: key('written'), paused: key('paused'), channel, seal };
  }
}

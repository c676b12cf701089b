import { LRUCache } from 'lru-cache';
import type { Credential } from '../rest/credential.ts';
import type { CredentialEvents, CredentialListener } from '../rest/credential-events.ts';
import { type RedisLink, Script } from './link.ts';
import type { Seal, Sealing } from './sealing.ts';

/** Milliseconds for which a write is told to those who begin to follow the credential; by then what was read before it is too old. */
const writeTerm = 10_000;
/** Milliseconds for which a pause is kept at the most. */
const longestPause = 24 * 60 * 60 * 1000;
/** Pauses of credentials that nobody here follows: how many are remembered, and for how many milliseconds. */
const [remembered, rememberedTerm] = [10_000, 10 * 60 * 1000];
const longestAnnouncement = 1000;

/** Keeps an event and tells it. KEYS: event, channel. ARGV: event, milliseconds. */
const tell = new Script(`
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return {redis.call('PUBLISH', KEYS[2], ARGV[1])}
`);

/** Tells everybody. KEYS: channel. ARGV: message. */
const announce = new Script(`return {redis.call('PUBLISH', KEYS[1], ARGV[1])}`);

/** Answers the events that are kept, or ''. KEYS: written, paused. */
const kept = new Script(`return {redis.call('GET', KEYS[1]) or '', redis.call('GET', KEYS[2]) or ''}`);

/** An event of a credential. Its time is that of Redis. */
interface CredentialEvent {
  readonly kind: 'written' | 'paused';
  readonly at: number;
}

/** What this instance has told of a write. */
interface OwnWrite {
  /** By the clock of Redis, as the event has it. */
  readonly at: number;
  /** By the clock of this instance. */
  readonly local: number;
}

interface Place {
  readonly fingerprint: string;
  readonly written: string;
  readonly paused: string;
  readonly channel: string;
  readonly seal: Seal;
}

/** Tells events of credentials through Redis. Where it is unavailable, nobody is told. */
export class RedisCredentialEvents implements CredentialEvents {
  readonly #link: RedisLink;
  readonly #sealing: Sealing;
  /** By the key of the pause. Only who brings the credential can read them. */
  readonly #announced = new LRUCache<string, Buffer>({
    maxSize: remembered,
    sizeCalculation: () => 1,
    ttl: rememberedTerm,
  });
  readonly #announcements: string;
  /** The last write of each credential through this instance, whose time need not be translated there and back. */
  readonly #ownWrites = new LRUCache<string, OwnWrite>({
    maxSize: remembered,
    sizeCalculation: () => 1,
    ttl: writeTerm,
  });

  constructor(link: RedisLink, sealing: Sealing) {
    this.#link = link;
    this.#sealing = sealing;
    this.#announcements = sealing.key('pauses', '');
    link.subscribe(this.#announcements, (message) => this.#hear(message));
  }

  /** A message is the key of a pause and the sealed event, with a line break between. */
  #hear(message: Buffer): void {
    const end = message.indexOf('\n');
    if (end > 0 && message.length <= longestAnnouncement)
      this.#announced.set(message.subarray(0, end).toString('latin1'), Buffer.from(message.subarray(end + 1)));
  }

  pausedElsewhere(credential: Credential): number | undefined {
    if (this.#announced.size === 0) return undefined;
    const key = this.#sealing.key('paused', credential.fingerprint);
    const sealed = this.#announced.get(key);
    if (sealed === undefined) return undefined;
    this.#announced.delete(key);
    return this.#open(this.#place(credential), sealed)?.at;
  }

  paused(credential: Credential, until: number): void {
    const { paused, channel, seal } = this.#place(credential);
    const term = Math.ceil(Math.min(until - Date.now(), longestPause));
    if (term <= 0) return;
    const event: CredentialEvent = { kind: 'paused', at: this.#link.time.toServer(until) };
    void this.#tell(paused, channel, seal, event, term);
    const message = Buffer.concat([Buffer.from(`${paused}\n`), seal.close(JSON.stringify(event))]);
    void this.#link.ask(announce, [this.#announcements], [message]);
  }

  async written(credential: Credential): Promise<void> {
    if (!this.#link.isUp) return;
    const { written, channel, seal } = this.#place(credential);
    const { time } = this.#link;
    const local = Date.now();
    const at = time.toServer(local) + time.error;
    this.#ownWrites.set(credential.fingerprint, { at, local });
    await this.#tell(written, channel, seal, { kind: 'written', at }, writeTerm);
  }

  async lastWrite(credential: Credential): Promise<number | undefined> {
    if (!this.#link.isUp) return undefined;
    const place = this.#place(credential);
    const events = await this.#link.ask(kept, [place.written, place.paused], []);
    return events?.flatMap((sealed) => this.#open(place, sealed) ?? []).find(({ kind }) => kind === 'written')?.at;
  }

  /** An event with its time by the clock of this instance; undefined for what is none. */
  #open({ seal, fingerprint }: Place, sealed: number | Buffer): CredentialEvent | undefined {
    const text = Buffer.isBuffer(sealed) ? seal.open(sealed) : undefined;
    if (text === undefined) return undefined;
    const { kind, at }: CredentialEvent = JSON.parse(text);
    const own = kind === 'written' ? this.#ownWrites.get(fingerprint) : undefined;
    if (own?.at === at) return { kind, at: own.local };
    const { time } = this.#link;
    return { kind, at: time.toLocal(at) + time.error };
  }

  follow(credential: Credential, listener: CredentialListener): () => void {
    const place = this.#place(credential);
    const { written, paused, channel } = place;
    const receive = (sealed: number | Buffer) => {
      const event = this.#open(place, sealed);
      if (event !== undefined) listener[event.kind](event.at);
    };
    // What was told while Redis was unavailable is kept there.
    const catchUp = async () => {
      if (!this.#link.isUp) return;
      const events = await this.#link.ask(kept, [written, paused], []);
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

  async #tell(key: string, channel: string, seal: Seal, event: CredentialEvent, term: number): Promise<void> {
    await this.#link.ask(tell, [key, channel], [seal.close(JSON.stringify(event)), term]);
  }

  #place(credential: Credential): Place {
    const key = (purpose: string) => this.#sealing.key(purpose, credential.fingerprint);
    const channel = key('events');
    const seal = this.#sealing.seal(credential, channel);
    return { fingerprint: credential.fingerprint, written: key('written'), paused: key('paused'), channel, seal };
  }
}

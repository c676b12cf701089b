/**
 * Shares topics through Redis. A lease makes one instance the holder, which polls and publishes; the others follow. A lease ends by
 * itself when its holder does, and then a follower takes it and goes on polling from the newest state. While Redis is unavailable every
 * instance polls for itself.
 */
import { randomUUID } from 'node:crypto';
import type { RedisLink } from '../redis/link.ts';
import type { Seal, Sealing } from '../redis/sealing.ts';
import { combinedInterval, type RequestedInterval, type Source, type SubscriberOptions } from './hub.ts';
import { acquire, publish, release, renew, tell } from './lease-scripts.ts';
import type { PollingSource, SharedTopic, SharedTopics } from './shared-topics.ts';
import type { State } from './state.ts';
import {
  type Reading,
  readMessage,
  type StateMessage,
  type TopicMessage,
  type WishMessage,
  writeMessage,
} from './topic-messages.ts';

/** A lease lasts for this many times the interval between two polls, and is renewed before so much of it has passed. */
const [leaseFactor, renewalPart] = [1.5, 0.8];
/** Milliseconds of a lease at the least. */
const shortestLease = 500;
/** Milliseconds by which followers check a lease apart from each other, at the most. */
const checkSpread = 50;
/** Milliseconds for which the newest state stays in Redis after the lease has ended. */
const stateRest = 10_000;
/** Bytes of a state that is shared; each instance polls for itself where it is larger. */
const largestState = 1024 * 1024;
/** Milliseconds after which a wish is told again, and after which one that is not is forgotten. */
const [wishRefresh, wishTerm] = [30_000, 90_000];
/** Milliseconds for which the counter behind the fencing tokens stays. */
const fenceTerm = 24 * 60 * 60 * 1000;

interface Connected {
  readonly link: RedisLink;
  readonly sealing: Sealing;
  /** Names this process. */
  readonly instance: string;
}

export class RedisTopics implements SharedTopics {
  readonly #connected: Connected;

  constructor(link: RedisLink, sealing: Sealing) {
    this.#connected = { link, sealing, instance: randomUUID() };
  }

  source(topic: SharedTopic): Source {
    return new RedisTopic(topic, this.#connected);
  }
}

class RedisTopic implements Source {
  readonly #topic: SharedTopic;
  readonly #connected: Connected;
  readonly #keys: { readonly lease: string; readonly fence: string; readonly state: string };
  readonly #seal: Seal;
  #publish: (state: State) => void = () => {};
  #localInterval: () => RequestedInterval = () => ({ every: undefined, free: true });
  /** Runs while this instance polls: as the holder, or alone. */
  #poller: PollingSource | undefined;
  /** Token of the lease while this instance holds it, as far as it knows. */
  #token: string | undefined;
  /** The instance that told the last state. */
  #holder: string | undefined;
  #newest: Reading | undefined;
  /** What the others are about to be told. */
  #untold: Reading | undefined;
  /** Whether the states are too large to be shared. */
  #isUnshared = false;
  /** Subscribers here need a state that was read later than this. */
  #neededAfter = 0;
  #told: (Pick<WishMessage, 'every' | 'free'> & { readonly at: number }) | undefined;
  readonly #wishes = new Map<string, RequestedInterval & { readonly until: number }>();
  #seeking = false;
  #seekAgain = false;
  #cancelTimer = () => {};
  #stopListening = () => {};
  #ended = false;

  constructor(topic: SharedTopic, connected: Connected) {
    this.#topic = topic;
    this.#connected = connected;
    const key = (purpose: string) => connected.sealing.key(purpose, topic.name);
    this.#keys = { lease: key('lease'), fence: key('fence'), state: key('state') };
    this.#seal = connected.sealing.seal(topic.credential, this.#keys.state);
  }

  start(
    publishLocally: (state: State) => void,
    localInterval: () => RequestedInterval,
    { after }: SubscriberOptions,
  ): void {
    this.#publish = publishLocally;
    this.#localInterval = localInterval;
    this.#neededAfter = after;
    const { link } = this.#connected;
    link.subscribe(this.#keys.state, (message) => this.#received(message));
    const changed = link.onChange(() => (link.isUp ? void this.#seek() : this.#goAlone()));
    this.#stopListening = () => {
      changed();
      link.unsubscribe(this.#keys.state);
    };
    if (link.isUp) void this.#seek();
    else this.#goAlone();
  }

  joined(options: SubscriberOptions, satisfied: boolean): void {
    if (!satisfied) this.#neededAfter = Math.max(this.#neededAfter, options.after);
    if (this.#poller !== undefined) this.#poller.joined(options, satisfied);
    else if (!this.#seeking) this.#wish();
  }

  stop(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancelTimer();
    this.#tellUntold();
    this.#release();
    this.#stopListening();
    this.#poller?.stop();
    this.#topic.ended();
  }

  #release(): void {
    if (this.#token === undefined) return;
    const { link, instance } = this.#connected;
    const message = this.#sealed({ kind: 'release', from: instance });
    void link.ask(release, [this.#keys.lease, this.#keys.state], [this.#token, message]);
    this.#token = undefined;
  }

  /** Takes the lease or finds out who has it. */
  async #seek(): Promise<void> {
    if (this.#isUnshared) return;
    if (this.#seeking) {
      this.#seekAgain = true;
      return;
    }
    this.#seeking = true;
    const { link, instance } = this.#connected;
    const { lease, fence, state } = this.#keys;
    const reply = await link.ask(
      acquire,
      [lease, fence, state],
      [this.#token ?? '', instance, this.#leaseTerm, fenceTerm],
    );
    this.#seeking = false;
    if (reply !== undefined) this.#found(reply);
    else if (!link.isUp) this.#goAlone();
    if (!this.#seekAgain || this.#ended) return;
    this.#seekAgain = false;
    void this.#seek();
  }

  #found([acquired, tokenOrLeft, stored]: readonly (number | Buffer)[]): void {
    this.#token = acquired === 1 ? String(tokenOrLeft) : undefined;
    if (this.#ended) {
      this.#release();
      return;
    }
    const message = Buffer.isBuffer(stored) ? this.#opened(stored) : undefined;
    const told = message?.kind === 'state' ? message : undefined;
    if (this.#token === undefined) this.#follow(Number(tokenOrLeft), told);
    else this.#hold(told);
  }

  #hold(told: StateMessage | undefined): void {
    const known = this.#newest;
    if (this.#poller === undefined) this.#poll(told?.state);
    // What was read while the lease was lost or Redis was away has not been told to the others yet.
    else if (known !== undefined && (told === undefined || told.state.at < known.state.at)) this.#tell(known);
    this.#renewLater();
  }

  #follow(left: number, told: StateMessage | undefined): void {
    this.#stopPolling();
    this.#checkLater(left);
    if (told !== undefined) {
      this.#holder = told.from;
      this.#accept(told);
    }
    if (!this.#ended) this.#wish();
  }

  /** Polls without telling the others, as long as Redis is unavailable. */
  #goAlone(): void {
    this.#cancelTimer();
    if (this.#poller === undefined && !this.#ended) this.#poll(undefined);
  }

  #poll(stored: State | undefined): void {
    const { poller: create } = this.#topic;
    const known = this.#newest?.state ?? stored;
    const poller = create(known?.kind === 'read' ? known : undefined);
    this.#poller = poller;
    // The first state must not be older than what the credential has written.
    if (this.#newest === undefined) this.#neededAfter = Math.max(this.#neededAfter, this.#topic.writtenAt());
    poller.start(
      (state) => this.#polled(poller, state),
      () => combinedInterval([this.#localInterval(), ...this.#otherWishes()]),
      { every: undefined, after: this.#neededAfter },
    );
  }

  #stopPolling(): void {
    this.#poller?.stop();
    this.#poller = undefined;
    this.#wishes.clear();
  }

  #polled(poller: PollingSource, state: State): void {
    const reading = { state, by: this.#connected.instance, at: state.at, error: 0 };
    if (this.#poller !== poller || !this.#accept(reading)) return;
    this.#tellUntold();
    this.#untold = reading;
    // The poller schedules its next poll after it has published.
    queueMicrotask(() => this.#tellUntold());
  }

  /** Passes a state on to the subscribers here, unless it was read before the newest one. */
  #accept(reading: Reading): boolean {
    const { state } = reading;
    if (this.#ended || !this.#isNewer(reading)) return false;
    if (this.#newest === undefined) {
      // The first state must not be older than what the credential has written.
      this.#neededAfter = Math.max(this.#neededAfter, this.#topic.writtenAt());
      if (!this.#satisfies(state)) return false;
    }
    this.#newest = reading;
    this.#publish(state);
    if (state.kind !== 'failed' || !state.last) return true;
    this.#untold = reading;
    this.stop();
    return false;
  }

  /** The times of one instance are compared as they are, others as exactly as they can be translated. */
  #isNewer({ state, by, at }: Reading): boolean {
    const newest = this.#newest;
    if (newest === undefined) return true;
    return by === newest.by ? at > newest.at : state.at > newest.state.at + 2 * newest.error;
  }

  #satisfies(state: State): boolean {
    return state.kind === 'failed' || state.at > this.#neededAfter;
  }

  #tellUntold(): void {
    const reading = this.#untold;
    this.#untold = undefined;
    if (reading !== undefined) this.#tell(reading);
  }

  #tell(reading: Reading): void {
    const { link, instance } = this.#connected;
    if (this.#token === undefined || !link.isUp) return;
    const term = this.#leaseTerm;
    const state = { ...reading.state, at: reading.state.at + reading.error };
    const error = reading.error + link.time.error;
    const message = this.#sealed({ ...reading, state, error, kind: 'state', from: instance, term });
    if (message.length > largestState) {
      this.#isUnshared = true;
      this.#release();
      this.#goAlone();
      return;
    }
    const { lease, state: channel } = this.#keys;
    void this.#whileHeld(link.ask(publish, [lease, channel], [this.#token, term, term + stateRest, message]));
    if (!this.#ended) this.#renewLater();
  }

  /** Finds out who holds the lease where an answer says that it is not this instance any more. */
  async #whileHeld(answer: Promise<readonly (number | Buffer)[] | undefined>): Promise<void> {
    const token = this.#token;
    const reply = await answer;
    if (reply?.[0] !== 0 || this.#ended || this.#token !== token) return;
    this.#token = undefined;
    void this.#seek();
  }

  /** Milliseconds of a lease, by the time to the next poll. */
  get #leaseTerm(): number {
    const { firstInterval, longestInterval } = this.#topic.intervals;
    const next = Math.min(Math.max(this.#poller?.nextIn ?? 0, firstInterval), longestInterval);
    return Math.ceil(Math.max(shortestLease, leaseFactor * next));
  }

  #renewLater(): void {
    const term = this.#leaseTerm;
    this.#after(term * renewalPart, () => {
      if (this.#token === undefined) return;
      const { link } = this.#connected;
      const { lease, state } = this.#keys;
      void this.#whileHeld(link.ask(renew, [lease, state], [this.#token, term, term + stateRest]));
      this.#renewLater();
    });
  }

  /** Seeks the lease when it must have ended unless it was renewed. */
  #checkLater(left: number): void {
    this.#after(Math.max(1, left) + this.#topic.clock.random() * checkSpread, () => void this.#seek());
  }

  #after(milliseconds: number, run: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#topic.clock.after(milliseconds, run);
  }

  #received(sealed: Buffer): void {
    const message = this.#opened(sealed);
    if (message === undefined || message.from === this.#connected.instance) return;
    if (message.kind === 'wish') this.#wished(message);
    else if (this.#isUnshared) return;
    else if (this.#token !== undefined || (this.#poller !== undefined && !this.#seeking)) void this.#seek();
    else if (message.kind === 'state') this.#toldState(message);
    else this.#checkLater(0);
  }

  #toldState(message: StateMessage): void {
    const { from, term } = message;
    const holderChanged = from !== this.#holder;
    this.#holder = from;
    if (holderChanged) this.#told = undefined;
    this.#checkLater(term);
    this.#accept(message);
    if (!this.#ended) this.#wish();
  }

  /** Tells the holder what the subscribers here want, where that is news to it. */
  #wish(): void {
    const { every = null, free } = this.#localInterval();
    const { link, instance } = this.#connected;
    const now = this.#topic.clock.now();
    const after = this.#neededAfter;
    const isNeeded = this.#newest === undefined || !this.#satisfies(this.#newest.state);
    const told = this.#told;
    // A state that is read after the last wish satisfies whatever was needed until then.
    const isKnown =
      told !== undefined &&
      told.every === every &&
      told.free === free &&
      now - told.at < wishRefresh &&
      (!isNeeded || after < told.at);
    if (isKnown) return;
    this.#told = { every, free, at: now };
    const wanted = isNeeded ? link.time.toServer(after) + link.time.error : null;
    const message = this.#sealed({ kind: 'wish', from: instance, every, free, after: wanted });
    void link.ask(tell, [this.#keys.state], [message]);
  }

  /** Takes a wish of another instance into account. */
  #wished({ from, every: wanted, free, after }: WishMessage): void {
    const poller = this.#poller;
    if (this.#token === undefined || poller === undefined) return;
    const { link } = this.#connected;
    const every = wanted ?? undefined;
    this.#wishes.set(from, { every, free, until: this.#topic.clock.now() + wishTerm });
    const newest = this.#newest;
    if (after === null) {
      poller.joined({ every, after: 0 }, true);
      return;
    }
    const needed = link.time.toLocal(after) + link.time.error;
    const isSatisfied = newest !== undefined && (newest.state.kind === 'failed' || newest.state.at > needed);
    // Who asks for a state that has been told already has missed it.
    if (newest !== undefined && isSatisfied) this.#tell(newest);
    poller.joined({ every, after: needed }, isSatisfied);
  }

  #otherWishes(): readonly RequestedInterval[] {
    const now = this.#topic.clock.now();
    for (const [from, { until }] of this.#wishes) if (until < now) this.#wishes.delete(from);
    return [...this.#wishes.values()];
  }

  #sealed(message: TopicMessage): Buffer {
    return this.#seal.close(writeMessage(message, (local) => this.#connected.link.time.toServer(local)));
  }

  #opened(sealed: Buffer): TopicMessage | undefined {
    const text = this.#seal.open(sealed);
    if (text === undefined) return undefined;
    const { time } = this.#connected.link;
    const message = readMessage(text, (server) => time.toLocal(server));
    if (message.kind !== 'state') return message;
    const error = message.error + time.error;
    return { ...message, error, state: { ...message.state, at: message.state.at - error } };
  }
}

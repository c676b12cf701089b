/**
 * Shares topics through Redis. A lease makes one instance the holder, which polls and publishes; the others follow. On
 * stop, the holder releases the lease; after a crash, the lease expires. A follower then acquires the lease and continues
 * polling from the newest state. While Redis is unavailable, every instance polls independently.
 */
import { randomUUID } from 'node:crypto';
import { type Demand, DemandSender } from './demand-sender.ts';
import { combinedInterval, type RequestedInterval, type StateSource, type SubscriberOptions } from './hub.ts';
import { acquire, publish, release, renew, sendDemand } from './lease-scripts.ts';
import { MessageCipher } from './message-cipher.ts';
import type { RedisLink } from './redis/link.ts';
import type { Sealing } from './redis/sealing.ts';
import type { PollingSource, SharedTopicOptions, SharedTopics } from './shared-topics.ts';
import type { State } from './state.ts';
import { StateOrder } from './state-order.ts';
import type { DemandMessage, StateMessage, TimedState } from './topic-messages.ts';

/** Duration of a lease as a multiple of the polling interval, and the part of it after which it is renewed. */
const [leaseFactor, renewalPart] = [1.5, 0.8];
/** Lower bound on the duration of a lease. */
const minLeaseMs = 500;
/** Upper bound on the random delay between lease checks of followers. */
const maxCheckJitterMs = 50;
/** Time for which the newest state stays in Redis after the lease has ended. */
const stateRetentionMs = 10_000;
/** Upper bound on a shared state in bytes; each instance polls a larger one independently. */
const maxStateBytes = 1024 * 1024;
/** Time after which the demand of another instance expires unless that instance sends it again. */
const demandExpiryMs = 90_000;
/** Expiry of the counter behind the fencing tokens. */
const fenceExpiryMs = 24 * 60 * 60 * 1000;

interface Connected {
  readonly link: RedisLink;
  readonly sealing: Sealing;
  /** Id of this process. */
  readonly instance: string;
  /** Returns a number above all earlier ones of this process. Instances of earlier versions compare it as a time. */
  readonly nextSequence: (now: number) => number;
}

/** Fencing token of a lease. */
const getFence = (token: string): number => Number.parseInt(token, 10);

export class RedisTopics implements SharedTopics {
  readonly #connected: Connected;

  constructor(link: RedisLink, sealing: Sealing) {
    let last = 0;
    const nextSequence = (now: number) => {
      last = Math.max(now, last + 1);
      return last;
    };
    this.#connected = { link, sealing, instance: randomUUID(), nextSequence };
  }

  source(topic: SharedTopicOptions): StateSource {
    return new RedisSource(topic, this.#connected);
  }
}

class RedisSource implements StateSource {
  readonly #topic: SharedTopicOptions;
  readonly #connected: Connected;
  readonly #keys: { readonly lease: string; readonly fence: string; readonly state: string };
  readonly #cipher: MessageCipher;
  #publishLocally: (state: State) => void = () => {};
  #localInterval: () => RequestedInterval = () => ({ intervalMs: undefined, usesDefaultInterval: true });
  /** Runs while this instance polls: as the holder, or independently. */
  #poller: PollingSource | undefined;
  /** Token of the lease while this instance holds it, according to the last reply. */
  #token: string | undefined;
  /** Instance that published the last state. */
  #holder: string | undefined;
  readonly #order: StateOrder;
  /** Whether the poller, or its active poll, started before this instance acquired the lease. */
  #startedBeforeLease = false;
  /** Polled state that is shared once the poller has scheduled its next poll. */
  #unshared: TimedState | undefined;
  /** Whether a state was too large to share; this instance then polls independently until the topic ends. */
  #isTooLarge = false;
  /** Local subscribers need a state that was read after this time. */
  #newerThanAt = 0;
  readonly #demandSender: DemandSender;
  readonly #demands = new Map<string, RequestedInterval & { readonly until: number }>();
  /** Whether the reply of a request for the lease is pending. */
  #isAcquiring = false;
  /** Whether another request for the lease follows that reply. */
  #acquireAgain = false;
  #cancelTimer = () => {};
  #stopListening = () => {};
  #ended = false;

  constructor(topic: SharedTopicOptions, connected: Connected) {
    this.#topic = topic;
    this.#connected = connected;
    this.#order = new StateOrder(connected.instance);
    const key = (purpose: string) => connected.sealing.key(purpose, topic.name);
    this.#keys = { lease: key('lease'), fence: key('fence'), state: key('state') };
    this.#cipher = new MessageCipher(connected.sealing.seal(topic.credential, this.#keys.state), connected.link.time);
    this.#demandSender = new DemandSender(topic.clock, (demand) => this.#sendDemand(demand));
  }

  start(
    publishLocally: (state: State) => void,
    localInterval: () => RequestedInterval,
    { newerThanAt }: SubscriberOptions,
  ): void {
    this.#publishLocally = publishLocally;
    this.#localInterval = localInterval;
    this.#newerThanAt = newerThanAt;
    const { link } = this.#connected;
    link.subscribe(this.#keys.state, (message) => this.#onMessage(message));
    const changed = link.onChange(() => (link.isAvailable ? void this.#acquireLease() : this.#pollIndependently()));
    this.#stopListening = () => {
      changed();
      link.unsubscribe(this.#keys.state);
    };
    if (link.isAvailable) void this.#acquireLease();
    else this.#pollIndependently();
  }

  onSubscribe(options: SubscriberOptions, satisfied: boolean): void {
    if (!satisfied) this.#newerThanAt = Math.max(this.#newerThanAt, options.newerThanAt);
    if (this.#poller !== undefined) this.#poller.onSubscribe(options, satisfied);
    else if (!this.#isAcquiring) this.#updateDemand();
  }

  /** Wakes the poller if it runs here; the instance where it runs receives the same wake-up. */
  wake(): void {
    this.#poller?.wake();
  }

  stop(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancelTimer();
    this.#demandSender.reset();
    this.#sharePending();
    this.#release();
    this.#stopListening();
    this.#poller?.stop();
    this.#topic.onEnd();
  }

  #release(): void {
    if (this.#token === undefined) return;
    const { link, instance } = this.#connected;
    const message = this.#cipher.encrypt({ kind: 'release', from: instance });
    void link.runScript(release, [this.#keys.lease, this.#keys.state], [this.#token, message]);
    this.#token = undefined;
  }

  /** Acquires the lease, or determines its holder. */
  async #acquireLease(): Promise<void> {
    if (this.#isTooLarge) return;
    if (this.#isAcquiring) {
      this.#acquireAgain = true;
      return;
    }
    this.#isAcquiring = true;
    const { link, instance } = this.#connected;
    const { lease, fence, state } = this.#keys;
    const reply = await link.runScript(
      acquire,
      [lease, fence, state],
      [this.#token ?? '', instance, this.#leaseMs, fenceExpiryMs],
    );
    this.#isAcquiring = false;
    if (reply !== undefined) this.#onLeaseReply(reply);
    else if (!link.isAvailable) this.#pollIndependently();
    if (!this.#acquireAgain || this.#ended) return;
    this.#acquireAgain = false;
    void this.#acquireLease();
  }

  #onLeaseReply([acquired, tokenOrRemainingMs, encrypted]: readonly (number | Buffer)[]): void {
    const token = acquired === 1 ? String(tokenOrRemainingMs) : undefined;
    if (token !== this.#token) this.#startedBeforeLease = true;
    this.#token = token;
    if (this.#ended) {
      this.#release();
      return;
    }
    const message = Buffer.isBuffer(encrypted) ? this.#cipher.decrypt(encrypted) : undefined;
    const stored = message?.kind === 'state' ? message : undefined;
    if (this.#token === undefined) this.#becomeFollower(Number(tokenOrRemainingMs), stored);
    else this.#becomeHolder(stored);
  }

  #becomeHolder(stored: StateMessage | undefined): void {
    const newest = this.#order.newest;
    if (this.#poller === undefined) this.#poll(stored?.state);
    // A state that was read while the lease was lost or Redis was unavailable is not published yet.
    else if (newest !== undefined && (stored === undefined || this.#order.isNewerThan(stored))) this.#share(newest);
    this.#scheduleRenewal();
  }

  #becomeFollower(remainingMs: number, stored: StateMessage | undefined): void {
    this.#stopPolling();
    this.#scheduleCheck(remainingMs);
    if (stored !== undefined) {
      this.#holder = stored.from;
      this.#accept(stored);
    }
    if (!this.#ended) this.#updateDemand();
  }

  /** Polls without publishing, while Redis is unavailable. */
  #pollIndependently(): void {
    this.#cancelTimer();
    if (this.#poller === undefined && !this.#ended) this.#poll(undefined);
  }

  #poll(stored: State | undefined): void {
    const { poller: create } = this.#topic;
    this.#demandSender.reset();
    const initialState = this.#order.newest?.state ?? stored;
    const poller = create(initialState?.kind === 'read' ? initialState : undefined);
    this.#poller = poller;
    this.#startedBeforeLease = this.#token === undefined;
    this.#order.startPolling();
    // The first state must not be older than the last write with the credential.
    if (this.#order.newest === undefined) this.#newerThanAt = Math.max(this.#newerThanAt, this.#topic.writtenAt());
    poller.start(
      (state) => this.#onPolled(poller, state),
      () => combinedInterval([this.#localInterval(), ...this.#remoteDemands()]),
      { intervalMs: undefined, newerThanAt: this.#newerThanAt },
    );
  }

  #stopPolling(): void {
    this.#poller?.stop();
    this.#poller = undefined;
    this.#demands.clear();
  }

  #onPolled(poller: PollingSource, state: State): void {
    // A poller publishes the state that it resumes from.
    if (this.#poller !== poller || state === this.#order.newest?.state) return;
    const { instance, nextSequence } = this.#connected;
    const fence = this.#token === undefined || this.#startedBeforeLease ? 0 : getFence(this.#token);
    this.#startedBeforeLease &&= this.#token === undefined;
    const reading = { state, readBy: instance, sequence: nextSequence(state.readAt), fence, timeErrorMs: 0 };
    if (!this.#accept(reading)) return;
    this.#sharePending();
    this.#unshared = reading;
    // The lease depends on the next poll, which the poller schedules after it has published this state.
    queueMicrotask(() => this.#sharePending());
  }

  /** Publishes a state to local subscribers, unless it was read before the newest one. A final failure always ends the topic. */
  #accept(reading: TimedState): boolean {
    const { state } = reading;
    const isFinal = state.kind === 'failed' && state.last;
    if (this.#ended || !(this.#order.check(reading) || isFinal)) return false;
    if (this.#order.newest === undefined) {
      // The first state must not be older than the last write with the credential.
      this.#newerThanAt = Math.max(this.#newerThanAt, this.#topic.writtenAt());
      if (!this.#satisfies(state)) {
        this.#poller?.onSubscribe({ intervalMs: undefined, newerThanAt: this.#newerThanAt }, false);
        return false;
      }
    }
    this.#order.set(reading);
    this.#publishLocally(state);
    if (!isFinal) return true;
    this.#unshared = reading;
    this.stop();
    return false;
  }

  #satisfies(state: State): boolean {
    return state.kind === 'failed' || state.readAt > this.#newerThanAt;
  }

  #sharePending(): void {
    const reading = this.#unshared;
    this.#unshared = undefined;
    if (reading !== undefined) this.#share(reading);
  }

  #share(reading: TimedState): void {
    const { link, instance } = this.#connected;
    if (this.#token === undefined || !link.isAvailable) return;
    const leaseMs = this.#leaseMs;
    const message = this.#cipher.encrypt({ ...reading, kind: 'state', from: instance, leaseMs });
    if (message.length > maxStateBytes) {
      this.#isTooLarge = true;
      this.#release();
      this.#pollIndependently();
      return;
    }
    const { lease, state: channel } = this.#keys;
    void this.#checkStillHeld(
      link.runScript(publish, [lease, channel], [this.#token, leaseMs, leaseMs + stateRetentionMs, message]),
      reading,
    );
    if (!this.#ended) this.#scheduleRenewal();
  }

  /** Determines the holder if a reply says that this instance has lost the lease. @param published state that the reply confirms */
  async #checkStillHeld(
    pendingReply: Promise<readonly (number | Buffer)[] | undefined>,
    published?: TimedState,
  ): Promise<void> {
    const token = this.#token;
    const reply = await pendingReply;
    if (reply?.[0] === 1 && published !== undefined) this.#order.confirm(published);
    if (reply?.[0] !== 0 || this.#ended || this.#token !== token) return;
    this.#token = undefined;
    void this.#acquireLease();
  }

  /** Duration of a lease, by the time until the next poll. */
  get #leaseMs(): number {
    const { firstIntervalMs, maxIntervalMs } = this.#topic.intervals;
    const next = Math.min(Math.max(this.#poller?.nextIn ?? 0, firstIntervalMs), maxIntervalMs);
    return Math.ceil(Math.max(minLeaseMs, leaseFactor * next));
  }

  #scheduleRenewal(): void {
    const leaseMs = this.#leaseMs;
    this.#after(leaseMs * renewalPart, () => {
      if (this.#token === undefined) return;
      const { link } = this.#connected;
      const { lease, state } = this.#keys;
      void this.#checkStillHeld(
        link.runScript(renew, [lease, state], [this.#token, leaseMs, leaseMs + stateRetentionMs]),
      );
      this.#scheduleRenewal();
    });
  }

  /** Tries to acquire the lease after its expiry, unless it was renewed. */
  #scheduleCheck(remainingMs: number): void {
    this.#after(
      Math.max(1, remainingMs) + this.#topic.clock.random() * maxCheckJitterMs,
      () => void this.#acquireLease(),
    );
  }

  #after(delayMs: number, run: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#topic.clock.setTimeout(delayMs, run);
  }

  #onMessage(sealed: Buffer): void {
    const message = this.#cipher.decrypt(sealed);
    if (message === undefined || message.from === this.#connected.instance) return;
    if (message.kind === 'demand') this.#onDemand(message);
    else if (this.#isTooLarge) return;
    // Another instance acts as the holder: Redis decides which of the two has the lease.
    else if (this.#token !== undefined || (this.#poller !== undefined && !this.#isAcquiring)) void this.#acquireLease();
    else if (message.kind === 'state') this.#onState(message);
    else this.#scheduleCheck(0);
  }

  #onState(message: StateMessage): void {
    const { from, leaseMs } = message;
    const holderChanged = from !== this.#holder;
    this.#holder = from;
    if (holderChanged) this.#demandSender.reset();
    this.#scheduleCheck(leaseMs);
    this.#order.recordOtherPoller();
    this.#accept(message);
    if (!this.#ended) this.#updateDemand();
  }

  /** Updates the demand of local subscribers. */
  #updateDemand(): void {
    const isSatisfied = this.#order.newest !== undefined && this.#satisfies(this.#order.newest.state);
    this.#demandSender.update({
      ...this.#localInterval(),
      newerThanAt: isSatisfied ? undefined : this.#newerThanAt,
    });
  }

  #sendDemand({ intervalMs, usesDefaultInterval, newerThanAt }: Demand): void {
    const { link, instance } = this.#connected;
    const newerThanServerAt = newerThanAt === undefined ? null : link.time.toServer(newerThanAt) + link.time.errorMs;
    const message = this.#cipher.encrypt({
      kind: 'demand',
      from: instance,
      intervalMs: intervalMs ?? null,
      usesDefaultInterval,
      newerThanServerAt,
    });
    void link.runScript(sendDemand, [this.#keys.state], [message]);
  }

  /** Records the demand of another instance. */
  #onDemand({ from, intervalMs: requestedMs, usesDefaultInterval, newerThanServerAt }: DemandMessage): void {
    const poller = this.#poller;
    if (this.#token === undefined || poller === undefined) return;
    const { link } = this.#connected;
    const intervalMs = requestedMs ?? undefined;
    const until = this.#topic.clock.now() + demandExpiryMs;
    this.#demands.set(from, { intervalMs, usesDefaultInterval, until });
    const newest = this.#order.newest;
    if (newerThanServerAt === null) {
      poller.onSubscribe({ intervalMs, newerThanAt: 0 }, true);
      return;
    }
    const newerThanAt = link.time.toLocal(newerThanServerAt) + link.time.errorMs;
    const isSatisfied = newest !== undefined && (newest.state.kind === 'failed' || newest.state.readAt > newerThanAt);
    // The follower missed this state when it was published; publish it again.
    if (newest !== undefined && isSatisfied) this.#share(newest);
    poller.onSubscribe({ intervalMs, newerThanAt }, isSatisfied);
  }

  #remoteDemands(): readonly RequestedInterval[] {
    const now = this.#topic.clock.now();
    for (const [from, { until }] of this.#demands) if (until < now) this.#demands.delete(from);
    return [...this.#demands.values()];
  }
}

/** Watches resources for subscribers: one poller a credential and resource, one loader a state. */
import { operation } from '../contract/index.ts';
import { RestSession, type SessionOptions } from '../rest/batch/session.ts';
import type { RestClient } from '../rest/client.ts';
import type { Credential } from '../rest/credential.ts';
import { isRestError, RestError } from '../rest/errors.ts';
import type { RestRequest, RestResponse } from '../rest/request.ts';
import { urlOf } from '../rest/url.ts';
import { Budgets } from './budget.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Hub, MemoryHub, type Source } from './hub.ts';
import { Poller, type PollingIntervals } from './poller.ts';
import type { State } from './state.ts';
import { type FollowOptions, Stream, type WatchStream } from './stream.ts';
import type { Watch } from './watch.ts';

/** Milliseconds for which a state counts as the present one for a subscriber who has just come. */
const fresh = 5000;

export interface WatcherOptions extends PollingIntervals {
  readonly client: RestClient;
  /** Told of every REST call when it has ended. */
  readonly onCall?: SessionOptions['onCall'];
  /** Takes a poller's place, and gives a function that gives it back; fails with a RestError where the credential may have no more. */
  readonly admit?: (credential: Credential) => () => void;
  readonly hub?: Hub;
  readonly clock?: Clock;
}

/** What subscribers of one topic share in this process. */
interface TopicSubscribers {
  readonly abort: AbortController;
  readonly reads: WeakMap<State, RestSession>;
  /** The state whose reads began last. */
  latest: State | undefined;
  streams: number;
}

/** What is under way; all zero when nobody watches anything. */
export interface Underway {
  readonly streams: number;
  readonly readers: number;
  readonly pollers: number;
  readonly timers: number;
  readonly calls: number;
}

/** Stands in for a poller that there may not be. */
class Refusal implements Source {
  readonly #error: RestError;
  readonly #clock: Clock;

  constructor(error: RestError, clock: Clock) {
    this.#error = error;
    this.#clock = clock;
  }

  start(publish: (state: State) => void): void {
    const error = this.#error;
    publish({ kind: 'failed', at: this.#clock.now(), version: `failed: ${error.code}`, error, last: true });
  }

  joined(): void {}

  stop(): void {}
}

export class Watcher {
  readonly #options: WatcherOptions;
  readonly #hub: Hub;
  readonly #clock: Clock;
  readonly #budgets: Budgets;
  readonly #topics = new Map<string, TopicSubscribers>();
  readonly #streams = new Set<Stream>();
  #closed: RestError | undefined;
  #timers = 0;
  #calls = 0;

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#hub = options.hub ?? new MemoryHub();
    this.#clock = this.#counting(options.clock ?? systemClock);
    this.#budgets = new Budgets(this.#clock);
  }

  /** Gives the present state, then each that differs. Nothing begins before the first `next`. */
  follow(watch: Watch, request: RestRequest, options: FollowOptions): WatchStream {
    const { credential, every, field } = options;
    const url = urlOf(request);
    const topic = `${credential.fingerprint} ${request.operation} ${url}`;
    const writtenAt = this.#budgets.find(credential.fingerprint)?.writtenAt ?? 0;
    const after = Math.max(this.#clock.now() - fresh, writtenAt);
    const subscription = this.#hub.subscribe(topic, { every, after }, () =>
      this.#source(watch, request, credential, field),
    );
    return new Stream(watch, subscription, options, {
      request,
      opened: (stream) => this.#opened(topic, stream),
      closed: (stream) => this.#left(topic, stream),
      reads: (state) => this.#readsOf(topic, state, credential),
    });
  }

  /** Takes note of a write: no subscriber who comes later is told a state from before it. */
  written({ fingerprint }: Credential): void {
    const budget = this.#budgets.find(fingerprint);
    if (budget !== undefined) budget.writtenAt = this.#clock.now();
  }

  get underway(): Underway {
    return {
      streams: this.#streams.size,
      readers: this.#hub.readers,
      pollers: this.#budgets.pollers,
      timers: this.#timers,
      calls: this.#calls,
    };
  }

  /** Ends all streams, each with this error as its last event. */
  close(reason: RestError): void {
    this.#closed = reason;
    for (const stream of this.#streams) stream.fail(reason);
  }

  #source(watch: Watch, request: RestRequest, credential: Credential, field: string): Source {
    try {
      return this.#poller(watch, request, credential, field, this.#options.admit?.(credential));
    } catch (error) {
      if (isRestError(error)) return new Refusal(error, this.#clock);
      throw error;
    }
  }

  #poller(watch: Watch, request: RestRequest, credential: Credential, field: string, leave?: () => void): Poller {
    const { client, firstInterval, longestInterval, patience } = this.#options;
    const budget = this.#budgets.join(credential.fingerprint);
    const heard = (answer: Pick<RestResponse, 'status' | 'headers'>) => budget.note(answer);
    return new Poller({
      watch,
      request,
      budget,
      clock: this.#clock,
      pace: { firstInterval, longestInterval, patience },
      // The poller has intervals of its own, which a failing upstream lengthens.
      call: (asked, headers, signal) =>
        this.#observed(asked, field, () => client.call(asked, { credential, signal, headers, retries: 0, heard })),
      ended: () => {
        this.#budgets.leave(credential.fingerprint);
        leave?.();
      },
    });
  }

  async #observed(request: RestRequest, field: string, call: () => Promise<RestResponse>): Promise<RestResponse> {
    const { id, method, path } = operation(request.operation);
    const begun = performance.now();
    let status: number | undefined;
    let error: RestError | undefined;
    this.#calls += 1;
    try {
      const answer = await call();
      status = answer.status;
      return answer;
    } catch (failure) {
      if (failure instanceof RestError) error = failure;
      throw failure;
    } finally {
      this.#calls -= 1;
      // A call that the poller gave up says nothing about the upstream.
      if (error?.code !== 'CANCELLED')
        this.#options.onCall?.({
          operation: id,
          method,
          path,
          field,
          status: status ?? error?.status,
          error: error?.code,
          durationMs: Math.round((performance.now() - begun) * 100) / 100,
          source: 'upstream',
        });
    }
  }

  #opened(topic: string, stream: Stream): void {
    this.#streams.add(stream);
    const audience = this.#topics.get(topic) ?? {
      abort: new AbortController(),
      reads: new WeakMap(),
      latest: undefined,
      streams: 0,
    };
    audience.streams += 1;
    this.#topics.set(topic, audience);
    if (this.#closed !== undefined) stream.fail(this.#closed);
  }

  #left(topic: string, stream: Stream): void {
    const audience = this.#topics.get(topic);
    if (!this.#streams.delete(stream) || audience === undefined) return;
    audience.streams -= 1;
    if (audience.streams > 0) return;
    this.#topics.delete(topic);
    audience.abort.abort();
  }

  /**
   * The reads of a state, made with the credential that all subscribers of the topic have. A later look that found nothing new shares those
   * of the one before as long as they are as fresh as a state has to be.
   */
  #readsOf(topic: string, state: State, credential: Credential): RestSession {
    const audience = this.#topics.get(topic);
    const known = audience?.reads.get(state);
    if (known !== undefined) return known;
    const { latest } = audience ?? {};
    const writtenAt = this.#budgets.find(credential.fingerprint)?.writtenAt ?? 0;
    const same = latest?.version === state.version && state.at - latest.at < fresh && latest.at > writtenAt;
    const reads = (same && audience?.reads.get(latest)) || this.#newReads(audience, credential);
    audience?.reads.set(state, reads);
    if (audience !== undefined && !same) audience.latest = state;
    return reads;
  }

  #newReads(audience: TopicSubscribers | undefined, credential: Credential): RestSession {
    return new RestSession(this.#options.client, {
      credential,
      signal: audience?.abort.signal ?? AbortSignal.abort(),
      // Each subscriber's own event counts its calls against the limit.
      maxCalls: Number.POSITIVE_INFINITY,
      reportOnly: true,
      onCall: this.#options.onCall,
    });
  }

  #counting(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      random: () => clock.random(),
      after: (milliseconds, run) => {
        this.#timers += 1;
        let open = true;
        const end = () => {
          if (open) this.#timers -= 1;
          open = false;
        };
        const cancel = clock.after(milliseconds, () => {
          end();
          run();
        });
        return () => {
          end();
          cancel();
        };
      },
    };
  }
}

/** Watches resources for subscribers, with one poller for each credential and resource, and shared reads for each state. */
import type { Allowance } from '../rest/allowance.ts';
import { RestSession, type SessionOptions } from '../rest/batch/session.ts';
import type { CallTrace } from '../rest/call-tracing.ts';
import { Cancellation } from '../rest/cancellation.ts';
import type { RestClient } from '../rest/client.ts';
import type { Credential } from '../rest/credential.ts';
import type { CredentialEvents } from '../rest/credential-events.ts';
import { checkObject } from '../rest/documented-object.ts';
import { isRestError, RestError } from '../rest/errors.ts';
import { type RestRequest, type RestResponse, recordOf, type TracedCall } from '../rest/request.ts';
import { urlOf } from '../rest/url.ts';
import { type Budget, Budgets } from './budget.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Hub, MemoryHub, type Source } from './hub.ts';
import { PollMemory } from './poll-memory.ts';
import { Poller, type PollerOptions, type PollingIntervals } from './poller.ts';
import { Polls } from './polls.ts';
import type { SharedTopics } from './shared-topics.ts';
import type { ReadState, State } from './state.ts';
import { type FollowOptions, streamOf, type WatchStream } from './stream.ts';
import type { Watch } from './watch.ts';

/** Lower bound on the milliseconds for which the events of one state share their reads. */
const minSharedReadsMs = 1000;

/** How watching is shared with other instances. */
export interface SharedWatching {
  readonly topics: SharedTopics;
  readonly events: CredentialEvents;
}

export interface WatcherOptions extends PollingIntervals {
  readonly client: RestClient;
  /** Called for every REST call when it has ended. */
  readonly onCall?: SessionOptions['onCall'];
  /** Follows the calls, which belong to no operation; none are when absent. */
  readonly tracing?: SessionOptions['tracing'];
  /** Counts a poller. @returns a function that ends the count @throws RestError where the credential may have no more */
  readonly admit?: (credential: Credential) => () => void;
  /** Counts the calls for a caller; absent where callers have no limit. */
  readonly allowanceOf?: ((credential: Credential) => Allowance | undefined) | undefined;
  readonly hub?: Hub;
  /** What is shared with other instances; absent where this one stands alone. */
  readonly shared?: SharedWatching | undefined;
  readonly clock?: Clock;
}

/** Whose poller it is, and for which field. */
type Follower = Pick<FollowOptions, 'credential' | 'field' | 'writtenAt'>;

/** Everything that the subscribers of one topic share in this process. */
interface SharedTopic {
  readonly cancellation: Cancellation;
  readonly reads: WeakMap<State, RestSession>;
  readonly polls: Polls;
  /** The state for which a session was made last. */
  latest: State | undefined;
  streams: number;
}

/** Counts of everything under way; all zero when nobody watches anything. */
export interface Underway {
  readonly streams: number;
  readonly subscribers: number;
  readonly pollers: number;
  readonly timers: number;
  readonly calls: number;
}

/** The source in place of a poller that is refused. */
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
  readonly #memory: PollMemory;
  readonly #topics = new Map<string, SharedTopic>();
  /** Ends each open stream with an error as its last event. */
  readonly #streams = new Set<(reason: RestError) => void>();
  #closed: RestError | undefined;
  #timers = 0;
  #calls = 0;

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#hub = options.hub ?? new MemoryHub();
    this.#clock = this.#counting(options.clock ?? systemClock);
    this.#memory = new PollMemory(this.#clock, options.firstInterval);
    this.#budgets = new Budgets(this.#clock, options.client.limits, options.shared?.events);
  }

  /** Streams the present state, then each that differs. Nothing begins before the first `next`. */
  follow(watch: Watch, request: RestRequest, options: FollowOptions): WatchStream {
    const { credential, every } = options;
    const url = urlOf(request);
    const sharing = credential.sharingKey(this.#options.allowanceOf?.(credential) !== undefined);
    const topic = `${sharing} ${request.operation} ${url}`;
    const known = this.#budgets.find(credential.fingerprint)?.writtenAt ?? 0;
    const written = Math.max(known, this.#memory.writtenAt(credential), options.writtenAt ?? 0);
    // As no two polls are closer, a state that is too old for a subscriber can be read again immediately.
    const after = Math.max(this.#clock.now() - this.#options.firstInterval, written);
    const subscription = this.#hub.subscribe(topic, { every, after }, () =>
      this.#source(topic, watch, request, options, (poll) => this.#topics.get(topic)?.polls.add(poll)),
    );
    let told = 0;
    return streamOf(watch, subscription, options, {
      request,
      opened: (fail) => {
        told = Math.max(0, (this.#topics.get(topic)?.polls.count ?? 0) - 1);
        return this.#opened(topic, fail);
      },
      reads: (state) => this.#readsOf(topic, state, credential),
      polls: () => {
        const { polls } = this.#topics.get(topic) ?? {};
        const newest = polls?.after(told) ?? [];
        told = polls?.count ?? told;
        return newest;
      },
    });
  }

  /**
   * Records a write, so that subscribers who join later get no state from before it.
   * @returns a promise that resolves when other instances have been told; undefined where there are none
   */
  written(credential: Credential): Promise<void> | undefined {
    this.#memory.recordWrite(credential);
    const budget = this.#budgets.find(credential.fingerprint);
    if (budget !== undefined) budget.writtenAt = this.#clock.now();
    return this.#options.shared?.events.written(credential);
  }

  /** When other instances wrote last with a credential; undefined where there are none, or they do not tell in time. */
  async lastWrite(credential: Credential): Promise<number | undefined> {
    return this.#options.shared?.events.lastWrite(credential);
  }

  get underway(): Underway {
    return {
      streams: this.#streams.size,
      subscribers: this.#hub.subscribers,
      pollers: this.#budgets.pollers,
      timers: this.#timers,
      calls: this.#calls,
    };
  }

  /** Ends all streams, each with this error as its last event. */
  close(reason: RestError): void {
    this.#closed = reason;
    for (const fail of this.#streams) fail(reason);
  }

  #source(
    topic: string,
    watch: Watch,
    request: RestRequest,
    { credential, field, writtenAt = 0 }: Follower,
    onPoll: (poll: TracedCall) => void,
  ): Source {
    try {
      const leave = this.#options.admit?.(credential);
      const budget = this.#budgets.join(credential);
      budget.writtenAt = Math.max(budget.writtenAt, writtenAt);
      const ended = () => {
        this.#budgets.leave(credential.fingerprint);
        leave?.();
      };
      const memory = this.#memory;
      const { polledAt, state: newest } = memory.find(topic) ?? {};
      const options = {
        ...this.#pollerOptions(watch, request, { credential, field, writtenAt }, onPoll, budget),
        polledAt,
        onPoll: (at: number) => memory.recordStart(topic, at),
        onState: (state: ReadState, characters: number) => memory.recordState(topic, state, characters),
      };
      const { shared } = this.#options;
      if (shared === undefined) return new Poller({ ...options, known: newest, ended });
      return shared.topics.source({
        name: topic,
        credential,
        intervals: options.intervals,
        clock: this.#clock,
        poller: (known = newest) => new Poller({ ...options, known }),
        writtenAt: () => budget.writtenAt,
        ended,
      });
    } catch (error) {
      if (isRestError(error)) return new Refusal(error, this.#clock);
      throw error;
    }
  }

  #pollerOptions(
    watch: Watch,
    request: RestRequest,
    { credential, field }: Follower,
    onPoll: (poll: TracedCall) => void,
    budget: Budget,
  ) {
    const { client, firstInterval, longestInterval, patience } = this.#options;
    const onResponse = (response: Pick<RestResponse, 'status' | 'headers'>) => budget.note(response);
    return {
      watch,
      request,
      budget,
      clock: this.#clock,
      intervals: { firstInterval, longestInterval, patience },
      // The poller itself polls again after a failure.
      call: (polled, headers, cancellation) =>
        this.#observed(polled, field, onPoll, async (traced) => {
          const response = await client.call(polled, {
            credential,
            cancellation,
            headers: { ...headers, ...traced },
            retries: 0,
            onResponse,
            allowance: this.#options.allowanceOf?.(credential),
          });
          return checkObject(response, polled, credential);
        }),
    } satisfies Omit<PollerOptions, 'ended'>;
  }

  async #observed(
    request: RestRequest,
    field: string,
    onPoll: (poll: TracedCall) => void,
    call: (headers: CallTrace['headers'] | undefined) => Promise<RestResponse>,
  ): Promise<RestResponse> {
    const startedAt = performance.now();
    const trace = this.#options.tracing?.call(request);
    let status: number | undefined;
    let error: RestError | undefined;
    this.#calls += 1;
    try {
      const response = await call(trace?.headers);
      status = response.status;
      return response;
    } catch (failure) {
      if (failure instanceof RestError) error = failure;
      throw failure;
    } finally {
      this.#calls -= 1;
      const record = recordOf({ request, field, startedAt, status: status ?? error?.status, error: error?.code });
      trace?.end(record);
      // A cancelled call says nothing about the upstream.
      if (error?.code !== 'CANCELLED') {
        onPoll(record);
        this.#options.onCall?.(record);
      }
    }
  }

  #opened(name: string, fail: (reason: RestError) => void): () => void {
    const topic = this.#topics.get(name) ?? {
      cancellation: new Cancellation(),
      reads: new WeakMap(),
      polls: new Polls(),
      latest: undefined,
      streams: 0,
    };
    topic.streams += 1;
    this.#topics.set(name, topic);
    this.#streams.add(fail);
    if (this.#closed !== undefined) fail(this.#closed);
    return () => {
      this.#streams.delete(fail);
      topic.streams -= 1;
      if (topic.streams > 0) return;
      this.#topics.delete(name);
      topic.cancellation.cancel();
    };
  }

  /**
   * The reads of a state, made with the credential that all subscribers of the topic have. A later poll that found nothing new shares those
   * of the one before while they are as fresh as a state has to be.
   */
  #readsOf(name: string, state: State, credential: Credential): RestSession {
    const topic = this.#topics.get(name);
    const known = topic?.reads.get(state);
    if (known !== undefined) return known;
    const { latest } = topic ?? {};
    const writtenAt = this.#budgets.find(credential.fingerprint)?.writtenAt ?? 0;
    const same =
      latest?.version === state.version &&
      state.at - latest.at < Math.max(this.#options.firstInterval, minSharedReadsMs) &&
      latest.at > writtenAt;
    const reads = (same && topic?.reads.get(latest)) || this.#newReads(topic, credential);
    topic?.reads.set(state, reads);
    if (topic !== undefined && !same) topic.latest = state;
    return reads;
  }

  #newReads(topic: SharedTopic | undefined, credential: Credential): RestSession {
    return new RestSession(this.#options.client, {
      credential,
      cancellation: topic?.cancellation ?? Cancellation.ended(),
      // Each subscriber's own event counts its calls against the limit.
      maxCalls: Number.POSITIVE_INFINITY,
      reportOnly: true,
      onCall: this.#options.onCall,
      tracing: this.#options.tracing,
      allowance: this.#options.allowanceOf?.(credential),
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

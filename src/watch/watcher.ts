/** Watches resources for subscribers, with one poller per credential and resource, and shared reads for each state. */

import { RestSession, type SessionOptions } from '../rest/batch/session.ts';
import type { CallBudget } from '../rest/call-budget.ts';
import { Cancellation } from '../rest/cancellation.ts';
import type { RestClient } from '../rest/client.ts';
import type { Credential } from '../rest/credential.ts';
import type { CredentialEvents } from '../rest/credential-events.ts';
import { isRestError, type RestError } from '../rest/errors.ts';
import type { RestRequest, RestResponse, TracedCall } from '../rest/request.ts';
import { getRequestUrl } from '../rest/url.ts';
import { type Clock, systemClock } from './clock.ts';
import { type StateSource, TopicHub } from './hub.ts';
import { type PollBudget, PollBudgets } from './poll-budget.ts';
import { PollLog } from './poll-log.ts';
import { PollMemory } from './poll-memory.ts';
import { Poller, type PollerOptions, type PollingIntervals } from './poller.ts';
import { RejectedSource } from './rejected-source.ts';
import type { SharedTopics } from './shared-topics.ts';
import type { ResourceState, State } from './state.ts';
import { createWatchStream, type WatchStream, type WatchStreamOptions } from './stream.ts';
import type { Watch } from './watch.ts';

/** Lower bound on the time for which the events of one state share their reads. */
const minSharedReadsMs = 1000;

/** Time after which a poll that is due counts as overdue. */
const maxLagMs = 30_000;
/** Maximum by which the time of a write may lie in the future: times of other instances have the error of their conversion. */
const maxFutureMs = 10_000;

/** State that is shared with other instances. */
export interface SharedWatching {
  readonly topics: SharedTopics;
  readonly events: CredentialEvents;
}

export interface WatcherOptions extends PollingIntervals {
  readonly client: RestClient;
  /** Called when a REST call has ended. */
  readonly onCall?: SessionOptions['onCall'];
  /** Called with each successful poll. @param lagMs time from when the poll was due to its response */
  readonly onPollLag?: ((lagMs: number) => void) | undefined;
  /** Called when a poll starts for wake-ups. */
  readonly onWokenPoll?: (() => void) | undefined;
  /** Traces the calls, which belong to no operation; `undefined` disables tracing. */
  readonly tracing?: SessionOptions['tracing'];
  /** Counts a poller. @returns a function that ends the count @throws RestError if the caller is at its limit */
  readonly admit?: (credential: Credential) => () => void;
  /** Opens the call budget of a caller; `undefined` if callers have no limit. */
  readonly openBudget?: ((credential: Credential) => CallBudget | undefined) | undefined;
  /** State that is shared with other instances; `undefined` for a standalone instance. */
  readonly shared?: SharedWatching | undefined;
  readonly clock?: Clock;
}

/** Subscriber for whom a poller is started, and the field that requested it. */
type PollRequester = Pick<WatchStreamOptions, 'credential' | 'field' | 'writtenAt'>;

/** State that the subscribers of one topic share in this process. */
interface TopicSessions {
  readonly cancellation: Cancellation;
  readonly sharedSessions: WeakMap<State, RestSession>;
  readonly polls: PollLog;
  /** State for which a session was created last. */
  latest: State | undefined;
  streams: number;
}

/** Numbers of active streams and pollers; all zero without subscriptions. */
export interface WatchActivity {
  readonly streams: number;
  readonly subscribers: number;
  readonly pollers: number;
  /** Pollers of this instance, and the late ones of them. */
  readonly activePollers: number;
  readonly overduePollers: number;
  readonly timers: number;
  readonly calls: number;
}

/** REST path of a topic, whose name ends with its URL. */
function pathOfTopic(topic: string): string {
  const [path = ''] = topic.slice(topic.lastIndexOf(' ') + 1).split('?');
  return path.replace(/^\/+/, '');
}

export class Watcher {
  readonly #options: WatcherOptions;
  readonly #hub = new TopicHub();
  readonly #clock: Clock;
  readonly #budgets: PollBudgets;
  readonly #activePollers = new Set<Poller>();
  readonly #memory: PollMemory;
  readonly #topics = new Map<string, TopicSessions>();
  #streams = 0;
  #timers = 0;
  #calls = 0;

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#clock = this.#counting(options.clock ?? systemClock);
    this.#memory = new PollMemory(this.#clock, options.firstIntervalMs);
    options.client.breaker?.onClose(() => {
      for (const poller of this.#activePollers) poller.retrySoon();
    });
    this.#budgets = new PollBudgets(this.#clock, options.client.limits, options.shared?.events);
  }

  /** Streams the current state, then each change. Polling starts with the first `next()`. */
  openStream(watch: Watch, request: RestRequest, options: WatchStreamOptions): WatchStream {
    const { credential, intervalMs, cancellation, forever } = options;
    const url = getRequestUrl(this.#options.client.contract, request);
    const sharing = credential.sharingKey(this.#options.openBudget?.(credential) !== undefined);
    const topic = `${sharing} ${request.operation} ${url}`;
    const localWrite = this.#budgets.find(credential.fingerprint)?.writtenAt ?? 0;
    const written = this.#boundFuture(Math.max(localWrite, this.#memory.writtenAt(credential), options.writtenAt ?? 0));
    // Except after wake-ups and writes, polls are at least this far apart, so a state that is too old can be read again immediately.
    const newerThanAt = Math.max(this.#clock.now() - this.#options.firstIntervalMs, written);
    const isLast = (state: State) =>
      state.kind === 'failed' ? state.last : !forever && watch.isOver(state.attributes);
    const states = this.#hub.subscribe(topic, { intervalMs, newerThanAt }, { cancellation, isLast }, () =>
      this.#source(topic, watch, request, options, (poll) => this.#topics.get(topic)?.polls.add(poll)),
    );
    let deliveredPolls = 0;
    return createWatchStream(states, {
      request,
      start: () => {
        deliveredPolls = Math.max(0, (this.#topics.get(topic)?.polls.count ?? 0) - 1);
        return this.#opened(topic);
      },
      getSharedSession: (state) => this.#getSharedSession(topic, state, credential),
      polls: () => {
        const { polls } = this.#topics.get(topic) ?? {};
        const newest = polls?.after(deliveredPolls) ?? [];
        deliveredPolls = polls?.count ?? deliveredPolls;
        return newest;
      },
    });
  }

  /**
   * Records a write, so that subscribers who join later receive no state from before it.
   * @returns a promise that resolves when other instances have been notified; `undefined` without other instances
   */
  recordWrite(credential: Credential): Promise<void> | undefined {
    this.#memory.recordWrite(credential);
    const budget = this.#budgets.find(credential.fingerprint);
    if (budget !== undefined) budget.writtenAt = this.#clock.now();
    return this.#options.shared?.events.publishWrite(credential);
  }

  /**
   * Triggers polls of resources that are reported to have changed.
   * @param paths REST paths without query and outer slashes; each matches the resource itself, those below it, and the
   * list that contains it
   * @returns number of pollers of this instance that poll
   */
  wake(paths: readonly string[]): number {
    const matches = (topic: string) => {
      const polled = pathOfTopic(topic);
      return paths.some(
        (path) => path === polled || polled.startsWith(`${path}/`) || path.slice(0, path.lastIndexOf('/')) === polled,
      );
    };
    this.#memory.invalidate(matches);
    return this.#hub.wake(matches);
  }

  /**
   * Time of the last write with a credential that any instance has published, in milliseconds since 1970; `undefined`
   * for a standalone instance, or if no recent write is stored or Redis does not respond in time.
   */
  async loadLastWrite(credential: Credential): Promise<number | undefined> {
    return this.#options.shared?.events.loadLastWrite(credential);
  }

  get activity(): WatchActivity {
    return {
      streams: this.#streams,
      subscribers: this.#hub.subscribers,
      pollers: this.#budgets.pollers,
      activePollers: this.#activePollers.size,
      overduePollers: this.#activePollers
        .values()
        .reduce((sum, { overdueMs }) => sum + Number(overdueMs > maxLagMs), 0),
      timers: this.#timers,
      calls: this.#calls,
    };
  }

  /** Ends all streams, each with this error as its last event. */
  close(error: RestError): void {
    this.#hub.close({ kind: 'failed', readAt: this.#clock.now(), version: 'closed', error, last: true });
  }

  /** Bounds a time that lies in the future because the clock was set back. */
  #boundFuture(at: number): number {
    return Math.min(at, this.#clock.now() + maxFutureMs);
  }

  #source(
    topic: string,
    watch: Watch,
    request: RestRequest,
    { credential, field, writtenAt = 0 }: PollRequester,
    recordPoll: (poll: TracedCall) => void,
  ): StateSource {
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
        ...this.#pollerOptions(watch, request, { credential, field, writtenAt }, recordPoll, budget),
        polledAt,
        onPollStart: (at: number) => memory.recordStart(topic, at),
        onState: (state: ResourceState, characters: number) => memory.recordState(topic, state, characters),
      };
      const { shared } = this.#options;
      if (shared === undefined) return new Poller({ ...options, initialState: newest, onEnd: ended });
      return shared.topics.source({
        name: topic,
        credential,
        intervals: options.intervals,
        clock: this.#clock,
        poller: (initialState = newest) => new Poller({ ...options, initialState }),
        writtenAt: () => this.#boundFuture(budget.writtenAt),
        onEnd: ended,
      });
    } catch (error) {
      if (isRestError(error)) return new RejectedSource(error, this.#clock);
      throw error;
    }
  }

  #pollerOptions(
    watch: Watch,
    request: RestRequest,
    { credential, field }: PollRequester,
    recordPoll: (poll: TracedCall) => void,
    budget: PollBudget,
  ) {
    const { client, firstIntervalMs, maxIntervalMs, errorGracePeriodMs } = this.#options;
    const onResponse = (response: Pick<RestResponse, 'status' | 'headers'>) => budget.recordResponse(response);
    return {
      watch,
      request,
      contract: client.contract,
      budget,
      clock: this.#clock,
      intervals: { firstIntervalMs, maxIntervalMs, errorGracePeriodMs },
      active: this.#activePollers,
      onLag: this.#options.onPollLag,
      onWokenPoll: this.#options.onWokenPoll,
      call: async (polled, headers, cancellation) => {
        this.#calls += 1;
        try {
          return await client.call(polled, {
            credential,
            cancellation,
            headers,
            // The poller repeats a failed poll itself.
            retries: 0,
            isPoll: true,
            onResponse,
            budget: this.#options.openBudget?.(credential),
            field,
            tracing: this.#options.tracing,
            onEnd: (record, poll) => {
              // A cancelled call is no evidence about the upstream.
              if (record.error === 'CANCELLED') return;
              recordPoll(poll);
              this.#options.onCall?.(record);
            },
          });
        } finally {
          this.#calls -= 1;
        }
      },
    } satisfies Omit<PollerOptions, 'onEnd'>;
  }

  #opened(name: string): () => void {
    const topic = this.#topics.get(name) ?? {
      cancellation: new Cancellation(),
      sharedSessions: new WeakMap(),
      polls: new PollLog(),
      latest: undefined,
      streams: 0,
    };
    topic.streams += 1;
    this.#topics.set(name, topic);
    this.#streams += 1;
    return () => {
      this.#streams -= 1;
      topic.streams -= 1;
      if (topic.streams > 0) return;
      this.#topics.delete(name);
      topic.cancellation.cancel();
    };
  }

  /**
   * Returns the session of a state, with the credential that all subscribers of the topic have. A later poll without a
   * change shares the session of the previous one while its reads are recent enough.
   */
  #getSharedSession(name: string, state: State, credential: Credential): RestSession {
    const topic = this.#topics.get(name);
    const cached = topic?.sharedSessions.get(state);
    if (cached !== undefined) return cached;
    const { latest } = topic ?? {};
    const writtenAt = this.#budgets.find(credential.fingerprint)?.writtenAt ?? 0;
    const same =
      latest?.version === state.version &&
      state.readAt - latest.readAt < Math.max(this.#options.firstIntervalMs, minSharedReadsMs) &&
      latest.readAt > writtenAt;
    const session = (same && topic?.sharedSessions.get(latest)) || this.#createSharedSession(topic, credential);
    topic?.sharedSessions.set(state, session);
    if (topic !== undefined && !same) topic.latest = state;
    return session;
  }

  #createSharedSession(topic: TopicSessions | undefined, credential: Credential): RestSession {
    return new RestSession(this.#options.client, {
      credential,
      cancellation: topic?.cancellation ?? Cancellation.createCancelled(),
      // Each subscriber's own event counts its calls against the limit.
      maxCalls: Number.POSITIVE_INFINITY,
      reportOnly: true,
      onCall: this.#options.onCall,
      tracing: this.#options.tracing,
      budget: this.#options.openBudget?.(credential),
    });
  }

  #counting(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      systemNow: clock.systemNow,
      random: () => clock.random(),
      setTimeout: (milliseconds, run) => {
        this.#timers += 1;
        let open = true;
        const end = () => {
          if (open) this.#timers -= 1;
          open = false;
        };
        const cancel = clock.setTimeout(milliseconds, () => {
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

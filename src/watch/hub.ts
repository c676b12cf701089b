/**
 * Distributes states from pollers to subscribers. A topic has any number of subscribers and one source, which runs
 * while there are subscribers. The hub serves one process. Each process has its own source of a shared topic, and one
 * of them polls for all (`shared-topics.ts`).
 */
import { CancellableStream } from '../rest/cancellable-stream.ts';
import type { Cancellation } from '../rest/cancellation.ts';
import type { FailedState, State } from './state.ts';

export interface SubscriberOptions {
  /** Milliseconds between two polls; `undefined` uses the default of the source. */
  readonly intervalMs: number | undefined;
  /** The first state must have been read after this time, in milliseconds since 1970. */
  readonly newerThanAt: number;
}

/** Condition for the end of a subscription. */
export interface SubscriptionEnd {
  readonly cancellation: Cancellation;
  /** Whether the subscriber needs no state after this one. */
  readonly isLast: (state: State) => boolean;
}

/** Interval that all subscribers of a topic together request. */
export interface RequestedInterval {
  /** Shortest interval that a subscriber requests, in milliseconds. */
  readonly intervalMs: number | undefined;
  /** Whether a subscriber uses the default interval of the source. */
  readonly usesDefaultInterval: boolean;
}

/** Publishes the states of one topic. */
export interface StateSource {
  /**
   * Starts the source.
   * @param requestedInterval returns the interval that the subscribers currently request
   * @param first options of the first subscriber
   */
  start(publish: (state: State) => void, requestedInterval: () => RequestedInterval, first: SubscriberOptions): void;
  /** Called for each subscriber after the first. @param satisfied whether the newest state is recent enough for it */
  onSubscribe(options: SubscriberOptions, satisfied: boolean): void;
  /** Called when the resource is reported to have changed. */
  wake(): void;
  /** Ends everything that the source has started. */
  stop(): void;
}

interface ActiveTopic {
  readonly source: StateSource;
  readonly subscribers: Set<Subscriber>;
  newest: State | undefined;
}

/** Newest state for one subscriber, until the subscriber requests it. */
class Subscriber {
  readonly options: SubscriberOptions;
  #newest: State | undefined;
  #last: State | undefined;
  #wake: () => void = () => {};

  constructor(options: SubscriberOptions) {
    this.options = options;
  }

  /** Whether a state is recent enough: later states always are, and so is a failure, because it lasts. */
  accepts(state: State): boolean {
    return this.#last !== undefined || state.kind === 'failed' || state.readAt > this.options.newerThanAt;
  }

  offer(state: State): void {
    if (!this.accepts(state)) return;
    this.#newest = state;
    this.#wake();
  }

  /** Waits for a state that differs from the last one. */
  async take(): Promise<State> {
    while (this.#newest === undefined || this.#newest.version === this.#last?.version)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#last = this.#newest;
    return this.#last;
  }
}

/** Topics of one process. */
export class TopicHub {
  readonly #topics = new Map<string, ActiveTopic>();
  #closed: FailedState | undefined;

  /**
   * Streams the states of a topic to one subscriber, each different from the one before. A slow subscriber receives
   * only the newest one. The topic is joined when the first state is requested, and left when the last state is
   * delivered or the subscription is cancelled.
   * @param source creates the source of the topic; called only if none is running
   */
  subscribe(
    topic: string,
    options: SubscriberOptions,
    { cancellation, isLast }: SubscriptionEnd,
    source: () => StateSource,
  ): CancellableStream<State> {
    const subscriber = new Subscriber(options);
    const leave = () => this.#leave(topic, subscriber);
    let isJoined = false;
    let isOver = false;
    return new CancellableStream(async () => {
      if (isOver) return { done: true, value: undefined };
      if (!isJoined) {
        isJoined = true;
        cancellation.onCancelled(leave);
        this.#join(topic, subscriber, source);
      }
      const value = await subscriber.take();
      isOver = isLast(value);
      if (isOver) leave();
      return { done: false, value };
    }, cancellation);
  }

  get subscribers(): number {
    return this.#topics.values().reduce((sum, { subscribers }) => sum + subscribers.size, 0);
  }

  /** Wakes the sources of matching topics. @returns their number */
  wake(matches: (topic: string) => boolean): number {
    let woken = 0;
    for (const [name, { source }] of this.#topics) {
      if (!matches(name)) continue;
      woken += 1;
      source.wake();
    }
    return woken;
  }

  /** Stops all sources. @param last final state for current and later subscribers */
  close(last: FailedState): void {
    this.#closed = last;
    for (const [name, topic] of this.#topics) {
      topic.source.stop();
      this.#publish(name, topic, last);
    }
  }

  #join(name: string, subscriber: Subscriber, source: () => StateSource): void {
    const topic = this.#topics.get(name);
    if (this.#closed !== undefined) subscriber.offer(this.#closed);
    else if (topic === undefined) this.#open(name, subscriber, source());
    else {
      topic.subscribers.add(subscriber);
      const satisfied = topic.newest !== undefined && subscriber.accepts(topic.newest);
      if (topic.newest !== undefined) subscriber.offer(topic.newest);
      topic.source.onSubscribe(subscriber.options, satisfied);
    }
  }

  #open(name: string, subscriber: Subscriber, source: StateSource): void {
    const topic: ActiveTopic = { source, subscribers: new Set([subscriber]), newest: undefined };
    this.#topics.set(name, topic);
    source.start(
      (state) => this.#publish(name, topic, state),
      () =>
        combinedInterval(
          Iterator.from(topic.subscribers).map(({ options: { intervalMs } }) => toRequestedInterval(intervalMs)),
        ),
      subscriber.options,
    );
  }

  #publish(name: string, topic: ActiveTopic, state: State): void {
    topic.newest = state;
    // A later subscriber to an ended topic starts a new source.
    if (state.kind === 'failed' && state.last && this.#topics.get(name) === topic) this.#topics.delete(name);
    for (const subscriber of topic.subscribers) subscriber.offer(state);
  }

  #leave(name: string, subscriber: Subscriber): void {
    const topic = this.#topics.get(name);
    if (!topic?.subscribers.delete(subscriber) || topic.subscribers.size > 0) return;
    this.#topics.delete(name);
    topic.source.stop();
  }
}

/** Interval that one subscriber requests. */
function toRequestedInterval(intervalMs: number | undefined): RequestedInterval {
  return { intervalMs, usesDefaultInterval: intervalMs === undefined };
}

/** Interval that satisfies several requests. */
export function combinedInterval(intervals: Iterable<RequestedInterval>): RequestedInterval {
  let intervalMs: number | undefined;
  let usesDefaultInterval = false;
  for (const requested of intervals) {
    usesDefaultInterval ||= requested.usesDefaultInterval;
    if (requested.intervalMs !== undefined)
      intervalMs = Math.min(requested.intervalMs, intervalMs ?? requested.intervalMs);
  }
  return { intervalMs, usesDefaultInterval };
}

/**
 * The hub between pollers and subscribers. A topic has any number of subscribers and one source, which runs while there are subscribers.
 * It serves one process. Several processes that share their topics have a source each, of which one polls for all (`shared-topics.ts`).
 */
import { Repeater } from '@repeaterjs/repeater';
import type { State } from './state.ts';

export interface SubscriberOptions {
  /** Milliseconds between two polls; undefined leaves that to the source. */
  readonly every: number | undefined;
  /** The first state must have been read later than this, in milliseconds since 1970. */
  readonly after: number;
}

/** The interval that all subscribers of a topic together ask for. */
export interface RequestedInterval {
  /** The shortest interval that a subscriber asks for, in milliseconds. */
  readonly every: number | undefined;
  /** Whether a subscriber leaves the interval to the source. */
  readonly free: boolean;
}

/** Publishes the states of one topic. */
export interface Source {
  /**
   * Begins.
   * @param requestedInterval gives what the subscribers ask for at the moment
   * @param first of the subscribers
   */
  start(publish: (state: State) => void, requestedInterval: () => RequestedInterval, first: SubscriberOptions): void;
  /** Called for each subscriber after the first. @param satisfied whether the newest state is new enough for it */
  joined(options: SubscriberOptions, satisfied: boolean): void;
  /** Ends everything that the source has under way. */
  stop(): void;
}

/** The states of a topic for one subscriber, each different from the one before. A slow subscriber gets only the newest. */
export type Subscription = Repeater<State, undefined>;

export interface Hub {
  /**
   * Follows a topic from the first `next` on.
   * @param source makes the source of the topic; only called where none runs yet
   */
  subscribe(topic: string, options: SubscriberOptions, source: () => Source): Subscription;
  /** Number of subscribers of all topics. */
  readonly subscribers: number;
}

interface Topic {
  readonly source: Source;
  readonly subscribers: Set<Subscriber>;
  newest: State | undefined;
}

/** Holds the newest state for one subscriber until it is taken. */
class Subscriber {
  readonly options: SubscriberOptions;
  #newest: State | undefined;
  #last: State | undefined;
  #isOver = false;
  #wake: () => void = () => {};

  constructor(options: SubscriberOptions) {
    this.options = options;
  }

  /** Whether a state is new enough: later ones always are, and so is a failure, since it lasts. */
  accepts(state: State): boolean {
    return this.#last !== undefined || state.kind === 'failed' || state.at > this.options.after;
  }

  offer(state: State): void {
    if (!this.accepts(state)) return;
    this.#newest = state;
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Waits until the newest state differs from the last one that was taken; undefined after the end. */
  async take(): Promise<State | undefined> {
    while (!this.#isOver) {
      if (this.#newest !== undefined && this.#newest.version !== this.#last?.version) {
        this.#last = this.#newest;
        return this.#last;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return undefined;
  }
}

/** The hub of one process. */
export class MemoryHub implements Hub {
  readonly #topics = new Map<string, Topic>();

  subscribe(topic: string, options: SubscriberOptions, source: () => Source): Subscription {
    return new Repeater<State, undefined>(async (push, stop) => {
      const subscriber = new Subscriber(options);
      void stop.then(() => {
        this.#leave(topic, subscriber);
        subscriber.end();
      });
      this.#join(topic, subscriber, source);
      for (let state = await subscriber.take(); state !== undefined; state = await subscriber.take()) {
        // The promise settles at the subscriber's next call of `next`, so that it then gets the newest state.
        const nextCalled = push(state);
        if (state.kind === 'failed' && state.last) stop();
        await nextCalled;
      }
    });
  }

  get subscribers(): number {
    return this.#topics.values().reduce((sum, { subscribers }) => sum + subscribers.size, 0);
  }

  #join(name: string, subscriber: Subscriber, source: () => Source): void {
    const known = this.#topics.get(name);
    if (known === undefined) {
      this.#open(name, subscriber, source());
      return;
    }
    known.subscribers.add(subscriber);
    const satisfied = known.newest !== undefined && subscriber.accepts(known.newest);
    if (known.newest !== undefined) subscriber.offer(known.newest);
    known.source.joined(subscriber.options, satisfied);
  }

  #open(name: string, subscriber: Subscriber, source: Source): void {
    const topic: Topic = { source, subscribers: new Set([subscriber]), newest: undefined };
    this.#topics.set(name, topic);
    source.start(
      (state) => this.#publish(name, topic, state),
      () => combinedInterval(Iterator.from(topic.subscribers).map(({ options: { every } }) => wishOf(every))),
      subscriber.options,
    );
  }

  #publish(name: string, topic: Topic, state: State): void {
    topic.newest = state;
    // A later subscriber to an ended topic gets a source of its own.
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

/** What one subscriber asks for. */
function wishOf(every: number | undefined): RequestedInterval {
  return { every, free: every === undefined };
}

/** What several ask for together. */
export function combinedInterval(wishes: Iterable<RequestedInterval>): RequestedInterval {
  let every: number | undefined;
  let free = false;
  for (const wish of wishes) {
    free ||= wish.free;
    if (wish.every !== undefined) every = Math.min(wish.every, every ?? wish.every);
  }
  return { every, free };
}

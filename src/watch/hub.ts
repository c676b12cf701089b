/**
 * The hub between pollers and subscribers. A topic has any number of readers and one source, which runs while there are readers.
 *
 * `MemoryHub` serves one process. A hub that several processes share fits behind the same interface: it starts the source of a topic
 * in one of them only, hands states and demands on between them, and stops the source when the last reader anywhere has left.
 */
import type { State } from './state.ts';

/** What a reader wants. */
export interface SubscriberOptions {
  /** Milliseconds between two looks at the upstream; undefined leaves that to the source. */
  readonly every: number | undefined;
  /** The first state must have been asked for later than this, in milliseconds since 1970. */
  readonly after: number;
}

/** What all readers of a topic want together. */
export interface RequestedInterval {
  /** The shortest interval that a reader asked for. */
  readonly every: number | undefined;
  /** Whether a reader leaves the interval to the source. */
  readonly free: boolean;
}

/** Gives the states of one topic. */
export interface Source {
  /** Begins. @param rhythm What the readers want, whenever the source needs to know. */
  start(publish: (state: State) => void, rhythm: () => RequestedInterval): void;
  /** A reader has come. @param satisfied Whether the newest state was new enough for it. */
  joined(demand: SubscriberOptions, satisfied: boolean): void;
  /** Ends everything that the source has under way. */
  stop(): void;
}

/** The states of a topic for one reader: only those that differ from the one before, and of several waiting ones only the newest. */
export type Subscription = AsyncIterableIterator<State, undefined, undefined> & {
  return(): Promise<IteratorReturnResult<undefined>>;
};

export interface Hub {
  /**
   * Follows a topic from the first `next` on.
   * @param source makes the source of the topic; only used where it does not run yet
   */
  subscribe(topic: string, demand: SubscriberOptions, source: () => Source): Subscription;
  /** Readers of all topics. */
  readonly readers: number;
}

interface Topic {
  readonly source: Source;
  readonly readers: Set<Reader>;
  newest: State | undefined;
}

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };

class Reader implements Subscription {
  readonly demand: SubscriberOptions;
  readonly #join: (reader: Reader) => void;
  readonly #leave: (reader: Reader) => void;
  #phase: 'new' | 'reading' | 'over' = 'new';
  #pending: State | undefined;
  #waiting: ((result: IteratorResult<State, undefined>) => void) | undefined;
  #lastState: State | undefined;

  constructor(demand: SubscriberOptions, join: (reader: Reader) => void, leave: (reader: Reader) => void) {
    this.demand = demand;
    this.#join = join;
    this.#leave = leave;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Whether a state is new enough for a reader who has just come. A failure that lasts is. */
  accepts(state: State): boolean {
    return this.#lastState !== undefined || state.kind === 'failed' || state.at > this.demand.after;
  }

  /** Takes the newest state in place of the one that waits, which nobody needs any more. */
  offer(state: State): void {
    if (!this.accepts(state)) return;
    this.#pending = state.version === this.#lastState?.version ? undefined : state;
    if (this.#waiting !== undefined && this.#pending !== undefined) {
      const resolve = this.#waiting;
      this.#waiting = undefined;
      resolve(this.#take(this.#pending));
    }
  }

  /** The next state. Asked for one at a time. */
  next(): Promise<IteratorResult<State, undefined>> {
    if (this.#phase === 'new') {
      this.#phase = 'reading';
      this.#join(this);
    }
    if (this.#pending !== undefined) return Promise.resolve(this.#take(this.#pending));
    if (this.#phase === 'over') return Promise.resolve(over);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#end();
    this.#pending = undefined;
    this.#waiting?.(over);
    this.#waiting = undefined;
    return Promise.resolve(over);
  }

  #take(state: State): IteratorYieldResult<State> {
    this.#pending = undefined;
    this.#lastState = state;
    if (state.kind === 'failed' && state.last) this.#end();
    return { done: false, value: state };
  }

  #end(): void {
    if (this.#phase === 'reading') this.#leave(this);
    this.#phase = 'over';
  }
}

/** The hub of one process. */
export class MemoryHub implements Hub {
  readonly #topics = new Map<string, Topic>();

  subscribe(topic: string, demand: SubscriberOptions, source: () => Source): Subscription {
    return new Reader(
      demand,
      (reader) => this.#join(topic, reader, source),
      (reader) => this.#leave(topic, reader),
    );
  }

  get readers(): number {
    return this.#topics.values().reduce((sum, { readers }) => sum + readers.size, 0);
  }

  #join(name: string, reader: Reader, source: () => Source): void {
    const known = this.#topics.get(name);
    if (known === undefined) {
      this.#open(name, reader, source());
      return;
    }
    known.readers.add(reader);
    const satisfied = known.newest !== undefined && reader.accepts(known.newest);
    if (known.newest !== undefined) reader.offer(known.newest);
    known.source.joined(reader.demand, satisfied);
  }

  #open(name: string, reader: Reader, source: Source): void {
    const topic: Topic = { source, readers: new Set([reader]), newest: undefined };
    this.#topics.set(name, topic);
    source.start(
      (state) => this.#publish(name, topic, state),
      () => rhythmOf(topic.readers),
    );
  }

  #publish(name: string, topic: Topic, state: State): void {
    topic.newest = state;
    // Whoever comes after the last state of a topic looks for itself.
    if (state.kind === 'failed' && state.last && this.#topics.get(name) === topic) this.#topics.delete(name);
    for (const reader of topic.readers) reader.offer(state);
  }

  #leave(name: string, reader: Reader): void {
    const topic = this.#topics.get(name);
    if (!topic?.readers.delete(reader) || topic.readers.size > 0) return;
    this.#topics.delete(name);
    topic.source.stop();
  }
}

function rhythmOf(readers: ReadonlySet<Reader>): RequestedInterval {
  let every: number | undefined;
  let free = false;
  for (const { demand } of readers) {
    if (demand.every === undefined) free = true;
    else every = Math.min(demand.every, every ?? demand.every);
  }
  return { every, free };
}

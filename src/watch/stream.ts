/** The events of one subscriber. */
import type { RestSession } from '../rest/batch/session.ts';
import type { Credential } from '../rest/credential.ts';
import type { RestError } from '../rest/errors.ts';
import type { RestRequest } from '../rest/request.ts';
import type { Subscription } from './hub.ts';
import type { Attributes, State } from './state.ts';
import type { Watch } from './watch.ts';

export interface FollowOptions {
  readonly credential: Credential;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** Milliseconds between two looks at the upstream; undefined for intervals that grow while nothing changes. */
  readonly every: number | undefined;
  /** Whether the stream goes on after the resource is over. */
  readonly forever: boolean;
  /** Coordinate of the graph field that asks, for traces. */
  readonly field: string;
}

/** A state for one subscriber. */
export interface WatchEvent {
  /** The resource as it stands; undefined where it cannot be read. */
  readonly attributes: Attributes | undefined;
  readonly error: RestError | undefined;
  /** The call that looks at the resource. */
  readonly request: RestRequest;
  /** Reads that all subscribers who are told of this state share. */
  readonly reads: RestSession;
}

export type WatchStream = AsyncIterableIterator<WatchEvent, undefined, undefined> & {
  return(): Promise<IteratorReturnResult<undefined>>;
};

interface StreamHooks {
  readonly request: RestRequest;
  opened(stream: Stream): void;
  closed(stream: Stream): void;
  reads(state: State): RestSession;
}

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** It stays open until its last event has been worked off, since that may still read. */
export class Stream implements WatchStream {
  readonly #watch: Watch;
  readonly #subscription: Subscription;
  readonly #options: FollowOptions;
  readonly #hooks: StreamHooks;
  #phase: 'new' | 'open' | 'ending' | 'closed' = 'new';
  #failure: RestError | undefined;

  constructor(watch: Watch, subscription: Subscription, options: FollowOptions, hooks: StreamHooks) {
    this.#watch = watch;
    this.#subscription = subscription;
    this.#options = options;
    this.#hooks = hooks;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<WatchEvent, undefined>> {
    const { signal } = this.#options;
    if (this.#phase === 'ending' || signal.aborted) return this.return();
    if (this.#phase === 'closed') return over;
    if (this.#phase === 'new') {
      this.#phase = 'open';
      signal.addEventListener('abort', this.#leave, { once: true });
      this.#hooks.opened(this);
    }
    const { value: state } = await this.#subscription.next();
    if (this.#isClosed) return over;
    if (this.#failure !== undefined) return this.#failureEvent(this.#failure);
    if (state === undefined) return this.return();
    const { request } = this.#hooks;
    const reads = this.#hooks.reads(state);
    if (state.kind === 'failed') {
      if (state.last) this.#phase = 'ending';
      return { done: false, value: { attributes: undefined, error: state.error, request, reads } };
    }
    const { attributes } = state;
    if (!this.#options.forever && this.#watch.isOver(attributes)) this.#end();
    return { done: false, value: { attributes, error: undefined, request, reads } };
  }

  /** Streams are closed while they wait, too. */
  get #isClosed(): boolean {
    return this.#phase === 'closed';
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    if (this.#phase !== 'closed') {
      const opened = this.#phase !== 'new';
      this.#phase = 'closed';
      this.#options.signal.removeEventListener('abort', this.#leave);
      void this.#subscription.return();
      if (opened) this.#hooks.closed(this);
    }
    return Promise.resolve(over);
  }

  /** Ends the stream with an error as its last event. */
  fail(reason: RestError): void {
    if (this.#phase !== 'open') return;
    this.#failure = reason;
    void this.#subscription.return();
  }

  readonly #leave = (): void => {
    void this.return();
  };

  /** The poller is not needed any more; what the last event reads still is. */
  #end(): void {
    this.#phase = 'ending';
    void this.#subscription.return();
  }

  #failureEvent(
    error: RestError,
  ): Promise<IteratorResult<WatchEvent, undefined>> | IteratorResult<WatchEvent, undefined> {
    if (this.#phase === 'closed') return over;
    this.#phase = 'ending';
    const at = Date.now();
    const state: State = { kind: 'failed', at, version: '', error, last: true };
    return {
      done: false,
      value: { attributes: undefined, error, request: this.#hooks.request, reads: this.#hooks.reads(state) },
    };
  }
}

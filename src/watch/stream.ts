/** Turns the states of a topic into the events of one subscriber. */
import { Repeater } from '@repeaterjs/repeater';
import type { RestSession } from '../rest/batch/session.ts';
import type { Cancellation } from '../rest/cancellation.ts';
import type { Credential } from '../rest/credential.ts';
import type { RestError } from '../rest/errors.ts';
import type { RestRequest, TracedCall } from '../rest/request.ts';
import type { Subscription } from './hub.ts';
import type { Attributes, State } from './state.ts';
import type { Watch } from './watch.ts';

export interface FollowOptions {
  readonly credential: Credential;
  /** Ends the stream. */
  readonly cancellation: Cancellation;
  /** Milliseconds between two polls; undefined for intervals that grow while nothing changes. */
  readonly every: number | undefined;
  /** Whether the stream goes on after the resource is over. */
  readonly forever: boolean;
  /** Coordinate of the subscription field, for traces. */
  readonly field: string;
  /** When other instances wrote last with the credential, in milliseconds since 1970, as far as they tell. */
  readonly writtenAt: number | undefined;
}

/** A state for one subscriber. */
export interface WatchEvent {
  /** The resource as it stands; undefined where it cannot be read. */
  readonly attributes: Attributes | undefined;
  readonly error: RestError | undefined;
  /** The call that polls the resource. */
  readonly request: RestRequest;
  /** Reads that all subscribers who get this state share. */
  readonly reads: RestSession;
  /** The newest polls since the state before; of those before the subscriber joined, the last one. */
  readonly polls: readonly TracedCall[];
}

export type WatchStream = Repeater<WatchEvent, undefined>;

interface StreamHooks {
  readonly request: RestRequest;
  /**
   * Called at the first `next`.
   * @param fail ends the stream with an error as its last event
   * @returns a function that is called once when the stream has ended
   */
  opened(fail: (reason: RestError) => void): () => void;
  reads(state: State): RestSession;
  /** The polls since the last time that this was called. */
  polls(): readonly TracedCall[];
}

/** The events of one subscriber. The stream stays open while its last event is resolved, since that may still read. */
export function streamOf(
  watch: Watch,
  subscription: Subscription,
  { cancellation, forever }: Pick<FollowOptions, 'cancellation' | 'forever'>,
  hooks: StreamHooks,
): WatchStream {
  const isLast = (state: State) => (state.kind === 'failed' ? state.last : !forever && watch.isOver(state.attributes));
  const eventOf = (state: State): WatchEvent => ({
    attributes: state.kind === 'failed' ? undefined : state.attributes,
    error: state.kind === 'failed' ? state.error : undefined,
    request: hooks.request,
    reads: hooks.reads(state),
    polls: hooks.polls(),
  });
  return new Repeater<WatchEvent, undefined>(async (push, stop) => {
    if (cancellation.isCancelled) return void stop();
    let failure: RestError | undefined;
    const unsubscribe = () => void subscription.return();
    const leave = () => stop();
    const closed = hooks.opened((reason) => {
      failure = reason;
      unsubscribe();
    });
    cancellation.listen(leave);
    void stop.then(unsubscribe);
    try {
      for await (const state of subscription) {
        const last = isLast(state);
        const nextCalled = push(eventOf(state));
        if (last) unsubscribe();
        // The promise settles at the next call of `next`, which is when the subscriber has resolved this event.
        await nextCalled;
        if (last) return;
      }
      if (failure !== undefined)
        await push(eventOf({ kind: 'failed', at: Date.now(), version: '', error: failure, last: true }));
    } finally {
      cancellation.unlisten(leave);
      closed();
      stop();
    }
  });
}

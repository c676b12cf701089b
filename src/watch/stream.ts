/** Converts the states of a topic to the events of one subscriber. */
import type { RestSession } from '../rest/batch/session.ts';
import { CancellableStream } from '../rest/cancellable-stream.ts';
import type { Cancellation } from '../rest/cancellation.ts';
import type { Credential } from '../rest/credential.ts';
import type { RestError } from '../rest/errors.ts';
import type { RestRequest, TracedCall } from '../rest/request.ts';
import type { Attributes, State } from './state.ts';

export interface WatchStreamOptions {
  readonly credential: Credential;
  /** Ends the stream, and is cancelled when the stream ends. */
  readonly cancellation: Cancellation;
  /** Milliseconds between two polls; `undefined` for intervals that grow while nothing changes. */
  readonly intervalMs: number | undefined;
  /** Whether the stream continues after the resource has reached its final state. */
  readonly forever: boolean;
  /** Coordinate of the subscription field, for traces. */
  readonly field: string;
  /**
   * Time of the last write with the credential that any instance has published, in milliseconds since 1970; `undefined`
   * if none is stored.
   */
  readonly writtenAt: number | undefined;
}

/** State for one subscriber. */
export interface WatchEvent {
  /** Current attributes; `undefined` if the resource cannot be read. */
  readonly attributes: Attributes | undefined;
  readonly error: RestError | undefined;
  /** Call that polls the resource. */
  readonly request: RestRequest;
  /** Session for reads that all subscribers of this state share. */
  readonly sharedSession: RestSession;
  /** Newest polls since the previous event; for the first event, those since the subscriber joined and the last one before. */
  readonly polls: readonly TracedCall[];
}

export type WatchStream = CancellableStream<WatchEvent>;

interface StreamHooks {
  readonly request: RestRequest;
  /** Called at the first `next`. @returns a function that is called once when the stream has ended */
  start(): () => void;
  getSharedSession(state: State): RestSession;
  /** Polls since the last call of this function. */
  polls(): readonly TracedCall[];
}

/**
 * Streams the events of one subscriber. The stream remains open while its last event is resolved, because resolving it
 * may read.
 */
export function createWatchStream(states: CancellableStream<State>, hooks: StreamHooks): WatchStream {
  const events = states.map((state) => ({
    attributes: state.kind === 'failed' ? undefined : state.attributes,
    error: state.kind === 'failed' ? state.error : undefined,
    request: hooks.request,
    sharedSession: hooks.getSharedSession(state),
    polls: hooks.polls(),
  }));
  const { cancellation } = states;
  let isStarted = false;
  return new CancellableStream(() => {
    if (!isStarted) {
      isStarted = true;
      cancellation.listen(hooks.start());
    }
    return events.read();
  }, cancellation);
}

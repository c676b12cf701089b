/** Topics that several instances follow, of which one polls for all. */
import type { Credential } from '../rest/credential.ts';
import type { Clock } from './clock.ts';
import type { Source } from './hub.ts';
import type { PollingIntervals } from './poller.ts';
import type { ReadState } from './state.ts';

/** A source that knows when it will publish next. */
export interface PollingSource extends Source {
  /** Milliseconds until the next poll; undefined while one is under way. */
  readonly nextIn: number | undefined;
}

export interface SharedTopic {
  readonly name: string;
  readonly credential: Credential;
  readonly intervals: PollingIntervals;
  readonly clock: Clock;
  /** Makes the poller that goes on from the newest state of another instance, where there is one. */
  readonly poller: (known: ReadState | undefined) => PollingSource;
  /** When the credential was last used to write, in milliseconds since 1970. */
  readonly writtenAt: () => number;
  /** Called once when the source has ended. */
  readonly ended: () => void;
}

export interface SharedTopics {
  /** The source of a topic in this instance, which polls only where no other instance does. */
  source(topic: SharedTopic): Source;
}

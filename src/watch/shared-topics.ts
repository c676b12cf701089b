/** Topics that several instances share, of which one polls for all. */
import type { Credential } from '../rest/credential.ts';
import type { Clock } from './clock.ts';
import type { StateSource } from './hub.ts';
import type { PollingIntervals } from './poller.ts';
import type { ResourceState } from './state.ts';

/** Source with the time of its next poll. */
export interface PollingSource extends StateSource {
  /** Milliseconds until the next poll; `undefined` during a poll. */
  readonly nextIn: number | undefined;
}

export interface SharedTopicOptions {
  readonly name: string;
  readonly credential: Credential;
  readonly intervals: PollingIntervals;
  readonly clock: Clock;
  /** Creates a poller, which resumes from the newest state of another instance, if there is one. */
  readonly poller: (initialState: ResourceState | undefined) => PollingSource;
  /** Time of the last write with the credential, in milliseconds since 1970. */
  readonly writtenAt: () => number;
  /** Called once when the source has ended. */
  readonly onEnd: () => void;
}

export interface SharedTopics {
  /** Creates the local source of a topic, which polls only if no other instance does. */
  source(topic: SharedTopicOptions): StateSource;
}

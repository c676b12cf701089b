/** What a poller tells of a resource. All of it could go over a wire: a hub may connect several processes. */
import type { RestError } from '../rest/errors.ts';

/** One object as the upstream answered it. */
export type Attributes = Readonly<Record<string, unknown>>;

interface BaseState {
  /** When the upstream was asked, in milliseconds since 1970. */
  readonly at: number;
  /** Equal for states between which nothing has changed that subscribers want to hear of. */
  readonly version: string;
}

/** The resource as it stood. */
export interface ReadState extends BaseState {
  readonly kind: 'read';
  readonly attributes: Attributes;
}

/** The resource cannot be read: for longer than the patience lasts, or for good. */
export interface FailedState extends BaseState {
  readonly kind: 'failed';
  readonly error: RestError;
  /** Whether no other state will follow. */
  readonly last: boolean;
}

export type State = ReadState | FailedState;

/** The states that pollers publish. They can be serialized, so that a hub can pass them between processes. */
import type { RestError } from '../rest/errors.ts';

/** The attributes of one object in a response. */
export type Attributes = Readonly<Record<string, unknown>>;

interface BaseState {
  /** When the poll began, in milliseconds since 1970. */
  readonly at: number;
  /** Equal for states that differ in nothing that subscribers are notified of. */
  readonly version: string;
}

/** The resource as it was read. */
export interface ReadState extends BaseState {
  readonly kind: 'read';
  readonly attributes: Attributes;
}

/** The resource cannot be read, either for longer than the patience or permanently. */
export interface FailedState extends BaseState {
  readonly kind: 'failed';
  readonly error: RestError;
  /** Whether it is the last state of its topic. */
  readonly last: boolean;
}

export type State = ReadState | FailedState;

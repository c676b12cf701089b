/** States that pollers publish. They are serializable, so that they can be passed between processes. */
import type { RestError } from '../rest/errors.ts';

/** Attributes of one object in a response. */
export type Attributes = Readonly<Record<string, unknown>>;

interface BaseState {
  /** Start of the poll, or time of the failure, in milliseconds since 1970 by the clock of this instance. */
  readonly readAt: number;
  /** Equal for states with equal compared attributes. */
  readonly version: string;
}

/** Resource as it was read. */
export interface ResourceState extends BaseState {
  readonly kind: 'read';
  readonly attributes: Attributes;
}

/** The resource cannot be read, either for longer than the grace period or permanently. */
export interface FailedState extends BaseState {
  readonly kind: 'failed';
  readonly error: RestError;
  /** Whether it is the last state of its topic. */
  readonly last: boolean;
}

export type State = ResourceState | FailedState;

/** Messages between instances about a topic, serialized as strings. Their times are those of Redis. */
import { type ErrorCode, RestError, type Violation } from '../rest/errors.ts';
import type { Attributes, State } from './state.ts';

/** State with the instance that read it and the time by that instance's clock. */
export interface TimedState {
  readonly state: State;
  readonly by: string;
  readonly at: number;
  /**
   * Upper bound on the error of the state's time in milliseconds, which was converted between clocks. The state has the
   * earliest possible time.
   */
  readonly error: number;
}

/** State that the lease holder publishes. */
export interface StateMessage extends TimedState {
  readonly kind: 'state';
  /** Instance that publishes it. */
  readonly from: string;
  /** Milliseconds for which it holds the lease unless it publishes again. */
  readonly term: number;
}

/** Demand of the subscribers of another instance. */
export interface DemandMessage {
  readonly kind: 'demand';
  readonly from: string;
  /** Shortest requested interval; `null` if all subscribers use the default. */
  readonly intervalMs: number | null;
  /** Whether a subscriber uses the default interval. */
  readonly usesDefaultInterval: boolean;
  /** Time after which the needed state must have been read; null if the demand is satisfied. */
  readonly after: number | null;
}

/** The holder has released the lease, because its last subscriber has left. */
export interface ReleaseMessage {
  readonly kind: 'release';
  readonly from: string;
}

export type TopicMessage = StateMessage | DemandMessage | ReleaseMessage;

interface ErrorOnTheWire {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly violations: readonly Violation[];
}

type StateOnTheWire = { readonly at: number; readonly version: string } & (
  | { readonly kind: 'read'; readonly attributes: Attributes }
  | { readonly kind: 'failed'; readonly error: ErrorOnTheWire; readonly last: boolean }
);

type OnTheWire = DemandMessage | ReleaseMessage | (Omit<StateMessage, 'state'> & { readonly state: StateOnTheWire });

/** Serializes a message. @param toServer converts the time of a state */
export function writeMessage(message: TopicMessage, toServer: (local: number) => number): string {
  if (message.kind !== 'state') return JSON.stringify(message satisfies OnTheWire);
  const { state } = message;
  const at = toServer(state.at);
  if (state.kind === 'read') return JSON.stringify({ ...message, state: { ...state, at } } satisfies OnTheWire);
  const { code, message: text, status, requestId, retryAfter, violations } = state.error;
  const error = { code, message: text, status, requestId, retryAfter, violations };
  return JSON.stringify({ ...message, state: { ...state, at, error } } satisfies OnTheWire);
}

/**
 * Parses a message. @param text result of `writeMessage`; authenticated by its encryption @param toLocal converts the
 * time of a state
 */
export function readMessage(text: string, toLocal: (server: number) => number): TopicMessage {
  const message: OnTheWire = JSON.parse(text);
  if (message.kind !== 'state') return message;
  const { state } = message;
  const at = toLocal(state.at);
  if (state.kind === 'read') return { ...message, state: { ...state, at } };
  const { code, message: errorMessage, ...facts } = state.error;
  return { ...message, state: { ...state, at, error: new RestError(code, errorMessage, facts) } };
}

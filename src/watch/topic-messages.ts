/** Messages between instances about a topic, and their serialization as strings. On the wire, times are those of Redis. */
import { type ErrorCode, RestError, type Violation } from '../rest/errors.ts';
import type { Attributes, State } from './state.ts';

/** State with the instance that read it. */
export interface TimedState {
  readonly state: State;
  /** Instance that read it. */
  readonly readBy: string;
  /** Number that increases with each state that the instance reads, whatever its clock does. */
  readonly sequence: number;
  /**
   * Fencing token of the lease under which the poll started and the state is published: a state with a higher token was read later. 0 if
   * the poll started without a lease.
   */
  readonly fence: number;
  /**
   * Upper bound on the error of `state.readAt`, which was converted between clocks. `state.readAt` is the earliest
   * possible time; a serialized message contains the estimated one.
   */
  readonly timeErrorMs: number;
}

/** State that the lease holder publishes. */
export interface StateMessage extends TimedState {
  readonly kind: 'state';
  /** Instance that publishes it. */
  readonly from: string;
  /** Time for which it holds the lease unless it publishes again. */
  readonly leaseMs: number;
}

/** Demand of the subscribers of another instance. */
export interface DemandMessage {
  readonly kind: 'demand';
  readonly from: string;
  /** Shortest requested interval; `null` if all subscribers use the default. */
  readonly intervalMs: number | null;
  /** Whether a subscriber uses the default interval. */
  readonly usesDefaultInterval: boolean;
  /**
   * Time by the clock of Redis after which the needed state must have been read; `null` if the demand is satisfied.
   */
  readonly newerThanServerAt: number | null;
}

/** The holder has released the lease: it has no subscriber left, its state is final, or its state is too large to share. */
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

interface StateMessageOnTheWire extends Pick<StateMessage, 'kind' | 'from'> {
  readonly state: StateOnTheWire;
  readonly by: string;
  readonly at: number;
  /** `undefined` from instances of earlier versions, which send a time as `at`. */
  readonly fence: number | undefined;
  readonly error: number;
  readonly term: number;
}

interface DemandOnTheWire extends Omit<DemandMessage, 'newerThanServerAt'> {
  readonly after: number | null;
}

/** Its names differ from those of `TopicMessage`, because instances of earlier versions send and read them. */
type OnTheWire = StateMessageOnTheWire | DemandOnTheWire | ReleaseMessage;

/** @param toServer converts the time of the state */
function toStateOnTheWire(state: State, toServer: (localAt: number) => number): StateOnTheWire {
  const { readAt, ...others } = state;
  const at = toServer(readAt);
  if (others.kind === 'read') return { ...others, at };
  const { code, message, status, requestId, retryAfter, violations } = others.error;
  return { ...others, at, error: { code, message, status, requestId, retryAfter, violations } };
}

function toOnTheWire(message: TopicMessage, toServer: (localAt: number) => number): OnTheWire {
  if (message.kind === 'release') return message;
  if (message.kind === 'demand') {
    const { newerThanServerAt, ...others } = message;
    return { ...others, after: newerThanServerAt };
  }
  const { kind, from, state, readBy, sequence, fence, timeErrorMs, leaseMs } = message;
  return {
    kind,
    from,
    state: toStateOnTheWire(state, toServer),
    by: readBy,
    at: sequence,
    fence,
    error: timeErrorMs,
    term: leaseMs,
  };
}

/** Serializes a message. @param toServer converts the time of a state */
export function writeMessage(message: TopicMessage, toServer: (localAt: number) => number): string {
  return JSON.stringify(toOnTheWire(message, toServer));
}

/** @param toLocal converts the time of the state */
function fromStateOnTheWire({ at, ...state }: StateOnTheWire, toLocal: (serverAt: number) => number): State {
  const readAt = toLocal(at);
  if (state.kind === 'read') return { ...state, readAt };
  const { code, message, ...facts } = state.error;
  return { ...state, readAt, error: new RestError(code, message, facts) };
}

/**
 * Parses a message. @param serialized result of `writeMessage`; authenticated by its encryption @param toLocal converts
 * the time of a state
 */
export function readMessage(serialized: string, toLocal: (serverAt: number) => number): TopicMessage {
  const message: OnTheWire = JSON.parse(serialized);
  if (message.kind === 'release') return message;
  if (message.kind === 'demand') {
    const { after, ...others } = message;
    return { ...others, newerThanServerAt: after };
  }
  const { kind, from, state, by, at, fence = 0, error, term } = message;
  return {
    kind,
    from,
    state: fromStateOnTheWire(state, toLocal),
    readBy: by,
    sequence: at,
    fence,
    timeErrorMs: error,
    leaseMs: term,
  };
}

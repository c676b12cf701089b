/** Messages between instances about a topic, and their serialization as strings. On the wire, times are those of Redis. */
import { type ErrorCode, RestError, type Violation } from '../rest/errors.ts';
import type { Attributes, State } from './state.ts';

/** State with the instance that read it. */
export interface TimedState {
  readonly state: State;
  /** Instance that read it. */
  readonly readBy: string;
  /** Time of the state by the clock of the instance that read it. */
  readonly readerTimeMs: number;
  /**
   * Upper bound on the error of `state.timeMs`, which was converted between clocks. `state.timeMs` is the earliest
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
  readonly neededAfterServerMs: number | null;
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
  readonly error: number;
  readonly term: number;
}

interface DemandOnTheWire extends Omit<DemandMessage, 'neededAfterServerMs'> {
  readonly after: number | null;
}

/** Its names differ from those of `TopicMessage`, because instances of earlier versions send and read them. */
type OnTheWire = StateMessageOnTheWire | DemandOnTheWire | ReleaseMessage;

/** @param toServer converts the time of the state */
function toStateOnTheWire(state: State, toServer: (localMs: number) => number): StateOnTheWire {
  const { timeMs, ...others } = state;
  const at = toServer(timeMs);
  if (others.kind === 'read') return { ...others, at };
  const { code, message, status, requestId, retryAfter, violations } = others.error;
  return { ...others, at, error: { code, message, status, requestId, retryAfter, violations } };
}

function toOnTheWire(message: TopicMessage, toServer: (localMs: number) => number): OnTheWire {
  if (message.kind === 'release') return message;
  if (message.kind === 'demand') {
    const { neededAfterServerMs, ...others } = message;
    return { ...others, after: neededAfterServerMs };
  }
  const { kind, from, state, readBy, readerTimeMs, timeErrorMs, leaseMs } = message;
  return {
    kind,
    from,
    state: toStateOnTheWire(state, toServer),
    by: readBy,
    at: readerTimeMs,
    error: timeErrorMs,
    term: leaseMs,
  };
}

/** Serializes a message. @param toServer converts the time of a state */
export function writeMessage(message: TopicMessage, toServer: (localMs: number) => number): string {
  return JSON.stringify(toOnTheWire(message, toServer));
}

/** @param toLocal converts the time of the state */
function fromStateOnTheWire({ at, ...state }: StateOnTheWire, toLocal: (serverMs: number) => number): State {
  const timeMs = toLocal(at);
  if (state.kind === 'read') return { ...state, timeMs };
  const { code, message, ...facts } = state.error;
  return { ...state, timeMs, error: new RestError(code, message, facts) };
}

/**
 * Parses a message. @param serialized result of `writeMessage`; authenticated by its encryption @param toLocal converts
 * the time of a state
 */
export function readMessage(serialized: string, toLocal: (serverMs: number) => number): TopicMessage {
  const message: OnTheWire = JSON.parse(serialized);
  if (message.kind === 'release') return message;
  if (message.kind === 'demand') {
    const { after, ...others } = message;
    return { ...others, neededAfterServerMs: after };
  }
  const { kind, from, state, by, at, error, term } = message;
  return {
    kind,
    from,
    state: fromStateOnTheWire(state, toLocal),
    readBy: by,
    readerTimeMs: at,
    timeErrorMs: error,
    leaseMs: term,
  };
}

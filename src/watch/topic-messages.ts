/** What instances tell each other about a topic, as text. Times in it are those of Redis. */
import { type ErrorCode, RestError, type Violation } from '../rest/errors.ts';
import type { Attributes, State } from './state.ts';

/** A state, and which instance read it when, by its own clock. */
export interface Reading {
  readonly state: State;
  readonly by: string;
  readonly at: number;
  /** Milliseconds by which the time of the state may be off, as it was translated between clocks. The state has the earliest time. */
  readonly error: number;
}

/** A state that the holder of the lease tells. */
export interface StateMessage extends Reading {
  readonly kind: 'state';
  /** The instance that tells it. */
  readonly from: string;
  /** Milliseconds from now on for which it holds the lease unless it tells more. */
  readonly term: number;
}

/** What the subscribers of another instance want of the holder. */
export interface WishMessage {
  readonly kind: 'wish';
  readonly from: string;
  /** The shortest interval that they ask for, in milliseconds. */
  readonly every: number | null;
  /** Whether one of them leaves the interval to the holder. */
  readonly free: boolean;
  /** They need a state that was read later than this; null where they have what they need. */
  readonly after: number | null;
}

/** The holder has given the lease back, as its last subscriber has left. */
export interface ReleaseMessage {
  readonly kind: 'release';
  readonly from: string;
}

export type TopicMessage = StateMessage | WishMessage | ReleaseMessage;

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

type OnTheWire = WishMessage | ReleaseMessage | (Omit<StateMessage, 'state'> & { readonly state: StateOnTheWire });

/** @param toServer translates the time of a state */
export function writeMessage(message: TopicMessage, toServer: (local: number) => number): string {
  if (message.kind !== 'state') return JSON.stringify(message satisfies OnTheWire);
  const { state } = message;
  const at = toServer(state.at);
  if (state.kind === 'read') return JSON.stringify({ ...message, state: { ...state, at } } satisfies OnTheWire);
  const { code, message: text, status, requestId, retryAfter, violations } = state.error;
  const error = { code, message: text, status, requestId, retryAfter, violations };
  return JSON.stringify({ ...message, state: { ...state, at, error } } satisfies OnTheWire);
}

/** @param text of `writeMessage`, which nobody else can have written, as it was encrypted @param toLocal translates the time of a state */
export function readMessage(text: string, toLocal: (server: number) => number): TopicMessage {
  const message: OnTheWire = JSON.parse(text);
  if (message.kind !== 'state') return message;
  const { state } = message;
  const at = toLocal(state.at);
  if (state.kind === 'read') return { ...message, state: { ...state, at } };
  const { code, message: told, ...facts } = state.error;
  return { ...message, state: { ...state, at, error: new RestError(code, told, facts) } };
}

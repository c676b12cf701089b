/** Interface for observers that count, log or report operations and calls. */
import type { OperationTypeNode } from 'graphql';
import type { Plan } from '../../graph/plan/plan.ts';
import type { Credential } from '../../rest/credential.ts';
import type { CallRecord } from '../../rest/request.ts';
import type { ClientName } from './client-names.ts';

/**
 * End of an operation. `success`: no errors. `payload_errors`: no errors but those in payloads of mutations. `partial`: errors, and data in
 * at least one root field. `failed`: errors, and no data. `refused`: rejected before its execution.
 */
export type OperationOutcome = 'success' | 'payload_errors' | 'partial' | 'failed' | 'refused';

/** Origin of the errors of an operation: `server` if the facade or the upstream failed, otherwise the client's request. */
export type Fault = 'none' | 'client' | 'server';

/** Codes of errors that no change of the request avoids. */
export const serverFailureCodes = [
  'INTERNAL_SERVER_ERROR',
  'UPSTREAM_REFUSED',
  'UPSTREAM_FAILED',
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_DOWN',
  'UPSTREAM_INVALID_RESPONSE',
  'RESOURCE_EXHAUSTED',
  'DEADLINE_EXCEEDED',
] as const;

const serverFailures: ReadonlySet<string> = new Set(serverFailureCodes);

/** Fault of an operation with these codes and this outcome. */
export function faultOf(outcome: OperationOutcome, codes: ReadonlySet<string>): Fault {
  if (outcome === 'success') return 'none';
  for (const code of codes) if (serverFailures.has(code)) return 'server';
  return 'client';
}

/** A query, mutation or subscription that has ended. */
export interface EndedOperation {
  readonly requestId: string;
  readonly traceId: string | undefined;
  /** `undefined` if the document contains no operation. */
  readonly type: `${OperationTypeNode}` | undefined;
  /** Name that the client chose. */
  readonly name: string | undefined;
  readonly outcome: OperationOutcome;
  /** Codes of its errors. */
  readonly codes: ReadonlySet<string>;
  /** Codes of the errors in its payloads. */
  readonly payloadCodes: ReadonlySet<string>;
  readonly durationMs: number;
  /** REST calls that have ended. */
  readonly calls: readonly CallRecord[];
  /** Number of started REST calls, shared ones included. */
  readonly startedCalls: number;
  /** `undefined` if it was rejected before it was planned. */
  readonly plan: Plan | undefined;
  /** Number of results of a subscription, or of parts of an incremental response; `undefined` for a single result. */
  readonly parts: number | undefined;
  /** Client application; `undefined` if the request does not name it. */
  readonly client: ClientName | undefined;
  /** Whether the upstream has accepted the credential of the request. */
  readonly isCallerAccepted: boolean;
}

/** Operation that a REST call belongs to. */
export interface CallOrigin {
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly credential: Credential;
}

/** Callbacks of an observer. Omitted methods cost nothing. */
export interface Observer {
  /** Called once for each operation when it has ended. */
  readonly operation?: ((ended: EndedOperation) => void) | undefined;
  /** Called for each result of a subscription. */
  readonly event?: (() => void) | undefined;
  /** Called with each successful poll of a watched object. @param lagMs time from when the poll was due to its response */
  readonly pollLag?: ((lagMs: number) => void) | undefined;
  /** Called when a watched object is polled for a wake-up. */
  readonly wokenPoll?: (() => void) | undefined;
  /** Called once for each REST call when it has ended, those of pollers included. */
  readonly call?: ((ended: CallRecord) => void) | undefined;
  /** Called once for each REST write when it has ended. */
  readonly write?: ((ended: CallRecord, origin: CallOrigin) => void) | undefined;
  /** Called with the code of each error that rejected a request or operation before its execution. */
  readonly onRejected?: ((code: string) => void) | undefined;
}

function each<A extends readonly unknown[]>(
  listeners: readonly (((...args: A) => void) | undefined)[],
): ((...args: A) => void) | undefined {
  const present = listeners.filter((listener) => listener !== undefined);
  if (present.length < 2) return present[0];
  return (...args) => {
    for (const listener of present) listener(...args);
  };
}

/** Combines several observers. */
export function combineObservers(observers: readonly Observer[]): Observer {
  return {
    operation: each(observers.map(({ operation }) => operation)),
    event: each(observers.map(({ event }) => event)),
    pollLag: each(observers.map(({ pollLag }) => pollLag)),
    wokenPoll: each(observers.map(({ wokenPoll }) => wokenPoll)),
    call: each(observers.map(({ call }) => call)),
    write: each(observers.map(({ write }) => write)),
    onRejected: each(observers.map(({ onRejected }) => onRejected)),
  };
}

/** What is told to whoever counts, logs or reports what the facade does. */
import type { OperationTypeNode } from 'graphql';
import type { Plan } from '../graph/plan/plan.ts';
import type { Credential } from '../rest/credential.ts';
import type { CallRecord } from '../rest/request.ts';

/**
 * How an operation ended: `success` without errors, `partial` with data and errors, `failed` without data for errors of its fields,
 * `refused` before it was executed.
 */
export type OperationOutcome = 'success' | 'partial' | 'failed' | 'refused';

/** A query, mutation or subscription that has ended. */
export interface EndedOperation {
  readonly requestId: string;
  readonly traceId: string | undefined;
  /** Absent where the document tells of no operation. */
  readonly type: `${OperationTypeNode}` | undefined;
  /** As its client chose it. */
  readonly name: string | undefined;
  readonly outcome: OperationOutcome;
  /** Codes of its errors. */
  readonly codes: ReadonlySet<string>;
  readonly durationMs: number;
  /** REST calls that have ended. */
  readonly calls: readonly CallRecord[];
  /** REST calls that were begun, shared ones among them. */
  readonly made: number;
  /** Absent where it was refused before it was planned. */
  readonly plan: Plan | undefined;
  /** The number of results of a subscription. */
  readonly parts: number | undefined;
}

/** The request that a REST call is made for. */
export interface CallOrigin {
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly credential: Credential;
}

/** What is told. A method that is absent costs nothing. */
export interface Observer {
  /** Called once for each operation when it has ended. */
  readonly operation?: ((ended: EndedOperation) => void) | undefined;
  /** Called once for each REST call when it has ended, those of pollers among them. */
  readonly call?: ((ended: CallRecord) => void) | undefined;
  /** Called once for each REST call that is no read when it has ended. */
  readonly write?: ((ended: CallRecord, origin: CallOrigin) => void) | undefined;
  /** Called with the code of each error for which a request or operation was refused before it was executed. */
  readonly refused?: ((code: string) => void) | undefined;
}

function each<A extends readonly unknown[]>(
  listeners: readonly (((...told: A) => void) | undefined)[],
): ((...told: A) => void) | undefined {
  const present = listeners.filter((listener) => listener !== undefined);
  if (present.length < 2) return present[0];
  return (...told) => {
    for (const listener of present) listener(...told);
  };
}

/** Tells several observers as one. */
export function combined(observers: readonly Observer[]): Observer {
  return {
    operation: each(observers.map(({ operation }) => operation)),
    call: each(observers.map(({ call }) => call)),
    write: each(observers.map(({ write }) => write)),
    refused: each(observers.map(({ refused }) => refused)),
  };
}

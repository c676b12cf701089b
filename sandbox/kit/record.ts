/** Records requests, for assertions of tests. */
import type { IncomingHttpHeaders } from 'node:http';
import type { OperationId } from '../../src/contract/index.ts';
import type { Role } from '../world/tokens.ts';

/** Recorded request. */
export interface RecordedRequest {
  /** `undefined` if no operation has the path. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** Path template of the contract; the path as it was sent if no operation has it. */
  readonly path: string;
  /** Path and query as they were sent, below the base URL. */
  readonly url: string;
  /** Path parameters, decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Query by the names that were sent; an array if a name is repeated or ends in `[]`. */
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Parsed body; `undefined` without one. */
  readonly body: unknown;
  /** Status of the response; 0 before the response, and if the connection was closed. */
  readonly status: number;
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** `undefined` for an unknown token. */
  readonly tokenRole: Role | undefined;
  /** Whether the client disconnected before the response was sent. */
  readonly aborted: boolean;
}

/** Request that is being recorded. */
export type Recording = { -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name] };

/** Newest requests in the order of arrival. */
export class Recordings {
  readonly all: Recording[] = [];
  readonly #kept: number;

  /** @param kept minimum number of kept requests; up to twice as many are kept, so that dropping is cheap */
  constructor(kept: number) {
    this.#kept = kept;
  }

  add(recording: Recording): void {
    if (this.#kept === 0) return;
    if (this.all.length >= 2 * this.#kept) this.all.splice(0, this.#kept);
    this.all.push(recording);
  }
}

/** Groups the query of a request by the names that were sent. */
export function recordQuery(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    const [first = ''] = values;
    query[name] = values.length > 1 || name.endsWith('[]') ? values : first;
  }
  return query;
}

/** Response that violates the contract: a bug in a handler. */
export interface ContractViolation {
  readonly operation: OperationId;
  readonly status: number;
  readonly problems: readonly string[];
}

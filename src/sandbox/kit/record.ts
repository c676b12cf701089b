/** What the sandbox remembers of the requests it got, for tests to assert on. */
import type { IncomingHttpHeaders } from 'node:http';
import type { OperationId } from '../../contract/index.ts';
import type { Role } from '../world/tokens.ts';

/** One request, in the order of arrival. */
export interface RecordedRequest {
  /** Undefined where no operation is at that path. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** Path template of the contract; the path as sent where there is none. */
  readonly path: string;
  /** Path and query as they were sent, below the base URL. */
  readonly url: string;
  /** Path parameters, decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Query by the names on the wire; an array where a name stands more than once or ends in `[]`. */
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Body as it was parsed; undefined without one. */
  readonly body: unknown;
  /** Status of the answer; 0 while there is none, and when the connection was cut. */
  readonly status: number;
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Undefined for a token that nobody has. */
  readonly tokenRole: Role | undefined;
  /** Whether the caller left before the answer was sent. */
  readonly aborted: boolean;
}

/** A request being recorded. */
export type Recording = { -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name] };

/** The newest requests, in the order of arrival. */
export class Recordings {
  readonly all: Recording[] = [];
  readonly #kept: number;

  /** @param kept how many are kept at the least; twice as many at the most, so that dropping some costs next to nothing */
  constructor(kept: number) {
    this.#kept = kept;
  }

  add(recording: Recording): void {
    if (this.#kept === 0) return;
    if (this.all.length >= 2 * this.#kept) this.all.splice(0, this.#kept);
    this.all.push(recording);
  }
}

/** The query of a request by the names on the wire. */
export function recordQuery(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    const [first = ''] = values;
    query[name] = values.length > 1 || name.endsWith('[]') ? values : first;
  }
  return query;
}

/** An answer that breaks the contract: a mistake in a handler. */
export interface ContractViolation {
  readonly operation: OperationId;
  readonly status: number;
  readonly problems: readonly string[];
}

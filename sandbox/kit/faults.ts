/** Injects faults into matching calls. */
import type { OperationId } from '../../src/contract/index.ts';
import { jsonResponse, type ServiceResponse } from './service.ts';

/** Fault, and the calls that it affects. Without `reset`, `truncate`, `html`, `emptyBody` and `status` it only delays, or changes headers and body. */
export interface Fault {
  /** Affected calls. Defaults to all calls. */
  readonly match?: {
    readonly operation?: OperationId;
    readonly method?: string;
    /** Substring of the URL below the base, including the query. */
    readonly contains?: string;
  };
  /** Number of affected calls after which the fault is removed. Defaults to no limit. */
  readonly times?: number;
  /** Delay before anything else happens. */
  readonly latencyMs?: number;
  /** Resets the connection instead of responding. */
  readonly reset?: boolean;
  /** Executes the call, then sends half of the response and closes the connection. */
  readonly truncate?: boolean;
  /** Responds with the error page of a proxy. `status` defaults to 502. */
  readonly html?: boolean;
  /** Responds without a body. Executes the call unless `status` is set. */
  readonly emptyBody?: boolean;
  /** Responds with this status instead of executing the call. */
  readonly status?: number;
  /** Headers that are added to the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the response body: an object is sent as JSON, a string unchanged. Executes the call unless `status` is set. */
  readonly body?: unknown;
}

/** Active faults. */
export interface Faults {
  /** Adds a fault. @returns a function that removes it */
  add(fault: Fault): () => void;
  /** Removes all faults. */
  clear(): void;
  /** Active faults, the newest last. */
  readonly active: readonly Fault[];
}

/** Call that faults are matched against. */
export interface FaultTarget {
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly url: string;
}

export class FaultList implements Faults {
  #entries: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): () => void {
    const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
    this.#entries.push(entry);
    return () => {
      this.#entries = this.#entries.filter((other) => other !== entry);
    };
  }

  clear(): void {
    this.#entries = [];
  }

  get active(): readonly Fault[] {
    return this.#entries.map(({ fault }) => fault);
  }

  /** Returns the oldest fault that matches a call, and counts the call. */
  strike(target: FaultTarget): Fault | undefined {
    const entry = this.#entries.find(({ fault }) => matches(fault, target));
    if (entry === undefined) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.#entries = this.#entries.filter((other) => other !== entry);
    return entry.fault;
  }
}

function matches({ match = {} }: Fault, target: FaultTarget): boolean {
  return (
    (match.operation === undefined || match.operation === target.operation) &&
    (match.method === undefined || match.method.toUpperCase() === target.method) &&
    (match.contains === undefined || target.url.includes(match.contains))
  );
}

export const faultMembers: Readonly<Record<keyof Fault, string>> = {
  match: 'object',
  times: 'number',
  latencyMs: 'number',
  reset: 'boolean',
  truncate: 'boolean',
  html: 'boolean',
  emptyBody: 'boolean',
  status: 'number',
  headers: 'object',
  body: 'any',
};

/** Whether a value from a request body is a fault. */
export function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null) return false;
  const types: Readonly<Record<string, string | undefined>> = faultMembers;
  return Object.entries(value).every(
    ([name, member]) => types[name] === 'any' || (member !== null && types[name] === typeof member),
  );
}

const proxyPage = (status: number): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;

/** Headers of a fault with lower-case names, so that they replace those of the response. */
function headersOf({ headers = {} }: Fault): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Response of a fault that replaces the call; `undefined` if the call is executed. */
export function createReplacement(fault: Fault): ServiceResponse | undefined {
  const { status } = fault;
  const headers = headersOf(fault);
  if (fault.html) {
    const code = status ?? 502;
    return { status: code, headers: { 'content-type': 'text/html', ...headers }, bytes: Buffer.from(proxyPage(code)) };
  }
  return status === undefined ? undefined : applyFault({ status, headers, bytes: undefined }, fault);
}

/** Applies the headers and body of a fault to a response. */
export function applyFault(response: ServiceResponse, fault: Fault): ServiceResponse {
  const headers = { ...response.headers, ...headersOf(fault) };
  if (fault.emptyBody) return { ...response, headers, bytes: undefined };
  if (fault.body === undefined) {
    const silent = fault.status === undefined || fault.status === 204 || fault.status === 304;
    if (silent) return { ...response, headers };
    return jsonResponse(response.status, { message: `${response.status}` }, headers);
  }
  if (typeof fault.body !== 'string') return jsonResponse(response.status, fault.body, headers);
  const text = { 'content-type': 'text/plain', ...headersOf(fault) };
  return { status: response.status, headers: { ...response.headers, ...text }, bytes: Buffer.from(fault.body) };
}

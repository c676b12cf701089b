/** Faults on demand: what goes wrong between a service and its callers, for the calls that match. */
import type { OperationId } from '../../contract/index.ts';
import { type Answer, jsonAnswer } from './service.ts';

/** A fault and the calls it strikes. Without any of `reset`, `truncate`, `html`, `emptyBody` and `status`, it only delays. */
export interface Fault {
  /** Calls that it strikes; all of them when absent. */
  readonly match?: {
    readonly operation?: OperationId;
    readonly method?: string;
    /** Text that the URL below the base holds, query included. */
    readonly contains?: string;
  };
  /** How many calls it strikes before it is over; no limit when absent. */
  readonly times?: number;
  /** Delay before anything else happens. */
  readonly latencyMs?: number;
  /** Closes the connection instead of answering. */
  readonly reset?: boolean;
  /** Does the call, then sends half of its answer and closes the connection. */
  readonly truncate?: boolean;
  /** Answers with the error page of a proxy; 502 unless `status` says otherwise. */
  readonly html?: boolean;
  /** Answers without a body; does the call, unless `status` is given. */
  readonly emptyBody?: boolean;
  /** Answers with this status instead of doing the call. */
  readonly status?: number;
  /** Headers on the answer, whichever it is. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body in place of the one there would be: an object as JSON, a text as it is. Without `status`, the call is done. */
  readonly body?: unknown;
}

/** The faults in force. */
export interface Faults {
  /** Puts a fault in force. @returns A function that takes it back. */
  add(fault: Fault): () => void;
  /** Takes all faults back. */
  clear(): void;
  /** The faults in force, the newest last. */
  readonly active: readonly Fault[];
}

/** What a fault is matched against. */
export interface FaultTarget {
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly url: string;
}

/** Faults with the part that only the server uses. */
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

  /** The oldest fault in force that strikes a call; counts the call. */
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

const members: Readonly<Record<keyof Fault, string>> = {
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

/** Whether a value that came over HTTP is a fault. */
export function isFault(value: unknown): value is Fault {
  if (typeof value !== 'object' || value === null) return false;
  const types: Readonly<Record<string, string | undefined>> = members;
  return Object.entries(value).every(
    ([name, member]) => types[name] === 'any' || (member !== null && types[name] === typeof member),
  );
}

const proxyPage = (status: number): string =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;

/** Headers of a fault by lower case names, so that they replace those of the answer. */
function headersOf({ headers = {} }: Fault): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The answer of a fault that does not do the call; undefined for one that does. */
export function answerInstead(fault: Fault): Answer | undefined {
  const { status } = fault;
  const headers = headersOf(fault);
  if (fault.html) {
    const code = status ?? 502;
    return { status: code, headers: { 'content-type': 'text/html', ...headers }, bytes: Buffer.from(proxyPage(code)) };
  }
  return status === undefined ? undefined : answerWith({ status, headers, bytes: undefined }, fault);
}

/** An answer with the headers and the body of a fault. */
export function answerWith(answer: Answer, fault: Fault): Answer {
  const headers = { ...answer.headers, ...headersOf(fault) };
  if (fault.emptyBody) return { ...answer, headers, bytes: undefined };
  if (fault.body === undefined) {
    const silent = fault.status === undefined || fault.status === 204 || fault.status === 304;
    if (silent) return { ...answer, headers };
    return jsonAnswer(answer.status, { message: `${answer.status}` }, headers);
  }
  if (typeof fault.body !== 'string') return jsonAnswer(answer.status, fault.body, headers);
  const text = { 'content-type': 'text/plain', ...headersOf(fault) };
  return { status: answer.status, headers: { ...answer.headers, ...text }, bytes: Buffer.from(fault.body) };
}

/** One call from its parameters to its answer; knows nothing about sockets. */
import { type Operation, type OperationId, resolve } from '../../contract/index.ts';
import type { Caller } from '../world/tokens.ts';
import type { Area, Call, Handler, Handlers, UploadedFile } from './area.ts';
import { cutPage } from './pages.ts';
import type { ContractViolation } from './record.ts';
import { badParameters, Refusal, unauthorized } from './refusal.ts';
import { Listing, Reply } from './reply.ts';
import type { Store } from './store.ts';
import { answerProblems, type Check, checksOf, successStatuses } from './validation.ts';
import { coerceMembers, isTree, type RawBody, readPath, readQuery, type Tree } from './wire.ts';

/** An answer before it is put on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for an answer without a body. */
  readonly bytes: Uint8Array | undefined;
}

/** A request whose operation is known. */
export interface ServiceRequest {
  readonly operation: Operation;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** The query, nested. */
  readonly query: Tree;
  readonly search: URLSearchParams;
  /** URL without the query, for links to further pages. */
  readonly address: string;
  readonly body: RawBody;
  readonly caller: Caller;
}

/** A JSON answer. */
export function jsonAnswer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body));
  return { status, bytes, headers: bytes ? { 'content-type': 'application/json', ...headers } : headers };
}

function verify<T>(check: Check<T>, value: unknown): T {
  if (check.holds(value)) return value;
  throw badParameters(check.problems(value));
}

/** Violations that are kept; the first ones tell. */
const mostViolations = 1000;

/** The areas of the sandbox behind one function. */
export class Service {
  readonly store: Store;
  readonly violations: ContractViolation[] = [];
  readonly #handlers: Handlers;
  readonly #signedIn: ReadonlySet<OperationId>;

  constructor(store: Store, areas: readonly Area[]) {
    this.store = store;
    this.#handlers = merge(areas);
    this.#signedIn = new Set(
      areas.flatMap(({ signedIn = [], handlers }) => (signedIn === 'all' ? keysOf(handlers) : [...signedIn])),
    );
  }

  /** The operations that have a handler. */
  get operations(): ReadonlySet<OperationId> {
    return new Set(keysOf(this.#handlers));
  }

  /** Answers a request, refusals and mistakes of handlers included. */
  async answer(request: ServiceRequest): Promise<Answer> {
    try {
      return await this.#dispatch(request.operation.id, request);
    } catch (error) {
      if (error instanceof Refusal) return jsonAnswer(error.status, error.body, error.headers);
      console.error(`sandbox: ${request.operation.id} failed`, error);
      return jsonAnswer(500, { message: '500 Internal Server Error' });
    }
  }

  async #dispatch<O extends OperationId>(id: O, request: ServiceRequest): Promise<Answer> {
    const { operation, caller } = request;
    const handler: Handler<O> | undefined = this.#handlers[id];
    if (handler === undefined) return jsonAnswer(501, { error: `The sandbox does not have ${id} yet` });
    if (caller.user === undefined && (operation.method !== 'GET' || this.#signedIn.has(id))) throw unauthorized();
    const checks = checksOf(id);
    const deletion = operation.method === 'DELETE' ? parametersOfDelete(operation, request.body) : undefined;
    const { query, others } = readQuery(operation, { ...request.query, ...deletion });
    const sent = deletion === undefined ? request.body : noBody;
    const call: Call<O> = {
      store: this.store,
      caller,
      path: verify(checks.path, readPath(operation, request.pathParameters)),
      query: verify(checks.query, operation.method === 'GET' ? { ...query, ...others } : query),
      body: verify(checks.body, bodyOf(operation, sent, operation.method === 'GET' ? {} : others)),
      files: acceptedFiles(operation, request.body.files),
    };
    return this.#finish(operation, request, query, await handler(call));
  }

  #finish(operation: Operation, request: ServiceRequest, query: Tree, result: unknown): Answer {
    const [documented = 200] = successStatuses(operation);
    if (result instanceof Listing) {
      const { address, search } = request;
      const { items, headers } = cutPage(operation, result, query, { url: address, search });
      return this.#checked(operation, jsonAnswer(documented, items, headers), items, result);
    }
    if (!(result instanceof Reply)) return this.#checked(operation, jsonAnswer(documented, result), result);
    const status = result.status ?? documented;
    if (result.file) {
      const { bytes, type } = result.file;
      return { status, bytes, headers: { 'content-type': type, ...result.headers } };
    }
    const answer = jsonAnswer(status, result.body, result.headers);
    return result.unchecked ? answer : this.#checked(operation, answer, result.body);
  }

  #checked(operation: Operation, answer: Answer, body: unknown, listing?: Listing<unknown>): Answer {
    const problems = answerProblems(operation, answer.status, body, listing?.itemSchema);
    if (problems.length === 0) return answer;
    if (this.violations.length < mostViolations)
      this.violations.push({ operation: operation.id, status: answer.status, problems });
    console.error(`sandbox: the answer of ${operation.id} breaks the contract:\n  ${problems.join('\n  ')}`);
    return jsonAnswer(500, { message: '500 Internal Server Error', problems });
  }
}

/** The handlers of all areas; each operation belongs to one. */
function merge(areas: readonly Area[]): Handlers {
  const all: Handlers = {};
  for (const { handlers } of areas) {
    const taken = Object.keys(handlers).filter((id) => id in all);
    if (taken.length > 0) throw new Error(`Two areas handle ${taken.join(', ')}`);
    Object.assign(all, handlers);
  }
  return all;
}

function keysOf(handlers: Handlers): OperationId[] {
  const isHandled = (name: string): name is OperationId => name in handlers;
  return Object.keys(handlers).filter(isHandled);
}

const noBody: RawBody = { value: undefined, texts: false, files: [] };

/** The parameters of a DELETE that some clients send as a JSON body or form; undefined where the operation has a body of its own. */
function parametersOfDelete({ body }: Operation, { value }: RawBody): Tree | undefined {
  if (body !== undefined || value === undefined) return undefined;
  if (!isTree(value)) throw badParameters(['body is invalid']);
  return value;
}

/** Members of a body may also be sent in the query, where everything is text. */
function bodyOf({ body: schema = {} }: Operation, { value, texts }: RawBody, others: Tree): Tree {
  if (value === undefined) return coerceMembers(schema, others);
  if (!isTree(value)) throw badParameters(['body is invalid']);
  return { ...coerceMembers(schema, others), ...(texts ? coerceMembers(schema, value) : value) };
}

function acceptedFiles(operation: Operation, files: readonly UploadedFile[]): readonly UploadedFile[] {
  const fields = operation.multipart ? Object.keys(resolve(operation.multipart).properties ?? {}) : [];
  const unknown = files.filter(({ field }) => !fields.includes(field));
  if (unknown.length > 0) throw badParameters(unknown.map(({ field }) => `${field} is unknown`));
  return files;
}

/** Executes calls, from parameters to response, independently of the HTTP server. */
import { type Contract, type Operation, type OperationId, resolve } from '../../src/contract/index.ts';
import type { Caller } from '../world/tokens.ts';
import type { Area, Handler, Handlers, ReceivedCall, UploadedFile } from './area.ts';
import { badParameters, HttpError, unauthorized } from './http-error.ts';
import { type OwnArea, OwnOperations } from './own-operations.ts';
import { cutPage } from './pages.ts';
import type { ContractViolation } from './record.ts';
import { Listing, Reply } from './reply.ts';
import type { Store } from './store.ts';
import { type Check, ContractValidator } from './validation.ts';
import { coerceMembers, isTree, type RawBody, readPath, readQuery, type Tree } from './wire.ts';

/** Response before it is sent. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` for a response without a body. */
  readonly bytes: Uint8Array | undefined;
}

/** Request to an operation. */
export interface ServiceRequest {
  readonly operation: Operation;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Nested query parameters. */
  readonly query: Tree;
  readonly search: URLSearchParams;
  /** URL without the query, for links to further pages. */
  readonly url: string;
  readonly body: RawBody;
  readonly caller: Caller;
}

/** Creates a JSON response. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServiceResponse {
  const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body));
  return { status, bytes, headers: bytes ? { 'content-type': 'application/json', ...headers } : headers };
}

/** Creates a response about a mistake in an area. The facade shows messages of this status to clients. */
const problemResponse = (error: string): ServiceResponse => jsonResponse(422, { error });

function verify<T>(check: Check<T>, value: unknown): T {
  if (check.holds(value)) return value;
  throw badParameters(check.problems(value));
}

const maxViolations = 1000;

/** Dispatches calls to the handlers of the areas. */
export class Service {
  readonly violations: ContractViolation[] = [];
  readonly #createStore: () => Store;
  readonly #handlers: Handlers;
  readonly #own: OwnOperations;
  readonly #validator: ContractValidator;
  readonly #signedIn: ReadonlySet<OperationId>;
  readonly #tables: readonly ((store: Store) => unknown)[];
  #store: Store;
  #isWritten = false;

  /**
   * @param contract contract of all areas
   * @param ownAreas areas of operators and embedders
   */
  constructor(createStore: () => Store, areas: readonly Area[], contract: Contract, ownAreas: readonly OwnArea[] = []) {
    this.#createStore = createStore;
    this.#store = createStore();
    this.#tables = areas.flatMap(({ tables = [] }) => tables);
    this.#handlers = merge(areas);
    this.#own = new OwnOperations(ownAreas, contract, new Set(Object.keys(this.#handlers)));
    this.#validator = ContractValidator.for(contract);
    this.#signedIn = new Set(
      areas.flatMap(({ signedIn = [], handlers }) => (signedIn === 'all' ? keysOf(handlers) : [...signedIn])),
    );
  }

  get store(): Store {
    return this.#store;
  }

  /** Restores the seeded data. */
  reset(): void {
    this.#store = this.#createStore();
    this.#isWritten = false;
  }

  #beforeWrite(): void {
    if (this.#isWritten) return;
    this.#isWritten = true;
    for (const table of this.#tables) table(this.#store);
  }

  /** Operations with a handler. */
  get operations(): ReadonlySet<OperationId> {
    return new Set(keysOf(this.#handlers));
  }

  /** Executes a request. Converts errors of handlers to error responses. */
  async execute(request: ServiceRequest): Promise<ServiceResponse> {
    try {
      return await this.#dispatch(request.operation.id, request);
    } catch (error) {
      if (error instanceof HttpError) return jsonResponse(error.status, error.body, error.headers);
      const { id } = request.operation;
      console.error(`sandbox: ${id} failed`, error);
      return problemResponse(`The sandbox failed in the handler of ${id}: ${error}`);
    }
  }

  async #dispatch<O extends OperationId>(id: O, request: ServiceRequest): Promise<ServiceResponse> {
    const { operation, caller } = request;
    const handler: Handler<O> | undefined = this.#handlers[id];
    if (handler === undefined && !this.#own.has(id))
      return problemResponse(
        `The sandbox has no handler of ${id}: add one to defineSandbox in the area of the operation, or to sandbox/<area>.ts for a standard area`,
      );
    if (caller.user === undefined && (operation.method !== 'GET' || this.#signedIn.has(id))) throw unauthorized();
    if (operation.method !== 'GET') this.#beforeWrite();
    const checks = this.#validator.getRequestChecks(id);
    const deletion = operation.method === 'DELETE' ? parametersOfDelete(operation, request.body) : undefined;
    const { query, others } = readQuery(operation, { ...request.query, ...deletion });
    const sent = deletion === undefined ? request.body : emptyBody;
    const call: ReceivedCall<O> = {
      store: this.store,
      caller,
      path: verify(checks.path, readPath(operation, request.pathParameters)),
      query: verify(checks.query, operation.method === 'GET' ? { ...query, ...others } : query),
      body: verify(checks.body, bodyOf(operation, sent, operation.method === 'GET' ? {} : others)),
      files: checkFiles(operation, request.body.files),
    };
    return this.#finish(
      operation,
      request,
      query,
      handler === undefined ? await this.#own.handle(operation, id, call) : await handler(call),
    );
  }

  #finish(operation: Operation, request: ServiceRequest, query: Tree, result: unknown): ServiceResponse {
    const [documented = 200] = this.#validator.getSuccessStatuses(operation);
    if (result instanceof Listing) {
      const { url, search } = request;
      const { items, headers } = cutPage(operation, result, query, { url, search });
      return this.#checked(operation, jsonResponse(documented, items, headers), items, result);
    }
    if (!(result instanceof Reply)) return this.#checked(operation, jsonResponse(documented, result), result);
    const status = result.status ?? documented;
    if (result.file) {
      const { bytes, type } = result.file;
      return { status, bytes, headers: { 'content-type': type, ...result.headers } };
    }
    const response = jsonResponse(status, result.body, result.headers);
    return result.unchecked ? response : this.#checked(operation, response, result.body);
  }

  #checked(
    operation: Operation,
    response: ServiceResponse,
    body: unknown,
    listing?: Listing<unknown>,
  ): ServiceResponse {
    const problems = this.#validator.findResponseViolations(operation, response.status, body, listing?.itemSchema);
    if (problems.length === 0) return response;
    if (this.violations.length < maxViolations)
      this.violations.push({ operation: operation.id, status: response.status, problems });
    console.error(`sandbox: the response of ${operation.id} violates the contract:\n  ${problems.join('\n  ')}`);
    return problemResponse(
      `The response of the sandbox to ${operation.id} violates the contract: ${problems.join('; ')}`,
    );
  }
}

/** Merges the handlers of all areas. @throws Error if two areas handle one operation */
function merge(areas: readonly Area[]): Handlers {
  const all: Handlers = {};
  for (const { handlers } of areas) {
    const duplicates = Object.keys(handlers).filter((id) => id in all);
    if (duplicates.length > 0) throw new Error(`Two areas handle ${duplicates.join(', ')}`);
    Object.assign(all, handlers);
  }
  return all;
}

function keysOf(handlers: Handlers): OperationId[] {
  const isHandled = (name: string): name is OperationId => name in handlers;
  return Object.keys(handlers).filter(isHandled);
}

const emptyBody: RawBody = { value: undefined, texts: false, files: [] };

/** Parameters of a DELETE that are sent as a JSON body or form; `undefined` if the operation has its own body. */
function parametersOfDelete({ body }: Operation, { value }: RawBody): Tree | undefined {
  if (body !== undefined || value === undefined) return undefined;
  if (!isTree(value)) throw badParameters(['body is invalid']);
  return value;
}

/** Members of a body, which may also be sent in the query as strings. */
function bodyOf({ body: schema = {} }: Operation, { value, texts }: RawBody, others: Tree): Tree {
  if (value === undefined) return coerceMembers(schema, others);
  if (!isTree(value)) throw badParameters(['body is invalid']);
  return { ...coerceMembers(schema, others), ...(texts ? coerceMembers(schema, value) : value) };
}

function checkFiles(operation: Operation, files: readonly UploadedFile[]): readonly UploadedFile[] {
  const fields = operation.multipart ? Object.keys(resolve(operation.multipart).properties ?? {}) : [];
  const unknown = files.filter(({ field }) => !fields.includes(field));
  if (unknown.length > 0) throw badParameters(unknown.map(({ field }) => `${field} is unknown`));
  return files;
}

/** Executes mutations without an upstream, to collect the calls that they would send. */

import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { Contract, OperationId } from '../../contract/index.ts';
import { execute } from '../../execution/index.ts';
import { asRecord } from '../../helpers/is-record.ts';
import { RestSession } from '../../rest/batch/session.ts';
import { Cancellation } from '../../rest/cancellation.ts';
import { RestClient } from '../../rest/client.ts';
import { Credential } from '../../rest/credential.ts';
import { RestError } from '../../rest/errors.ts';
import type { Download, RestRequest, RestResponse } from '../../rest/request.ts';
import { Watcher } from '../../watch/watcher.ts';
import type { GraphContext } from '../context.ts';
import { getGraph } from '../kit/graph.ts';
import { Cursors } from '../kit/paging/cursors.ts';
import { type Parameters, toParameters } from './templates.ts';

/** Far above real ids, so that numbers of the dry run are not mistaken for ids of the input. */
const firstReadId = 8_000_000_000_000_000;

/** Whether a response to a request contains the number of the object that its path names. */
function returnsNumber(contract: Contract, { operation: id }: RestRequest): boolean {
  const { list, responseSchemas, pathParameters } = contract.operation(id);
  const [schemaName] = responseSchemas;
  return (
    !list && pathParameters.length === 1 && schemaName !== undefined && contract.attributesOf(schemaName).has('id')
  );
}

/** Records every call. Reads of the number of a named object return placeholder numbers; all other calls fail. */
class DryRunSession extends RestSession {
  readonly reads: RestRequest[] = [];
  readonly writes: RestRequest[] = [];
  /** Names that paths of reads contain, by the number of the object. */
  readonly names = new Map<number, string>();

  override read(request: RestRequest): Promise<RestResponse> {
    this.reads.push(request);
    const [name] = Object.values(request.path ?? {});
    if (name === undefined || !returnsNumber(this.contract, request))
      return Promise.reject(new RestError('NOT_FOUND', 'There is no upstream'));
    const id = firstReadId + this.names.size;
    this.names.set(id, String(name));
    return Promise.resolve({ status: 200, headers: {}, body: { id } });
  }

  override write(request: RestRequest): Promise<RestResponse> {
    this.writes.push(request);
    return Promise.reject(new RestError('FORBIDDEN', 'There is no upstream'));
  }

  override download(request: RestRequest): Promise<Download> {
    this.reads.push(request);
    return Promise.reject(new RestError('NOT_FOUND', 'There is no upstream'));
  }
}

/** Error of an input. */
interface Rejection {
  /** Path within the input, joined by dots; empty for the input as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Calls that a mutation sends up to the response to its write. */
export interface DryRunResult {
  /** Operations of the reads before the write. */
  readonly reads: readonly OperationId[];
  /** Operation of the write; `undefined` if the mutation sends none. */
  readonly operation: OperationId | undefined;
  /** Parameters of the write. Numbers that the reads return are replaced by the names that the reads look up. */
  readonly parameters: Parameters;
  /** Errors because of which the mutation sends no write. */
  readonly rejections: readonly Rejection[];
}

/** Errors of a result and of the payload of its only mutation. */
function rejectionsIn({ data, errors = [] }: ExecutionResult): readonly Rejection[] {
  const [payload] = Object.values(data ?? {});
  return [errors, asRecord(payload).errors].flat().map((error) => {
    const { message, path } = asRecord(error);
    // The path of a GraphQL error is that of a field.
    const isInput = Array.isArray(path) && path[0] === 'input';
    return { path: isInput ? path.slice(1).join('.') : '', message: String(message) };
  });
}

/** Runs mutations. Never opens a connection. */
export class DryRun {
  readonly #client: RestClient;
  readonly #watcher: Watcher;
  readonly #cursors = new Cursors();
  readonly #schema: GraphQLSchema;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    this.#client = new RestClient({
      contract: getGraph(schema).contract,
      baseUrl: new URL('http://upstream.invalid/api/v4/'),
      connections: 1,
      callTimeoutMs: 1,
      maxUpstreamResponseBytes: 1,
      responseCacheBytes: 0,
      maxUrlBytes: 65_536,
      retries: 0,
      retryDelayMs: 0,
      maxRetryDelayMs: 0,
    });
    this.#watcher = new Watcher({ client: this.#client, firstIntervalMs: 1, maxIntervalMs: 1, errorGracePeriodMs: 1 });
  }

  /** Runs a document with a valid mutation. The variables may be invalid. */
  async run(document: DocumentNode, variables: Readonly<Record<string, unknown>>): Promise<DryRunResult> {
    const rest = new DryRunSession(this.#client, {
      credential: Credential.anonymous,
      cancellation: new Cancellation(),
      maxCalls: 1,
      reportOnly: true,
    });
    const contextValue: GraphContext = {
      rest,
      cursors: this.#cursors,
      publicUrl: new URL('http://localhost/'),
      watcher: this.#watcher,
    };
    const result = await execute({ schema: this.#schema, document, variableValues: variables, contextValue });
    const [write] = rest.writes;
    const toName = (value: unknown) => (typeof value === 'number' ? (rest.names.get(value) ?? value) : value);
    return {
      reads: rest.reads.map(({ operation }) => operation),
      operation: write?.operation,
      parameters: new Map([...toParameters(write ?? {})].map(([name, value]) => [name, toName(value)])),
      rejections: write === undefined ? rejectionsIn(result) : [],
    };
  }
}

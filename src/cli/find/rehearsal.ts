/** Executes a mutation without an upstream, to see which calls it would make. */
import type { DocumentNode, ExecutionResult } from 'graphql';
import { execute } from '../../execution/index.ts';
import type { GraphContext } from '../../graph/context.ts';
import { schema } from '../../graph/index.ts';
import { Cursors } from '../../graph/kit/paging/cursors.ts';
import { RestSession } from '../../rest/batch/session.ts';
import type { Download } from '../../rest/calls.ts';
import { Cancellation } from '../../rest/cancellation.ts';
import { RestClient } from '../../rest/client.ts';
import { Credential } from '../../rest/credential.ts';
import { RestError } from '../../rest/errors.ts';
import type { RestRequest, RestResponse } from '../../rest/request.ts';
import { Watcher } from '../../watch/watcher.ts';

/** Notes every call and refuses it. */
class RehearsedSession extends RestSession {
  readonly reads: RestRequest[] = [];
  readonly writes: RestRequest[] = [];

  override read(request: RestRequest): Promise<RestResponse> {
    this.reads.push(request);
    return Promise.reject(new RestError('NOT_FOUND', 'There is no upstream'));
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

/** The calls that a mutation would make up to the first answer that it needs. */
export interface Rehearsed {
  readonly reads: readonly RestRequest[];
  readonly writes: readonly RestRequest[];
  /** What was said against the input, where no write came of it. */
  readonly refusals: readonly string[];
}

const messageOf = (error: unknown): string => String(Object(error).message);

/** What the payload of the only mutation says, and what was said in place of it. */
function refusalsIn({ data, errors = [] }: ExecutionResult): readonly string[] {
  const [payload] = Object.values(data ?? {});
  const told: unknown = Object(payload).errors;
  return [...errors, ...(Array.isArray(told) ? told : [])].map(messageOf);
}

/** Rehearses mutations. Nothing of it ever opens a connection. */
export class Stage {
  readonly #client = new RestClient({
    baseUrl: new URL('http://upstream.invalid/api/v4/'),
    connections: 1,
    callTimeout: 1,
    maxAnswerBytes: 1,
    etagCacheBytes: 0,
    maxUrlBytes: 65_536,
    retries: 0,
    retryDelay: 0,
    maxRetryDelay: 0,
  });
  readonly #watch = new Watcher({ client: this.#client, firstInterval: 1, longestInterval: 1, patience: 1 });
  readonly #cursors = new Cursors();

  /** The calls of a valid mutation with variables that need not be. */
  async rehearse(document: DocumentNode, variables: Readonly<Record<string, unknown>>): Promise<Rehearsed> {
    const rest = new RehearsedSession(this.#client, {
      credential: Credential.anonymous,
      cancellation: new Cancellation(),
      maxCalls: 1,
      reportOnly: true,
    });
    const contextValue: GraphContext = {
      rest,
      cursors: this.#cursors,
      publicUrl: new URL('http://localhost/'),
      watch: this.#watch,
    };
    const result = await execute({ schema, document, variableValues: variables, contextValue });
    const refusals = rest.writes.length > 0 ? [] : refusalsIn(result);
    return { reads: rest.reads, writes: rest.writes, refusals };
  }
}

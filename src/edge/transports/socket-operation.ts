import type { ExecutionResult, GraphQLError } from 'graphql';
import { CancellableStream } from '../../rest/cancellable-stream.ts';
import { Cancellation } from '../../rest/cancellation.ts';
import type { PipelineResult } from '../operation/operation.ts';
import { textOf } from '../operation/response.ts';

/** Errors of a request that was not executed. The protocol has a message of its own for these. */
export class RequestErrors extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('The operation was not executed');
    this.errors = errors;
  }
}

/** Progress of the client of a connection. */
interface ClientProgress {
  /** Waits until the client has read earlier messages. @param heldBytes bytes of a result that waits, and counts as unsent */
  waitForClient(cancellation: Cancellation, heldBytes?: () => number): Promise<void>;
}

/**
 * Results of one operation over a WebSocket. A query or mutation is a stream too, because graphql-ws can only cancel streams when the
 * client completes an operation before its result.
 */
export class SocketOperation extends CancellableStream<ExecutionResult> {
  /** Operation id in the messages of the client. */
  readonly id: string;
  /** Whether the operation is a subscription. */
  isSubscription = false;
  #results: CancellableStream<ExecutionResult> | undefined;
  readonly #connection: ClientProgress;
  #isEnded = false;

  /** Executes the accepted operation. Called once. */
  execute: (() => Promise<PipelineResult>) | undefined;

  constructor(id: string, connection: ClientProgress) {
    super(() => this.#readResult(), new Cancellation());
    this.id = id;
    this.#connection = connection;
  }

  override async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    const result = await super.next();
    return this.#isEnded ? this.waitForever() : result;
  }

  override return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    this.end();
    return super.return();
  }

  /** Ends the operation before its last result. */
  end(): void {
    this.#isEnded = true;
    this.cancellation.cancel();
  }

  /** Whether the operation was ended before its last result. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Returns a promise that never settles. If graphql-ws continued with an operation that was ended, it would end the next one with the same id. */
  waitForever(): Promise<never> {
    return new Promise(() => {});
  }

  /**
   * Reads the next result. Parts and events are read only when the client has read the earlier messages. If the client has messages of other
   * operations to read when a result is available, the result waits.
   */
  async #readResult(): Promise<IteratorResult<ExecutionResult, undefined>> {
    const { execute } = this;
    if (execute !== undefined) {
      // graphql-ws keeps the operation in memory until it ends. The arguments of its execution must not be kept with it.
      this.execute = undefined;
      const outcome = await execute();
      if ('result' in outcome) {
        await this.#waitToSend(outcome.result);
        return { done: false, value: executed(outcome.result) };
      }
      this.#results = 'parts' in outcome ? outcome.parts : outcome.results;
    } else if (this.#results !== undefined) await this.#connection.waitForClient(this.cancellation);
    const next = await this.#results?.read();
    if (next === undefined || next.done) return { done: true, value: undefined };
    await this.#waitToSend(next.value);
    return next;
  }

  #waitToSend(result: ExecutionResult): Promise<void> {
    return this.#connection.waitForClient(this.cancellation, () => Buffer.byteLength(textOf(result)));
  }
}

/** @throws RequestErrors if the result contains only errors of the request */
function executed(result: ExecutionResult): ExecutionResult {
  if (result.errors !== undefined && !('data' in result)) throw new RequestErrors(result.errors);
  return result;
}

import type { ExecutionResult, GraphQLError } from 'graphql';
import { CancellableStream } from '../../rest/cancellable-stream.ts';
import { Cancellation } from '../../rest/cancellation.ts';
import type { PipelineResult } from '../operation/operation.ts';

/** Errors of a request that was not executed. The protocol has a message of its own for these. */
export class RequestErrors extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('The operation was not executed');
    this.errors = errors;
  }
}

/**
 * Results of one operation over a WebSocket. A query or mutation is a stream too, because graphql-ws can only cancel streams when the
 * client completes an operation before its result.
 */
export class SocketOperation extends CancellableStream<ExecutionResult> {
  /** Operation id in the messages of the client. */
  readonly id: string;
  /** Whether it is a subscription, whose client does not wait for a single result. */
  isSubscription = false;
  #results: CancellableStream<ExecutionResult> | undefined;
  #isStarted = false;
  #isEnded = false;

  /** @param delivery settles when the client has read enough for the next result */
  constructor(id: string, execute: () => Promise<PipelineResult>, delivery: () => Promise<void> | undefined) {
    super(() => this.#readResult(execute, delivery), new Cancellation());
    this.id = id;
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

  /** Never settles. If graphql-ws continued with an operation that was ended, it would end the next one with the same id. */
  waitForever(): Promise<never> {
    return new Promise(() => {});
  }

  async #readResult(
    execute: () => Promise<PipelineResult>,
    delivery: () => Promise<void> | undefined,
  ): Promise<IteratorResult<ExecutionResult, undefined>> {
    if (!this.#isStarted) {
      this.#isStarted = true;
      const outcome = await execute();
      if ('result' in outcome) return { done: false, value: executed(outcome.result) };
      this.#results = 'parts' in outcome ? outcome.parts : outcome.results;
    } else await delivery();
    return this.#results?.read() ?? { done: true, value: undefined };
  }
}

/** @throws RequestErrors if the result contains only errors of the request */
function executed(result: ExecutionResult): ExecutionResult {
  if (result.errors !== undefined && !('data' in result)) throw new RequestErrors(result.errors);
  return result;
}

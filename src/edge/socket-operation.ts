import type { ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';

export type Answer = ExecutionResult | AsyncIterable<ExecutionResult>;

/** Why an operation was not executed; the protocol has a message of its own for that. */
export class RefusedOperation extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('The operation was refused');
    this.errors = errors;
  }
}

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * One operation over a WebSocket as a stream of results, queries and mutations too, so that a client that loses interest ends any of
 * them, also before there is an answer.
 */
export class SocketOperation implements AsyncIterableIterator<ExecutionResult, undefined, undefined> {
  readonly #run: (abort: AbortController) => Answer | Promise<Answer>;
  readonly #ended: (operation: SocketOperation) => void;
  readonly #abort = new AbortController();
  #results: AsyncIterator<ExecutionResult> | undefined;
  #phase: 'new' | 'open' | 'answered' | 'over' = 'new';

  constructor(run: (abort: AbortController) => Answer | Promise<Answer>, ended: (operation: SocketOperation) => void) {
    this.#run = run;
    this.#ended = ended;
  }

  /** Whether it has no single answer that its client waits for. */
  get isStream(): boolean {
    return this.#results !== undefined;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    if (this.#phase === 'new') {
      this.#phase = 'open';
      const answer = await this.#run(this.#abort);
      if (!isAsyncIterable(answer)) return this.#single(answer);
      this.#results = answer[Symbol.asyncIterator]();
      if (this.#isOver) this.#endResults();
    }
    if (this.#phase !== 'open' || this.#results === undefined) return this.return();
    const step = await this.#results.next();
    return step.done ? this.return() : step;
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    if (this.#phase === 'over') return over;
    const complete = this.#phase === 'answered';
    this.#phase = 'over';
    if (!complete) this.#abort.abort();
    this.#endResults();
    this.#ended(this);
    return over;
  }

  /** How the results end is no matter to a client that has lost interest. */
  #endResults(): void {
    this.#results?.return?.().catch(() => {});
  }

  /** Operations end while they wait, too. */
  get #isOver(): boolean {
    return this.#phase === 'over';
  }

  async #single(answer: ExecutionResult): Promise<IteratorResult<ExecutionResult, undefined>> {
    if (this.#isOver) return over;
    this.#phase = 'answered';
    if (answer.errors !== undefined && !('data' in answer)) {
      await this.return();
      throw new RefusedOperation(answer.errors);
    }
    return { done: false, value: answer };
  }
}

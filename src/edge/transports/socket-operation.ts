import type { ExecutionResult, GraphQLError } from 'graphql';
import { Cancellation } from '../../rest/cancellation.ts';

export type OperationResult = ExecutionResult | AsyncIterableIterator<ExecutionResult>;

const isStream = (result: OperationResult): result is AsyncIterableIterator<ExecutionResult> =>
  Symbol.asyncIterator in result;

/** Why an operation was not executed; the protocol has a message of its own for that. */
export class RefusedOperation extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super('The operation was refused');
    this.errors = errors;
  }
}

/**
 * One operation over a WebSocket. Queries and mutations give a stream of results too, so that a client can complete any operation before
 * there is a result. It is no Repeater, as these are kept in a WeakMap, where minor garbage collections take what has ended for alive.
 */
export class SocketOperation implements AsyncIterableIterator<ExecutionResult, undefined> {
  /** The id that its client gave it. */
  readonly id: string;
  readonly #run: (cancellation: Cancellation) => OperationResult | Promise<OperationResult>;
  readonly #delivery: () => Promise<void> | undefined;
  readonly #ended: () => void;
  readonly #cancellation = new Cancellation();
  #stream: AsyncIterator<ExecutionResult> | undefined;
  #isBegun = false;
  #isComplete = false;
  #isOver = false;

  /**
   * @param delivery what the next result waits for, so that a slow client is not sent more than it reads
   * @param ended called once when the operation is over, for whatever reason
   */
  constructor(
    id: string,
    run: (cancellation: Cancellation) => OperationResult | Promise<OperationResult>,
    delivery: () => Promise<void> | undefined,
    ended: () => void,
  ) {
    this.id = id;
    this.#run = run;
    this.#delivery = delivery;
    this.#ended = ended;
  }

  /** Whether it is a subscription, whose client does not wait for a single result. */
  get isStream(): boolean {
    return this.#stream !== undefined;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    try {
      const value = await this.#nextResult();
      if (!this.#isOver) {
        if (value !== undefined) return { done: false, value };
        this.#finish();
        return { done: true, value: undefined };
      }
    } catch (error) {
      if (!this.#isOver) {
        this.#finish();
        throw error;
      }
    }
    // Where its client has completed it, graphql-ws must not go on: it would end the next operation of the same id.
    return new Promise(() => {});
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  end(): void {
    this.#stream?.return?.().catch(() => {});
    this.#finish();
  }

  /** The next result; undefined after the last. */
  async #nextResult(): Promise<ExecutionResult | undefined> {
    if (this.#isOver) return undefined;
    if (!this.#isBegun) {
      this.#isBegun = true;
      const result = await this.#run(this.#cancellation);
      if (!isStream(result)) {
        this.#isComplete = true;
        if (result.errors !== undefined && !('data' in result)) throw new RefusedOperation(result.errors);
        return result;
      }
      this.#stream = result;
      // The client has left while it began.
      if (this.#isOver) await result.return?.();
    } else {
      await this.#delivery();
      if (this.#isOver) return undefined;
    }
    const part = await this.#stream?.next();
    return part?.done ? undefined : part?.value;
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#isComplete) this.#cancellation.cancel();
    this.#ended();
  }
}

import { Repeater } from '@repeaterjs/repeater';
import type { ExecutionResult, GraphQLError } from 'graphql';

export type OperationResult = ExecutionResult | AsyncIterable<ExecutionResult>;

const isStream = (result: OperationResult): result is AsyncIterable<ExecutionResult> => Symbol.asyncIterator in result;

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
 * there is a result.
 */
export class SocketOperation {
  readonly results: Repeater<ExecutionResult, undefined>;
  readonly #abort = new AbortController();
  readonly #ended: () => void;
  #isStream = false;
  #isComplete = false;
  #isOver = false;

  /** @param ended called once when the operation is over, for whatever reason */
  constructor(run: (abort: AbortController) => OperationResult | Promise<OperationResult>, ended: () => void) {
    this.#ended = ended;
    this.results = new Repeater<ExecutionResult, undefined>(async (push, stop) => {
      void stop.then(() => this.#finish());
      try {
        const result = await run(this.#abort);
        if (isStream(result)) {
          this.#isStream = true;
          for await (const part of result) await push(part);
        } else {
          this.#isComplete = true;
          if (result.errors !== undefined && !('data' in result)) throw new RefusedOperation(result.errors);
          await push(result);
        }
      } catch (error) {
        // A client that has completed the operation itself gets no error for it any more.
        if (!this.#isOver) throw error;
      } finally {
        stop();
      }
    });
  }

  /** Whether it is a subscription, whose client does not wait for a single result. */
  get isStream(): boolean {
    return this.#isStream;
  }

  end(): void {
    void this.results.return();
    // A repeater that nobody has read from never runs, and so cannot do this itself.
    this.#finish();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#isComplete) this.#abort.abort();
    this.#ended();
  }
}

/** Stream with one cancellation from its producer to the client. */
import type { Cancellation } from './cancellation.ts';

type ReadNext<T> = () => Promise<IteratorResult<T, undefined>>;

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * Values that one consumer requests one after another. A stream and all streams derived from it share a cancellation, which is cancelled
 * when the values end, the producer fails or the consumer leaves. Producers release their resources when it is cancelled.
 *
 * Not an async generator, whose `return` waits for the pending value. Not a Repeater, whose state is in a WeakMap, so that minor garbage
 * collections would treat ended streams as alive.
 */
export class CancellableStream<T> implements AsyncIterableIterator<T, undefined> {
  readonly cancellation: Cancellation;
  readonly #read: ReadNext<T>;

  /** @param read called again only after its promise has settled, and not after the cancellation */
  constructor(read: ReadNext<T>, cancellation: Cancellation) {
    this.#read = read;
    this.cancellation = cancellation;
  }

  /** Stream of any iterable. An iterable of another type is closed when the cancellation is cancelled. */
  static from<T>(values: AsyncIterable<T>, cancellation: Cancellation): CancellableStream<T> {
    if (values instanceof CancellableStream) return values;
    const iterator = values[Symbol.asyncIterator]();
    // The consumer has left and does not need the errors of closing.
    cancellation.onCancelled(() => void iterator.return?.().catch(() => {}));
    return new CancellableStream(async () => {
      const result = await iterator.next();
      return result.done ? done : result;
    }, cancellation);
  }

  /** @param transform called when the consumer requests the value */
  map<U>(transform: (value: T) => U | Promise<U>): CancellableStream<U> {
    return new CancellableStream(async () => {
      const result = await this.read();
      if (result.done || this.cancellation.isCancelled) return done;
      return { done: false, value: await transform(result.value) };
    }, this.cancellation);
  }

  /** @param isIncluded called once for each value */
  filter(isIncluded: (value: T) => boolean): CancellableStream<T> {
    return new CancellableStream(async () => {
      for (;;) {
        const result = await this.read();
        if (result.done || isIncluded(result.value)) return result;
      }
    }, this.cancellation);
  }

  /** Stream that ends with a value instead of an error. */
  catch(toLastValue: (error: unknown) => T): CancellableStream<T> {
    let isOver = false;
    return new CancellableStream(async () => {
      if (isOver) return done;
      try {
        return await this.read();
      } catch (error) {
        isOver = true;
        return this.cancellation.isCancelled ? done : { done: false, value: toLastValue(error) };
      }
    }, this.cancellation);
  }

  /** Reads the next value for a derived stream. The promise may never settle after the cancellation. */
  read(): Promise<IteratorResult<T, undefined>> {
    return this.cancellation.isCancelled ? Promise.resolve(done) : this.#read();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Must not be called again before its promise has settled. After the cancellation there are no more values. */
  next(): Promise<IteratorResult<T, undefined>> {
    const { cancellation } = this;
    if (cancellation.isCancelled) return Promise.resolve(done);
    return new Promise((resolve, reject) => {
      const end = () => resolve(done);
      cancellation.listen(end);
      this.#read().then(
        (result) => {
          cancellation.unlisten(end);
          if (result.done) cancellation.cancel();
          resolve(cancellation.isCancelled ? done : result);
        },
        (error: unknown) => {
          cancellation.unlisten(end);
          cancellation.cancel();
          reject(error);
        },
      );
    });
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.cancellation.cancel();
    return done;
  }
}

import { expect, test } from 'vitest';
import { CancellableStream } from '../../src/rest/cancellable-stream.ts';
import { Cancellation } from '../../src/rest/cancellation.ts';

const end = { done: true, value: undefined };
const never = () => new Promise<never>(() => {});

async function* count(log: string[] = []): AsyncGenerator<number> {
  try {
    for (let value = 1; value <= 3; value++) yield value;
  } finally {
    log.push('closed');
  }
}

/** Creates an iterable without values that logs its end. */
function createSilentSource(log: string[]): AsyncIterable<never> {
  const close = async () => {
    log.push('closed');
    throw new Error('cannot be closed');
  };
  return { [Symbol.asyncIterator]: () => ({ next: never, return: close }) };
}

test('shares a cancellation with derived streams, and cancels it after the last value', async () => {
  const cancellation = new Cancellation();
  const numbers = CancellableStream.from(count(), cancellation);
  const texts = numbers.map(async (value) => `${value}`).catch(() => 'error');
  const received: string[] = [];
  for await (const text of texts) {
    expect(cancellation.isCancelled).toBe(false);
    received.push(text);
  }
  expect(received).toEqual(['1', '2', '3']);
  expect(cancellation.isCancelled).toBe(true);
  expect(cancellation.listenerCount).toBe(0);
  expect(await texts.next()).toEqual(end);
});

test('transforms a value only when it is requested', async () => {
  const transformed: number[] = [];
  const stream = CancellableStream.from(count(), new Cancellation()).map((value) => transformed.push(value));
  expect(transformed).toEqual([]);
  await stream.next();
  expect(transformed).toEqual([1]);
});

test.each([
  ['the consumer', (stream: CancellableStream<never>) => void stream.return()],
  ['the cancellation', ({ cancellation }: CancellableStream<never>) => cancellation.cancel()],
])('%s ends a pending request and closes the source', async (_, endStream) => {
  const log: string[] = [];
  const stream = CancellableStream.from(createSilentSource(log), new Cancellation()).map((value) => value);
  const pending = stream.next();
  endStream(stream);
  expect(await pending).toEqual(end);
  expect(log).toEqual(['closed']);
});

test('closes a source immediately if the cancellation is already cancelled', async () => {
  const log: string[] = [];
  const stream = CancellableStream.from(createSilentSource(log), Cancellation.createCancelled());
  expect(log).toEqual(['closed']);
  expect(await stream.next()).toEqual(end);
  expect(await stream.read()).toEqual(end);
});

test('transforms no value that arrives after the cancellation', async () => {
  const cancellation = new Cancellation();
  const value = Promise.withResolvers<IteratorResult<number, undefined>>();
  const transformed: number[] = [];
  const stream = new CancellableStream(() => value.promise, cancellation).map((each) => transformed.push(each));
  const pending = stream.next();
  cancellation.cancel();
  value.resolve({ done: false, value: 1 });
  expect(await pending).toEqual(end);
  expect(transformed).toEqual([]);
});

test('cancels the stream and closes the source after an error', async () => {
  const log: string[] = [];
  const cancellation = new Cancellation();
  const stream = CancellableStream.from(count(log), cancellation).map((value) => {
    if (value > 1) throw new Error('too large');
    return value;
  });
  expect(await stream.next()).toEqual({ done: false, value: 1 });
  await expect(stream.next()).rejects.toThrow('too large');
  expect(cancellation.isCancelled).toBe(true);
  expect(log).toEqual(['closed']);
});

test('returns an error as the last value', async () => {
  const stream = CancellableStream.from(count(), new Cancellation())
    .map((value) => (value > 1 ? Promise.reject(new Error('too large')) : `${value}`))
    .catch((error) => (error instanceof Error ? error.message : 'no error'));
  const received: string[] = [];
  for await (const text of stream) received.push(text);
  expect(received).toEqual(['1', 'too large']);
});

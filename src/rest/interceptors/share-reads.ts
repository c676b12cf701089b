/** Shares one call among identical active reads with the same credential. */
import type { Call, CallReaders, Interceptor, Next, Receiver } from '../call.ts';
import { Cancellation, cancelledError } from '../cancellation.ts';
import type { RestError } from '../errors.ts';
import { getMaxWaitMs, type WaitLimit } from './retry-reads.ts';

/** Reader of an active call. It waits no longer than its own deadline allows. */
interface Reader {
  readonly call: Call;
  readonly receiver: Receiver;
  readonly onCancel: (reason: RestError) => void;
}

/** Active call, which is cancelled when its last reader has left. */
class SharedCall implements CallReaders {
  readonly #call: Call;
  readonly #waitLimit: WaitLimit;
  readonly #onEnd: () => void;
  #readers: Reader[] = [];
  /** The wait that is in progress, with the error for readers that cannot wait. */
  #wait: { readonly until: number; readonly failure: RestError } | undefined;

  /** @param onEnd called when no reader can join the call any more */
  constructor(call: Call, waitLimit: WaitLimit, onEnd: () => void) {
    this.#call = { ...call, cancellation: new Cancellation(), readers: this };
    this.#waitLimit = waitLimit;
    this.#onEnd = onEnd;
  }

  start(next: Next): void {
    next(this.#call, {
      resolve: (response) => {
        for (const { receiver } of this.#end()) receiver.resolve(response);
      },
      reject: (reason) => {
        for (const { receiver } of this.#end()) receiver.reject(reason);
      },
    });
  }

  /** Adds a reader. If a wait in progress exceeds its deadline, the reader fails immediately. */
  join(call: Call, receiver: Receiver): void {
    const wait = this.#wait;
    if (wait !== undefined && wait.until - performance.now() > getMaxWaitMs(call, this.#waitLimit)) {
      receiver.reject(wait.failure);
      return;
    }
    const onCancel = (reason: RestError) => {
      this.#remove(reader);
      receiver.reject(reason);
    };
    const reader = { call, receiver, onCancel };
    this.#readers.push(reader);
    call.cancellation.onCancelled(onCancel);
  }

  /** Raises the call to the priority of the first part. */
  raise(): void {
    this.#call.priority?.raise();
  }

  get maxWaitMs(): number {
    return Math.max(...this.#readers.map(({ call }) => getMaxWaitMs(call, this.#waitLimit)));
  }

  onWait(delayMs: number, failure: RestError): void {
    this.#wait = { until: performance.now() + delayMs, failure };
    const expired = this.#readers.filter(({ call }) => delayMs > getMaxWaitMs(call, this.#waitLimit));
    if (expired.length === this.#readers.length) return;
    for (const reader of expired) {
      this.#remove(reader);
      reader.receiver.reject(failure);
    }
  }

  #remove(reader: Reader): void {
    this.#leave(reader);
    this.#readers = this.#readers.filter((each) => each !== reader);
    if (this.#readers.length > 0) return;
    this.#onEnd();
    this.#call.cancellation.cancel(cancelledError);
  }

  #leave({ call, onCancel }: Reader): void {
    call.pausedMs = this.#call.pausedMs;
    call.cancellation.unlisten(onCancel);
  }

  /** Returns the readers that wait for the result. */
  #end(): readonly Reader[] {
    this.#onEnd();
    const readers = this.#readers;
    for (const reader of readers) this.#leave(reader);
    this.#readers = [];
    return readers;
  }
}

/**
 * Lets a read join an identical active read of the same credential. No read that starts after a write joins one from
 * before the end of the write.
 */
export function shareReads(waitLimit: WaitLimit): Interceptor {
  /** Active calls by fingerprint, then by sharing key and URL, so that no credential can find a call of another. */
  const active = new Map<string, Map<string, SharedCall>>();
  const invalidate = (fingerprint: string) => void active.delete(fingerprint);
  return (call, receiver, next) => {
    const { credential, budget, priority } = call;
    const { fingerprint } = credential;
    if (call.operation.method !== 'GET') {
      invalidate(fingerprint);
      return next(call, {
        resolve(response) {
          invalidate(fingerprint);
          receiver.resolve(response);
        },
        reject(reason) {
          invalidate(fingerprint);
          receiver.reject(reason);
        },
      });
    }
    if (!call.isShared) return next(call, receiver);
    const key = `${credential.sharingKey(budget !== undefined)} ${call.url}`;
    const calls = active.get(fingerprint) ?? new Map<string, SharedCall>();
    const existing = calls.get(key);
    if (existing !== undefined) {
      call.source = 'shared';
      if (priority?.isDeferred) priority.onRaise = () => existing.raise();
      else existing.raise();
      return existing.join(call, receiver);
    }
    active.set(fingerprint, calls);
    const shared = new SharedCall(call, waitLimit, () => {
      if (calls.get(key) !== shared) return;
      calls.delete(key);
      if (calls.size === 0 && active.get(fingerprint) === calls) active.delete(fingerprint);
    });
    calls.set(key, shared);
    shared.join(call, receiver);
    shared.start(next);
  };
}

import type { Interceptor } from '../call.ts';
import type { CallQueue } from '../call-queue.ts';
import type { RestError } from '../errors.ts';

/** Makes calls wait for a slot in the queue of their caller. */
export function queueCalls(queue: CallQueue): Interceptor {
  return (call, receiver, next) => {
    const { credential, priority, cancellation } = call;
    let start = () => {};
    const slot = queue.enter(credential, () => start(), priority);
    call.slot = slot;
    if (slot.phase === 'active') return next(call, receiver);
    const leave = (reason: RestError) => {
      slot.release();
      receiver.reject(reason);
    };
    cancellation.listen(leave);
    start = () => {
      cancellation.unlisten(leave);
      next(call, receiver);
    };
  };
}

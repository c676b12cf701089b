import type { Interceptor } from '../call.ts';
import type { CallQueue } from '../call-queue.ts';
import type { RestError } from '../errors.ts';

/** Makes calls wait for a slot in the queue of their caller. */
export function queueCalls(queue: CallQueue): Interceptor {
  return (call, next) => {
    const { credential, priority, cancellation } = call;
    let start = () => {};
    const slot = queue.enter(credential, () => start(), priority);
    call.slot = slot;
    if (slot.phase === 'active') return next(call);
    return new Promise((resolve, reject) => {
      const leave = (reason: RestError) => {
        slot.release();
        reject(reason);
      };
      cancellation.listen(leave);
      start = () => {
        cancellation.unlisten(leave);
        resolve(next(call));
      };
    });
  };
}

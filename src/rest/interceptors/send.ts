import type { Interceptor } from '../call.ts';
import { Exchange, type ExchangeContext } from '../exchange.ts';

/** Sends a call, and receives its response. */
export const send =
  (context: ExchangeContext): Interceptor =>
  (call, receiver) => {
    const { outgoing } = call;
    if (outgoing === undefined) throw new Error('The request of the call is not prepared');
    const exchange = new Exchange(context, call, outgoing, receiver);
    call.progress = exchange;
    exchange.start();
  };

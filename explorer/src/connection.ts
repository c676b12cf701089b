/** Whether the server can be reached. */
import { Store } from './store.ts';

/** Failure before the server returned a result, in one sentence. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

export interface Connection {
  /** Sentence for the user; `undefined` after a successful request. */
  readonly failure: string | undefined;
}

export const connection = new Store<Connection>({ failure: undefined });

/** Options of a call that do not depend on its operation. */
import type { Cancellation } from './cancellation.ts';
import type { Credential } from './credential.ts';
import type { RestResponse } from './request.ts';

export interface ReadOptions {
  readonly credential: Credential;
  /** Ends the call when the client leaves or the operation's deadline passes. */
  readonly cancellation: Cancellation;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further tries of a read, in place of the client's own number. */
  readonly retries?: number;
  /** Called with every response, error statuses included. */
  readonly onResponse?: (response: Pick<RestResponse, 'status' | 'headers'>) => void;
}

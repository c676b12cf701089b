/** How a call is made, whatever it asks for. */
import type { Cancellation } from './cancellation.ts';
import type { Credential } from './credential.ts';
import type { RestResponse } from './request.ts';

export interface ReadOptions {
  readonly credential: Credential;
  /** Ends the call when the client leaves or the operation's deadline passes. */
  readonly cancellation: Cancellation;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further tries of a read, where other than usual. */
  readonly retries?: number;
  /** Told of every answer, failures included. */
  readonly heard?: (answer: Pick<RestResponse, 'status' | 'headers'>) => void;
}

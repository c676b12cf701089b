/** What a call has beside its request. */
import type { Allowance } from './allowance.ts';
import type { Credential } from './credential.ts';
import type { RestResponse } from './request.ts';
import type { WaitOptions } from './tries.ts';

export interface CallContext extends WaitOptions {
  readonly credential: Credential;
  /** Counts each try of the call; absent where nothing is counted. */
  readonly allowance?: Allowance | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further tries of a read, in place of the client's own number. */
  readonly retries?: number;
  /** Called with every response, error statuses included. */
  readonly onResponse?: (response: Pick<RestResponse, 'status' | 'headers'>) => void;
}

/** What a call has beside its request. */
import type { Allowance } from './allowance.ts';
import type { Credential } from './credential.ts';
import type { RestResponse } from './request.ts';

export interface CallContext {
  readonly credential: Credential;
  /** Counts each try of the call; absent where nothing is counted. */
  readonly allowance?: Allowance | undefined;
  /** Reading of `performance.now()` up to which a read may wait where the upstream asks for that; that of the client when absent. */
  readonly deadline?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further tries of a read, in place of the client's own number. */
  readonly retries?: number;
  /** Called with every response, error statuses included. */
  readonly onResponse?: (response: Pick<RestResponse, 'status' | 'headers'>) => void;
}

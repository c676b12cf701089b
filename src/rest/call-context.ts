/** Context of a call: credential, budget, headers and retry options. */
import type { CallBudget } from './call-budget.ts';
import type { CallPriority } from './call-priority.ts';
import type { Credential } from './credential.ts';
import type { RestResponse } from './request.ts';
import type { WaitOptions } from './retries.ts';

export interface CallContext extends WaitOptions {
  readonly credential: Credential;
  /** Charged for each attempt; `undefined` if calls are not counted. */
  readonly budget?: CallBudget | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Priority in the call queue; `undefined` for calls that are not deferred. */
  readonly priority?: CallPriority | undefined;
  /** Upper bound on retries of a read; overrides the option of the client. */
  readonly retries?: number;
  /** Whether a poller sends the call. Polls are paced by their own budget. */
  readonly isPoll?: boolean;
  /** Called with every response, error statuses included. */
  readonly onResponse?: (response: Pick<RestResponse, 'status' | 'headers'>) => void;
}

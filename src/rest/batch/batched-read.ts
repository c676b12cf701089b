import type { RestRequest, RestResponse } from '../request.ts';

/** Read that another call may resolve. */
export interface BatchedRead {
  readonly request: RestRequest;
  readonly resolve: (response: RestResponse | Promise<RestResponse>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Sends a call. @param reads the reads that it is for */
export type Send<R extends BatchedRead> = (request: RestRequest, reads: readonly R[]) => Promise<RestResponse>;

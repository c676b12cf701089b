import type { RestRequest, RestResponse } from '../request.ts';

/** Read that another call may replace. */
export interface BatchedRead {
  readonly request: RestRequest;
}

/** Sends a call. @param reads the reads that it is for */
export type Send<R extends BatchedRead> = (request: RestRequest, reads: readonly R[]) => Promise<RestResponse>;

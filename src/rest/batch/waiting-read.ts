import type { RestRequest, RestResponse } from '../request.ts';

/** A read that another call may answer. */
export interface WaitingRead {
  readonly request: RestRequest;
  readonly resolve: (response: RestResponse | Promise<RestResponse>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Makes a call. @param index of the read for whose sake it is made, among those of its tick */
export type Send = (request: RestRequest, index: number) => Promise<RestResponse>;

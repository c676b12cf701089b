/** Redirects that the client follows: of reads, and only within the base URL. */
import type { OutgoingRequest } from './call.ts';
import { header, type RestResponse } from './request.ts';

const redirectStatuses = new Set([301, 302, 307, 308]);
const maxRedirects = 3;

/** Returns the path that a response redirects to; `undefined` if it does not, or if the redirect is not followed. */
export type FindRedirectTarget = (
  outgoing: OutgoingRequest,
  response: Pick<RestResponse, 'status' | 'headers'>,
  from: string,
  redirects: number,
) => string | undefined;

export const createRedirects =
  (baseUrl: URL, prefix: string): FindRedirectTarget =>
  ({ method }, { status, headers }, from, redirects) => {
    const location = header({ headers }, 'location');
    if (method !== 'GET' || !redirectStatuses.has(status) || redirects >= maxRedirects || location === undefined)
      return undefined;
    const target = URL.parse(location, new URL(from, baseUrl));
    const isWithinBaseUrl = target?.origin === baseUrl.origin && target.pathname.startsWith(`${prefix}/`);
    return isWithinBaseUrl ? target.pathname + target.search : undefined;
  };

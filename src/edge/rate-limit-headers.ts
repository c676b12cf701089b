/** Response headers about REST calls: `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), `X-Portico-Calls`. */

import type { QuotaStatus } from './operation/call-quota.ts';
import type { CallCounts } from './operation/context.ts';

/** Response header with the calls of an operation. */
export type CallHeaders = ReturnType<typeof toCallHeaders>;

/** Converts the calls of an operation to the response header of traced requests. */
export const toCallHeaders = ({ planned, made }: CallCounts) => ({
  'x-portico-calls': `planned=${planned}, made=${made}`,
});

/** Calls that the upstream reports to remain for a credential. */
export interface UpstreamStatus {
  readonly remaining: number;
  /** Seconds until the reset; `null` if the upstream does not report it. */
  readonly resetIn: number | null;
}

/**
 * Headers with the number of REST calls that remain for a client.
 * @param quota the facade's own quota; `undefined` if none exists
 * @param upstream limit of the REST service; `undefined` if it reports none
 */
export function createRateLimitHeaders(
  quota: QuotaStatus | undefined,
  upstream: UpstreamStatus | undefined,
): Readonly<Record<string, string>> {
  if (quota === undefined && upstream === undefined) return {};
  const limits: string[] = [];
  if (quota !== undefined) limits.push(`"caller";r=${quota.remaining};t=${quota.resetIn}`);
  if (upstream !== undefined)
    limits.push(`"upstream";r=${upstream.remaining}${upstream.resetIn === null ? '' : `;t=${upstream.resetIn}`}`);
  return {
    ...(quota === undefined ? {} : { 'ratelimit-policy': `"caller";q=${quota.limit};w=${quota.windowSeconds}` }),
    ...(limits.length === 0 ? {} : { ratelimit: limits.join(', ') }),
  };
}

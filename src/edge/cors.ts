import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config/config.ts';

const none = {};

/**
 * CORS headers of responses to pages of the allowed origins. Browsers never add credentials, because pages set the
 * headers themselves, so allowing every origin gives pages no more access than any script has.
 */
export function corsFor(allowed: Config['corsOrigins']): (request: IncomingHttpHeaders) => Record<string, string> {
  return ({ origin, 'access-control-request-headers': requested }) => {
    if (origin === undefined || (allowed !== '*' && !allowed.includes(origin))) return none;
    return {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST',
      ...(requested === undefined
        ? {}
        : { 'access-control-allow-headers': requested, vary: 'Access-Control-Request-Headers' }),
      'access-control-expose-headers':
        'X-Request-Id, Content-Disposition, Retry-After, RateLimit, RateLimit-Policy, X-Portico-Calls',
      'access-control-max-age': '7200',
    };
  };
}

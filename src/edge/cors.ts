import type { CORSOptions } from 'graphql-yoga';
import type { Config } from '../config.ts';

/**
 * CORS options for the allowed origins. Browsers never add credentials, as pages set the headers themselves, so allowing every origin gives
 * pages no more than any script has.
 */
export function corsFor(allowed: Config['corsOrigins']): (request: Pick<Request, 'headers'>) => CORSOptions {
  return (request) => {
    const origin = request.headers.get('origin');
    if (origin === null || (allowed !== '*' && !allowed.includes(origin))) return false;
    return {
      origin,
      credentials: false,
      methods: ['GET', 'POST'],
      exposedHeaders: ['X-Request-Id', 'Content-Disposition'],
      maxAge: 7200,
    };
  };
}

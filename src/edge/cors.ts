import type { CORSOptions } from 'graphql-yoga';
import type { Config } from '../config.ts';

/**
 * Which pages of other origins may call. Credentials come in headers that a page sets itself, so a browser is never asked to add
 * any, and letting every origin call gives none of them more than a script on any machine has.
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

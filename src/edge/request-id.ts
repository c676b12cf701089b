import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const loggable = /^[\w.:-]{1,128}$/;

/** The caller's `X-Request-Id`, or a new one where it is missing or unsafe to log. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && loggable.test(given) ? given : randomUUID();
}

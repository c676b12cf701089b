import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const loggable = /^[\w.:-]{1,128}$/;

/** Returns the client's `X-Request-Id`, or a new id if it is missing or unsafe to log. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const value = headers['x-request-id'];
  return typeof value === 'string' && loggable.test(value) ? value : randomUUID();
}

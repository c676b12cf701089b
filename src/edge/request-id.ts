import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const sane = /^[\w.:-]{1,128}$/;

/** The caller's `X-Request-Id`, or a new one where it has none that could be logged as it is. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}

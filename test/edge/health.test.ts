/** State of the upstream, derived from REST calls. */
import { describe, expect, test } from 'vitest';
import { Health } from '../../src/edge/health.ts';
import { createLogger } from '../../src/edge/logging.ts';
import type { ErrorCode } from '../../src/rest/errors.ts';
import type { CallRecord } from '../../src/rest/request.ts';

const call = (status?: number, error?: ErrorCode): CallRecord => ({
  operation: 'getProject',
  method: 'GET',
  path: '/projects/{id}',
  field: 'Query.project',
  durationMs: 1,
  source: 'upstream',
  status,
  error,
});

const success = call(200);
const timeout = call(undefined, 'DEADLINE_EXCEEDED');

function createHealth() {
  const messages: unknown[] = [];
  let now = 0;
  const logger = createLogger('info', { write: (line) => messages.push(JSON.parse(line).msg) });
  const breaker = { isOpen: false };
  const health = new Health(logger, { isBreakerOpen: () => breaker.isOpen, now: () => now });
  return {
    breaker,
    health,
    messages,
    /** Observes calls, one after each interval. */
    observe(calls: readonly CallRecord[], intervalMs: number): void {
      for (const each of calls) {
        now += intervalMs;
        health.observe(each);
      }
    },
  };
}

const repeat = (times: number, ...calls: readonly CallRecord[]): readonly CallRecord[] =>
  Array.from({ length: times }, () => calls).flat();

const [failureMessage, recoveryMessage] = ['the upstream fails', 'the upstream responds again'];

describe('the log', () => {
  test('contains one line for the start and one for the end of an outage in which one call in five succeeds', () => {
    const { observe, messages } = createHealth();
    observe(repeat(100, success), 10);
    // One call in five succeeds for ten minutes.
    observe(repeat(6000, timeout, timeout, timeout, timeout, success), 20);
    expect(messages).toEqual([failureMessage]);
    observe(repeat(3000, success), 10);
    expect(messages).toEqual([failureMessage, recoveryMessage]);
  });

  test('contains no line for single failures between many successes', () => {
    const { observe, messages } = createHealth();
    observe(repeat(500, ...repeat(9, success), timeout), 10);
    expect(messages).toEqual([]);
  });

  test('contains a line for each failure and each success of an upstream with a call per minute', () => {
    const { observe, messages } = createHealth();
    observe([success, timeout, success, timeout], 60_000);
    expect(messages).toEqual([failureMessage, recoveryMessage, failureMessage]);
  });
});

test('reports a failing upstream while the circuit breaker is open, with the cause after the next failure', () => {
  const { breaker, health, observe, messages } = createHealth();
  observe(repeat(100, success), 50);
  breaker.isOpen = true;
  expect(health.readiness).toMatchObject({ upstream: 'failing', upstreamError: undefined });
  observe([timeout], 1000);
  expect(health.readiness).toMatchObject({ upstream: 'failing', upstreamError: 'timeout' });
  expect(messages).toEqual([failureMessage]);
  breaker.isOpen = false;
  observe(repeat(100, success), 50);
  expect(health.readiness).toMatchObject({ upstream: 'responding', upstreamError: undefined });
  expect(messages).toEqual([failureMessage, recoveryMessage]);
});

test.each([
  ['invalid_response', call(200, 'UPSTREAM_INVALID_RESPONSE')],
  ['timeout', timeout],
  ['unreachable', call(undefined, 'UPSTREAM_UNREACHABLE')],
  ['failed', call(500, 'UPSTREAM_FAILED')],
])('reports the class %s of the last failure', (error, failed) => {
  const { health, observe } = createHealth();
  observe([failed], 1);
  expect(health.readiness).toMatchObject({
    upstream: 'failing',
    upstreamError: error,
    upstreamFailingSince: expect.stringMatching(/^\d{4}-.+Z$/),
  });
});

test.each([
  [success],
  [call(404, 'NOT_FOUND')],
  [call(401, 'UNAUTHENTICATED')],
  [call(429, 'RATE_LIMITED')],
  [call(undefined, 'RATE_LIMITED')],
  [call(undefined, 'CALLER_LIMIT')],
  [call(undefined, 'UPSTREAM_DOWN')],
  [call(undefined, 'BAD_USER_INPUT')],
  [call(undefined, 'CANCELLED')],
  [{ ...timeout, source: 'shared' } as const],
])('%o does not count as a failure of the upstream', (each) => {
  const { health, observe } = createHealth();
  observe([each], 1);
  expect(health.readiness).toMatchObject({ upstream: 'responding', upstreamError: undefined });
});

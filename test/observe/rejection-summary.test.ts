import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../src/edge/logging.ts';
import { RejectionSummary } from '../../src/edge/observe/rejection-summary.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('logs one line for each minute with rejections, and no line for other minutes', () => {
  const lines: unknown[] = [];
  const summary = new RejectionSummary(createLogger('info', { write: (line) => lines.push(JSON.parse(line).refused) }));
  vi.advanceTimersByTime(600_000);
  expect(lines).toEqual([]);
  for (const code of ['DEPTH_LIMIT', 'RATE_LIMITED', 'DEPTH_LIMIT']) summary.onRejected(code);
  vi.advanceTimersByTime(59_999);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(lines).toEqual([{ DEPTH_LIMIT: 2, RATE_LIMITED: 1 }]);
  vi.advanceTimersByTime(600_000);
  expect(lines.length).toBe(1);
  summary.onRejected('DEPTH_LIMIT');
  summary.flush();
  summary.flush();
  expect(lines.slice(1)).toEqual([{ DEPTH_LIMIT: 1 }]);
});

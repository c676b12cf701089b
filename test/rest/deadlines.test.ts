import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from '../../src/rest/deadlines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Something that appends its name to a list when its time is up, and does something. */
const expiring = (name: string, expired: string[], act = () => {}) => ({
  expiresAt: 0,
  expire() {
    expired.push(name);
    act();
  },
});

test('uses one timer for all deadlines, also for one that is added when another expires', () => {
  const deadlines = new Deadlines(1000);
  const expired: string[] = [];
  const again = () => void deadlines.add(expiring('again', expired, again));
  deadlines.add(expiring('first', expired, again));
  vi.advanceTimersByTime(500);
  deadlines.add(expiring('second', expired));
  vi.advanceTimersByTime(500);
  expect(expired).toEqual(['first']);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(500);
  expect(expired).toEqual(['first', 'second']);
  vi.advanceTimersByTime(500);
  expect(expired).toEqual(['first', 'second', 'again']);
  expect(vi.getTimerCount()).toBe(1);
});

test('expires the others if the callback of one throws', () => {
  const deadlines = new Deadlines(1000);
  const expired: string[] = [];
  const fail = () => {
    throw new Error('expected');
  };
  deadlines.add(expiring('failing', expired, fail));
  deadlines.add(expiring('other', expired));
  expect(() => vi.advanceTimersByTime(1000)).toThrow('expected');
  vi.advanceTimersByTime(1);
  expect(expired).toEqual(['failing', 'other']);
  expect(vi.getTimerCount()).toBe(0);
});

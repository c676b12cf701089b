import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from '../../src/rest/deadlines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates an entry that appends its name to a list and runs an action when it expires. */
const createEntry = (name: string, expired: string[], action = () => {}) => ({
  expiresAt: 0,
  expire() {
    expired.push(name);
    action();
  },
});

test('uses one timer for all deadlines, also for one that is added when another expires', () => {
  const deadlines = new Deadlines(1000);
  const expired: string[] = [];
  const addAgain = () => void deadlines.add(createEntry('again', expired, addAgain));
  deadlines.add(createEntry('first', expired, addAgain));
  vi.advanceTimersByTime(500);
  deadlines.add(createEntry('second', expired));
  vi.advanceTimersByTime(500);
  expect(expired).toEqual(['first']);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(500);
  expect(expired).toEqual(['first', 'second']);
  vi.advanceTimersByTime(500);
  expect(expired).toEqual(['first', 'second', 'again']);
  expect(vi.getTimerCount()).toBe(1);
});

test('expires all deadlines if the callback of one throws', () => {
  const deadlines = new Deadlines(1000);
  const expired: string[] = [];
  const fail = () => {
    throw new Error('expected');
  };
  deadlines.add(createEntry('failing', expired, fail));
  deadlines.add(createEntry('other', expired));
  expect(() => vi.advanceTimersByTime(1000)).toThrow('expected');
  vi.advanceTimersByTime(1);
  expect(expired).toEqual(['failing', 'other']);
  expect(vi.getTimerCount()).toBe(0);
});

import { expect, test } from 'vitest';
import { Remembered } from '../../src/edge/remembered.ts';

test('what is asked for again and again stays, however many others come', () => {
  const remembered = new Remembered<{ readonly key: string }>(10, 20);
  remembered.set('used', { key: 'used' });
  for (let index = 0; index < 1000; index += 1) {
    remembered.set(`other ${index}`, { key: '' });
    if (index % 5 === 0) expect(remembered.get('used')).toEqual({ key: 'used' });
  }
  const kept = Array.from({ length: 1000 }, (_, index) => remembered.get(`other ${index}`)).filter(Boolean);
  expect(kept.length).toBeLessThanOrEqual(20);
});

test('what is not asked for is forgotten, and a long key is never kept', () => {
  const remembered = new Remembered<object>(10, 20);
  remembered.set('once', {});
  remembered.set('x'.repeat(21), {});
  expect(remembered.get('x'.repeat(21))).toBeUndefined();
  for (let index = 0; index < 20; index += 1) remembered.set(`other ${index}`, {});
  expect(remembered.get('once')).toBeUndefined();
});

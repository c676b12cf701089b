import { expect, test } from 'vitest';
import { GenerationalCache } from '../../src/edge/generational-cache.ts';

test('keeps values that are requested repeatedly among many others', () => {
  const remembered = new GenerationalCache<{ readonly key: string }>(10, 20);
  remembered.set('used', { key: 'used' });
  for (let index = 0; index < 1000; index += 1) {
    remembered.set(`other ${index}`, { key: '' });
    if (index % 5 === 0) expect(remembered.get('used')).toEqual({ key: 'used' });
  }
  const kept = Array.from({ length: 1000 }, (_, index) => remembered.get(`other ${index}`)).filter(Boolean);
  expect(kept.length).toBeLessThanOrEqual(20);
});

test('drops values that are not requested, and never stores a long key', () => {
  const remembered = new GenerationalCache<object>(10, 20);
  remembered.set('once', {});
  remembered.set('x'.repeat(21), {});
  expect(remembered.get('x'.repeat(21))).toBeUndefined();
  for (let index = 0; index < 20; index += 1) remembered.set(`other ${index}`, {});
  expect(remembered.get('once')).toBeUndefined();
});

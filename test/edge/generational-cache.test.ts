import { expect, test } from 'vitest';
import { GenerationalCache } from '../../src/edge/generational-cache.ts';

test('keeps values that are read repeatedly, and at most 20 of 1000 other values', () => {
  const cache = new GenerationalCache<{ readonly key: string }>(10, 20);
  cache.set('used', { key: 'used' });
  for (let index = 0; index < 1000; index += 1) {
    cache.set(`other ${index}`, { key: '' });
    if (index % 5 === 0) expect(cache.get('used')).toEqual({ key: 'used' });
  }
  const cachedOthers = Array.from({ length: 1000 }, (_, index) => cache.get(`other ${index}`)).filter(Boolean);
  expect(cachedOthers.length).toBeLessThanOrEqual(20);
});

test('drops values that are not read, and does not store keys above the maximum length', () => {
  const cache = new GenerationalCache<object>(10, 20);
  cache.set('once', {});
  cache.set('x'.repeat(21), {});
  expect(cache.get('x'.repeat(21))).toBeUndefined();
  for (let index = 0; index < 20; index += 1) cache.set(`other ${index}`, {});
  expect(cache.get('once')).toBeUndefined();
});

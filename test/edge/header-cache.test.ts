import { expect, test } from 'vitest';
import { createHeaderCache } from '../../src/helpers/bounded-cache.ts';

test('keeps values that are read repeatedly, drops others, and does not store long headers', () => {
  const cache = createHeaderCache<{ readonly name: string }>(10);
  cache.set('used', { name: 'used' });
  cache.set('once', { name: 'once' });
  for (let index = 0; index < 1000; index += 1) {
    cache.set(`other ${index}`, { name: 'other' });
    expect(cache.get('used')).toEqual({ name: 'used' });
  }
  expect(cache.get('once')).toBeUndefined();
  const long = 'x'.repeat(501);
  cache.set(long, { name: 'long' });
  expect(cache.get(long)).toBeUndefined();
  expect(cache.size).toBe(10);
});

import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { documentBytes, documentShare, KnownDocuments } from '../../../src/edge/operation/known-documents.ts';
import { SegmentedCache } from '../../../src/edge/operation/segmented-cache.ts';

const mebibyte = 1024 * 1024;

test('documents that come once push out none that come again, and all of them stay within their bytes', () => {
  const known = new KnownDocuments(4 * mebibyte);
  const ask = (text: string): boolean => {
    if (known.find(text) !== undefined) return true;
    known.add(text, parse(text));
    return false;
  };
  const workingSet = Array.from({ length: 20 }, (_, index) => `query Used${index} { a { b c d } }`);
  let hits = 0;
  for (let index = 0; index < 2000; index += 1) {
    ask(`query Once${index} { ${'field '.repeat(500)} }`);
    if (ask(workingSet[index % workingSet.length] ?? '')) hits += 1;
    expect(known.bytes).toBeLessThan(4 * mebibyte);
  }
  // Each is asked for so rarely that it has been pushed out when it comes for the second time.
  expect(hits).toBeGreaterThan(0.9 * 2000);
});

test('100 MB of documents that come once leave a working set in the memory that is usual', () => {
  const known = new KnownDocuments(readConfig({ SANDBOX: 'true' }).documentCacheBytes * documentShare);
  const ask = (text: string): boolean => {
    if (known.find(text) !== undefined) return true;
    known.add(text, parse(text));
    return false;
  };
  const workingSet = Array.from({ length: 25 }, (_, index) => `query Used${index} { a { b c d } }`);
  const rounds = 1000;
  let hits = 0;
  for (let index = 0; index < rounds; index += 1) {
    // Some come twice, and so do those of others who are no attackers.
    const once = `query Once${index} { a b c } # ${'x'.repeat(100_000)}`;
    ask(once);
    if (index % 10 === 0) ask(once);
    if (ask(workingSet[index % workingSet.length] ?? '')) hits += 1;
  }
  expect(hits).toBeGreaterThan(0.9 * rounds);
});

test('a document counts as repeated, hence worth compiling, when it is found', () => {
  const known = new KnownDocuments(mebibyte);
  const document = parse('{ a }');
  expect(known.isValid(document)).toBe(false);
  known.add('{ a }', document);
  expect([known.isValid(document), known.isRepeated(document)]).toEqual([true, false]);
  expect(known.find('{ a }')).toBe(document);
  expect(known.isRepeated(document)).toBe(true);
});

test('no memory keeps nothing', () => {
  const known = new KnownDocuments(0);
  known.add('{ a }', parse('{ a }'));
  expect(known.find('{ a }')).toBeUndefined();
});

test('keys count as well as values', () => {
  const cache = new SegmentedCache<object>(100_000, () => 1);
  for (let index = 0; index < 100; index += 1) cache.set(`${index} ${'x'.repeat(5000)}`, {});
  expect(cache.bytes).toBeLessThan(100_000);
});

test('the estimate of a document is not far below what it takes', () => {
  const text = `{ ${'field '.repeat(4000)} }`;
  global.gc?.();
  const before = process.memoryUsage().heapUsed;
  const documents = Array.from({ length: 20 }, () => parse(text));
  const taken = (process.memoryUsage().heapUsed - before) / documents.length;
  expect(documentBytes(parse(text))).toBeGreaterThan(taken / 3);
});

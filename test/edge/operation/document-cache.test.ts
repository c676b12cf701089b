import { buildSchema, getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { DocumentCache, documentShare, ParsedDocument } from '../../../src/edge/operation/document-cache.ts';
import { SegmentedCache } from '../../../src/edge/operation/segmented-cache.ts';
import type { Selection } from '../../../src/execution/index.ts';
import { measureMemory } from '../../memory.ts';

const mebibyte = 1024 * 1024;

const parseDocument = (text: string): ParsedDocument => new ParsedDocument(text, parse(text));

test('keeps repeated documents among 2000 documents that are used once, within its size', () => {
  const cache = new DocumentCache(4 * mebibyte);
  const execute = (text: string): boolean => {
    if (cache.find(text) !== undefined) return true;
    cache.add(parseDocument(text));
    return false;
  };
  const workingSet = Array.from({ length: 20 }, (_, index) => `query Used${index} { a { b c d } }`);
  let hits = 0;
  for (let index = 0; index < 2000; index += 1) {
    execute(`query Once${index} { ${'field '.repeat(500)} }`);
    if (execute(workingSet[index % workingSet.length] ?? '')) hits += 1;
    expect(cache.bytes).toBeLessThan(4 * mebibyte);
  }
  // The second request of each document is a miss, because the document was evicted after the first one.
  expect(hits).toBeGreaterThan(0.9 * 2000);
});

test('keeps a working set among 100 MB of documents that are used once, with the default size', () => {
  const cache = new DocumentCache(readConfig({ SANDBOX: 'true' }).documentCacheBytes * documentShare);
  const execute = (text: string): boolean => {
    if (cache.find(text) !== undefined) return true;
    cache.add(parseDocument(text));
    return false;
  };
  const workingSet = Array.from({ length: 25 }, (_, index) => `query Used${index} { a { b c d } }`);
  const rounds = 1000;
  let hits = 0;
  for (let index = 0; index < rounds; index += 1) {
    // Some documents are sent twice, like those of ordinary clients.
    const once = `query Once${index} { a b c } # ${'x'.repeat(100_000)}`;
    execute(once);
    if (index % 10 === 0) execute(once);
    if (execute(workingSet[index % workingSet.length] ?? '')) hits += 1;
  }
  expect(hits).toBeGreaterThan(0.9 * rounds);
});

test('marks a document as repeated when it is used again, so that its plans are cached', () => {
  const cache = new DocumentCache(mebibyte);
  const document = parseDocument('{ a }');
  cache.add(document);
  expect(document.isRepeated).toBe(false);
  expect(cache.find('{ a }') === document).toBe(true);
  expect(document.isRepeated).toBe(true);
});

test('caches nothing with a size of 0', () => {
  const cache = new DocumentCache(0);
  cache.add(parseDocument('{ a }'));
  expect(cache.find('{ a }')).toBeUndefined();
});

const schema = buildSchema('type Query { self(id: Int): Query name: String }');
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function visit(selection: Selection): void {
  for (const field of selection.fields) visit(field.selection);
}

/** Creates the trees of a document, as its execution does. */
function createTrees(document: ParsedDocument): void {
  const definition = getOperationAST(document.node) ?? expect.fail('no operation');
  const tree = document.getTrees(schema, definition).select({ sources: {}, coerced: {} });
  if (tree.root !== undefined) visit(tree.root);
}

test('counts operation trees as they grow, and evicts other documents', () => {
  const cache = new DocumentCache(mebibyte);
  const documents = range(20).map((index) =>
    parseDocument(`query Q${index} { ${range(20).map((each) => `a${each}: self(id: ${each}) { name }`)} }`),
  );
  const [first = expect.fail('no document')] = documents;
  cache.add(first);
  const before = cache.bytes;
  createTrees(first);
  expect(cache.bytes).toBe(before);
  cache.updateBytes(first);
  expect(cache.bytes).toBe(before + first.treeBytes);
  cache.updateBytes(first);
  expect(cache.bytes).toBe(before + first.treeBytes);
  for (const document of documents) {
    cache.add(document);
    createTrees(document);
    cache.updateBytes(document);
    expect(cache.bytes).toBeLessThan(mebibyte);
  }
  expect(documents.filter(({ text }) => cache.find(text) === undefined)).not.toEqual([]);
});

test('keeps a document without its operation trees if these are too large', () => {
  const cache = new DocumentCache(4 * mebibyte);
  const document = parseDocument(
    `{ ${range(200).map((each) => `a${each}: self { ...Names }`)} } fragment Names on Query { ${range(30).map((each) => `b${each}: name`)} }`,
  );
  cache.add(document);
  createTrees(document);
  expect(document.treeBytes).toBeGreaterThan(mebibyte / 2);
  cache.updateBytes(document);
  expect(document.treeBytes).toBe(0);
  expect(cache.find(document.text)?.text).toBe(document.text);
});

test('does not cache an evicted document again when its operation trees grow', () => {
  const cache = new DocumentCache(mebibyte);
  const document = parseDocument('{ name }');
  cache.add(document);
  const replacement = parseDocument('{ name }');
  cache.add(replacement);
  const before = cache.bytes;
  createTrees(document);
  cache.updateBytes(document);
  expect(cache.bytes).toBe(before);
  expect(cache.find('{ name }') === replacement).toBe(true);
});

test('counts keys as well as values', () => {
  const cache = new SegmentedCache<object>(100_000, () => 1);
  for (let index = 0; index < 100; index += 1) cache.set(`${index} ${'x'.repeat(5000)}`, {});
  expect(cache.bytes).toBeLessThan(100_000);
});

test('estimates at least a third of the memory of a document and its operation trees', async () => {
  const text = `{ ${range(300).map((each) => `a${each}: self(id: ${each}) { name b: name c: name }`)} }`;
  const measure = async <T>(create: (index: number) => T): Promise<[number, readonly T[]]> => {
    const before = await measureMemory();
    const created = range(20).map(create);
    return [((await measureMemory()) - before) / created.length, created];
  };
  const [nodeBytes, documents] = await measure(() => parseDocument(text));
  const [treeBytes] = await measure((index) => createTrees(documents[index] ?? expect.fail('no document')));
  expect(documents[0]?.nodeBytes).toBeGreaterThan(nodeBytes / 3);
  expect(documents[0]?.treeBytes).toBeGreaterThan(treeBytes / 3);
});

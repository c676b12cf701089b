import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { examples } from '../../src/edge/graphiql-examples.ts';
import { schema } from '../../src/graph/index.ts';
import { startEdge } from './harness.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('browsers get GraphiQL with the examples and a place for the token', async () => {
  await using edge = await startEdge();
  const { status, headers, text } = await edge.get('/graphql', browser);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(text).toMatch(/^<!doctype html>/);
  expect(text).toContain('<title>Portico</title>');
  expect(text).toContain('query FailedPipelines');
  expect(text).toContain(JSON.stringify('{\n  "PRIVATE-TOKEN": ""\n}'));
});

test('the page contacts no other host, and its policy would not let it', async () => {
  await using edge = await startEdge();
  const { headers, text } = await edge.get('/graphql', { ...browser, 'accept-encoding': 'identity' });
  expect(headers.get('content-encoding')).toBeNull();
  expect(text).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)="?(?!data:)[^>"]+\/\//i);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
});

test('without GraphiQL a browser gets what any client gets', async () => {
  await using edge = await startEdge({ GRAPHIQL: 'false' });
  expect((await edge.get('/graphql', browser)).body.errors?.[0]?.message).toBe('Must provide query string.');
});

test.each(examples)('example %# fits the schema', ({ query, variables = '{}' }) => {
  expect(validate(schema, parse(query))).toEqual([]);
  expect(() => JSON.parse(variables)).not.toThrow();
});

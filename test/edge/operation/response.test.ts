import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  boundedErrors,
  boundedResult,
  boundedText,
  isLongerThan,
  isSurelyLongerThan,
} from '../../../src/edge/operation/response.ts';

const limits = { maxResponseBytes: 1000, maxErrors: 2 };

describe('the length of a value', () => {
  test.each([
    { a: 1 },
    [1, 2, 3],
    { a: { b: ['ä'.repeat(40), null, true, 'x'] } },
    { rows: Array.from({ length: 50 }, (_, id) => ({ id, name: `n${id}` })) },
  ])('approximates that of its JSON: %j', (value) => {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    expect(isLongerThan(value, bytes * 2 + 20)).toBe(false);
    expect(isLongerThan(value, Math.floor(bytes * 0.5))).toBe(true);
  });

  test('with deep nesting is computed without recursion', () => {
    let value: unknown = null;
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(isLongerThan(value, 1_000_000)).toBe(false);
    expect(isLongerThan(value, 1000)).toBe(true);
  });

  test('counts an object at each of its positions', () => {
    const text = 'x'.repeat(100);
    const shared = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`a${index}`, text]));
    expect(isLongerThan(shared, 10_000)).toBe(true);
  });
});

describe('the minimum length of a value', () => {
  test.each([
    null,
    '',
    'text',
    { a: 1 },
    [1, true, null],
    { a: { b: ['ä"\n', [], {}] } },
    { rows: Array.from({ length: 50 }, (_, id) => ({ id, name: `n${id}` })) },
  ])('does not exceed that of its JSON: %j', (value) => {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    expect(isSurelyLongerThan(value, bytes)).toBe(false);
    expect(isSurelyLongerThan(value, Math.floor(bytes / 3) - 2)).toBe(true);
  });

  test('with deep nesting is computed without recursion', () => {
    let value: unknown = 'x'.repeat(5000);
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(isSurelyLongerThan(value, 1_000_000)).toBe(false);
    expect(isSurelyLongerThan(value, 4000)).toBe(true);
  });
});

test.each([
  [{ data: { a: 'x'.repeat(980) } }, false],
  [{ data: { a: 'ä'.repeat(500) } }, true],
  [{ data: { a: '\n'.repeat(500) } }, true],
  [{ data: { a: null }, extensions: { rest: ['x'.repeat(1000)] } }, true],
  [{ data: null, errors: [new GraphQLError('x'.repeat(1500))] }, false],
])('replaces a serialized result above maxResponseBytes with RESPONSE_LIMIT: %#', (result, isTooLong) => {
  const { text, result: bounded } = boundedText(result, limits);
  expect(text.includes('RESPONSE_LIMIT')).toBe(isTooLong);
  expect(bounded.errors?.[0]?.extensions.code === 'RESPONSE_LIMIT').toBe(isTooLong);
});

test.each([
  [{ a: { b: ['x'.repeat(2000)], c: 'x'.repeat(300) }, d: 'x'.repeat(900) }, 'a.b'],
  [
    { groups: { nodes: Array.from({ length: 50 }, () => ({ id: 'x', description: 'x'.repeat(40) })) } },
    'groups.nodes.description',
  ],
  [{ nodes: Array.from({ length: 50 }, () => ({ a: 'x'.repeat(30), b: 'x'.repeat(31), c: 'x'.repeat(32) })) }, 'nodes'],
  [{ extra: JSON.parse(`{"__proto__":"${'x'.repeat(1200)}"}`) }, 'extra.__proto__'],
])('names the largest part of a result that is too long: %#', (data, path) => {
  const [error] = boundedResult({ data }, limits).errors ?? [];
  expect(error?.message).toContain(`The largest part is at "${path}"`);
});

test('names the trace of a result if it is most of it', () => {
  const [error] = boundedResult({ data: { a: 'x' }, extensions: { rest: ['x'.repeat(1001)] } }, limits).errors ?? [];
  expect(error?.message).toContain('"extensions.rest"');
});

test('replaces a result above maxResponseBytes with an error that names the setting', () => {
  const small = { data: { a: 'x' } };
  expect(boundedResult(small, limits)).toBe(small);
  const { data, errors } = boundedResult({ data: { a: 'x'.repeat(1001) } }, limits);
  expect(data).toBeNull();
  expect(errors?.[0]?.message).toContain('1000 bytes (MAX_RESPONSE_BYTES)');
  expect(errors?.[0]?.extensions.code).toBe('RESPONSE_LIMIT');
});

test('returns maxErrors errors, and counts the others without converting them', () => {
  let converted = 0;
  const errors = Array.from({ length: 10_000 }, (_, index) => new GraphQLError(`error ${index}`));
  const clientErrors = boundedErrors(errors, undefined, limits, (error) => {
    converted += 1;
    return error;
  });
  expect(clientErrors.map(({ message }) => message)).toEqual([
    'error 0',
    'error 1',
    '9998 more errors are omitted: the limit is 2 per response. Correct the reported ones first',
  ]);
  expect(clientErrors[2]?.extensions).toEqual({ code: 'ERROR_LIMIT', omitted: 9998 });
  expect(converted).toBe(2);
});

test('truncates long messages and lists of violations', () => {
  const violations = Array.from({ length: 100 }, (_, index) => ({ path: ['ids', index], message: 'is wrong' }));
  const error = new GraphQLError('x'.repeat(100_000), {
    path: ['a'],
    extensions: { code: 'BAD_USER_INPUT', violations },
  });
  const [truncated] = boundedResult({ errors: [error] }, limits).errors ?? [];
  expect(truncated?.message.length).toBeLessThan(3000);
  expect(truncated?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', violations: violations.slice(0, 20) });
  expect(truncated?.path).toEqual(['a']);
});

/** Violations that the load counts as wrong or crossed. Without these tests, a check that accepts everything would pass. */
import { expect, test } from 'vitest';
import { type Caller, callers, findForeignMarks, stamp } from './callers.ts';
import { checkResult } from './verdict.ts';

const data = { project: { name: 'Engine', labels: { nodes: [{ name: 'bug' }, { name: 'docs' }] } } };
const failed = (path: readonly (string | number)[], code = 'UPSTREAM_FAILED') => ({
  message: 'It failed',
  path,
  extensions: { code },
});

test('accepts responses that match the data of the upstream', () => {
  expect(checkResult(data, { data })).toEqual({ outcome: 'complete', problems: [], codes: [] });
});

test('accepts null with an error', () => {
  const actual = { project: { name: 'Engine', labels: null } };
  const { outcome, problems } = checkResult(data, { data: actual, errors: [failed(['project', 'labels', 'nodes'])] });
  expect([outcome, problems]).toEqual(['partial', []]);
});

test('accepts a request error', () => {
  expect(checkResult(data, { errors: [failed([])] })).toMatchObject({ outcome: 'rejected', problems: [] });
});

test.each([
  ['another value', { project: { ...data.project, name: 'Motor' } }, []],
  ['a shorter list', { project: { ...data.project, labels: { nodes: [{ name: 'bug' }] } } }, []],
  ['a missing member', { project: { name: 'Engine' } }, []],
  ['a further member', { project: { ...data.project, path: 'engine' } }, []],
  ['null without an error', { project: null }, []],
  ['null with an error of another field', { project: { name: null, labels: null } }, [failed(['project', 'labels'])]],
  ['an empty object', {}, []],
  ['no data and no error', null, []],
  ['another value next to an error', { project: { name: 'Motor', labels: null } }, [failed(['project', 'labels'])]],
])('rejects %s', (_, actual, errors) => {
  expect(checkResult(data, { data: actual, errors }).problems).toHaveLength(1);
});

test.each(['INTERNAL_SERVER_ERROR', 'NOT_FOUND', 'UNAUTHENTICATED'])('rejects an error with the code %s', (code) => {
  expect(checkResult(data, { data: { project: null }, errors: [failed(['project'], code)] }).problems).toHaveLength(1);
});

test('rejects an error without a code', () => {
  expect(checkResult(data, { data: null, errors: [{ message: 'It failed' }] }).problems).toHaveLength(1);
});

const [first, second] = callers as readonly [Caller, Caller, ...Caller[]];

test('finds data of another caller in a response', () => {
  const response = JSON.stringify(
    stamp([{ id: 1, web_url: 'http://x/1', author: { username: 'a', name: 'A' } }], first),
  );
  expect(findForeignMarks(response, first)).toEqual([]);
  expect(findForeignMarks(response, second)).toEqual([`seen-by-${first.name}`]);
});

test('finds tokens, including that of the caller', () => {
  expect(findForeignMarks(`{"message":"${first.token}"}`, first)).toEqual([first.token]);
});

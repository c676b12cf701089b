/** What the load counts as wrong or crossed: a judge that lets everything pass would find nothing. */
import { expect, test } from 'vitest';
import { type Caller, callers, stamp, strangersIn } from './callers.ts';
import { judge } from './verdict.ts';

const data = { project: { name: 'Engine', labels: { nodes: [{ name: 'bug' }, { name: 'docs' }] } } };
const failed = (path: readonly (string | number)[], code = 'UPSTREAM_FAILED') => ({
  message: 'It failed',
  path,
  extensions: { code },
});

test('accepts responses that match the data of the upstream', () => {
  expect(judge(data, { data })).toEqual({ outcome: 'whole', problems: [], codes: [] });
});

test('null is right where an error tells why', () => {
  const given = { project: { name: 'Engine', labels: null } };
  const { outcome, problems } = judge(data, { data: given, errors: [failed(['project', 'labels', 'nodes'])] });
  expect([outcome, problems]).toEqual(['partial', []]);
});

test('a refusal as a whole is right', () => {
  expect(judge(data, { errors: [failed([])] })).toMatchObject({ outcome: 'refused', problems: [] });
});

test.each([
  ['another value', { project: { ...data.project, name: 'Motor' } }, []],
  ['a shorter list', { project: { ...data.project, labels: { nodes: [{ name: 'bug' }] } } }, []],
  ['a member less', { project: { name: 'Engine' } }, []],
  ['a member more', { project: { ...data.project, path: 'engine' } }, []],
  ['null without an error', { project: null }, []],
  ['null with an error elsewhere', { project: { name: null, labels: null } }, [failed(['project', 'labels'])]],
  ['an empty answer', {}, []],
  ['no data and no error', null, []],
  ['another value beside an error', { project: { name: 'Motor', labels: null } }, [failed(['project', 'labels'])]],
])('%s is wrong', (_, given, errors) => {
  expect(judge(data, { data: given, errors }).problems).toHaveLength(1);
});

test.each(['INTERNAL_SERVER_ERROR', 'NOT_FOUND', 'UNAUTHENTICATED'])('an error %s is wrong', (code) => {
  expect(judge(data, { data: { project: null }, errors: [failed(['project'], code)] }).problems).toHaveLength(1);
});

test('an error without a code is wrong', () => {
  expect(judge(data, { data: null, errors: [{ message: 'It failed' }] }).problems).toHaveLength(1);
});

const [first, second] = callers as readonly [Caller, Caller, ...Caller[]];

test('finds data of another caller in a response', () => {
  const answer = JSON.stringify(stamp([{ id: 1, web_url: 'http://x/1', author: { username: 'a', name: 'A' } }], first));
  expect(strangersIn(answer, first)).toEqual([]);
  expect(strangersIn(answer, second)).toEqual([`seen-by-${first.name}`]);
});

test('tokens are found, also the own one', () => {
  expect(strangersIn(`{"message":"${first.token}"}`, first)).toEqual([first.token]);
});

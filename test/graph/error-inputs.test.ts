/** Paths of errors for which the upstream names no input: the input that causes them, or null if several may. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { mutate } from './mutate.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterAll(() => facade.close());

const mergeRequest = 'gid://service/MergeRequest/14/2';

test.each<[string, object, Role, string, readonly string[] | null]>([
  [
    'noteUpdate',
    { id: 'gid://service/Note/issue/14/1/999999', body: 'Text' },
    'developer',
    'NOT_FOUND',
    ['input', 'id'],
  ],
  ['noteDelete', { id: 'gid://service/Note/issue/14/1/999999' }, 'developer', 'NOT_FOUND', ['input', 'id']],
  [
    'noteCreate',
    { target: { issue: { project: '14', iid: 999999 } }, body: 'Text' },
    'developer',
    'NOT_FOUND',
    ['input', 'target'],
  ],
  ['labelSubscribe', { id: 'gid://service/Label/14/999999' }, 'developer', 'NOT_FOUND', ['input', 'id']],
  ['labelCreate', { project: '999999', name: 'x', color: '#112233' }, 'developer', 'NOT_FOUND', ['input', 'project']],
  ['mergeRequestApprove', { id: 'gid://service/MergeRequest/14/999999' }, 'maintainer', 'NOT_FOUND', ['input', 'id']],
  // Either the project or the label may be missing.
  ['labelDeleteByName', { project: '14', name: 'no such label' }, 'maintainer', 'NOT_FOUND', null],
  ['labelUpdateByName', { project: '14', name: 'no such label', newName: 'x' }, 'maintainer', 'NOT_FOUND', null],
  // Either merge request may be missing.
  [
    'mergeRequestBlockCreate',
    { mergeRequest, blocking: { inProject: { project: '14', iid: 999999 } } },
    'maintainer',
    'NOT_FOUND',
    null,
  ],
  ['mergeRequestApprove', { id: mergeRequest, sha: '0'.repeat(40) }, 'maintainer', 'CONFLICT', ['input', 'sha']],
])('%s with %j as %s returns %s with the path %j', async (name, input, as, code, path) => {
  const { payload } = await mutate(facade, name, { ...input }, '__typename', as);
  expect(payload?.errors).toMatchObject([{ code, path }]);
});

test('labelCreate returns CONFLICT with the path of `name` for an existing label', async () => {
  const create = () =>
    mutate(facade, 'labelCreate', { project: '14', name: 'used', color: '#112233' }, '__typename', 'maintainer');
  expect((await create()).payload?.errors).toEqual([]);
  expect((await create()).payload?.errors).toMatchObject([{ code: 'CONFLICT', path: ['input', 'name'] }]);
});

test('mergeRequestBlockCreate returns CONFLICT with the path of `blocking` for an existing dependency', async () => {
  const input = { mergeRequest, blocking: { inProject: { project: '14', iid: 1 } } };
  const create = () => mutate(facade, 'mergeRequestBlockCreate', input, '__typename', 'maintainer');
  await create();
  expect((await create()).payload?.errors).toMatchObject([{ code: 'CONFLICT', path: ['input', 'blocking'] }]);
});

/** Paths of errors for which the upstream names no input: the input that status and message prove to be the cause, or null. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../package/sandbox.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

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

test.each<[string, object, Role, readonly string[] | null]>([
  ['noteCreate', { target: { issue: { project: '14', iid: 1 } }, body: ' ' }, 'developer', ['input', 'body']],
  ['labelCreate', { project: '14', name: ' ', color: '#112233' }, 'maintainer', ['input', 'name']],
  [
    'featureFlagSet',
    { id: 'a', value: { boolean: true }, force: true, projects: ['14'] },
    'administrator',
    ['input', 'projects', '0'],
  ],
  [
    'featureFlagSet',
    { id: 'a', value: { boolean: true }, force: true, users: ['no-such-user'] },
    'administrator',
    ['input', 'users', '0'],
  ],
  // Either of them may be missing.
  [
    'featureFlagSet',
    { id: 'a', value: { boolean: true }, force: true, users: ['x'], groups: ['x'] },
    'administrator',
    null,
  ],
])('%s with %j as %s names the input that the upstream rejects', async (name, input, as, path) => {
  const { payload } = await mutate(facade, name, { ...input }, '__typename', as);
  expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', path }]);
});

const label = { project: '7', name: 'a', color: '#112233' };
const block = { mergeRequest: 'gid://service/MergeRequest/7/1', blocking: { id: '9' } };
const approval = { id: 'gid://service/MergeRequest/7/1', sha: 'a'.repeat(40) };

describe('a conflict', () => {
  test.each<[string, object, string, unknown, string | null, boolean]>([
    ['labelCreate', label, '/projects/7/labels', '409 Conflict: Resource lock', null, true],
    ['labelCreate', label, '/projects/7/labels', 'A resource lock exists', null, true],
    ['labelCreate', label, '/projects/7/labels', '409 Conflict', null, false],
    ['labelCreate', label, '/projects/7/labels', 'Label already exists', 'name', false],
    ['mergeRequestBlockCreate', block, '/projects/7/merge_requests/1/blocks', 'Resource lock', null, true],
    ['mergeRequestBlockCreate', block, '/projects/7/merge_requests/1/blocks', 'Membership is locked', null, false],
    ['mergeRequestBlockCreate', block, '/projects/7/merge_requests/1/blocks', 'Already exists', 'blocking', false],
    ['mergeRequestApprove', approval, '/projects/7/merge_requests/1/approve', 'Rebase in progress', null, true],
    ['mergeRequestApprove', approval, '/projects/7/merge_requests/1/approve', 'SHA does not match HEAD', 'sha', false],
    ['labelDelete', { id: 'gid://service/Label/7/4' }, '/projects/7/labels/4', 'Try again later', null, true],
  ])(
    'in response to %s with %j at %s with the message "%s" has the path %j and isTransient %j',
    async (name, input, path, message, inputName, isTransient) => {
      const method = name === 'labelDelete' ? 'DELETE' : 'POST';
      const stubbed = await startStubbed({ [`${method} ${path}`]: { status: 409, body: { message } } });
      const document = `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors { path ... on ConflictError { isTransient } } } }`;
      const { data } = await stubbed.execute<Record<string, unknown>>(document, { input });
      expect(data?.[name]).toEqual({ errors: [{ path: inputName && ['input', inputName], isTransient }] });
      expect(stubbed.calls).toEqual([`${method} ${path}`]);
    },
  );
});

describe('a 404', () => {
  test.each<[string, object, string, unknown, string | null]>([
    [
      'mergeRequestUnapprove',
      { id: approval.id },
      'POST /projects/7/merge_requests/1/unapprove',
      '404 Not found',
      null,
    ],
    [
      'mergeRequestUnapprove',
      { id: approval.id },
      'POST /projects/7/merge_requests/1/unapprove',
      '404 Approval Not Found',
      null,
    ],
    [
      'mergeRequestUnapprove',
      { id: approval.id },
      'POST /projects/7/merge_requests/1/unapprove',
      '404 Merge Request Not Found',
      'id',
    ],
    [
      'mergeRequestUnapprove',
      { id: approval.id },
      'POST /projects/7/merge_requests/1/unapprove',
      '404 Project Not Found',
      'id',
    ],
    ['labelDelete', { id: 'gid://service/Label/7/4' }, 'DELETE /projects/7/labels/4', '404 Not found', 'id'],
    ['labelDelete', { id: 'gid://service/Label/7/4' }, 'DELETE /projects/7/labels/4', '', 'id'],
    ['labelDelete', { id: 'gid://service/Label/7/4' }, 'DELETE /projects/7/labels/4', '404 Group Not Found', null],
    ['labelCreate', label, 'POST /projects/7/labels', '404 Project Not Found', 'project'],
    ['labelCreate', label, 'POST /projects/7/labels', '404 Not Found', null],
    [
      'memberRoleDelete',
      { id: 'gid://service/MemberRole/9/2' },
      'DELETE /groups/9/member_roles/2',
      '404 Member Role Not Found',
      'id',
    ],
  ])(
    'in response to %s with %j from %s with the message "%s" has the path %j',
    async (name, input, call, message, inputName) => {
      const stubbed = await startStubbed({ [call]: { status: 404, body: { message } } });
      const { payload } = await mutate(stubbed, name, { ...input }, '__typename');
      expect(payload?.errors).toMatchObject([{ code: 'NOT_FOUND', path: inputName && ['input', inputName] }]);
    },
  );
});

/** Mutations of groups: settings, avatars, shares, directory sync. */
import { attributesOf } from '../contract/index.ts';
import type { Selection } from '../execution/index.ts';
import type { Violation } from '../rest/errors.ts';
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import { assertValid } from './kit/contract/check.ts';
import type { Upload } from './kit/contract/scalars.ts';
import type { Calls } from './kit/fields/composed.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import { collectViolations, groupIdDescription, parseNumber, parseReference } from './kit/resources/references.ts';
import { asObject } from './kit/resources/resource.ts';
import { MemberRole } from './member-roles.ts';

const groupId = { required: true, description: groupIdDescription } as const;

const parseGroup = (id: string) => parseReference('Group', id, ['input', 'id']);

/** Changes accept only the number of a group: a path costs one read before the write. */
async function loadNumericPath(id: string, calls: Calls) {
  return { path: { id: await calls.loadNumber(Group, id, ['input', 'id']) } };
}

const groupUpdate = defineMutation('groupUpdate', {
  operation: 'updateGroup',
  description:
    'Changes the settings of a group. Absent fields do not change; an empty string or list is a value. The caller must be an administrator or an Owner of the group; some settings are for administrators only. A path instead of the numeric id costs one more call.',
  except: ['avatar', 'file_template_project_id'],
  input: (t) => ({
    id: t.id(groupId),
    fileTemplateProject: t.id({
      description: 'Project with the file templates of the group, as global id or numeric id.',
    }),
  }),
  request: ({ fileTemplateProject: project }, body) => ({
    body: {
      ...body,
      ...(typeof project === 'string' && {
        file_template_project_id: parseNumber('Project', project, ['input', 'fileTemplateProject']),
      }),
    },
  }),
  path: ({ id }) => ({ id: parseGroup(id) }),
  completion: {
    parameters: ['id'],
    steps: [{ operation: 'getGroup' }],
    read: ({ id }, calls) => loadNumericPath(id, calls),
  },
  payload: (f) => ({ group: f.object(Group, 'The group with its new settings.') }),
});

const everySetting = [...attributesOf('UpdateGroupBody').keys()];

function checkAvatar({ size }: Upload): readonly Violation[] {
  const path = ['input', 'avatar'];
  return size === 0 ? [{ path, message: 'must not be empty; groupAvatarRemove removes the avatar' }] : [];
}

const groupAvatarUpload = defineMutation('groupAvatarUpload', {
  operation: 'updateGroup',
  description:
    'Replaces the avatar of a group. Requires a GraphQL multipart request with the file; the service decides which formats and sizes it accepts. The caller must be an administrator or an Owner of the group.',
  except: everySetting,
  input: (t) => ({
    id: t.id(groupId),
    avatar: t.field({ type: 'File', required: true, description: 'Image file that replaces the current avatar.' }),
  }),
  check: ({ avatar }) => checkAvatar(avatar),
  errorInputs: { NOT_FOUND: 'id' },
  path: ({ id }) => ({ id: parseGroup(id) }),
  request: async ({ avatar }) => ({
    form: { avatar: new File([await avatar.arrayBuffer()], avatar.name, { type: avatar.type }) },
  }),
  completion: {
    parameters: ['id'],
    steps: [{ operation: 'getGroup' }],
    read: ({ id }, calls) => loadNumericPath(id, calls),
  },
  payload: (f) => ({ group: f.object(Group, 'The group with its new avatar.') }),
});

const groupAvatarRemove = defineMutation('groupAvatarRemove', {
  operation: 'updateGroup',
  description:
    'Removes the avatar of a group. Also succeeds if the group has no avatar. The caller must be an administrator or an Owner of the group.',
  except: everySetting,
  input: (t) => ({ id: t.id(groupId) }),
  path: ({ id }) => ({ id: parseGroup(id) }),
  request: () => ({ body: { avatar: '' } }),
  completion: {
    parameters: ['id'],
    steps: [{ operation: 'getGroup' }],
    read: ({ id }, calls) => loadNumericPath(id, calls),
  },
  payload: (f) => ({ group: f.object(Group, 'The group without an avatar.') }),
});

const invitedPath = ['input', 'invitedGroup'];

/** Creates the group with a number of the request. */
const referTo = (id: unknown, selection: Selection) =>
  typeof id === 'number' ? Group.createReference({ id }, selection) : null;

const groupShare = defineMutation('groupShare', {
  operation: 'shareGroup',
  except: ['group_id', 'member_role_id'],
  input: (t) => ({
    id: t.id({ required: true, description: `${groupIdDescription} This group is shared.` }),
    invitedGroup: t.id({ required: true, description: `${groupIdDescription} Its members receive access.` }),
    memberRole: t.id({
      description: 'Custom member role of the members of the invited group, as global id or numeric id.',
    }),
  }),
  path: ({ id }) => ({ id: parseGroup(id) }),
  request: ({ invitedGroup, memberRole }, body) => {
    const violations: Violation[] = [];
    collectViolations(violations, () => parseReference('Group', invitedGroup, invitedPath));
    const role = collectViolations(violations, () =>
      typeof memberRole === 'string' ? MemberRole.parseNumberBelow({}, memberRole, ['input', 'memberRole']) : undefined,
    );
    assertValid(violations);
    return { body: { ...body, ...(role !== undefined && { member_role_id: role }) } };
  },
  completion: {
    members: ['group_id'],
    steps: [{ operation: 'getGroup' }],
    read: async ({ invitedGroup }, calls) => ({
      body: { group_id: await calls.loadNumber(Group, invitedGroup, invitedPath) },
    }),
  },
  payload: (f) => ({
    group: f.object(Group, 'The shared group.'),
    invitedGroup: f.resource(
      Group,
      'The invited group, whose members receive access.',
      undefined,
      ({ request: { body } }, selection) => referTo(asObject(body)?.group_id, selection),
    ),
  }),
});

const groupUnshare = defineMutation('groupUnshare', {
  operation: 'unshareGroup',
  input: (t) => ({
    id: t.id({ required: true, description: `${groupIdDescription} This group was shared.` }),
    invitedGroup: t.id({ required: true, description: `${groupIdDescription} Its members lose access.` }),
  }),
  path: ({ id, invitedGroup }) => ({
    id: parseGroup(id),
    group_id: parseReference('Group', invitedGroup, invitedPath),
  }),
  completion: {
    parameters: ['group_id'],
    steps: [{ operation: 'getGroup' }],
    read: async ({ invitedGroup }, calls) => ({
      path: { group_id: await calls.loadNumber(Group, invitedGroup, invitedPath) },
    }),
  },
  payload: (f) => ({
    group: f.object(Group, 'The group that was shared.'),
    invitedGroup: f.resource(
      Group,
      'The group that was invited, whose members lose access.',
      undefined,
      ({ request: { path = {} } }, selection) => referTo(path.group_id, selection),
    ),
  }),
});

const groupDirectorySync = defineMutation('groupDirectorySync', {
  operation: 'syncGroupWithDirectory',
  input: (t) => ({ id: t.id(groupId) }),
  path: ({ id }) => ({ id: parseGroup(id) }),
  payload: (f) => ({ group: f.object(Group, 'The group. Its sync runs in the background.') }),
});

export const groupMutations: Area = {
  name: 'group-mutations',
  declarations: [groupUpdate, groupAvatarUpload, groupAvatarRemove, groupShare, groupUnshare, groupDirectorySync],
};

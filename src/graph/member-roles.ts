/** Custom member roles of the instance and of root groups. */
import { Group } from './groups.ts';
import { enumType, inputEnumType, unknownWord, wordsOf } from './kit/contract/enums.ts';
import { addChoiceMutation } from './kit/fields/choice-mutation.ts';
import { addFields, addQueries, resourceType } from './kit/fields/index.ts';
import { parseReference } from './kit/resources/references.ts';
import type { Attributes, PathParameters } from './kit/resources/resource.ts';

/** Whether an address, in which only roles of groups have an `id`, is that of a group's role. */
const isOfGroup = ({ id }: PathParameters<'id'>): boolean => id !== undefined && id !== '';

export const MemberRole = resourceType({
  name: 'MemberRole',
  parameters: ['id', 'member_role_id'],
  instanceWide: true,
  schema: 'MemberRole',
  owner: { type: Group, attribute: 'group_id', owns: ({ id = '' }) => isOfGroup({ id }) },
  // No group at all is told by null.
  pathOf: (role, group) => ({ id: role.group_id === undefined ? group.id : role.group_id, member_role_id: role.id }),
  search: {
    operation: ['listInstanceMemberRoles', 'listGroupMemberRoles'],
    request: (address) =>
      isOfGroup(address)
        ? { operation: 'listGroupMemberRoles', path: { id: address.id } }
        : { operation: 'listInstanceMemberRoles' },
    matches: (role, { member_role_id }) => role.id === member_role_id,
  },
});

const permissionEnum = enumType('MemberRolePermission');
const flags = (wordsOf({ $ref: '#/components/schemas/MemberRolePermission' }) ?? []).map(String);

/** The flags that are on, as words; null where the upstream sends none of them. A flag of another name counts as well. */
function toPermissions(role: Attributes): string[] | null {
  if (!flags.some((flag) => typeof role[flag] === 'boolean')) return null;
  const isUnknown = Object.entries(role).some(([name, value]) => value === true && !flags.includes(name));
  return [...flags.filter((flag) => role[flag] === true), ...(isUnknown ? [unknownWord] : [])];
}

addFields(MemberRole, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'description', 'base_access_level', 'group_id'),
  permissions: f.t.field({
    type: [permissionEnum],
    nullable: { list: true, items: true },
    description: 'Permissions that the role adds to its base role; null where the upstream does not tell.',
    resolve: ({ attributes }) => attributes && toPermissions(attributes),
  }),
  group: f.reference(Group, 'group_id', {
    description: 'The root group that the role belongs to; null for a role of the whole instance.',
  }),
}));

addFields(Group, (f) => ({
  memberRoles: f.connection('listGroupMemberRoles', MemberRole),
}));

addQueries((f) => ({
  memberRoles: f.connection('listInstanceMemberRoles', MemberRole),
}));

addChoiceMutation('memberRoleCreate', {
  operations: ['createGroupMemberRole', 'createInstanceMemberRole'],
  description:
    'Creates a custom member role for a root group and everything below it, or without a group for the whole instance. Roles of a group are for its Owners on the hosted service, roles of the instance for administrators of self-managed and dedicated instances; both are of the Ultimate tier. A role can be deleted later, but there is no way to change it.',
  input: (t) => ({
    group: t.id({
      description:
        'The root group, as its global id, its numeric id or its full path; without it the role is for the whole instance. A group that has a parent is refused.',
    }),
    permissions: t.field({
      type: [inputEnumType('MemberRolePermission')],
      description: 'Permissions that the role adds to its base role; none unless given.',
    }),
  }),
  members: ['createGroupMemberRole', 'createInstanceMemberRole'],
  except: flags,
  operation: ({ group }) => (typeof group === 'string' ? 'createGroupMemberRole' : 'createInstanceMemberRole'),
  request: ({ group, permissions }, body) => ({
    ...(typeof group === 'string' && { path: { id: parseReference('Group', group, ['input', 'group']) } }),
    body: {
      ...body,
      ...Object.fromEntries(flags.filter((flag) => permissions?.includes(flag)).map((flag) => [flag, true])),
    },
  }),
  payload: (f) => ({ memberRole: f.object(MemberRole, 'The new role.'), group: f.parent(Group) }),
});

addChoiceMutation('memberRoleDelete', {
  operations: ['deleteGroupMemberRole', 'deleteInstanceMemberRole'],
  description:
    'Deletes a custom member role of a root group, as one of its Owners, or of the whole instance, as an administrator. Its global id tells which of both it is.',
  input: (t) => ({ id: t.id({ required: true, description: 'The member role, as its global id.' }) }),
  operation: ({ id }) => (isOfGroup(MemberRole.pathFromId(id)) ? 'deleteGroupMemberRole' : 'deleteInstanceMemberRole'),
  request: ({ id }) => ({ path: MemberRole.pathFromId(id) }),
  payload: (f) => ({
    deletedMemberRoleId: f.deletedId(MemberRole, 'Global id of the role that no longer exists.'),
    group: f.parent(Group),
  }),
});

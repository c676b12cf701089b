/** Custom member roles of the instance and of root groups. */
import { standardContract } from '../contract/index.ts';
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import { getEnumValues, unknownEnumValue } from './kit/contract/enums.ts';
import { defineInputEnum } from './kit/definitions.ts';
import { defineChoiceMutation } from './kit/fields/choice-mutation.ts';
import { defineFields, defineQueries, defineResourceType } from './kit/fields/index.ts';
import { defineRootLookup } from './kit/fields/root-lookup.ts';
import { toObjectNumber } from './kit/resources/path-parameter-types.ts';
import type { Attributes } from './kit/resources/resource.ts';
import type { PlannedPath } from './kit/resources/response-value.ts';
import { checkIsTrue, defineOwnerTarget, parseOwnerTarget } from './targets.ts';

/** Whether path parameters are those of a role of a group. Roles of the instance have no `id`. */
const isOfGroup = ({ id }: PlannedPath<'id'>): boolean => id !== undefined && id !== '';

export const MemberRole = defineResourceType({
  name: 'MemberRole',
  parameters: ['id', 'member_role_id'],
  instanceWide: true,
  schema: 'MemberRole',
  owner: { type: Group, attribute: 'group_id', owns: ({ id = '' }) => isOfGroup({ id }) },
  // Null means that the role belongs to no group.
  getItemPath: (role, group) => ({
    id: role.group_id === undefined ? group.id : role.group_id,
    member_role_id: role.id,
  }),
  search: {
    operation: ['listInstanceMemberRoles', 'listGroupMemberRoles'],
    request: (address) =>
      isOfGroup(address)
        ? { operation: 'listGroupMemberRoles', path: { id: address.id } }
        : { operation: 'listInstanceMemberRoles' },
    matches: (role, { member_role_id }) => toObjectNumber(role.id) === member_role_id,
  },
});

const permissionInput = defineInputEnum('MemberRolePermission');
const flags = (getEnumValues(standardContract.reference('MemberRolePermission')) ?? []).map(String);

/**
 * Returns the permissions that are set; `null` if the upstream returns none of them. Unknown permissions are included
 * as `UNKNOWN`.
 */
function toPermissions(role: Attributes): string[] | null {
  if (!flags.some((flag) => typeof role[flag] === 'boolean')) return null;
  const isUnknown = Object.entries(role).some(([name, value]) => value === true && !flags.includes(name));
  return [...flags.filter((flag) => role[flag] === true), ...(isUnknown ? [unknownEnumValue] : [])];
}

const memberRoleFields = defineFields(MemberRole, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'description', 'base_access_level'),
  permissions: f.composed({
    value: f.getEnum('MemberRolePermission'),
    items: 'required',
    description: 'Permissions that the role adds to its base role; null if the service does not report them.',
    attributes: flags,
    resolve: (role, _, calls) => {
      const permissions = role.attributes && toPermissions(role.attributes);
      if (permissions !== null && permissions !== undefined) return permissions;
      const values = flags.map((flag) => calls.attribute(role, flag));
      if (!values.some((value) => value instanceof Promise)) return null;
      return Promise.all(values).then((read) =>
        toPermissions(Object.fromEntries(flags.map((flag, i) => [flag, read[i]]))),
      );
    },
  }),
  group: f.reference(Group, 'group_id', {
    description: 'Root group of the role; null for a role of the whole instance.',
  }),
}));

const groupFields = defineFields(Group, (f) => ({
  memberRoles: f.connection('listGroupMemberRoles', MemberRole),
}));

const queries = defineQueries((f) => ({
  memberRoles: f.connection('listInstanceMemberRoles', MemberRole),
}));

const memberRoleTarget = defineOwnerTarget('MemberRoleTargetInput', {
  description: 'Owner of a new member role: a root group, or the whole instance.',
  group:
    'The root group, as global id, numeric id or full path. The role applies to the group and all its subgroups and projects. A group with a parent is rejected.',
});

const memberRoleCreate = defineChoiceMutation('memberRoleCreate', {
  operations: ['createGroupMemberRole', 'createInstanceMemberRole'],
  description:
    'Creates a custom member role for a root group with all its subgroups and projects, or for the whole instance. Roles of a group are for its Owners on the hosted service, roles of the instance for administrators of self-managed and dedicated instances; both are of the Ultimate tier. A role can be deleted, but not changed.',
  input: (t) => ({
    target: t.field({
      type: memberRoleTarget,
      required: true,
      description: 'Root group or instance of the role.',
    }),
    permissions: t.field({
      type: [permissionInput],
      description: 'Permissions that the role adds to its base role. Defaults to none.',
    }),
  }),
  members: ['createGroupMemberRole', 'createInstanceMemberRole'],
  except: flags,
  errorInputs: { NOT_FOUND: 'target' },
  operation: ({ target }) => (typeof target.group === 'string' ? 'createGroupMemberRole' : 'createInstanceMemberRole'),
  check: ({ target }) => checkIsTrue(target, 'instance'),
  request: ({ target, permissions }, body) => ({
    path: parseOwnerTarget(target),
    body: {
      ...body,
      ...Object.fromEntries(flags.filter((flag) => permissions?.includes(flag)).map((flag) => [flag, true])),
    },
  }),
  payload: (f) => ({
    memberRole: f.object(MemberRole, 'The new role.'),
    group: f.parent(Group, 'the instance'),
    query: f.query(),
  }),
});

const memberRoleDelete = defineChoiceMutation('memberRoleDelete', {
  operations: ['deleteGroupMemberRole', 'deleteInstanceMemberRole'],
  description:
    'Deletes a custom member role of a root group, as one of its Owners, or of the whole instance, as an administrator.',
  input: (t) => ({ id: t.id({ required: true, description: 'The member role, as its global id.' }) }),
  operation: ({ id }) =>
    isOfGroup(MemberRole.parseGlobalId(id)) ? 'deleteGroupMemberRole' : 'deleteInstanceMemberRole',
  request: ({ id }) => ({ path: MemberRole.parseGlobalId(id) }),
  payload: (f) => ({
    deletedMemberRoleId: f.deletedId(MemberRole, 'Global id of the deleted role.'),
    group: f.parent(Group, 'the instance'),
    query: f.query(),
  }),
});

export const memberRoles: Area = {
  name: 'member-roles',
  declarations: [
    MemberRole,
    permissionInput,
    memberRoleTarget,
    memberRoleFields,
    groupFields,
    queries,
    memberRoleCreate,
    memberRoleDelete,
    defineRootLookup(MemberRole),
  ],
};

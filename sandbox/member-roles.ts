/** Operations on custom member roles. */
import { attributesOf, type SchemaType } from '../src/contract/index.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { badRequest, notFound } from './kit/http-error.ts';
import { list, noContent } from './kit/reply.ts';
import { groupFor, level, requireAdministrator } from './world/access.ts';
import { type MemberRoleRow, memberRoles as memberRoleTable } from './world/members.ts';

/** Names of the permission flags. */
const flags = [...attributesOf('MemberRole')].flatMap(([name, { type }]) => (type === 'boolean' ? [name] : []));

function present(row: MemberRoleRow): Loose<SchemaType<'MemberRole'>> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    group_id: row.groupId,
    base_access_level: row.baseAccessLevel,
    ...Object.fromEntries(flags.map((flag) => [flag, row.permissions.includes(flag)])),
  };
}

function rolesOf({ store }: View, groupId: number | null): MemberRoleRow[] {
  return memberRoleTable(store).where((row) => row.groupId === groupId);
}

function createRole({ store }: View, groupId: number | null, body: SchemaType<'CreateGroupMemberRoleBody'>) {
  const { name, description = null, base_access_level, ...given } = body;
  const permissions = Object.entries(given).flatMap(([flag, on]) => (on ? [flag] : []));
  return present(
    memberRoleTable(store).insert((id) => ({
      id,
      groupId,
      name,
      description,
      baseAccessLevel: base_access_level,
      permissions,
    })),
  );
}

function deleteRole({ store }: View, groupId: number | null, id: number) {
  if (memberRoleTable(store).get(id)?.groupId !== groupId) throw notFound('Member Role');
  memberRoleTable(store).delete(id);
  return noContent();
}

export const memberRoles: Area = {
  signedIn: 'all',
  handlers: {
    listInstanceMemberRoles: (call) => {
      requireAdministrator(call);
      return list(rolesOf(call, null), present);
    },

    createInstanceMemberRole: (call) => {
      requireAdministrator(call);
      return createRole(call, null, call.body);
    },

    deleteInstanceMemberRole: (call) => {
      requireAdministrator(call);
      return deleteRole(call, null, call.path.member_role_id);
    },

    listGroupMemberRoles: (call) => list(rolesOf(call, groupFor(call, call.path.id, level.owner).id), present),

    createGroupMemberRole: (call) => {
      const group = groupFor(call, call.path.id, level.owner);
      if (group.parentId !== null) throw badRequest({ namespace: ['must be a top-level group'] });
      return createRole(call, group.id, call.body);
    },

    deleteGroupMemberRole: (call) =>
      deleteRole(call, groupFor(call, call.path.id, level.owner).id, call.path.member_role_id),
  },
};

/** Changes of groups: settings, avatars, shares. */
import type { BodyOf } from '../../src/contract/index.ts';
import type { UploadedFile, View } from '../kit/area.ts';
import { badRequest, conflict, forbidden, notFound, type Problems } from '../kit/http-error.ts';
import { isAdministrator, visibleGroup } from '../world/access.ts';
import { type GroupRow, groupShares, groups, lineage } from '../world/groups.ts';
import { memberRoles } from '../world/members.ts';

type Changes = BodyOf<'updateGroup'>;

const maxAvatarBytes = 200 * 1024;
const openness = { private: 0, internal: 1, public: 2 } as const;

function problemsWith({ store }: View, row: GroupRow, { path, visibility }: Changes): Problems {
  const problems: Record<string, string[]> = {};
  if (path !== undefined && !/^[A-Za-z0-9_][\w.-]*$/.test(path))
    problems.path = ['can contain only letters, digits, "_", "-" and ".", and must not start with "-" or "."'];
  const taken = groups(store).find(
    (other) =>
      other.id !== row.id && other.parentId === row.parentId && other.path.toLowerCase() === path?.toLowerCase(),
  );
  if (taken) problems.path = ['has already been taken'];
  const parent = row.parentId === null ? undefined : groups(store).get(row.parentId);
  if (visibility !== undefined && parent && openness[visibility] > openness[parent.visibility])
    problems.visibility_level = [`${visibility} is not allowed since the parent group is ${parent.visibility}.`];
  return problems;
}

/** Changes the attributes in the body, including those that are null, and no others. */
export function changeGroup(view: View, row: GroupRow, changes: Changes): void {
  const forAdministrators = ['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'] as const;
  if (!isAdministrator(view) && forAdministrators.some((name) => name in changes)) throw forbidden();
  const problems = problemsWith(view, row, changes);
  if (Object.keys(problems).length > 0) throw badRequest(problems);
  const { name, path, description, visibility, avatar, ...settings } = changes;
  if (name !== undefined) row.name = name;
  if (path !== undefined) row.path = path;
  if (description !== undefined) row.description = description;
  if (visibility !== undefined) row.visibility = visibility;
  if (avatar === '') row.avatar = undefined;
  // Ignored where it has no meaning, as in services of this kind.
  const { prevent_sharing_groups_outside_hierarchy, ...rest } = settings;
  const applicable = row.parentId === null ? settings : rest;
  Object.assign(row.settings, applicable);
}

/** Replaces the avatar of a group. */
export function changeAvatar(row: GroupRow, { type, bytes, filename }: UploadedFile): void {
  if (!type.startsWith('image/'))
    throw badRequest({
      avatar: [
        'file format is not supported. Please try one of the following supported formats: image/png, image/jpeg, image/gif',
      ],
    });
  if (bytes.length > maxAvatarBytes) throw badRequest({ avatar: ['is too big (should be at most 200 KiB)'] });
  row.avatar = { type, bytes, filename };
}

/** Shares a group with another one. */
export function share(view: View, row: GroupRow, body: BodyOf<'shareGroup'>): void {
  const { store } = view;
  const other = visibleGroup(view, body.group_id);
  const root = [...lineage(store, row)].at(-1);
  const otherRoot = [...lineage(store, other)].at(-1);
  if (root?.settings.prevent_sharing_groups_outside_hierarchy && root !== otherRoot)
    throw badRequest({ group: ['cannot be shared outside of its hierarchy'] });
  const role = body.member_role_id === undefined ? undefined : memberRoles(store).get(body.member_role_id);
  if (body.member_role_id !== undefined && role === undefined) throw notFound('Member Role');
  if (role && role.baseAccessLevel !== body.group_access)
    throw badRequest({ group_access: ["the custom role's base access level does not match the current access level"] });
  const existing = groupShares(store).find(
    ({ groupId, withGroupId }) => groupId === row.id && withGroupId === other.id,
  );
  if (existing || other.id === row.id)
    throw conflict({ shared_group_id: ['The group has already been shared with this group'] });
  groupShares(store).insert((id) => ({
    id,
    groupId: row.id,
    withGroupId: other.id,
    accessLevel: body.group_access,
    expiresAt: body.expires_at ?? null,
    ...(role ? { memberRoleId: role.id } : {}),
  }));
}

/** Removes a share. */
export function unshare({ store }: View, row: GroupRow, withGroupId: number): void {
  const existing = groupShares(store).find((each) => each.groupId === row.id && each.withGroupId === withGroupId);
  if (existing === undefined) throw notFound('Group Link');
  groupShares(store).delete(existing.id);
}

/** Permissions: visibility, memberships through ancestors and shares, and the resulting errors. */
import type { View } from '../kit/area.ts';
import { forbidden, notFound, unauthorized } from '../kit/http-error.ts';
import { findGroup, type GroupRow, groupShares, groups, lineage } from './groups.ts';
import { type AccessLevel, type MemberRow, members } from './members.ts';
import { findProject, type ProjectRow, projectShares } from './projects.ts';
import type { UserRow } from './users.ts';

/** Access levels by name. */
export const level = {
  none: 0,
  minimal: 5,
  guest: 10,
  planner: 15,
  reporter: 20,
  securityManager: 25,
  developer: 30,
  maintainer: 40,
  owner: 50,
} as const satisfies Readonly<Record<string, AccessLevel>>;

/** Returns the account of the caller. @throws HttpError 401 for an anonymous caller */
export function signedIn({ caller }: View): UserRow {
  if (caller.user === undefined) throw unauthorized();
  return caller.user;
}

/** Whether the caller administers the instance. */
export function isAdministrator({ caller }: View): boolean {
  return caller.user?.admin ?? false;
}

/** Whether the caller may read everything: administrators and auditors. */
export function readsEverything({ caller }: View): boolean {
  return caller.user !== undefined && (caller.user.admin || caller.user.auditor);
}

/** @throws HttpError if the caller does not administer the instance */
export function requireAdministrator(view: View): void {
  signedIn(view);
  if (!isAdministrator(view)) throw forbidden();
}

function directLevel({ store }: View, user: UserRow, holder: MemberRow['in'], holderId: number): number {
  return members(store)
    .where((member) => member.userId === user.id && member.in === holder && member.holderId === holderId)
    .reduce((highest, { accessLevel }) => Math.max(highest, accessLevel), 0);
}

/** Access level by memberships in a group and its ancestors, without shares. */
function inheritedLevel(view: View, user: UserRow, group: GroupRow): number {
  let highest = 0;
  for (const { id } of lineage(view.store, group)) highest = Math.max(highest, directLevel(view, user, 'group', id));
  return highest;
}

function sharedLevel(view: View, user: UserRow, withGroupId: number, maxLevel: number): number {
  const group = groups(view.store).get(withGroupId);
  return group ? Math.min(maxLevel, inheritedLevel(view, user, group)) : 0;
}

/** Access level of a user in a group: by membership in it or an ancestor, or through shares. */
export function userLevelInGroup(view: View, user: UserRow, group: GroupRow): number {
  let highest = inheritedLevel(view, user, group);
  const today = new Date(view.store.now()).toISOString().slice(0, 10);
  for (const { id } of lineage(view.store, group))
    for (const share of groupShares(view.store).where(({ groupId }) => groupId === id))
      if (share.expiresAt === null || share.expiresAt > today)
        highest = Math.max(highest, sharedLevel(view, user, share.withGroupId, share.accessLevel));
  return highest;
}

/** Access level of a user in a project. */
export function userLevelInProject(view: View, user: UserRow, project: ProjectRow): number {
  let highest = directLevel(view, user, 'project', project.id);
  if (project.namespace.kind === 'user') return project.namespace.id === user.id ? level.owner : highest;
  const group = groups(view.store).get(project.namespace.id);
  if (group) highest = Math.max(highest, userLevelInGroup(view, user, group));
  for (const share of projectShares(view.store).where(({ projectId }) => projectId === project.id))
    highest = Math.max(highest, sharedLevel(view, user, share.withGroupId, share.accessLevel));
  return highest;
}

/** Access level of the caller in a group, from membership only. */
export function groupLevel(view: View, group: GroupRow): number {
  return view.caller.user ? userLevelInGroup(view, view.caller.user, group) : 0;
}

/** Access level of the caller in a project, from membership only. */
export function projectLevel(view: View, project: ProjectRow): number {
  return view.caller.user ? userLevelInProject(view, view.caller.user, project) : 0;
}

function seesByVisibility({ caller }: View, visibility: ProjectRow['visibility']): boolean {
  if (visibility === 'public') return true;
  return visibility === 'internal' && caller.user !== undefined && !caller.user.external;
}

/** Whether the caller may see a group. */
export function seesGroup(view: View, group: GroupRow): boolean {
  return seesByVisibility(view, group.visibility) || readsEverything(view) || groupLevel(view, group) > 0;
}

/** Whether the caller may see a project. */
export function seesProject(view: View, project: ProjectRow): boolean {
  return seesByVisibility(view, project.visibility) || readsEverything(view) || projectLevel(view, project) > 0;
}

/** Finds a group by id or full path. @throws HttpError 404 if it does not exist or the caller may not see it */
export function visibleGroup(view: View, idOrPath: number | string): GroupRow {
  const group = findGroup(view.store, idOrPath);
  if (group === undefined || !seesGroup(view, group)) throw notFound('Group');
  return group;
}

/** Finds a project by id or full path. @throws HttpError 404 if it does not exist or the caller may not see it */
export function visibleProject(view: View, idOrPath: number | string): ProjectRow {
  const project = findProject(view.store, idOrPath);
  if (project === undefined || !seesProject(view, project)) throw notFound('Project');
  return project;
}

/** Whether the caller has an access level in a group, or is an administrator. */
export function hasGroupLevel(view: View, group: GroupRow, minLevel: number): boolean {
  return isAdministrator(view) || groupLevel(view, group) >= minLevel;
}

/** Whether the caller has an access level in a project, or is an administrator. */
export function hasProjectLevel(view: View, project: ProjectRow, minLevel: number): boolean {
  return isAdministrator(view) || projectLevel(view, project) >= minLevel;
}

/** Finds a group for callers with an access level in it. @throws HttpError 404, 401 or 403 otherwise */
export function groupFor(view: View, idOrPath: number | string, minLevel: number): GroupRow {
  const group = visibleGroup(view, idOrPath);
  signedIn(view);
  if (!hasGroupLevel(view, group, minLevel)) throw forbidden();
  return group;
}

/** Finds a project for callers with an access level in it. @throws HttpError 404, 401 or 403 otherwise */
export function projectFor(view: View, idOrPath: number | string, minLevel: number): ProjectRow {
  const project = visibleProject(view, idOrPath);
  signedIn(view);
  if (!hasProjectLevel(view, project, minLevel)) throw forbidden();
  return project;
}

/** Like `projectFor`, for a change of the project. @throws HttpError 403 if the project is archived */
export function projectToChange(view: View, idOrPath: number | string, minLevel: number): ProjectRow {
  const project = projectFor(view, idOrPath, minLevel);
  if (project.archived) throw forbidden();
  return project;
}

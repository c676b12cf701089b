/** Who may see and do what: visibility, memberships through ancestors and shares, and the refusals that follow. */
import type { View } from '../kit/area.ts';
import { forbidden, notFound, unauthorized } from '../kit/refusal.ts';
import { findGroup, type GroupRow, groupShares, groups, lineage } from './groups.ts';
import { type AccessLevel, type MemberRow, members } from './members.ts';
import { findProject, type ProjectRow, projectShares } from './projects.ts';
import type { UserRow } from './users.ts';

/** Levels of access by name. */
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

/** The caller's account; 401 where there is none. */
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

/** Refuses callers who do not administer the instance. */
export function requireAdministrator(view: View): void {
  signedIn(view);
  if (!isAdministrator(view)) throw forbidden();
}

function directLevel({ store }: View, user: UserRow, holder: MemberRow['in'], holderId: number): number {
  return members(store)
    .where((member) => member.userId === user.id && member.in === holder && member.holderId === holderId)
    .reduce((highest, { accessLevel }) => Math.max(highest, accessLevel), 0);
}

/** Level in a group by memberships in it and the groups above it, without shares. */
function inheritedLevel(view: View, user: UserRow, group: GroupRow): number {
  let highest = 0;
  for (const { id } of lineage(view.store, group)) highest = Math.max(highest, directLevel(view, user, 'group', id));
  return highest;
}

function sharedLevel(view: View, user: UserRow, withGroupId: number, most: number): number {
  const group = groups(view.store).get(withGroupId);
  return group ? Math.min(most, inheritedLevel(view, user, group)) : 0;
}

/** Level that a user has in a group: by membership there or above, or through groups that it is shared with. */
export function userLevelInGroup(view: View, user: UserRow, group: GroupRow): number {
  let highest = inheritedLevel(view, user, group);
  const today = new Date(view.store.now()).toISOString().slice(0, 10);
  for (const { id } of lineage(view.store, group))
    for (const share of groupShares(view.store).where(({ groupId }) => groupId === id))
      if (share.expiresAt === null || share.expiresAt > today)
        highest = Math.max(highest, sharedLevel(view, user, share.withGroupId, share.accessLevel));
  return highest;
}

/** Level that a user has in a project. */
export function userLevelInProject(view: View, user: UserRow, project: ProjectRow): number {
  let highest = directLevel(view, user, 'project', project.id);
  if (project.namespace.kind === 'user') return project.namespace.id === user.id ? level.owner : highest;
  const group = groups(view.store).get(project.namespace.id);
  if (group) highest = Math.max(highest, userLevelInGroup(view, user, group));
  for (const share of projectShares(view.store).where(({ projectId }) => projectId === project.id))
    highest = Math.max(highest, sharedLevel(view, user, share.withGroupId, share.accessLevel));
  return highest;
}

/** The caller's level in a group, from membership alone. */
export function groupLevel(view: View, group: GroupRow): number {
  return view.caller.user ? userLevelInGroup(view, view.caller.user, group) : 0;
}

/** The caller's level in a project, from membership alone. */
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

/** The group at an address; 404 where there is none or the caller may not see it. */
export function visibleGroup(view: View, address: number | string): GroupRow {
  const group = findGroup(view.store, address);
  if (group === undefined || !seesGroup(view, group)) throw notFound('Group');
  return group;
}

/** The project at an address; 404 where there is none or the caller may not see it. */
export function visibleProject(view: View, address: number | string): ProjectRow {
  const project = findProject(view.store, address);
  if (project === undefined || !seesProject(view, project)) throw notFound('Project');
  return project;
}

/** Whether the caller has a level in a group, which administrators always have. */
export function hasGroupLevel(view: View, group: GroupRow, least: number): boolean {
  return isAdministrator(view) || groupLevel(view, group) >= least;
}

/** Whether the caller has a level in a project, which administrators always have. */
export function hasProjectLevel(view: View, project: ProjectRow, least: number): boolean {
  return isAdministrator(view) || projectLevel(view, project) >= least;
}

/** The group at an address, for callers with a level in it: 404, 401 or 403 else. */
export function groupFor(view: View, address: number | string, least: number): GroupRow {
  const group = visibleGroup(view, address);
  signedIn(view);
  if (!hasGroupLevel(view, group, least)) throw forbidden();
  return group;
}

/** The project at an address, for callers with a level in it: 404, 401 or 403 else. */
export function projectFor(view: View, address: number | string, least: number): ProjectRow {
  const project = visibleProject(view, address);
  signedIn(view);
  if (!hasProjectLevel(view, project, least)) throw forbidden();
  return project;
}

/** The project at an address, to be changed: as `projectFor`, and 403 where it is archived. */
export function projectToChange(view: View, address: number | string, least: number): ProjectRow {
  const project = projectFor(view, address, least);
  if (project.archived) throw forbidden();
  return project;
}

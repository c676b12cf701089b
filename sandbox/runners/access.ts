/** Permissions to list, read and change runners. */
import type { View } from '../kit/area.ts';
import { forbidden, notFound } from '../kit/http-error.ts';
import {
  hasGroupLevel,
  hasProjectLevel,
  isAdministrator,
  level,
  projectLevel,
  readsEverything,
  signedIn,
} from '../world/access.ts';
import { type GroupRow, groups, lineage } from '../world/groups.ts';
import { type MemberRow, memberRoles, members } from '../world/members.ts';
import { type ProjectRow, projects } from '../world/projects.ts';
import { type RunnerRow, runnerTable } from './rows.ts';

function ownerGroup({ store }: View, { groupId }: RunnerRow): GroupRow | undefined {
  return groupId === null ? undefined : groups(store).get(groupId);
}

function assignedProjects({ store }: View, { projectIds }: RunnerRow): ProjectRow[] {
  return projectIds.flatMap((id) => projects(store).get(id) ?? []);
}

/** Whether the caller is Security Manager, Maintainer or Owner of a project. Excludes Developers, whose level is between them. */
export function seesRunnersOf(view: View, project: ProjectRow): boolean {
  return projectLevel(view, project) === level.securityManager || hasProjectLevel(view, project, level.maintainer);
}

/** Whether lists show a runner to the caller. */
export function lists(view: View, runner: RunnerRow): boolean {
  if (runner.type === 'instance_type') return true;
  const group = ownerGroup(view, runner);
  if (group) return hasGroupLevel(view, group, level.owner);
  return assignedProjects(view, runner).some((project) => seesRunnersOf(view, project));
}

/** Whether a custom role of the caller permits the administration of a runner. */
function administersByRole(view: View, runner: RunnerRow): boolean {
  const { store, caller } = view;
  const roleOf = ({ memberRoleId }: MemberRow) =>
    memberRoleId === undefined ? undefined : memberRoles(store).get(memberRoleId);
  const holders = members(store).where(
    (member) => member.userId === caller.user?.id && roleOf(member)?.permissions.includes('admin_runners') === true,
  );
  const inGroup = (start: GroupRow | undefined): boolean =>
    start !== undefined &&
    [...lineage(store, start)].some(({ id }) => holders.some((held) => held.in === 'group' && held.holderId === id));
  const inProject = ({ id, namespace }: ProjectRow): boolean =>
    holders.some((held) => held.in === 'project' && held.holderId === id) ||
    (namespace.kind === 'group' && inGroup(groups(store).get(namespace.id)));
  return inGroup(ownerGroup(view, runner)) || assignedProjects(view, runner).some(inProject);
}

function reads(view: View, runner: RunnerRow): boolean {
  if (runner.type === 'instance_type' || readsEverything(view)) return true;
  const group = ownerGroup(view, runner);
  return (
    (group && hasGroupLevel(view, group, level.maintainer)) || lists(view, runner) || administersByRole(view, runner)
  );
}

function changes(view: View, runner: RunnerRow): boolean {
  if (isAdministrator(view)) return true;
  const group = ownerGroup(view, runner);
  if (group && hasGroupLevel(view, group, level.owner)) return true;
  const maintains = (project: ProjectRow): boolean => hasProjectLevel(view, project, level.maintainer);
  return assignedProjects(view, runner).some(maintains) || administersByRole(view, runner);
}

function runnerWhere(view: View, id: number, allowed: (view: View, runner: RunnerRow) => boolean): RunnerRow {
  signedIn(view);
  const runner = runnerTable(view.store).get(id);
  if (runner === undefined) throw notFound('Runner');
  if (!allowed(view, runner)) throw forbidden('No access granted');
  return runner;
}

/** Finds a runner for callers who may read its details. */
export const readableRunner = (view: View, id: number): RunnerRow => runnerWhere(view, id, reads);

/** Finds a runner for callers who may change it. */
export const runnerToChange = (view: View, id: number): RunnerRow => runnerWhere(view, id, changes);

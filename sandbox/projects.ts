/** Presentation of projects, and the operations on them. */
import type { SchemaType } from '../src/contract/index.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { iso } from './kit/clock.ts';
import { agrees, matchesSearch, ordered } from './kit/lists.ts';
import { list } from './kit/reply.ts';
import { hasProjectLevel, level, seesProject, visibleGroup, visibleProject } from './world/access.ts';
import { fullName, type GroupRow, groups, lineage } from './world/groups.ts';
import { masked, mirrorOf } from './world/mirrors.ts';
import { webBase } from './world/names.ts';
import { namespacePath, type ProjectRow, projectPath, projects as projectTable } from './world/projects.ts';
import { users } from './world/users.ts';

function namespaceName({ store }: View, { namespace }: ProjectRow): { name: string; fullName: string; path: string } {
  if (namespace.kind === 'group') {
    const group = groups(store).get(namespace.id);
    if (group) return { name: group.name, fullName: fullName(store, group), path: group.path };
  }
  const user = users(store).get(namespace.id);
  return { name: user?.name ?? '', fullName: user?.name ?? '', path: user?.username ?? '' };
}

/** URL of the page of a project. */
export function projectUrl({ store }: View, row: ProjectRow): string {
  return `${webBase}/${projectPath(store, row)}`;
}

/** Attributes of the mirror of a project, which Maintainers see. */
function mirrorAttributes(view: View, row: ProjectRow) {
  if (!hasProjectLevel(view, row, level.maintainer)) return {};
  const mirror = mirrorOf(view.store, row);
  return {
    mirror: mirror !== undefined,
    import_url: mirror ? masked(mirror.url) : null,
    mirror_trigger_builds: mirror?.triggerBuilds ?? null,
    only_mirror_protected_branches: mirror?.onlyProtectedBranches ?? null,
    mirror_branch_regex: mirror?.branchRegex ?? null,
  };
}

/** Presents a project. */
export function presentProject(view: View, row: ProjectRow) {
  const namespace = namespaceName(view, row);
  const url = projectUrl(view, row);
  return {
    id: row.id,
    description: row.description,
    name: row.name,
    name_with_namespace: `${namespace.fullName} / ${row.name}`,
    path: row.path,
    path_with_namespace: projectPath(view.store, row),
    created_at: iso(row.createdAt),
    default_branch: row.defaultBranch,
    visibility: row.visibility,
    archived: row.archived,
    web_url: url,
    avatar_url: row.avatar ? `${webBase}/uploads/project/avatar/${row.id}/logo.png` : null,
    namespace: {
      id: row.namespace.id,
      name: namespace.name,
      path: namespace.path,
      kind: row.namespace.kind,
      full_path: namespacePath(view.store, row),
    },
    import_status: row.importStatus,
    ssh_url_to_repo: `git@forge.example.com:${projectPath(view.store, row)}.git`,
    http_url_to_repo: `${url}.git`,
    readme_url: row.defaultBranch === null ? null : `${url}/-/blob/${row.defaultBranch}/README.md`,
    topics: [],
    tag_list: [],
    star_count: row.id % 7,
    forks_count: row.id % 3,
    open_issues_count: row.id % 5,
    last_activity_at: iso(row.lastActivityAt),
    ci_job_token_scope_enabled: row.id % 2 === 1,
    ...mirrorAttributes(view, row),
  } satisfies Loose<SchemaType<'Project'>>;
}

/** Projects of a group that the caller may see; on request, those of its subgroups, too. */
export function projectsOfGroup(view: View, group: GroupRow, includeSubgroups = false): ProjectRow[] {
  const { store } = view;
  const isInside = (id: number): boolean => {
    if (id === group.id) return true;
    const other = includeSubgroups ? groups(store).get(id) : undefined;
    return other !== undefined && lineage(store, other).some((above) => above.id === group.id);
  };
  return projectTable(store).where(
    (row) => row.namespace.kind === 'group' && isInside(row.namespace.id) && seesProject(view, row),
  );
}

const orders: Readonly<Record<SchemaType<'ProjectOrderField'>, (row: ProjectRow) => string | number>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  path: ({ path }) => path,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  last_activity_at: ({ lastActivityAt }) => lastActivityAt,
};

export const projects: Area = {
  handlers: {
    getProject: (call) => presentProject(call, visibleProject(call, call.path.id)),

    listGroupProjects: (call) => {
      const { search, archived, visibility, order_by = 'created_at', sort = 'desc', include_subgroups } = call.query;
      const matches = projectsOfGroup(call, visibleGroup(call, call.path.id), include_subgroups).filter(
        (row) =>
          matchesSearch(search, row.name, row.path, row.description) &&
          agrees(archived, row.archived) &&
          (visibility === undefined || row.visibility === visibility),
      );
      return list(ordered(matches, orders[order_by], sort), (row) => presentProject(call, row));
    },
  },
};

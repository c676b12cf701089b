/** Presentation of groups by caller. */
import type { SchemaType } from '../../src/contract/index.ts';
import type { Loose, View } from '../kit/area.ts';
import { iso } from '../kit/clock.ts';
import { Random } from '../kit/random.ts';
import { presentProject, projectsOfGroup } from '../projects.ts';
import { hasGroupLevel, isAdministrator, level, seesProject } from '../world/access.ts';
import { fullName, fullPath, type GroupRow, groupShares, groups } from '../world/groups.ts';
import { webBase } from '../world/names.ts';
import { findProject, projectShares } from '../world/projects.ts';

/** Maximum number of projects that are embedded in a group. */
const maxEmbedded = 100;

/** Attributes of a group in lists, including settings. */
function common(view: View, row: GroupRow) {
  const { store } = view;
  const path = fullPath(store, row);
  return {
    id: row.id,
    name: row.name,
    path: row.path,
    description: row.description,
    visibility: row.visibility,
    avatar_url: row.avatar ? `${webBase}/uploads/group/avatar/${row.id}/${row.avatar.filename}` : null,
    web_url: `${webBase}/groups/${path}`,
    repository_storage: row.storage,
    full_name: fullName(store, row),
    full_path: path,
    parent_id: row.parentId,
    created_at: iso(row.createdAt),
  } satisfies Loose<SchemaType<'GroupListItem'>>;
}

const listed = [
  'request_access_enabled',
  'file_template_project_id',
  'ip_restriction_ranges',
  'share_with_group_lock',
  'require_two_factor_authentication',
  'two_factor_grace_period',
  'project_creation_level',
  'auto_devops_enabled',
  'subgroup_creation_level',
  'emails_disabled',
  'emails_enabled',
  'mentions_disabled',
  'lfs_enabled',
  'default_branch',
  'default_branch_protection',
  'default_branch_protection_defaults',
] as const;

function storageFigures(row: GroupRow) {
  const random = new Random(`storage of ${row.id}`);
  const bytes = (most: number): number => random.integer(0, most);
  const statistics = {
    repository_size: bytes(9_000_000_000),
    wiki_size: bytes(5_000_000),
    lfs_objects_size: bytes(4_000_000_000),
    job_artifacts_size: bytes(2_000_000_000),
    pipeline_artifacts_size: bytes(900_000),
    packages_size: bytes(70_000_000),
    snippets_size: bytes(60_000),
    uploads_size: bytes(8_000_000),
  };
  const storage_size = Object.values(statistics).reduce((sum, size) => sum + size, 0);
  const { job_artifacts_size, ...shared } = statistics;
  return {
    statistics: { storage_size, ...statistics },
    ...(row.parentId === null
      ? {
          root_storage_statistics: {
            storage_size,
            ...shared,
            build_artifacts_size: job_artifacts_size,
            dependency_proxy_size: bytes(1_000_000),
            container_registry_size: bytes(3_000_000_000),
            container_registry_size_is_estimated: false,
          },
        }
      : {}),
  };
}

function customAttributes(view: View, row: GroupRow, wanted: boolean | undefined) {
  return wanted && isAdministrator(view) ? { custom_attributes: row.customAttributes } : {};
}

/** Presents a group in a list. Storage statistics and custom attributes are for administrators who request them. */
export function listItem(
  view: View,
  row: GroupRow,
  wanted: { readonly statistics?: boolean; readonly with_custom_attributes?: boolean },
): Loose<SchemaType<'GroupListItem'>> {
  const settings = Object.fromEntries(listed.map((name) => [name, row.settings[name]]));
  return {
    ...common(view, row),
    ...settings,
    ...(wanted.statistics && isAdministrator(view) ? storageFigures(row) : {}),
    ...customAttributes(view, row, wanted.with_custom_attributes),
  };
}

/** Sync of a group with a group of a directory. */
export function directorySync({ id }: GroupRow): Pick<Loose<SchemaType<'Group'>>, 'ldap_cn' | 'ldap_access'> {
  return id === 70 ? { ldap_cn: 'cn=harbor', ldap_access: 30 } : { ldap_cn: null, ldap_access: null };
}

function shares(view: View, row: GroupRow) {
  return groupShares(view.store)
    .where(({ groupId }) => groupId === row.id)
    .map(({ withGroupId, accessLevel, expiresAt }) => {
      const other = groups(view.store).get(withGroupId);
      return {
        group_id: withGroupId,
        group_name: other?.name ?? null,
        group_full_path: other ? fullPath(view.store, other) : null,
        group_access_level: accessLevel,
        expires_at: expiresAt,
      };
    });
}

function embeddedProjects(view: View, row: GroupRow) {
  const shared = projectShares(view.store)
    .where(({ withGroupId }) => withGroupId === row.id)
    .flatMap(({ projectId }) => findProject(view.store, projectId) ?? [])
    .filter((project) => seesProject(view, project));
  return {
    projects: projectsOfGroup(view, row)
      .slice(0, maxEmbedded)
      .map((project) => presentProject(view, project)),
    shared_projects: shared.slice(0, maxEmbedded).map((project) => presentProject(view, project)),
  };
}

/** Presents a group with its settings to a caller. */
export function fullGroup(
  view: View,
  row: GroupRow,
  wanted: { readonly with_projects?: boolean; readonly with_custom_attributes?: boolean } = {},
): Loose<SchemaType<'Group'>> {
  const { enabled_git_access_protocol, prevent_sharing_groups_outside_hierarchy, ...settings } = row.settings;
  return {
    ...common(view, row),
    ...settings,
    ...(hasGroupLevel(view, row, level.owner)
      ? { runners_token: `sandbox-runner-token-${row.id}`, enabled_git_access_protocol }
      : {}),
    ...(row.parentId === null ? { prevent_sharing_groups_outside_hierarchy } : {}),
    shared_with_groups: shares(view, row),
    marked_for_deletion_on: row.markedForDeletionOn,
    organization_id: 1,
    service_access_tokens_expiration_enforced: true,
    ldap_group_links: [],
    ...directorySync(row),
    ...((wanted.with_projects ?? true) ? embeddedProjects(view, row) : {}),
    ...customAttributes(view, row, wanted.with_custom_attributes),
  };
}

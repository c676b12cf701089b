/** Groups in responses of the reference documentation. */
import { describe, expect, test } from 'vitest';
import { nullsAccepted } from '../harness.ts';
import { everything } from './everything.ts';
import { startStubbed } from './stub-upstream.ts';

const item = {
  id: 2_147_483_900,
  name: 'Foobar Group',
  path: 'foo-bar',
  description: 'An interesting group',
  full_name: 'Above / Foobar Group',
  full_path: 'above/foo-bar',
  visibility: 'public',
  avatar_url: null,
  web_url: 'https://forge.example.com/groups/above/foo-bar',
  request_access_enabled: false,
  repository_storage: 'default',
  file_template_project_id: 5_000_000_001,
  parent_id: 123,
  created_at: '2020-01-15T12:36:29.590Z',
  ip_restriction_ranges: '192.0.2.0/24,198.51.100.7',
  share_with_group_lock: false,
  require_two_factor_authentication: true,
  two_factor_grace_period: 48,
  project_creation_level: 'developer',
  auto_devops_enabled: null,
  subgroup_creation_level: 'owner',
  emails_disabled: null,
  emails_enabled: true,
  mentions_disabled: null,
  lfs_enabled: true,
  default_branch: 'trunk',
  default_branch_protection: 2,
  default_branch_protection_defaults: {
    allowed_to_push: [{ access_level: 40 }],
    allow_force_push: false,
    allowed_to_merge: [{ access_level: 30 }, { access_level: 77 }],
  },
};

const graphItem = {
  databaseId: 2_147_483_900,
  name: 'Foobar Group',
  path: 'foo-bar',
  description: 'An interesting group',
  fullName: 'Above / Foobar Group',
  fullPath: 'above/foo-bar',
  visibility: 'PUBLIC',
  avatarUrl: null,
  webUrl: 'https://forge.example.com/groups/above/foo-bar',
  requestAccessEnabled: false,
  repositoryStorage: 'default',
  fileTemplateProject: { databaseId: 5_000_000_001 },
  parent: { databaseId: 123 },
  createdAt: '2020-01-15T12:36:29.590Z',
  ipRestrictionRanges: ['192.0.2.0/24', '198.51.100.7'],
  shareWithGroupLock: false,
  requireTwoFactorAuthentication: true,
  twoFactorGracePeriod: 48,
  projectCreationLevel: 'DEVELOPER',
  autoDevopsEnabled: null,
  subgroupCreationLevel: 'OWNER',
  emailsEnabled: true,
  mentionsDisabled: null,
  lfsEnabled: true,
  defaultBranch: 'trunk',
  defaultBranchProtectionDefaults: {
    allowedToPush: [{ accessLevel: 'MAINTAINER' }],
    allowForcePush: false,
    allowedToMerge: [{ accessLevel: 'DEVELOPER' }, { accessLevel: 'UNKNOWN' }],
  },
};

const detail = {
  runners_token: 'not-a-token-at-all',
  enabled_git_access_protocol: 'all',
  shared_with_groups: [
    {
      group_id: 3_000_000_004,
      group_name: 'H5bp',
      group_full_path: 'above/h5bp',
      group_access_level: 30,
      expires_at: null,
    },
    { group_id: 5, group_name: 'Tools', group_full_path: 'tools', group_access_level: 10, expires_at: '2030-06-30' },
  ],
  prevent_sharing_groups_outside_hierarchy: false,
  only_allow_merge_if_pipeline_succeeds: true,
  allow_merge_on_skipped_pipeline: false,
  only_allow_merge_if_all_discussions_are_resolved: true,
  allow_personal_snippets: true,
  math_rendering_limits_enabled: true,
  lock_math_rendering_limits_enabled: false,
  shared_runners_minutes_limit: 133,
  extra_shared_runners_minutes_limit: null,
  marked_for_deletion_on: '2030-04-03',
  membership_lock: false,
  wiki_access_level: 'private',
  assistant_features_enabled: true,
  lock_assistant_features_enabled: false,
  assistant_availability: 'never_on',
  experiment_features_enabled: false,
  ldap_cn: 'Example Group',
  ldap_access: 30,
  shared_runners_setting: 'disabled_by_parent',
  max_artifacts_size: 500,
  allowed_email_domains_list: 'example.com,example.org',
  prevent_forking_outside_group: true,
  step_up_auth_required_oauth_provider: 'openid',
  web_based_commit_signing_enabled: false,
  auto_ban_user_on_excessive_projects_download: true,
  unique_project_download_limit: 60,
  unique_project_download_limit_interval_in_seconds: 3600,
  unique_project_download_limit_allowlist: ['sam'],
  unique_project_download_limit_alertlist: [3_000_000_005],
  organization_id: 1,
  service_access_tokens_expiration_enforced: true,
  ldap_group_links: [{ cn: 'mappers', group_access: 30, provider: 'ldapmain', filter: null }],
};

const graphDetail = {
  runnersToken: 'not-a-token-at-all',
  enabledGitAccessProtocol: 'ALL',
  sharedWithGroups: [
    {
      group: { databaseId: 3_000_000_004 },
      groupName: 'H5bp',
      groupFullPath: 'above/h5bp',
      groupAccessLevel: 'DEVELOPER',
      expiresOn: null,
    },
    {
      group: { databaseId: 5 },
      groupName: 'Tools',
      groupFullPath: 'tools',
      groupAccessLevel: 'GUEST',
      expiresOn: '2030-06-30',
    },
  ],
  preventSharingGroupsOutsideHierarchy: false,
  onlyAllowMergeIfPipelineSucceeds: true,
  allowMergeOnSkippedPipeline: false,
  onlyAllowMergeIfAllDiscussionsAreResolved: true,
  allowPersonalSnippets: true,
  mathRenderingLimitsEnabled: true,
  lockMathRenderingLimitsEnabled: false,
  sharedRunnersMinutesLimit: 133,
  extraSharedRunnersMinutesLimit: null,
  markedForDeletionOn: '2030-04-03',
  membershipLock: false,
  wikiAccessLevel: 'PRIVATE',
  assistantFeaturesEnabled: true,
  lockAssistantFeaturesEnabled: false,
  assistantAvailability: 'NEVER_ON',
  experimentFeaturesEnabled: false,
  ldapCn: 'Example Group',
  ldapAccess: 'DEVELOPER',
  sharedRunnersSetting: 'UNKNOWN',
  maxArtifactsSize: 500,
  allowedEmailDomainsList: ['example.com', 'example.org'],
  preventForkingOutsideGroup: true,
  stepUpAuthRequiredOauthProvider: 'openid',
  webBasedCommitSigningEnabled: false,
  autoBanUserOnExcessiveProjectsDownload: true,
  uniqueProjectDownloadLimit: 60,
  uniqueProjectDownloadLimitIntervalInSeconds: 3600,
  uniqueProjectDownloadLimitAllowlist: ['sam'],
  uniqueProjectDownloadLimitAlertlist: [3_000_000_005],
  organizationId: 1,
  serviceAccessTokensExpirationEnforced: true,
  ldapGroupLinks: [{ cn: 'mappers', groupAccessLevel: 'DEVELOPER', provider: 'ldapmain', filter: null }],
};

const project = {
  id: 2_147_483_950,
  description: '<p>HTML &amp; more</p>',
  name: 'Puppet',
  path: 'puppet',
  path_with_namespace: 'above/foo-bar/puppet',
  archived: false,
};
const id = 'gid://service/Group/2147483900';
const path = 'GET /groups/2147483900';

describe('getGroup', () => {
  test('returns every attribute in one call', async () => {
    const { execute, calls } = await startStubbed({ [path]: { body: { ...item, ...detail } } });
    const { data, errors } = await execute<{ group: object }>(`{ group(id: 2147483900) { ${everything('Group')} } }`);
    expect(errors).toBeUndefined();
    expect(data.group).toMatchObject({ id, ...graphItem, ...graphDetail });
    expect(calls).toEqual([`${path}?with_custom_attributes=true&with_projects=false`]);
  });

  test('covers every attribute of Group in the two examples except avatarDownloadUrl, customAttributes and userPermissions', () => {
    const covered = new Set(Object.keys({ id, ...graphItem, ...graphDetail }));
    const fields = everything('Group')
      .replaceAll(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '')
      .split(/\s+/);
    expect(fields.filter((field) => field !== '' && !covered.has(field)).toSorted()).toEqual([
      'avatarDownloadUrl',
      'customAttributes',
      'userPermissions',
    ]);
  });

  test('returns a group by its global id in one call', async () => {
    const { execute, calls } = await startStubbed({ [path]: { body: { ...item, ...detail } } });
    expect(await execute(`{ node(id: "${id}") { id ... on Group { fullPath } } }`)).toEqual({
      data: { node: { id, fullPath: 'above/foo-bar' } },
    });
    expect(calls).toEqual([`${path}?with_projects=false`]);
  });

  test('returns null for attributes that the response omits, without a further call', async () => {
    const { execute, calls } = await startStubbed({ [path]: { body: { id: item.id } } }, nullsAccepted);
    const { data, errors } = await execute<{ group: Record<string, unknown> }>(
      `{ group(id: 2147483900) { ${everything('Group')} } }`,
    );
    expect(errors).toBeUndefined();
    const { id: globalId, databaseId, avatarDownloadUrl, userPermissions, ...others } = data.group;
    expect({ globalId, databaseId }).toEqual({ globalId: id, databaseId: item.id });
    expect(userPermissions).toEqual({ canUpdate: false });
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(calls).toHaveLength(1);
  });

  test('omits `with_projects=false` if embeddedSharedProjects is selected', async () => {
    const { execute, calls } = await startStubbed({
      [path]: { body: { ...item, projects: [], shared_projects: [project] } },
    });
    const { data } = await execute(
      '{ group(id: 2147483900) { embeddedSharedProjects { id databaseId fullPath description } } }',
    );
    expect(data).toEqual({
      group: {
        embeddedSharedProjects: [
          {
            id: 'gid://service/Project/2147483950',
            databaseId: 2_147_483_950,
            fullPath: 'above/foo-bar/puppet',
            description: '<p>HTML &amp; more</p>',
          },
        ],
      },
    });
    expect(calls).toEqual([path]);
  });

  test('returns UNKNOWN for unknown values of every enum', async () => {
    const unknownValues = {
      ...item,
      visibility: 'secret',
      project_creation_level: 'administrator',
      subgroup_creation_level: 'guest',
      enabled_git_access_protocol: 'carrier_pigeon',
      wiki_access_level: 'public',
      assistant_availability: 'sometimes',
    };
    const { execute } = await startStubbed({ [path]: { body: unknownValues } });
    expect(
      await execute(
        '{ group(id: 2147483900) { visibility projectCreationLevel subgroupCreationLevel enabledGitAccessProtocol wikiAccessLevel assistantAvailability } }',
      ),
    ).toEqual({
      data: {
        group: {
          visibility: 'UNKNOWN',
          projectCreationLevel: 'UNKNOWN',
          subgroupCreationLevel: 'UNKNOWN',
          enabledGitAccessProtocol: 'UNKNOWN',
          wikiAccessLevel: 'UNKNOWN',
          assistantAvailability: 'UNKNOWN',
        },
      },
    });
  });

  test('returns null for 404', async () => {
    const { execute } = await startStubbed({ [path]: { status: 404, body: { message: '404 Group Not Found' } } });
    expect(await execute('{ group(id: 2147483900) { name } }')).toEqual({ data: { group: null } });
  });
});

describe('listGroups', () => {
  const storage = {
    storage_size: 9_007_199_254_740_991,
    repository_size: 33,
    wiki_size: 100,
    lfs_objects_size: 123,
    job_artifacts_size: 57,
    pipeline_artifacts_size: 0,
    packages_size: 0,
    snippets_size: 50,
    uploads_size: 0,
  };
  const root = {
    build_artifacts_size: 1,
    container_registry_size: 3_000_000_000,
    container_registry_size_is_estimated: false,
    dependency_proxy_size: 2,
    lfs_objects_size: 3,
    packages_size: 4,
    pipeline_artifacts_size: 5,
    repository_size: 6,
    snippets_size: 7,
    storage_size: 8,
    uploads_size: 9,
    wiki_size: 10,
  };

  test('returns every attribute of an item in one call', async () => {
    const { execute, calls } = await startStubbed({ 'GET /groups': { body: [item] } });
    const selection = Object.keys(graphItem)
      .filter((name) => name !== 'defaultBranchProtectionDefaults')
      .map((name) => (['fileTemplateProject', 'parent'].includes(name) ? `${name} { databaseId }` : name))
      .join(' ');
    const defaults =
      'defaultBranchProtectionDefaults { allowedToPush { accessLevel } allowForcePush allowedToMerge { accessLevel } }';
    expect(await execute(`{ groups { nodes { id ${selection} ${defaults} } } }`)).toEqual({
      data: { groups: { nodes: [{ id, ...graphItem }] } },
    });
    expect(calls).toEqual(['GET /groups?all_available=true&page=1&per_page=20']);
  });

  test('requests storage statistics with the list, and returns values above 2^31', async () => {
    const { execute, calls } = await startStubbed({
      'GET /groups': { body: [{ ...item, statistics: storage, root_storage_statistics: root }] },
    });
    const { data } = await execute(
      `{ groups { edges { statistics { ${everything('GroupStatistics')} } rootStorageStatistics { ${everything('GroupRootStorageStatistics')} } } } }`,
    );
    expect(data).toEqual({
      groups: {
        edges: [
          {
            statistics: {
              storageSize: 9_007_199_254_740_991,
              repositorySize: 33,
              wikiSize: 100,
              lfsObjectsSize: 123,
              jobArtifactsSize: 57,
              pipelineArtifactsSize: 0,
              packagesSize: 0,
              snippetsSize: 50,
              uploadsSize: 0,
            },
            rootStorageStatistics: {
              jobArtifactsSize: 1,
              containerRegistrySize: 3_000_000_000,
              containerRegistrySizeIsEstimated: false,
              dependencyProxySize: 2,
              lfsObjectsSize: 3,
              packagesSize: 4,
              pipelineArtifactsSize: 5,
              repositorySize: 6,
              snippetsSize: 7,
              storageSize: 8,
              uploadsSize: 9,
              wikiSize: 10,
            },
          },
        ],
      },
    });
    expect(calls).toEqual(['GET /groups?all_available=true&page=1&per_page=20&statistics=true']);
  });

  test('returns null for missing storage statistics without a further call', async () => {
    const { execute, calls } = await startStubbed({ 'GET /groups': { body: [item] } });
    expect(
      await execute('{ groups { edges { statistics { storageSize } rootStorageStatistics { storageSize } } } }'),
    ).toEqual({
      data: { groups: { edges: [{ statistics: null, rootStorageStatistics: null }] } },
    });
    expect(calls).toHaveLength(1);
  });

  test('returns null for totalCount without X-Total, and continues on the next page', async () => {
    const headers = {
      'x-page': '1',
      'x-per-page': '1',
      'x-next-page': '2',
      link: '<https://forge.example.com/api/v4/groups?page=2&per_page=1>; rel="next"',
    };
    const { execute } = await startStubbed({
      'GET /groups?all_available=true&page=1&per_page=1': { body: [item], headers },
      'GET /groups?all_available=true&page=2&per_page=1': {
        body: [{ ...item, id: 7 }],
        headers: { 'x-page': '2', 'x-next-page': '' },
      },
    });
    interface Page {
      readonly groups: {
        pageInfo: { hasNextPage: boolean; endCursor: string };
        nodes: { databaseId: number }[];
        totalCount: null;
      };
    }
    const query =
      'query ($after: String) { groups(first: 1, after: $after) { totalCount nodes { databaseId } pageInfo { hasNextPage endCursor } } }';
    const first = await execute<Page>(query);
    const second = await execute<Page>(query, { after: first.data.groups.pageInfo.endCursor });
    expect([first.data.groups.totalCount, first.data.groups.pageInfo.hasNextPage]).toEqual([null, true]);
    expect([second.data.groups.nodes, second.data.groups.pageInfo.hasNextPage]).toEqual([[{ databaseId: 7 }], false]);
  });
});

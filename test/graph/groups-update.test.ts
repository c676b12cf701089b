/** Updates of the settings of groups. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { landmarks } from '../../package/sandbox.ts';
import { attributesOf } from '../../src/contract/index.ts';
import { type SandboxedFacade, startSandboxed, startWithResponses } from '../harness.ts';
import { inGraphNames } from './everything.ts';
import { mutate } from './mutate.ts';

let facade: SandboxedFacade;
beforeAll(async () => {
  facade = await startSandboxed();
});
afterEach(() => facade.forget());
afterAll(() => facade.close());

const { publicGroup, nestedGroup, privateGroup } = landmarks;
const id = `gid://service/Group/${publicGroup.id}`;
const update = (input: object, selection = 'group { id }', as: Parameters<typeof mutate>[4] = 'owner') =>
  mutate(facade, 'groupUpdate', { id, ...input }, selection, as);
const getSentBody = () => facade.requests.at(-1)?.body;

/** A value for every documented attribute, by the names on the wire. */
const everySetting = {
  name: 'Meridian',
  path: 'meridian',
  description: 'Maps',
  default_branch: 'trunk',
  enabled_git_access_protocol: 'ssh',
  project_creation_level: 'noone',
  subgroup_creation_level: 'owner',
  visibility: 'public',
  shared_runners_setting: 'disabled_and_overridable',
  step_up_auth_required_oauth_provider: 'sso',
  wiki_access_level: 'private',
  assistant_availability: 'never_on',
  ip_restriction_ranges: '10.0.0.0/8,192.168.0.0/16',
  allowed_email_domains_list: 'example.com,example.org',
  auto_devops_enabled: true,
  emails_enabled: true,
  lfs_enabled: false,
  mentions_disabled: true,
  prevent_sharing_groups_outside_hierarchy: true,
  request_access_enabled: false,
  require_two_factor_authentication: true,
  share_with_group_lock: true,
  membership_lock: true,
  prevent_forking_outside_group: true,
  auto_ban_user_on_excessive_projects_download: true,
  experiment_features_enabled: true,
  math_rendering_limits_enabled: false,
  lock_math_rendering_limits_enabled: true,
  assistant_features_enabled: false,
  lock_assistant_features_enabled: true,
  web_based_commit_signing_enabled: true,
  only_allow_merge_if_pipeline_succeeds: true,
  allow_merge_on_skipped_pipeline: true,
  only_allow_merge_if_all_discussions_are_resolved: true,
  allow_personal_snippets: false,
  two_factor_grace_period: 12,
  file_template_project_id: 2_147_483_950,
  extra_shared_runners_minutes_limit: 100,
  shared_runners_minutes_limit: 400,
  unique_project_download_limit: 10_000,
  unique_project_download_limit_interval_in_seconds: 864_000,
  max_artifacts_size: 250,
  default_branch_protection_defaults: {
    allowed_to_push: [{ access_level: 30 }],
    allowed_to_merge: [{ access_level: 40 }],
    allow_force_push: true,
  },
  unique_project_download_limit_allowlist: ['olivia.marsh'],
  unique_project_download_limit_alertlist: [3_000_000_001],
};

const enumInputs = {
  enabledGitAccessProtocol: 'SSH',
  projectCreationLevel: 'NOONE',
  subgroupCreationLevel: 'OWNER',
  visibility: 'PUBLIC',
  sharedRunnersSetting: 'DISABLED_AND_OVERRIDABLE',
  wikiAccessLevel: 'PRIVATE',
  assistantAvailability: 'NEVER_ON',
  ipRestrictionRanges: ['10.0.0.0/8', '192.168.0.0/16'],
  allowedEmailDomainsList: ['example.com', 'example.org'],
  defaultBranchProtectionDefaults: {
    allowedToPush: [{ accessLevel: 'DEVELOPER' }],
    allowedToMerge: [{ accessLevel: 'MAINTAINER' }],
    allowForcePush: true,
  },
};

/** Selection of the settings that responses contain. */
const settingsSelection = `
  name path description defaultBranch enabledGitAccessProtocol projectCreationLevel subgroupCreationLevel visibility
  wikiAccessLevel assistantAvailability ipRestrictionRanges autoDevopsEnabled emailsEnabled lfsEnabled
  mentionsDisabled preventSharingGroupsOutsideHierarchy requestAccessEnabled requireTwoFactorAuthentication
  shareWithGroupLock membershipLock experimentFeaturesEnabled mathRenderingLimitsEnabled lockMathRenderingLimitsEnabled
  assistantFeaturesEnabled lockAssistantFeaturesEnabled onlyAllowMergeIfPipelineSucceeds allowMergeOnSkippedPipeline
  onlyAllowMergeIfAllDiscussionsAreResolved allowPersonalSnippets twoFactorGracePeriod
  fileTemplateProject { databaseId } extraSharedRunnersMinutesLimit sharedRunnersMinutesLimit sharedRunnersSetting maxArtifactsSize
  allowedEmailDomainsList preventForkingOutsideGroup stepUpAuthRequiredOauthProvider webBasedCommitSigningEnabled
  autoBanUserOnExcessiveProjectsDownload uniqueProjectDownloadLimit uniqueProjectDownloadLimitIntervalInSeconds
  uniqueProjectDownloadLimitAllowlist uniqueProjectDownloadLimitAlertlist
  defaultBranchProtectionDefaults { allowedToPush { accessLevel } allowedToMerge { accessLevel } allowForcePush }`;

describe('groupUpdate', () => {
  test('sends every documented attribute and returns it', async () => {
    const documented = [...attributesOf('UpdateGroupBody')].flatMap(([name, member]) =>
      name === 'avatar' || member['x-never-sent'] ? [] : [name],
    );
    expect(Object.keys(everySetting).sort()).toEqual(documented.sort());
    const { file_template_project_id: fileTemplateProject, ...others } = everySetting;
    const input = Object.assign({ fileTemplateProject }, inGraphNames(others), enumInputs);
    const { payload } = await update(input, `group { ${settingsSelection} }`, 'administrator');
    expect(payload?.errors).toEqual([]);
    expect(facade.calls).toEqual([`PUT /groups/${publicGroup.id}`]);
    expect(getSentBody()).toEqual(everySetting);
    const group = payload?.group;
    const names = settingsSelection.replaceAll(/\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '').match(/\w+/g) ?? [];
    const expected: Record<string, unknown> = { ...input, fileTemplateProject: { databaseId: fileTemplateProject } };
    expect(group).toEqual(Object.fromEntries(names.map((name) => [name, expected[name]])));
  });

  test('accepts a project and users by number or global id, and rejects other references before any call', async () => {
    await update(
      {
        fileTemplateProject: 'gid://service/Project/14',
        uniqueProjectDownloadLimitAlertlist: ['gid://service/User/3', '4'],
      },
      'group { id }',
      'administrator',
    );
    expect(getSentBody()).toEqual({ file_template_project_id: 14, unique_project_download_limit_alertlist: [3, 4] });
    facade.forget();
    const { payload } = await update({
      fileTemplateProject: 'meridian/web',
      uniqueProjectDownloadLimitAlertlist: ['gid://service/Group/9', 'dana.kim'],
    });
    expect(payload?.errors.map(({ path, message }) => [path?.join('.'), message])).toEqual([
      ['input.fileTemplateProject', 'must be the global id or the number of a Project'],
      ['input.uniqueProjectDownloadLimitAlertlist.0', 'must be the global id or the number of a User'],
      ['input.uniqueProjectDownloadLimitAlertlist.1', 'must be the global id or the number of a User'],
    ]);
    expect(facade.calls).toEqual([]);
  });

  test('requires an administrator or Owner', async () => {
    const outcomes: Record<string, string | undefined> = {};
    for (const as of ['guest', 'developer', 'maintainer', 'owner', 'administrator', 'outsider', 'anonymous'] as const)
      outcomes[as] = (await update({ description: `By ${as}` }, 'group { id }', as)).code;
    expect(outcomes).toEqual({
      guest: 'FORBIDDEN',
      developer: 'FORBIDDEN',
      maintainer: 'FORBIDDEN',
      owner: undefined,
      administrator: undefined,
      outsider: 'FORBIDDEN',
      anonymous: 'UNAUTHENTICATED',
    });
    expect(facade.calls).toEqual(Array(7).fill(`PUT /groups/${publicGroup.id}`));
  });

  test('returns FORBIDDEN to an Owner for a setting of administrators', async () => {
    const { payload } = await update({ sharedRunnersMinutesLimit: 5 });
    expect(payload).toEqual({
      group: null,
      errors: [
        {
          __typename: 'NotAllowedError',
          code: 'FORBIDDEN',
          message:
            'The upstream rejected this REST call (403 Forbidden): the token may lack a scope, or its user a role',
          path: null,
        },
      ],
    });
  });

  test.each([
    ['global id', `gid://service/Group/${nestedGroup.id}`, []],
    ['number', String(nestedGroup.id), []],
    ['path', nestedGroup.path, ['GET /groups/meridian%2Fplatform%2Frouting?with_projects=false']],
  ])('accepts a group by %s, and sends its number', async (_, reference, reads) => {
    const { payload } = await update({ id: reference, description: 'From A to C' }, 'group { fullPath description }');
    expect(payload).toEqual({ group: { fullPath: nestedGroup.path, description: 'From A to C' }, errors: [] });
    expect(facade.calls).toEqual([...reads, `PUT /groups/${nestedGroup.id}`]);
  });

  test('sends sharedRunnersMinutesLimit as null, 0 or a number, and omits it if absent', async () => {
    const minutes = async (input: object) => {
      const { payload } = await update(input, 'group { sharedRunnersMinutesLimit }', 'administrator');
      return payload?.group;
    };
    expect(await minutes({ sharedRunnersMinutesLimit: 0 })).toEqual({ sharedRunnersMinutesLimit: 0 });
    expect(await minutes({ description: 'Maps' })).toEqual({ sharedRunnersMinutesLimit: 0 });
    expect(await minutes({ sharedRunnersMinutesLimit: 30 })).toEqual({ sharedRunnersMinutesLimit: 30 });
    expect(await minutes({ sharedRunnersMinutesLimit: null })).toEqual({ sharedRunnersMinutesLimit: null });
    expect(facade.requests.map(({ body }) => body)).toEqual([
      { shared_runners_minutes_limit: 0 },
      { description: 'Maps' },
      { shared_runners_minutes_limit: 30 },
      { shared_runners_minutes_limit: null },
    ]);
  });

  test('sends empty strings and lists', async () => {
    await update({
      stepUpAuthRequiredOauthProvider: '',
      description: '',
      uniqueProjectDownloadLimitAllowlist: [],
    });
    expect(getSentBody()).toEqual({
      step_up_auth_required_oauth_provider: '',
      description: '',
      unique_project_download_limit_allowlist: [],
    });
  });

  test('reports all exceeded limits in one payload, before any call', async () => {
    const { payload } = await update({
      id: 'meridian/platform',
      name: '',
      uniqueProjectDownloadLimit: 10_001,
      uniqueProjectDownloadLimitIntervalInSeconds: 864_001,
      uniqueProjectDownloadLimitAllowlist: Array(101).fill('someone'),
      uniqueProjectDownloadLimitAlertlist: Array(101).fill(1),
      sharedRunnersMinutesLimit: -1,
    });
    expect(payload?.errors.map(({ code, path, message }) => [code, path?.join('.'), message])).toEqual([
      ['BAD_USER_INPUT', 'input.name', 'must not be empty'],
      ['BAD_USER_INPUT', 'input.sharedRunnersMinutesLimit', 'must be at least 0'],
      ['BAD_USER_INPUT', 'input.uniqueProjectDownloadLimit', 'must be at most 10000'],
      ['BAD_USER_INPUT', 'input.uniqueProjectDownloadLimitIntervalInSeconds', 'must be at most 864000'],
      ['BAD_USER_INPUT', 'input.uniqueProjectDownloadLimitAllowlist', 'must have at most 100 items'],
      ['BAD_USER_INPUT', 'input.uniqueProjectDownloadLimitAlertlist', 'must have at most 100 items'],
    ]);
    expect(facade.calls).toEqual([]);
  });

  test.each([
    ['the id of a project', 'gid://service/Project/14', 'must be the id of a Group, not of a Project'],
    ['a path with ".."', '../users', 'must not contain the path segments "." or ".."'],
  ])('rejects %s before any call', async (_, reference, message) => {
    const { payload } = await update({ id: reference });
    expect(payload?.errors).toMatchObject([{ code: 'BAD_USER_INPUT', message }]);
    expect(facade.calls).toEqual([]);
  });

  test('returns NOT_FOUND for a group that does not exist or is invisible', async () => {
    const byNumber = await update({ id: '999999', name: 'x' });
    expect(byNumber.payload?.errors).toMatchObject([{ __typename: 'NotFoundError', code: 'NOT_FOUND', path: null }]);
    const byPath = await update({ id: 'no/such/group', name: 'x' });
    expect(byPath.payload?.errors).toMatchObject([{ code: 'NOT_FOUND', path: ['input', 'id'] }]);
    expect((await update({ id: privateGroup.path, name: 'x' }, 'group { id }', 'outsider')).code).toBe('NOT_FOUND');
  });

  test('assigns an upstream message about an attribute to the input field of the same name', async () => {
    const { payload } = await update({ path: 'lumen' });
    expect(payload?.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', message: 'has already been taken', path: ['input', 'path'] },
    ]);
  });

  test('accepts the deprecated value of sharedRunnersSetting, which responses may contain', async () => {
    const input = { sharedRunnersSetting: 'DISABLED_WITH_OVERRIDE' };
    const { payload } = await update(input, 'group { sharedRunnersSetting }');
    expect(payload).toEqual({ group: input, errors: [] });
    expect(getSentBody()).toEqual({ shared_runners_setting: 'disabled_with_override' });
  });

  test('marks the deprecated value of sharedRunnersSetting with its replacement', async () => {
    const { data } = await facade.execute<{
      input: { inputFields: { name: string; deprecationReason: string | null }[] };
      enumType: { enumValues: { name: string; deprecationReason: string | null }[] };
    }>(/* GraphQL */ `
      {
        input: __type(name: "GroupUpdateInput") {
          inputFields(includeDeprecated: true) {
            name
            deprecationReason
          }
        }
        enumType: __type(name: "GroupSharedRunnersSetting") {
          enumValues(includeDeprecated: true) {
            name
            deprecationReason
          }
        }
      }
    `);
    const reasons = [...data.input.inputFields, ...data.enumType.enumValues]
      .filter(({ deprecationReason }) => deprecationReason !== null)
      .map(({ name, deprecationReason }) => [name, deprecationReason]);
    expect(Object.fromEntries(reasons)).toEqual({
      DISABLED_WITH_OVERRIDE: 'Use `DISABLED_AND_OVERRIDABLE`.',
    });
  });

  test('accepts allowMergeOnSkippedPipeline alone, and describes the setting that it requires', async () => {
    const { payload } = await update({ allowMergeOnSkippedPipeline: true }, 'group { allowMergeOnSkippedPipeline }');
    expect(payload).toEqual({ group: { allowMergeOnSkippedPipeline: true }, errors: [] });
    expect(getSentBody()).toEqual({ allow_merge_on_skipped_pipeline: true });
    const { data } = await facade.execute<{ __type: { inputFields: { name: string; description: string }[] } }>(
      '{ __type(name: "GroupUpdateInput") { inputFields { name description } } }',
    );
    const field = data.__type.inputFields.find(({ name }) => name === 'allowMergeOnSkippedPipeline');
    expect(field?.description).toContain('Only effective with `onlyAllowMergeIfPipelineSucceeds`');
  });

  test('accepts inputs that have no effect on a subgroup', async () => {
    const { payload } = await update(
      { id: String(nestedGroup.id), webBasedCommitSigningEnabled: true, preventSharingGroupsOutsideHierarchy: true },
      'group { preventSharingGroupsOutsideHierarchy }',
    );
    expect(payload).toEqual({ group: { preventSharingGroupsOutsideHierarchy: null }, errors: [] });
  });
});

test('accepts unexpected values in documented responses', async () => {
  const upstream = await startWithResponses({
    'PUT /groups/5': {
      body: {
        id: 5_000_000_005,
        name: 'Experimental',
        path: 'h5bp',
        description: null,
        visibility: 'internal',
        avatar_url: null,
        web_url: 'http://forge.example.com/groups/h5bp',
        wiki_access_level: 'members_only',
        parent_id: null,
        created_at: '2020-01-15T12:36:29.590Z',
        prevent_sharing_groups_outside_hierarchy: false,
        something_new: { with: 'more' },
      },
    },
    'GET /groups/5000000005': { body: { id: 5_000_000_005 } },
    'PUT /groups/6': { body: '' },
  });
  try {
    const selection = 'group { id databaseId name description visibility wikiAccessLevel parent { id } lfsEnabled }';
    const changed = await mutate(upstream, 'groupUpdate', { id: '5', name: 'Experimental' }, selection);
    expect(changed.payload).toEqual({
      group: {
        id: 'gid://service/Group/5000000005',
        databaseId: 5_000_000_005,
        name: 'Experimental',
        description: null,
        visibility: 'INTERNAL',
        wikiAccessLevel: 'UNKNOWN',
        parent: null,
        lfsEnabled: null,
      },
      errors: [],
    });
    expect(upstream.calls).toEqual(['PUT /groups/5', 'GET /groups/5000000005?with_projects=false']);
    const emptyResult = await mutate(upstream, 'groupUpdate', { id: '6', name: 'Quiet' }, 'group { id }');
    expect(emptyResult.payload).toEqual({ group: { id: 'gid://service/Group/6' }, errors: [] });
  } finally {
    await upstream.close();
  }
});

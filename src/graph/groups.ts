/** Groups of projects. */
import { semanticNonNullDirective } from '../execution/index.ts';
import type { RestRequest } from '../rest/request.ts';
import type { Area } from './kit/area.ts';
import { defineObject } from './kit/definitions.ts';
import { defineFederationKey, parseFullPathKey } from './kit/federation/entities.ts';
import { defineEdgeFields } from './kit/fields/edge-fields.ts';
import { defineFields, defineQueries, defineResourceType, defineValueFields } from './kit/fields/index.ts';
import { withQuery } from './kit/paging/page-slice.ts';
import { groupIdDescription } from './kit/resources/references.ts';
import type { PlannedParameter } from './kit/resources/response-value.ts';
import { User } from './users.ts';

export const Group = defineResourceType({
  name: 'Group',
  schema: 'Group',
  retrieve: {
    operation: 'getGroup',
    query: (selection) => (selection.has('embeddedSharedProjects') ? {} : { with_projects: false }),
  },
});

/** Attributes that responses contain for Owners and administrators only. */
const ownersAttributes = ['runners_token', 'enabled_git_access_protocol'];

const groupUserPermissions = defineObject<{ readonly canUpdate: boolean }>('GroupUserPermissions', {
  description: 'Permissions of the caller on a group.',
  fields: (t) => ({
    canUpdate: t.exposeBoolean('canUpdate', {
      nullable: true,
      extensions: { directives: semanticNonNullDirective([0]) },
      description:
        'Whether the caller may change the group and its settings, as one of its Owners or an administrator.',
    }),
  }),
});

const toPermissions = (attributes: readonly unknown[]) => ({
  canUpdate: attributes.some((value) => value !== null && value !== undefined),
});

const groupFields = defineFields(Group, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'path', 'description', 'full_name', 'full_path', 'visibility', 'avatar_url', 'web_url'),
  ...f.attributes('created_at', 'repository_storage', 'ip_restriction_ranges'),
  ...f.attributes('request_access_enabled', 'share_with_group_lock', 'membership_lock', 'marked_for_deletion_on'),
  ...f.attributes('require_two_factor_authentication', 'two_factor_grace_period', 'runners_token'),
  ...f.attributes('project_creation_level', 'subgroup_creation_level', 'enabled_git_access_protocol'),
  ...f.attributes('auto_devops_enabled', 'emails_enabled', 'mentions_disabled', 'lfs_enabled'),
  ...f.attributes('default_branch', 'default_branch_protection_defaults'),
  ...f.attributes('shared_with_groups', 'prevent_sharing_groups_outside_hierarchy', 'allow_personal_snippets'),
  ...f.attributes('only_allow_merge_if_pipeline_succeeds', 'allow_merge_on_skipped_pipeline'),
  ...f.attributes('only_allow_merge_if_all_discussions_are_resolved', 'wiki_access_level'),
  ...f.attributes('math_rendering_limits_enabled', 'lock_math_rendering_limits_enabled'),
  ...f.attributes('assistant_features_enabled', 'lock_assistant_features_enabled', 'assistant_availability'),
  ...f.attributes('experiment_features_enabled', 'custom_attributes'),
  ...f.attributes('shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit', 'shared_runners_setting'),
  ...f.attributes('max_artifacts_size', 'allowed_email_domains_list', 'prevent_forking_outside_group'),
  ...f.attributes('step_up_auth_required_oauth_provider', 'web_based_commit_signing_enabled'),
  ...f.attributes('auto_ban_user_on_excessive_projects_download', 'unique_project_download_limit'),
  ...f.attributes('unique_project_download_limit_interval_in_seconds', 'unique_project_download_limit_allowlist'),
  ...f.attributes('unique_project_download_limit_alertlist', 'organization_id', 'ldap_group_links'),
  ...f.attributes('ldap_cn', 'ldap_access'),
  ...f.attributes('service_access_tokens_expiration_enforced'),
  avatarDownloadUrl: f.download('groups/:id/avatar', {
    description:
      "URL of the group's avatar at this facade, which streams it to callers who may see the group; null if the group has none. Send the credential in a header, as for GraphQL.",
    attribute: 'avatar_url',
    operations: ['downloadGroupAvatar'],
    open: (calls, path) => calls.download({ operation: 'downloadGroupAvatar', path }),
  }),
  userPermissions: f.composed({
    value: groupUserPermissions,
    description:
      'Permissions of the caller on the group, from attributes that the service sends to Owners and administrators only.',
    isNeverNull: true,
    attributes: ownersAttributes,
    resolve: (group, _, calls) => {
      const values = ownersAttributes.map((name) => calls.attribute(group, name));
      return values.some((value) => value instanceof Promise)
        ? Promise.all(values).then(toPermissions)
        : toPermissions(values);
    },
  }),
  parent: f.reference(Group, 'parent_id', {
    description: 'Parent group; null for a top-level group.',
  }),
  subgroups: f.connection('listSubgroups', Group),
}));

const groupEdgeFields = defineEdgeFields(Group, (f) => ({
  statistics: f.attribute('statistics'),
  rootStorageStatistics: f.attribute('root_storage_statistics'),
}));

const groupShareFields = defineValueFields('GroupShare', (f) => ({
  group: f.reference(Group, 'group_id', {
    description: 'Invited group, whose members have access to the shared one.',
    contained: { name: { attribute: 'group_name' }, full_path: { attribute: 'group_full_path' } },
  }),
}));

const userFields = defineFields(User, (f) => ({
  provisionedByGroup: f.reference(Group, 'provisioned_by_group_id', {
    description: 'Group that provisioned the account; null if none exists. Administrators only; null for others.',
  }),
}));

const userScimIdentityFields = defineValueFields('UserScimIdentity', (f) => ({
  group: f.reference(Group, 'group_id', { description: 'Group that provisions the account.' }),
}));

/** Lists public groups for callers with a token, too, unless a condition selects the groups of the caller. */
function withAvailableGroups<Parameter extends PlannedParameter>(
  request: RestRequest<Parameter | string | number>,
): RestRequest<Parameter | string | number> {
  const { owned, all_available: all, min_access_level: minLevel } = request.query ?? {};
  return (owned ?? all ?? minLevel) === undefined ? withQuery(request, { all_available: true }) : request;
}

const queries = defineQueries((f) => ({
  group: f.lookup(Group, {
    description: 'Group by id or full path.',
    // Adds the argument `id`.
    idDescription: groupIdDescription,
  }),
  groups: f.connection('listGroups', Group, {
    description:
      'Groups that the caller may see: every public group, and those that the caller belongs to. `scope` restricts the list to the latter. Ordered by name by default. `keyset` enables keyset paging, which the service offers to anonymous callers.',
    args: (arg) => ({
      keyset: arg.boolean({
        required: true,
        defaultValue: false,
        description:
          'Whether to use keyset paging, for lists that are too long for offset paging: ordered by id by default, without `last` and `before`, with `totalCount` only if no items are selected. For anonymous callers.',
      }),
    }),
    usesKeyset: ({ keyset }) => keyset,
    scopeToParent: withAvailableGroups,
  }),
}));

const groupKey = defineFederationKey(Group, { fields: 'fullPath', parsePath: parseFullPathKey });

export const groups: Area = {
  name: 'groups',
  declarations: [
    Group,
    groupUserPermissions,
    groupFields,
    groupEdgeFields,
    groupShareFields,
    userFields,
    userScimIdentityFields,
    queries,
    groupKey,
  ],
};

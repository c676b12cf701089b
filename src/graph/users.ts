/** Users of the instance. */

import { asRecord } from '../helpers/is-record.ts';
import { toText } from '../helpers/to-text.ts';
import type { RestRequestOf } from '../rest/request.ts';
import type { Area } from './kit/area.ts';
import { defineInput } from './kit/definitions.ts';
import { defineFederationKey } from './kit/federation/entities.ts';
import { defineEmbedding } from './kit/fields/attribute.ts';
import { defineFields, defineOccurrence, defineQueries, defineResourceType } from './kit/fields/index.ts';
import type { ListSearch } from './kit/resources/object-calls.ts';
import { parseReference } from './kit/resources/references.ts';

/** Search for the user of a name, which no call returns by itself. Usernames ignore case. */
const usernameSearch: ListSearch = {
  operation: 'listUsers',
  request: (username): RestRequestOf<'listUsers'> => ({ operation: 'listUsers', query: { username, per_page: 100 } }),
  matches: (user, username) => toText(user.username).toLowerCase() === username.toLowerCase(),
};

export const User = defineResourceType({
  name: 'User',
  schema: 'User',
  retrieve: { operation: 'getUser', anonymous: { ...usernameSearch, attribute: 'username' } },
});

const userFields = defineFields(User, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('username', 'name', 'state', 'locked', 'avatar_url', 'web_url', 'public_email', 'custom_attributes'),
  isBot: f.attribute('bot'),
  ...f.attributes('created_at', 'bio', 'location', 'website_url', 'organization', 'job_title', 'pronouns'),
  ...f.attributes('profile_link_a', 'profile_link_b', 'profile_link_c', 'profile_link_d', 'work_information'),
  followersCount: f.attribute('followers'),
  followingCount: f.attribute('following'),
  ...f.attributes('local_time', 'is_followed'),
  ...f.attributes(
    'email',
    'commit_email',
    'is_admin',
    'is_auditor',
    'note',
    'identities',
    'scim_identities',
    'external',
  ),
  ...f.attributes('last_sign_in_at', 'current_sign_in_at', 'confirmed_at', 'last_activity_on', 'sign_in_count'),
  ...f.attributes(
    'current_sign_in_ip',
    'last_sign_in_ip',
    'two_factor_enabled',
    'private_profile',
    'using_license_seat',
  ),
  ...f.attributes('theme_id', 'color_scheme_id', 'projects_limit', 'can_create_group', 'can_create_project'),
  ...f.attributes('namespace_id', 'plan', 'trial'),
  ...f.attributes('shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'),
  createdBy: f.object('created_by', User),
}));

const userBy = defineInput('UserByInput', {
  isOneOf: true,
  description: 'Id or username of a user. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: 'The user, as global id or numeric id.' }),
    username: t.string({ description: 'Unique name of the user, without the at sign.' }),
  }),
});

const queries = defineQueries((f) => ({
  user: f.lookup(User, {
    description: 'A user by id or username; null if none exists. By id, for signed-in callers only.',
    args: (arg) => ({
      by: arg({ type: userBy, required: true, description: 'Id or username of the user.' }),
    }),
    path: (_, { by: { id } }) => (typeof id === 'string' ? { id: parseReference('User', id, ['by', 'id']) } : null),
    search: { ...usernameSearch, value: ({ by }) => String(asRecord(by).username) },
  }),
  currentUser: f.call('getCurrentUser', {}, User),
  users: f.connection('listUsers', User, {
    description:
      'Users of the instance, including bots and internal accounts by default. Ordered by descending id by default. Descriptions state which filters and orders have an effect only for administrators, who also receive the extended view of each user. An order by id, in either direction, has keyset paging, for any number of users: `last` and `before` are rejected; `totalCount` is null if items are selected, and otherwise costs one call. Other orders have offset paging, for up to 50,000 results.',
    usesKeyset: (_, { order_by = 'id' }) => order_by === 'id',
  }),
}));

const userKey = defineFederationKey(User, {
  fields: 'username',
  list: usernameSearch,
});

export const users: Area = {
  name: 'users',
  declarations: [
    User,
    userFields,
    userBy,
    queries,
    userKey,
    defineOccurrence(User, 'UserListItem'),
    defineEmbedding(User, 'UserSummary'),
  ],
};

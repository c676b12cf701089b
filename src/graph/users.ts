/** Users of the instance. */
import { badInput } from '../rest/errors.ts';
import type { RestRequestOf } from '../rest/request.ts';
import { addFederationKey } from './kit/federation/entities.ts';
import { embedResource } from './kit/fields/attribute.ts';
import { addFields, addQueries, resourceType } from './kit/fields/index.ts';
import { parseReference } from './kit/resources/references.ts';

/** The list that holds the one user of a name, since no call gives a user by it. */
const byUsername = (username: string): RestRequestOf<'listUsers'> => ({
  operation: 'listUsers',
  query: { username, per_page: 1 },
});

export const User = resourceType({
  name: 'User',
  schema: 'User',
  retrieve: 'getUser',
});

addFields(User, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('username', 'name', 'state', 'locked', 'avatar_url', 'web_url', 'public_email', 'custom_attributes'),
  ...f.attributes('created_at', 'bio', 'bot', 'location', 'website_url', 'organization', 'job_title', 'pronouns'),
  ...f.attributes('profile_link_a', 'profile_link_b', 'profile_link_c', 'profile_link_d', 'work_information'),
  ...f.attributes('followers', 'following', 'local_time', 'is_followed'),
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
  ...f.attributes('namespace_id', 'plan', 'trial', 'provisioned_by_group_id'),
  ...f.attributes('shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'),
  createdBy: f.object('created_by', User),
}));

addQueries((f) => ({
  user: f.lookup(User, {
    description: 'A user by id or by username; null when there is none. By id, it needs a signed-in caller.',
    args: (arg) => ({
      id: arg.id({ description: 'The user, as its global id or numeric id; either this or `username`.' }),
      username: arg.string({ description: 'Unique name of the user, without the at sign; either this or `id`.' }),
    }),
    path: (_, { id, username }) => {
      if (typeof id === 'string' && typeof username !== 'string') return { id: parseReference('User', id) };
      if (typeof username === 'string' && typeof id !== 'string') return null;
      const isAmbiguous = typeof id === 'string';
      throw badInput([
        {
          path: ['id'],
          message: isAmbiguous ? 'cannot be combined with username' : 'is required, unless username is given instead',
        },
      ]);
    },
    search: { operation: 'listUsers', request: ({ username }) => byUsername(String(username)) },
  }),
  currentUser: f.call('getCurrentUser', {}, User),
  users: f.connection('listUsers', User, {
    description:
      'The users of the instance, bots and internal accounts included unless filtered out, by descending id unless ordered otherwise. Everybody may filter by name, state and kind; ordering, identity and two-factor filters are for administrators, who also get the extended view of each user. Ordered by id, in either direction, the list pages by keyset: forward only, for any number of users; `totalCount` is null beside items and costs one call alone. In any other order it pages by number, for up to 50,000 results.',
    keyset: (_, { order_by = 'id' }) => order_by === 'id',
  }),
}));

addFederationKey(User, {
  fields: 'username',
  list: {
    operation: 'listUsers',
    request: byUsername,
  },
});
User.occursIn('UserListItem');
embedResource(User, 'UserSummary');

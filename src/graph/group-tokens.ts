/** The credential inventory of a group: personal access tokens of its enterprise users. */
import { Group } from './groups.ts';
import { addFields, resourceType } from './kit/fields/index.ts';
import { User } from './users.ts';

const ManagedToken = resourceType({
  name: 'ManagedToken',
  parameters: ['id', 'token_id'],
  schema: 'ManagedToken',
  owner: { type: Group },
  search: 'listGroupManagedTokens',
});

addFields(ManagedToken, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'description', 'scopes', 'active', 'revoked', 'created_at', 'last_used_at', 'expires_at'),
  userId: f.attribute('user_id'),
  group: f.lookup(Group, { description: 'The group whose enterprise user has the token.', path: ({ id }) => ({ id }) }),
  user: f.reference(User, 'user_id', { description: 'The enterprise user whom the token acts for.' }),
}));

addFields(Group, (f) => ({
  managedTokens: f.connection('listGroupManagedTokens', ManagedToken),
}));

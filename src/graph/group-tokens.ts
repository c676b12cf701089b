/** Credential inventory of a group: personal access tokens of its enterprise users. */
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import { defineFields, defineResourceType } from './kit/fields/index.ts';
import { defineRootLookup } from './kit/fields/root-lookup.ts';
import { User } from './users.ts';

const ManagedToken = defineResourceType({
  name: 'ManagedToken',
  parameters: ['id', 'token_id'],
  schema: 'ManagedToken',
  owner: { type: Group },
  search: 'listGroupManagedTokens',
});

const managedTokenFields = defineFields(ManagedToken, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'description', 'scopes', 'active', 'revoked', 'created_at', 'last_used_at'),
  expiresOn: f.attribute('expires_at'),
  group: f.lookup(Group, {
    description: 'Group that manages the enterprise user.',
    path: ({ id }) => ({ id }),
    isProvenByParent: true,
    isNeverNull: true,
  }),
  user: f.reference(User, 'user_id', { description: 'Enterprise user who owns the token.' }),
}));

const groupFields = defineFields(Group, (f) => ({
  managedTokens: f.connection('listGroupManagedTokens', ManagedToken),
}));

export const groupTokens: Area = {
  name: 'group-tokens',
  declarations: [ManagedToken, managedTokenFields, groupFields, defineRootLookup(ManagedToken)],
};

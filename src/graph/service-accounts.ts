/** Service accounts of the instance and of groups, and their tokens. */
import { badInput } from '../rest/errors.ts';
import { Group } from './groups.ts';
import type { Area } from './kit/area.ts';
import { defineChoiceMutation } from './kit/fields/choice-mutation.ts';
import { defineFields, defineQueries, defineResourceType } from './kit/fields/index.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import type { PayloadFields } from './kit/fields/payload.ts';
import { defineRootLookup } from './kit/fields/root-lookup.ts';
import { toObjectNumber } from './kit/resources/path-parameter-types.ts';
import type { PathParameters } from './kit/resources/resource.ts';
import type { PlannedPath } from './kit/resources/response-value.ts';
import { checkIsTrue, defineOwnerTarget, parseOwnerTarget } from './targets.ts';
import { User } from './users.ts';

/** Whether path parameters are those of an account of a group. Accounts of the instance have no `id`. */
const isOfGroup = ({ id }: PlannedPath<'id'>): boolean => id !== undefined && id !== '';

export const ServiceAccount = defineResourceType({
  name: 'ServiceAccount',
  parameters: ['id', 'user_id'],
  instanceWide: true,
  schema: 'ServiceAccount',
  owner: { type: Group, owns: ({ id = '' }) => isOfGroup({ id }) },
  search: {
    operation: ['listInstanceServiceAccounts', 'listGroupServiceAccounts'],
    request: (address) =>
      isOfGroup(address)
        ? { operation: 'listGroupServiceAccounts', path: { id: address.id } }
        : { operation: 'listInstanceServiceAccounts' },
    matches: (account, { user_id }) => toObjectNumber(account.id) === user_id,
  },
});

export const ServiceAccountToken = defineResourceType({
  name: 'ServiceAccountToken',
  parameters: ['id', 'user_id', 'token_id'],
  schema: 'ServiceAccountToken',
  owner: { type: Group },
  search: 'listServiceAccountTokens',
});

/**
 * Returns the path parameters of an account of a group.
 * @throws RestError BAD_USER_INPUT for an account of the instance
 */
function parseGroupAccountPath(
  address: PathParameters<'id' | 'user_id'>,
  path: readonly string[],
): PathParameters<'id' | 'user_id'> {
  if (isOfGroup(address)) return { id: address.id, user_id: address.user_id };
  throw badInput([{ path, message: 'is for service accounts of groups only, not for those of the whole instance' }]);
}

const serviceAccountFields = defineFields(ServiceAccount, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('username', 'name', 'unconfirmed_email'),
  email: f.composed({
    attributes: ['email'],
    steps: (_, parent) =>
      parent === ServiceAccount.schema ? [] : User.detailOperations.map((operation) => ({ operation })),
    operations: User.detailOperations,
    value: 'EmailAddress',
    description:
      'Confirmed email address of the account; by default, a generated no-reply address. For an account of the whole instance, it is read from its user.',
    resolve: async (account, _, calls) => {
      const { user_id } = account.path;
      const isInList = isOfGroup({ id: account.path.id ?? '' }) || account.attributes?.email !== undefined;
      if (isInList) return calls.attribute(account, 'email');
      return (await calls.load(User, { id: user_id ?? '' }))?.attributes?.email ?? null;
    },
  }),
  user: f.lookup(User, {
    description: 'User of the service account, with further attributes.',
    path: ({ user_id }) => ({ id: user_id }),
    isProvenByParent: true,
    contained: { username: { attribute: 'username' }, name: { attribute: 'name' } },
  }),
  group: f.lookup(Group, {
    description: 'Group of the account; null for an account of the whole instance.',
    path: ({ id }) => (isOfGroup({ id }) ? { id } : null),
    isProvenByParent: true,
  }),
  personalAccessTokens: f.connection('listServiceAccountTokens', ServiceAccountToken, {
    description:
      'Personal access tokens of the account, without their secrets; null for accounts of the whole instance. For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts.',
    scopeToParent: (request, path) => (isOfGroup(path) ? request : null),
    mayBeNull: true,
  }),
}));

const serviceAccountTokenFields = defineFields(ServiceAccountToken, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'description', 'scopes', 'revoked', 'active', 'created_at', 'last_used_at'),
  expiresOn: f.attribute('expires_at'),
  user: f.reference(User, 'user_id', { description: 'User of the service account, who owns the token.' }),
  serviceAccount: f.lookup(ServiceAccount, {
    description: 'Service account that authenticates with the token.',
    isNeverNull: true,
    // Accounts of the instance have no tokens here.
    operations: ['listGroupServiceAccounts'],
  }),
}));

const groupFields = defineFields(Group, (f) => ({
  serviceAccounts: f.connection('listGroupServiceAccounts', ServiceAccount),
}));

const queries = defineQueries((f) => ({
  serviceAccounts: f.connection('listInstanceServiceAccounts', ServiceAccount, { itemPathOverrides: { id: '' } }),
}));

const serviceAccountTarget = defineOwnerTarget('ServiceAccountTargetInput', {
  description: 'Owner of a new service account: a group, or the whole instance.',
  group:
    'Group of the account, as global id, numeric id or full path. The account can be invited to this group and its descendants, but not to its ancestors.',
});

const writers =
  'An account of a group is managed by Owners of the group on the hosted service; elsewhere by administrators, and by Owners allowed to create service accounts. An account of the whole instance is managed by administrators of self-managed and dedicated instances.';

const serviceAccountCreate = defineChoiceMutation('serviceAccountCreate', {
  operations: ['createGroupServiceAccount', 'createInstanceServiceAccount'],
  description: `Creates a service account for a group or for the whole instance. ${writers} The Free tier is limited to 100 accounts for each top-level group (hosted) or instance (self-managed). Every attribute has a default.`,
  input: (t) => ({
    target: t.field({
      type: serviceAccountTarget,
      required: true,
      description: 'Group or instance of the account.',
    }),
  }),
  members: ['createGroupServiceAccount', 'createInstanceServiceAccount'],
  operation: ({ target }) =>
    typeof target.group === 'string' ? 'createGroupServiceAccount' : 'createInstanceServiceAccount',
  check: ({ target }) => checkIsTrue(target, 'instance'),
  request: ({ target }, body) => ({ path: parseOwnerTarget(target), body }),
  payload: (f) => ({
    serviceAccount: f.object(ServiceAccount, 'The new service account.'),
    group: f.parent(Group, 'the instance'),
    query: f.query(),
  }),
});

const accountId = { required: true, description: 'The service account, as its global id.' } as const;

const serviceAccountUpdate = defineChoiceMutation('serviceAccountUpdate', {
  operations: ['updateGroupServiceAccount', 'updateInstanceServiceAccount'],
  description: `Changes the name, username or email address of a service account. ${writers} A new email address takes effect after its confirmation, which is not required for a verified domain of the group or if the instance disables confirmation. The username of an account with a composite identity cannot be changed.`,
  input: (t) => ({ id: t.id(accountId) }),
  members: ['updateGroupServiceAccount', 'updateInstanceServiceAccount'],
  operation: ({ id }) =>
    isOfGroup(ServiceAccount.parseGlobalId(id)) ? 'updateGroupServiceAccount' : 'updateInstanceServiceAccount',
  request: ({ id }, body) => {
    const address = ServiceAccount.parseGlobalId(id);
    return { path: isOfGroup(address) ? address : { id: address.user_id }, body };
  },
  payload: (f) => ({
    serviceAccount: f.object(ServiceAccount, 'The service account after the change.', {
      // The path parameter of the call for the instance is the account.
      parent: ({ path = {} }) => (path.user_id === undefined ? { id: '', user_id: path.id ?? '' } : path),
    }),
    group: f.parent(Group, 'the instance'),
  }),
});

const serviceAccountDelete = defineMutation('serviceAccountDelete', {
  operation: 'deleteGroupServiceAccount',
  input: (t) => ({ id: t.id({ ...accountId, description: 'The service account of a group, as its global id.' }) }),
  path: ({ id }) => parseGroupAccountPath(ServiceAccount.parseGlobalId(id), ['input', 'id']),
  payload: (f) => ({
    deletedServiceAccountId: f.deletedId(ServiceAccount, 'Global id of the deleted service account.'),
    group: f.parent(Group),
  }),
});

const secret = (f: PayloadFields) =>
  f.derived('String', 'Secret of the new token. It cannot be read again.', ({ token }) => token);

const serviceAccountTokenCreate = defineMutation('serviceAccountTokenCreate', {
  operation: 'createServiceAccountToken',
  input: (t) => ({
    serviceAccount: t.id({ ...accountId, description: 'The service account of a group, as its global id.' }),
  }),
  path: ({ serviceAccount }) => {
    const inputPath = ['input', 'serviceAccount'];
    return parseGroupAccountPath(ServiceAccount.parseGlobalId(serviceAccount, inputPath), inputPath);
  },
  payload: (f) => ({
    serviceAccountToken: f.object(ServiceAccountToken, 'The new token, without its secret.'),
    token: secret(f),
    serviceAccount: f.parent(ServiceAccount),
  }),
});

const serviceAccountTokenRotate = defineMutation('serviceAccountTokenRotate', {
  operation: 'rotateServiceAccountToken',
  target: ServiceAccountToken,
  payload: (f) => ({
    serviceAccountToken: f.object(ServiceAccountToken, 'The new token, without its secret.', {
      // The call identifies the old token.
      parent: ({ path: { id = '', user_id = '' } = {} }) => ({ id, user_id }),
    }),
    token: secret(f),
    revokedToken: f.resource(
      ServiceAccountToken,
      'The old token, which is no longer valid.',
      undefined,
      ({ request: { path = {} } }, selection) => ServiceAccountToken.createReference(path, selection),
    ),
    serviceAccount: f.parent(ServiceAccount),
  }),
});

const serviceAccountTokenRevoke = defineMutation('serviceAccountTokenRevoke', {
  operation: 'revokeServiceAccountToken',
  target: ServiceAccountToken,
  payload: (f) => ({
    serviceAccountToken: f.lookup(ServiceAccountToken, 'The token, which is no longer valid.', ({ path = {} }) => path),
    serviceAccount: f.parent(ServiceAccount),
  }),
});

export const serviceAccounts: Area = {
  name: 'service-accounts',
  declarations: [
    ServiceAccount,
    ServiceAccountToken,
    serviceAccountFields,
    serviceAccountTokenFields,
    groupFields,
    queries,
    serviceAccountTarget,
    serviceAccountCreate,
    serviceAccountUpdate,
    serviceAccountDelete,
    serviceAccountTokenCreate,
    serviceAccountTokenRotate,
    serviceAccountTokenRevoke,
    defineRootLookup(ServiceAccount),
    defineRootLookup(ServiceAccountToken),
  ],
};

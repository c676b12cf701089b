/** Rows of service accounts: users that belong to the instance or to a group. */
import type { View } from '../kit/area.ts';
import { day } from '../kit/clock.ts';
import { badRequest, notFound } from '../kit/http-error.ts';
import { type Store, table } from '../kit/store.ts';
import { type GroupRow, groups, lineage } from '../world/groups.ts';
import { members } from '../world/members.ts';
import { type UserRow, users } from '../world/users.ts';

export interface ServiceAccountRow {
  /** Id of the user of the account. */
  readonly id: number;
  /** `null` for an account of the whole instance. */
  readonly groupId: number | null;
  unconfirmedEmail: string | undefined;
  /** Whether the account acts together with a person, so that its username cannot be changed. */
  readonly composite: boolean;
}

/** Root groups on the Free tier, whose service accounts are limited. */
const freeGroupIds: readonly number[] = [20];
const freeLimit = 100;

/** Groups with verified domains, whose email addresses need no confirmation. */
const verifiedDomains: ReadonlyMap<number, string> = new Map([[9, 'meridian.example.com']]);

function userRow(id: number, username: string, name: string, email: string, createdAt: number): UserRow {
  return {
    id,
    username,
    name,
    email,
    createdAt,
    updatedAt: createdAt,
    state: 'active',
    locked: false,
    kind: 'service_account',
    external: false,
    admin: false,
    auditor: false,
    publicEmail: '',
    privateProfile: false,
    twoFactor: false,
    identities: [],
    scim: [],
    createdBy: null,
    customAttributes: [],
  };
}

const noReply = (username: string): string => `${username}@noreply.forge.example.com`;

/** All service accounts: first those of the instance, then those of groups. */
export const serviceAccounts = table<ServiceAccountRow>('service accounts', ({ store, table }) => {
  const add = (id: number, groupId: number, username: string, name: string, composite = false): void => {
    users(store).put(userRow(id, username, name, noReply(username), store.startedAt - 90 * day));
    table.put({ id, groupId, unconfirmedEmail: undefined, composite });
  };
  table.put({ id: 11, groupId: null, unconfirmedEmail: undefined, composite: false });
  add(3_100_000_001, 9, 'service_account_group_9_tiles', 'Tile renderer');
  add(3_100_000_002, 9, 'service_account_group_9_alerts', 'Alert relay');
  add(3_100_000_003, 9, 'service_account_group_9_duo', 'Pair of agent and person', true);
  add(3_100_000_004, 10, 'service_account_group_10_mirror', 'Mirror keeper');
});

/** User of an account. */
export function userOf(store: Store, { id }: ServiceAccountRow): UserRow {
  const user = users(store).get(id);
  if (user === undefined) throw new Error(`Service account ${id} has no user`);
  return user;
}

/** Finds an account of a group, or of the instance if the group is null. @throws HttpError 404 if it does not exist */
export function accountOf({ store }: View, groupId: number | null, id: number): ServiceAccountRow {
  const row = serviceAccounts(store).get(id);
  if (row === undefined || row.groupId !== groupId) throw notFound('User');
  return row;
}

export interface AccountAttributes {
  readonly name?: string;
  readonly username?: string;
  readonly email?: string;
}

function refuseTaken(store: Store, self: number | undefined, { email, username }: AccountAttributes): void {
  const others = users(store).where(({ id }) => id !== self);
  if (email !== undefined && others.some((user) => user.email.toLowerCase() === email.toLowerCase()))
    throw badRequest('Email has already been taken');
  if (username !== undefined && others.some((user) => user.username.toLowerCase() === username.toLowerCase()))
    throw badRequest('Username has already been taken');
}

/** Whether a group or one of its ancestors has verified the domain of an email address. */
function isVerified(store: Store, group: GroupRow | undefined, email: string): boolean {
  if (group === undefined) return false;
  return [...lineage(store, group)].some(({ id }) => email.endsWith(`@${verifiedDomains.get(id)}`));
}

function setEmail(store: Store, row: ServiceAccountRow, user: UserRow, email: string | undefined): void {
  if (email === undefined || email === user.email) return;
  const group = row.groupId === null ? undefined : groups(store).get(row.groupId);
  const verified = isVerified(store, group, email);
  row.unconfirmedEmail = verified ? undefined : email;
  if (verified) user.email = email;
}

/** @throws HttpError 403 if a root group on the Free tier has reached its maximum number of accounts */
function refuseTooMany(store: Store, group: GroupRow): void {
  const rootOf = (row: GroupRow): number | undefined => [...lineage(store, row)].at(-1)?.id;
  const root = rootOf(group);
  if (root === undefined || !freeGroupIds.includes(root)) return;
  const count = serviceAccounts(store).where(({ groupId }) => {
    const owner = groupId === null ? undefined : groups(store).get(groupId);
    return owner !== undefined && rootOf(owner) === root;
  }).length;
  if (count >= freeLimit) throw badRequest('No more seats are available to create Service Account User');
}

export function createAccount(
  { store }: View,
  group: GroupRow | undefined,
  attributes: AccountAttributes,
): ServiceAccountRow {
  if (group) refuseTooMany(store, group);
  refuseTaken(store, undefined, attributes);
  const prefix = group === undefined ? 'service_account_' : `service_account_group_${group.id}_`;
  const generated = `${prefix}${store.next('service account names').toString(16).padStart(8, '0')}`;
  const { name = 'Service account user', username = generated } = attributes;
  const user = users(store).insert((id) => userRow(id, username, name, noReply(generated), store.now()));
  const row = { id: user.id, groupId: group?.id ?? null, unconfirmedEmail: undefined, composite: false };
  setEmail(store, row, user, attributes.email);
  return serviceAccounts(store).put(row);
}

export function changeAccount({ store }: View, row: ServiceAccountRow, attributes: AccountAttributes): void {
  const user = userOf(store, row);
  const { name = user.name, username = user.username, email } = attributes;
  if (row.composite && username !== user.username)
    throw badRequest('Username cannot be changed for an account with a composite identity');
  refuseTaken(store, row.id, attributes);
  Object.assign(user, { name, username, updatedAt: store.now() });
  setEmail(store, row, user, email);
}

/** Groups of which the account is the only Owner. */
export function soleGroups(store: Store, userId: number): readonly number[] {
  const owners = members(store).where((row) => row.in === 'group' && row.accessLevel === 50);
  return owners
    .filter(({ userId: owner }) => owner === userId)
    .map(({ holderId }) => holderId)
    .filter((id) => owners.every((row) => row.holderId !== id || row.userId === userId));
}

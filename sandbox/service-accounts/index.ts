/** Operations on service accounts and their tokens. */
import type { SchemaType } from '../../src/contract/index.ts';
import type { Area, Loose, View } from '../kit/area.ts';
import { ordered } from '../kit/lists.ts';
import { list, noContent } from '../kit/reply.ts';
import { type PipelineRow, pipelineTable } from '../pipelines/rows.ts';
import { groupFor, level, requireAdministrator } from '../world/access.ts';
import { groups } from '../world/groups.ts';
import { members } from '../world/members.ts';
import { users } from '../world/users.ts';
import {
  accountOf,
  changeAccount,
  createAccount,
  type ServiceAccountRow,
  serviceAccounts as serviceAccountTable,
  soleGroups,
  userOf,
} from './accounts.ts';
import { createToken, presentToken, revokeToken, rotateToken, tokenOf, tokensOf } from './tokens.ts';

/** Account to which the contributions of a deleted account are moved. */
const ghostId = 14;

function presentShort({ store }: View, row: ServiceAccountRow): Loose<SchemaType<'ServiceAccountListItem'>> {
  const { id, username, name } = userOf(store, row);
  return { id, username, name };
}

function present(view: View, row: ServiceAccountRow): Loose<SchemaType<'ServiceAccount'>> {
  const { email } = userOf(view.store, row);
  const { unconfirmedEmail } = row;
  return {
    ...presentShort(view, row),
    email,
    ...(unconfirmedEmail === undefined ? {} : { unconfirmed_email: unconfirmedEmail }),
  };
}

interface Order {
  readonly order_by?: SchemaType<'ServiceAccountOrderField'>;
  readonly sort?: SchemaType<'SortOrder'>;
}

function accountsIn(view: View, groupId: number | null, { order_by, sort }: Order): ServiceAccountRow[] {
  const rows = serviceAccountTable(view.store).where((row) => row.groupId === groupId);
  const key = (row: ServiceAccountRow) => (order_by === 'username' ? userOf(view.store, row).username : row.id);
  return ordered(rows, key, sort ?? 'desc');
}

type PathToAccount = { readonly id: number | string; readonly user_id: number };

/** Finds an account of a group for callers who may manage it. */
function groupAccount(call: View & { readonly path: PathToAccount }): ServiceAccountRow {
  return accountOf(call, groupFor(call, call.path.id, level.owner).id, call.path.user_id);
}

/** Contributions of an account. The sandbox has only its pipelines. */
function deleteAccount({ store }: View, { id }: ServiceAccountRow, hard: boolean): void {
  const pipelines = pipelineTable(store);
  for (const row of pipelines.where(({ userId }: PipelineRow) => userId === id))
    if (hard) pipelines.delete(row.id);
    else pipelines.put({ ...row, userId: ghostId });
  if (hard) for (const groupId of soleGroups(store, id)) groups(store).delete(groupId);
  for (const member of members(store).where(({ userId }) => userId === id)) members(store).delete(member.id);
  serviceAccountTable(store).delete(id);
  users(store).delete(id);
}

export const serviceAccounts: Area = {
  signedIn: 'all',
  handlers: {
    listInstanceServiceAccounts: (call) => {
      requireAdministrator(call);
      return list(accountsIn(call, null, call.query), (row) => presentShort(call, row));
    },

    createInstanceServiceAccount: (call) => {
      requireAdministrator(call);
      return present(call, createAccount(call, undefined, call.body));
    },

    updateInstanceServiceAccount: (call) => {
      requireAdministrator(call);
      const row = accountOf(call, null, call.path.id);
      changeAccount(call, row, call.body);
      return present(call, row);
    },

    listGroupServiceAccounts: (call) => {
      const group = groupFor(call, call.path.id, level.owner);
      return list(accountsIn(call, group.id, call.query), (row) => present(call, row));
    },

    createGroupServiceAccount: (call) =>
      present(call, createAccount(call, groupFor(call, call.path.id, level.owner), call.body)),

    updateGroupServiceAccount: (call) => {
      const row = groupAccount(call);
      changeAccount(call, row, call.body);
      return present(call, row);
    },

    deleteGroupServiceAccount: (call) => {
      deleteAccount(call, groupAccount(call), call.query.hard_delete ?? false);
      return noContent();
    },

    listServiceAccountTokens: (call) =>
      list(tokensOf(call, groupAccount(call), call.query), (row) => presentToken(call, row)),

    createServiceAccountToken: (call) => createToken(call, groupAccount(call), call.body),

    revokeServiceAccountToken: (call) => {
      revokeToken(tokenOf(call, groupAccount(call), call.path.token_id));
      return noContent();
    },

    rotateServiceAccountToken: (call) =>
      rotateToken(call, tokenOf(call, groupAccount(call), call.path.token_id), call.body),
  },
};

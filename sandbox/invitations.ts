/** Operations on invitations to groups and projects. */
import type { BodyOf, SchemaType } from '../src/contract/index.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { day, iso } from './kit/clock.ts';
import { conflict, forbidden, notFound } from './kit/http-error.ts';
import { list, noContent } from './kit/reply.ts';
import { table } from './kit/store.ts';
import { serviceAccounts } from './service-accounts/accounts.ts';
import { groupFor, isAdministrator, level, projectFor, signedIn } from './world/access.ts';
import { groups, lineage } from './world/groups.ts';
import { type AccessLevel, type MemberRow, members } from './world/members.ts';
import { type UserRow, users } from './world/users.ts';

/** Group or project of an invitation. */
interface Holder {
  readonly in: MemberRow['in'];
  readonly id: number;
  /** Ids of the group and the groups above it. */
  readonly lineage: readonly number[];
}

interface InvitationRow {
  readonly id: number;
  readonly in: MemberRow['in'];
  readonly holderId: number;
  readonly email: string;
  accessLevel: AccessLevel;
  expiresAt: string | null;
  readonly createdAt: number;
  readonly invitedBy: string;
}

/** Groups in which an administrator approves members above Reporter. */
const groupsWithApproval: readonly number[] = [70];

/** Email address whose invitation cannot be withdrawn. */
const stuckEmail = 'stuck@example.net';

const invitationTable = table<InvitationRow>('pending invitations', ({ store, table }) => {
  const add = (holder: MemberRow['in'], holderId: number, email: string, accessLevel: AccessLevel): void => {
    table.insert((id) => ({
      id: Math.max(id, 401),
      in: holder,
      holderId,
      email,
      accessLevel,
      expiresAt: id % 2 === 0 ? null : iso(store.startedAt + 120 * day),
      createdAt: store.startedAt - 20 * day,
      invitedBy: 'Olivia Marsh',
    }));
  };
  add('group', 9, 'nora+maps@example.net', 30);
  add('group', 9, stuckEmail, 20);
  for (let index = 1; index <= 23; index++) add('group', 9, `candidate${index}@example.net`, 10);
  add('group', 10, 'platform.only@example.net', 30);
  add('project', 14, 'engine.only@example.net', 30);
  add('project', 14, stuckEmail, 15);
});

function present({ store }: View, row: InvitationRow): Loose<SchemaType<'Invitation'>> {
  return {
    id: row.id,
    invite_email: row.email,
    created_at: iso(row.createdAt),
    access_level: row.accessLevel,
    expires_at: row.expiresAt,
    user_name: users(store).find(({ email }) => email === row.email)?.name ?? null,
    created_by_name: row.invitedBy,
  };
}

function groupHolder(view: View, idOrPath: number | string): Holder {
  const group = groupFor(view, idOrPath, level.owner);
  return { in: 'group', id: group.id, lineage: [...lineage(view.store, group)].map(({ id }) => id) };
}

/** Whether a project accepts direct members: no ancestor group locks the membership. */
function projectHolder(view: View, idOrPath: number | string): Holder {
  const { id, namespace } = projectFor(view, idOrPath, level.maintainer);
  const group = namespace.kind === 'group' ? groups(view.store).get(namespace.id) : undefined;
  const above = group === undefined ? [] : [...lineage(view.store, group)];
  if (above.some(({ settings }) => settings.membership_lock)) throw forbidden('Membership is locked');
  return { in: 'project', id, lineage: above.map((row) => row.id) };
}

function pendingIn({ store }: View, holder: Holder, email?: string): InvitationRow[] {
  return invitationTable(store).where(
    (row) =>
      row.in === holder.in &&
      row.holderId === holder.id &&
      (email === undefined || email === '' || row.email.toLowerCase() === email.toLowerCase()),
  );
}

function pendingInvitation(view: View, holder: Holder, email: string): InvitationRow {
  const [row] = email === '' ? [] : pendingIn(view, holder, email);
  if (row === undefined) throw notFound('Invitation');
  return row;
}

type CreateBody = BodyOf<'createGroupInvitation'>;

/** Outcome of one invitation: sent, rejected or queued, the latter two with the reason. */
interface Outcome {
  readonly key: string;
  readonly rejected?: string;
  readonly queued?: string;
}

function inviteUser(view: View, holder: Holder, body: CreateBody, user: UserRow): Outcome {
  const { store } = view;
  const key = user.username;
  const isMember = members(store).find(
    (row) => row.userId === user.id && row.in === holder.in && row.holderId === holder.id,
  );
  if (isMember) return { key, rejected: 'Already a member' };
  const home = serviceAccounts(store).get(user.id)?.groupId;
  if (home !== undefined && home !== null && !holder.lineage.includes(home))
    return { key, rejected: 'Service accounts of a group can be invited to it and what lies below it only' };
  const needsApproval = holder.lineage.some((id) => groupsWithApproval.includes(id)) && body.access_level > 20;
  if (needsApproval && !isAdministrator(view)) return { key, queued: 'Request queued for administrator approval.' };
  members(store).insert((id) => ({
    id,
    userId: user.id,
    in: holder.in,
    holderId: holder.id,
    accessLevel: body.access_level,
    expiresAt: body.expires_at ?? null,
    ...(body.member_role_id === undefined ? {} : { memberRoleId: body.member_role_id }),
  }));
  return { key };
}

function inviteEmail(view: View, holder: Holder, body: CreateBody, email: string): Outcome {
  const { store } = view;
  const existing = users(store).find((user) => user.email.toLowerCase() === email.toLowerCase());
  if (existing) return { ...inviteUser(view, holder, body, existing), key: email };
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return { key: email, rejected: 'Invite email is invalid' };
  if (pendingIn(view, holder, email).length > 0)
    return { key: email, rejected: 'The member is already invited: Invite email has already been taken' };
  invitationTable(store).insert((id) => ({
    id,
    in: holder.in,
    holderId: holder.id,
    email,
    accessLevel: body.access_level,
    expiresAt: body.expires_at === undefined ? null : `${body.expires_at}T00:00:00.000Z`,
    createdAt: store.now(),
    invitedBy: signedIn(view).name,
  }));
  return { key: email };
}

const split = (text: string): string[] => text.split(',').map((part) => part.trim());

function invite(view: View, holder: Holder, body: CreateBody): Loose<SchemaType<'InvitationResult'>> {
  const byId =
    body.user_id === undefined
      ? []
      : split(String(body.user_id)).map((text) => {
          const user = users(view.store).get(Number(text));
          if (user === undefined) throw notFound('User');
          return inviteUser(view, holder, body, user);
        });
  const byEmail =
    body.email === undefined ? [] : split(body.email).map((email) => inviteEmail(view, holder, body, email));
  const outcomes: readonly Outcome[] = [...byEmail, ...byId];
  const rejected = outcomes.flatMap(({ key, rejected }) => (rejected === undefined ? [] : [[key, rejected] as const]));
  const queued = outcomes.flatMap(({ key, queued }) => (queued === undefined ? [] : [[key, queued] as const]));
  return {
    status: rejected.length > 0 ? 'error' : 'success',
    ...(rejected.length > 0 ? { message: Object.fromEntries(rejected) } : {}),
    ...(queued.length > 0 ? { queued_users: Object.fromEntries(queued) } : {}),
  };
}

/** Role of an invitation. Defaults to Developer, as documented. */
function change(row: InvitationRow, body: BodyOf<'updateGroupInvitation'>): Loose<SchemaType<'InvitationUpdate'>> {
  row.accessLevel = body.access_level ?? level.developer;
  if (body.expires_at !== undefined) row.expiresAt = body.expires_at;
  return { expires_at: row.expiresAt, access_level: row.accessLevel };
}

function withdraw({ store }: View, row: InvitationRow) {
  if (row.email === stuckEmail) throw conflict('Could not delete the invitation');
  invitationTable(store).delete(row.id);
  return noContent();
}

export const invitations: Area = {
  signedIn: 'all',
  handlers: {
    listGroupInvitations: (call) =>
      list(pendingIn(call, groupHolder(call, call.path.id), call.query.query), (row) => present(call, row)),

    createGroupInvitation: (call) => invite(call, groupHolder(call, call.path.id), call.body),

    updateGroupInvitation: (call) =>
      change(pendingInvitation(call, groupHolder(call, call.path.id), call.path.email), call.body),

    deleteGroupInvitation: (call) =>
      withdraw(call, pendingInvitation(call, groupHolder(call, call.path.id), call.path.email)),

    listProjectInvitations: (call) =>
      list(pendingIn(call, projectHolder(call, call.path.id), call.query.query), (row) => present(call, row)),

    createProjectInvitation: (call) => invite(call, projectHolder(call, call.path.id), call.body),

    updateProjectInvitation: (call) =>
      change(pendingInvitation(call, projectHolder(call, call.path.id), call.path.email), call.body),

    deleteProjectInvitation: (call) =>
      withdraw(call, pendingInvitation(call, projectHolder(call, call.path.id), call.path.email)),
  },
};

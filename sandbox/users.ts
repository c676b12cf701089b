/** Presentation of users by caller, and the operations on them. */
import type { QueryOf, SchemaType } from '../src/contract/index.ts';
import type { Area, Loose, View } from './kit/area.ts';
import { day, hour, iso, isoDay } from './kit/clock.ts';
import { forbidden, notFound, notSupported } from './kit/http-error.ts';
import { agrees, matchesSearch, ordered, within } from './kit/lists.ts';
import { Random } from './kit/random.ts';
import { list } from './kit/reply.ts';
import { isAdministrator, level, signedIn } from './world/access.ts';
import { members } from './world/members.ts';
import { webBase } from './world/names.ts';
import { projects } from './world/projects.ts';
import { type UserRow, users as userTable } from './world/users.ts';

/** Name of a user as the caller may see it. The name of a project bot is hidden from callers outside the project. */
function visibleName(view: View, user: UserRow): string {
  if (user.kind !== 'project_bot' || isAdministrator(view) || view.caller.user?.id === user.id) return user.name;
  const reader = view.caller.user?.id;
  const isMember = (userId: number, projectId: number): boolean =>
    members(view.store).find((row) => row.userId === userId && row.in === 'project' && row.holderId === projectId) !==
    undefined;
  const homes = members(view.store).where((row) => row.userId === user.id && row.in === 'project');
  return reader !== undefined && homes.some(({ holderId }) => isMember(reader, holderId)) ? user.name : '****';
}

/** User as embedded in other objects. */
export function userSummary(view: View, user: UserRow) {
  return {
    id: user.id,
    username: user.username,
    name: visibleName(view, user),
    state: user.state,
    locked: user.locked,
    avatar_url: `https://avatars.example.com/${user.id}?s=80&d=identicon`,
    web_url: `${webBase}/${user.username}`,
  } satisfies Loose<SchemaType<'UserSummary'>>;
}

/** Summary of the user with an id; `null` if the user does not exist. */
export function userSummaryOf(view: View, id: number | null) {
  const user = id === null ? undefined : userTable(view.store).get(id);
  return user ? userSummary(view, user) : null;
}

const jobs = [
  'Cartographer',
  'Site reliability engineer',
  'Technical writer',
  'Designer',
  'Data engineer',
  '',
] as const;
const places = ['Lisbon', 'Nairobi', 'Osaka', 'Bergen', 'Porto Alegre', 'Winnipeg'] as const;
const pronouns = ['she/her', 'he/him', 'they/them', ''] as const;

const isOwn = (view: View, user: UserRow): boolean => view.caller.user?.id === user.id;

function isProfileHidden(view: View, user: UserRow): boolean {
  return user.privateProfile && !isOwn(view, user) && !isAdministrator(view);
}

/** Email address that the user shows to everybody; `null` if none is shown. */
export function publicEmail(user: UserRow): string | null {
  return user.publicEmail === '' ? null : user.publicEmail;
}

/** User with the public profile, as embedded in jobs; few attributes of a user with a private profile. */
export function publicProfile(view: View, user: UserRow): Loose<SchemaType<'JobUser'>> {
  const common = { ...userSummary(view, user), created_at: iso(user.createdAt) };
  if (isProfileHidden(view, user)) return common;
  const random = new Random(`profile of ${user.id}`);
  const [job, place] = [random.pick(jobs), random.pick(places)];
  const organization = job === '' ? '' : 'Meridian Maps';
  return {
    ...common,
    bio: random.chance(0.5) ? `Mostly found in ${place}.` : '',
    bot: user.kind !== 'human',
    location: random.chance(0.6) ? place : null,
    public_email: publicEmail(user),
    profile_link_a: random.chance(0.3) ? user.username : '',
    profile_link_b: '',
    website_url: random.chance(0.2) ? `https://${user.username}.example.net` : '',
    organization,
    job_title: job,
    pronouns: random.pick(pronouns),
    work_information: job === '' ? null : `${job} at ${organization}`,
    followers: random.integer(0, 40),
    following: random.integer(0, 40),
    local_time: '3:38 PM',
  };
}

/** Attributes of a user for every signed-in caller. */
function profile(view: View, user: UserRow): Loose<SchemaType<'User'>> {
  return {
    ...publicProfile(view, user),
    ...(isProfileHidden(view, user) ? {} : { profile_link_c: '', profile_link_d: '' }),
    is_followed: !isOwn(view, user) && user.id % 7 === 0,
  };
}

/** Attributes for the user and for administrators. */
function account(view: View, user: UserRow): Loose<SchemaType<'User'>> {
  const random = new Random(`account of ${user.id}`);
  const lastSeen = user.kind === 'human' ? view.store.startedAt - random.integer(1, 60) * day : null;
  return {
    email: user.email,
    last_sign_in_at: lastSeen === null ? null : iso(lastSeen - day),
    confirmed_at: iso(user.createdAt + hour),
    current_sign_in_at: lastSeen === null ? null : iso(lastSeen),
    theme_id: random.integer(1, 11),
    color_scheme_id: random.integer(1, 6),
    projects_limit: 100_000,
    last_activity_on: lastSeen === null ? null : isoDay(lastSeen),
    identities: user.identities.map(({ provider, externUid, samlProviderId }) => ({
      provider,
      extern_uid: externUid,
      ...(provider === 'group_saml' ? { saml_provider_id: samlProviderId ?? null } : {}),
    })),
  };
}

/** Attributes for administrators only. */
function administratorView(view: View, user: UserRow): Loose<SchemaType<'User'>> {
  const random = new Random(`administration of ${user.id}`);
  const ip = `203.0.113.${random.integer(1, 250)}`;
  return {
    is_admin: user.admin,
    note: user.state === 'blocked' ? 'Left the company' : null,
    can_create_group: !user.external,
    can_create_project: !user.external,
    two_factor_enabled: user.twoFactor,
    external: user.external,
    private_profile: user.privateProfile,
    current_sign_in_ip: user.kind === 'human' ? ip : null,
    last_sign_in_ip: user.kind === 'human' ? ip : null,
    namespace_id: 4_000_000_000 + user.id,
    created_by: userSummaryOf(view, user.createdBy),
    commit_email: user.email,
    plan: 'ultimate',
    trial: false,
    sign_in_count: random.integer(0, 900),
    shared_runners_minutes_limit: null,
    extra_shared_runners_minutes_limit: null,
    is_auditor: user.auditor,
    using_license_seat: user.kind === 'human' && user.state === 'active',
    provisioned_by_group_id: user.scim[0]?.groupId ?? null,
    scim_identities: user.scim.map(({ externUid, groupId }) => ({
      extern_uid: externUid,
      group_id: groupId,
      active: true,
    })),
  };
}

/** Presents a user to a caller. */
function fullUser(view: View, user: UserRow): Loose<SchemaType<'User'>> {
  if (!isAdministrator(view)) return profile(view, user);
  return { ...profile(view, user), ...account(view, user), ...administratorView(view, user) };
}

/** Custom attributes, for administrators who request them. */
function customAttributes(
  view: View,
  wanted: boolean | undefined,
  { customAttributes }: Pick<UserRow, 'customAttributes'>,
) {
  return wanted && isAdministrator(view) ? { custom_attributes: customAttributes } : {};
}

type Query = QueryOf<'listUsers'>;

function matchesForEveryone(view: View, query: Query, user: UserRow): boolean {
  const human = user.kind === 'human';
  const searched =
    matchesSearch(query.search, user.name, user.username) ||
    user.publicEmail === query.search ||
    (isAdministrator(view) && user.email === query.search);
  return (
    searched &&
    (query.username === undefined || user.username.toLowerCase() === query.username.toLowerCase()) &&
    (query.public_email === undefined || user.publicEmail === query.public_email) &&
    !(query.active && user.state !== 'active') &&
    !(query.blocked && user.state !== 'blocked') &&
    !(query.external && !user.external) &&
    !(query.humans && !human) &&
    !(query.exclude_active && user.state === 'active') &&
    !(query.exclude_external && user.external) &&
    !(query.exclude_humans && human) &&
    !(query.exclude_internal && user.kind === 'internal') &&
    !(query.without_project_bots && user.kind === 'project_bot') &&
    within(user.createdAt, query.created_after, query.created_before)
  );
}

/** Filters for administrators; ignored for other callers. */
function matchesForAdministrators(view: View, query: Query, user: UserRow): boolean {
  const { provider, extern_uid, custom_attributes = {} } = query;
  const { store } = view;
  const identities = [...user.identities, ...user.scim.map(({ externUid }) => ({ provider: 'scim', externUid }))];
  const identified = identities.some((each) => each.provider === provider && each.externUid === extern_uid);
  const ownsNothing = (): boolean =>
    !projects(store).find(({ namespace }) => namespace.kind === 'user' && namespace.id === user.id) &&
    !members(store).find((row) => row.userId === user.id && row.in === 'project' && row.accessLevel > level.none);
  return (
    (provider === undefined || extern_uid === undefined || identified) &&
    agrees(query.two_factor && query.two_factor === 'enabled', user.twoFactor) &&
    !(query.without_projects && !ownsNothing()) &&
    !(query.admins && !user.admin) &&
    !(query.auditors && !user.auditor) &&
    !(query.skip_ldap && user.identities.some((each) => each.provider.startsWith('ldap'))) &&
    Object.entries(custom_attributes).every(([key, value]) =>
      user.customAttributes.some((attribute) => attribute.key === key && attribute.value === value),
    )
  );
}

const orders: Readonly<Record<SchemaType<'UserOrderField'>, (user: UserRow) => string | number>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  username: ({ username }) => username,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
};

function inOrder(view: View, query: Query, rows: UserRow[]): UserRow[] {
  const orderBy = (isAdministrator(view) && query.order_by) || 'id';
  const direction = (isAdministrator(view) && query.sort) || 'desc';
  if (query.pagination !== 'keyset') return ordered(rows, orders[orderBy], direction);
  if ((query.order_by ?? 'id') !== 'id') throw notSupported('Keyset pagination is only available for order_by=id');
  // A sandbox at a large scale has very many rows.
  return rows.sort(query.sort === 'asc' ? (a, b) => a.id - b.id : (a, b) => b.id - a.id);
}

export const users: Area = {
  signedIn: ['getUser', 'getCurrentUser'],
  handlers: {
    listUsers: (call) => {
      const { query, caller, store } = call;
      if (!caller.user && query.username === undefined) throw forbidden('Not authorized to access /api/v4/users');
      const administrator = isAdministrator(call);
      const matches = userTable(store).where(
        (user) =>
          matchesForEveryone(call, query, user) && (!administrator || matchesForAdministrators(call, query, user)),
      );
      const rows = inOrder(call, query, matches);
      const attributes = (user: UserRow) => customAttributes(call, query.with_custom_attributes, user);
      // Administrators get the extended view, which has more attributes than the contract gives the items of this list.
      if (administrator)
        return list(rows, (user) => ({ ...fullUser(call, user), ...attributes(user) }), { itemSchema: 'User' });
      return list(rows, (user) => userSummary(call, user));
    },

    getUser: (call) => {
      const user = userTable(call.store).get(call.path.id);
      if (user === undefined) throw notFound('User');
      return { ...fullUser(call, user), ...customAttributes(call, call.query.with_custom_attributes, user) };
    },

    getCurrentUser: (call) => {
      const user = signedIn(call);
      return { ...profile(call, user), ...account(call, user), ...(user.admin ? administratorView(call, user) : {}) };
    },
  },
};

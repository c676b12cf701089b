/** Callers of the sandbox: one invented token per role. */
import type { Store } from '../kit/store.ts';
import { type UserRow, users } from './users.ts';

export const roles = [
  'administrator',
  'auditor',
  'owner',
  'maintainer',
  'developer',
  'reporter',
  'guest',
  'outsider',
  'bot',
  'anonymous',
] as const;

/**
 * `owner` to `guest` have that role in the groups `meridian`, `harbor` and `vault`; `outsider` is signed in without any
 * membership; `bot` is the bot user of a project token of `meridian/platform/engine`; `anonymous` has no token.
 */
export type Role = (typeof roles)[number];

/** Tokens by role; the empty string for `anonymous`. */
export const tokens: Readonly<Record<Role, string>> = {
  administrator: 'sandbox-administrator-token',
  auditor: 'sandbox-auditor-token',
  owner: 'sandbox-owner-token',
  maintainer: 'sandbox-maintainer-token',
  developer: 'sandbox-developer-token',
  reporter: 'sandbox-reporter-token',
  guest: 'sandbox-guest-token',
  outsider: 'sandbox-outsider-token',
  bot: 'sandbox-bot-token',
  anonymous: '',
};

/** Usernames by role. */
export const roleUsernames: Readonly<Record<Exclude<Role, 'anonymous'>, string>> = {
  administrator: 'amara.okafor',
  auditor: 'august.lindqvist',
  owner: 'olivia.marsh',
  maintainer: 'mateo.silva',
  developer: 'dana.kim',
  reporter: 'ravi.patel',
  guest: 'greta.holm',
  outsider: 'oscar.nguyen',
  bot: 'project_14_bot_release',
};

/** Caller of the sandbox. */
export interface Caller {
  readonly role: Role;
  /** `undefined` for `anonymous`. */
  readonly user: UserRow | undefined;
  /** Whether the token belongs to a project or group instead of a person. */
  readonly resourceToken: boolean;
}

/** Finds the caller of a token; `undefined` for an unknown token. */
export function callerOf(store: Store, token: string): Caller | undefined {
  const role = roles.find((candidate) => tokens[candidate] === token);
  if (role === undefined) return undefined;
  if (role === 'anonymous') return { role, user: undefined, resourceToken: false };
  const username = roleUsernames[role];
  const user = users(store).find((candidate) => candidate.username === username);
  if (user === undefined) throw new Error(`There is no user ${username}`);
  return { role, user, resourceToken: role === 'bot' };
}

/** Memberships, and the custom roles of members. */
import type { SchemaType } from '../../src/contract/index.ts';
import { table } from '../kit/store.ts';
import { groups } from './groups.ts';
import { projects } from './projects.ts';
import { users } from './users.ts';

export type AccessLevel = SchemaType<'AccessLevel'>;

export interface MemberRow {
  readonly id: number;
  readonly userId: number;
  readonly in: 'group' | 'project';
  readonly holderId: number;
  accessLevel: AccessLevel;
  memberRoleId?: number;
  expiresAt: string | null;
}

/** Custom role: a base access level and further permissions. */
export interface MemberRoleRow {
  readonly id: number;
  /** `null` for a role of the whole instance. */
  readonly groupId: number | null;
  name: string;
  description: string | null;
  readonly baseAccessLevel: AccessLevel;
  /** Names of the enabled permission flags. */
  readonly permissions: readonly string[];
}

/** Direct memberships. */
export const members = table<MemberRow>('members', ({ store, table, random }) => {
  const add = (userId: number, holder: 'group' | 'project', holderId: number, accessLevel: AccessLevel): void => {
    table.insert((id) => ({ id, userId, in: holder, holderId, accessLevel, expiresAt: null }));
  };
  const levels: readonly (readonly [userId: number, level: AccessLevel])[] = [
    [3, 50],
    [4, 40],
    [5, 30],
    [6, 20],
    [7, 10],
  ];
  for (const groupId of [9, 70, 80]) for (const [userId, level] of levels) add(userId, 'group', groupId, level);
  for (const botId of [9, 10]) add(botId, 'project', 14, 40);
  const people = users(store).where(({ id, kind }) => id > 18 && id < 200 && kind === 'human');
  for (const group of groups(store).where(({ id }) => id < 100))
    for (let count = 0; count < 5; count++)
      add(random.pick(people).id, 'group', group.id, random.pick([20, 30, 30, 40, 50]));
  for (const project of projects(store).where(({ id }) => id <= 60))
    if (random.chance(0.5)) add(random.pick(people).id, 'project', project.id, random.pick([15, 25, 30]));
});

/** Custom roles. */
export const memberRoles = table<MemberRoleRow>('member roles', ({ table }) => {
  table.put({
    id: 1,
    groupId: null,
    name: 'Runner keeper',
    description: 'Looks after runners',
    baseAccessLevel: 20,
    permissions: ['admin_runners'],
  });
  table.put({
    id: 2,
    groupId: 9,
    name: 'Code reader',
    description: null,
    baseAccessLevel: 10,
    permissions: ['read_code'],
  });
  table.put({
    id: 3,
    groupId: 9,
    name: 'Gatekeeper',
    description: 'Approves merge requests',
    baseAccessLevel: 30,
    permissions: ['admin_merge_request', 'manage_merge_request_settings'],
  });
});

import { type Role, roleUsernames } from '../../../sandbox/index.ts';
import { type AccessLevel, members } from '../../../sandbox/world/members.ts';
import { users } from '../../../sandbox/world/users.ts';
import type { SandboxedFacade } from '../../harness.ts';

/** Runs a function while a role has another access level, or a custom role, in the group `meridian`. */
export async function withAccessLevel(
  { sandbox: { store } }: SandboxedFacade,
  role: Exclude<Role, 'anonymous'>,
  accessLevel: AccessLevel,
  run: () => Promise<void>,
  memberRoleId?: number,
): Promise<void> {
  const user = users(store).find(({ username }) => username === roleUsernames[role]);
  const member = members(store).find((row) => row.userId === user?.id && row.in === 'group' && row.holderId === 9);
  if (member === undefined) throw new Error(`${role} is not a member of meridian`);
  const before = member.accessLevel;
  member.accessLevel = accessLevel;
  if (memberRoleId !== undefined) member.memberRoleId = memberRoleId;
  try {
    await run();
  } finally {
    member.accessLevel = before;
    delete member.memberRoleId;
  }
}

import type { Role } from '../../package/sandbox.ts';

/** Executes an action as each role. @returns the error code by role; `undefined` for a success */
export async function outcomes(
  execute: (as: Role) => Promise<{ readonly code: string | undefined }>,
): Promise<Readonly<Record<string, string | undefined>>> {
  const results: Record<string, string | undefined> = {};
  for (const as of ['anonymous', 'guest', 'developer', 'maintainer', 'owner', 'administrator'] as const)
    results[as] = (await execute(as)).code;
  return results;
}

/** Outcomes of an action that requires at least the role Maintainer. */
export const maintainersOnly = {
  anonymous: 'UNAUTHENTICATED',
  guest: 'FORBIDDEN',
  developer: 'FORBIDDEN',
  maintainer: undefined,
  owner: undefined,
  administrator: undefined,
} as const;

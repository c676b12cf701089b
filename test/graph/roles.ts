import type { Role } from '../../src/sandbox/index.ts';

/** Result of each role: `undefined` for a success, or the code of the error. */
export async function outcomes(
  act: (as: Role) => Promise<{ readonly code: string | undefined }>,
): Promise<Readonly<Record<string, string | undefined>>> {
  const results: Record<string, string | undefined> = {};
  for (const as of ['anonymous', 'guest', 'developer', 'maintainer', 'owner', 'administrator'] as const)
    results[as] = (await act(as)).code;
  return results;
}

/** Results of an action for Maintainers and up. */
export const maintainersOnly = {
  anonymous: 'UNAUTHENTICATED',
  guest: 'FORBIDDEN',
  developer: 'FORBIDDEN',
  maintainer: undefined,
  owner: undefined,
  administrator: undefined,
} as const;

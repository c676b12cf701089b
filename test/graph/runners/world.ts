import { landmarks } from '../../../package/sandbox.ts';
import type { SandboxedFacade } from '../../harness.ts';
import { callRest } from '../../rest-client.ts';

/** Runs a function while the role `outsider` is a member of the group `meridian`, then restores the seeded data. */
export async function withOutsiderAsMember(
  facade: SandboxedFacade,
  membership: { readonly access_level: number; readonly member_role_id?: number },
  run: () => Promise<void>,
): Promise<void> {
  const { id } = await callRest<{ id: number }>(facade, 'getCurrentUser', { as: 'outsider' });
  const path = { id: landmarks.publicGroup.id };
  await callRest(facade, 'createGroupInvitation', { path, body: { user_id: id, ...membership } });
  try {
    await run();
  } finally {
    facade.sandbox.reset();
  }
}

import type { Role } from '../../../package/sandbox.ts';
import type { Facade } from '../../harness.ts';
import { everything } from '../everything.ts';
import { mutate } from '../mutate.ts';
import { type Page, pageInfo } from '../page-through.ts';

export type Input = Readonly<Record<string, unknown>>;

export interface Invitation {
  readonly id: string;
  readonly databaseId: number;
  readonly inviteEmail: string;
  readonly accessLevel: string;
  readonly expiresAt: string | null;
}

export interface Invitations extends Page<Invitation> {
  readonly totalCount: number;
}

export const invitationFields = everything('Invitation');

export const targets = [
  {
    kind: 'group',
    parentId: 9,
    target: { group: 'meridian' },
    pathById: '/groups/9',
    pathByFullPath: '/groups/meridian',
  },
  {
    kind: 'project',
    parentId: 14,
    target: { project: 'meridian/platform/engine' },
    pathById: '/projects/14',
    pathByFullPath: '/projects/meridian%2Fplatform%2Fengine',
  },
] as const;

/** The invitations of the group or project with this number. */
export const readInvitations = (facade: Facade, kind: 'group' | 'project', id: number, args = '', as: Role = 'owner') =>
  facade.execute<{ parent: { invitations: Invitations | null } }>(
    `query ($id: ID!) { parent: ${kind}(id: $id) { invitations${args} { nodes { ${invitationFields} } totalCount ${pageInfo} } } }`,
    { id },
    { as },
  );

export interface Result {
  readonly address: string | null;
  readonly status: string | null;
  readonly message: string | null;
}

export const invite = (
  facade: Pick<Facade, 'execute'>,
  input: Input,
  as: Role = 'owner',
  selection = 'address status message',
) => mutate<{ results: readonly Result[] | null }>(facade, 'invitationCreate', input, `results { ${selection} }`, as);

export const updateInvitation = (
  facade: Pick<Facade, 'execute'>,
  input: Input,
  as: Role = 'owner',
  selection = invitationFields,
) => mutate<{ invitation: Invitation | null }>(facade, 'invitationUpdate', input, `invitation { ${selection} }`, as);

export const deleteInvitation = (facade: Pick<Facade, 'execute'>, id: string, as: Role = 'owner') =>
  mutate<{ deletedInvitationId: string | null }>(facade, 'invitationDelete', { id }, 'deletedInvitationId', as);

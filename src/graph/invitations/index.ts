/** Invitations to groups and projects: document 2, sections 2.8, 3.4 and 4.6. */
import type { OperationId } from '../../contract/index.ts';
import { badInput, type Violation } from '../../rest/errors.ts';
import type { Request } from '../../rest/request.ts';
import { Group } from '../groups.ts';
import { builder } from '../kit/builder.ts';
import { declare } from '../kit/declaration.ts';
import { Entity } from '../kit/entity.ts';
import { addFields } from '../kit/fields.ts';
import { type Address, embedded } from '../kit/held.ts';
import { addChoiceMutation } from '../kit/mutation.ts';
import { groupReference, parseReference, projectReference } from '../kit/references.ts';
import { Selection } from '../kit/selection.ts';
import { enumType } from '../kit/types.ts';
import { MemberRole } from '../member-roles.ts';
import { Project } from '../projects.ts';
import { type InvitationResult, resultsOf } from './results.ts';

export const Invitation = new Entity({
  name: 'Invitation',
  keys: ['id', 'kind', 'email'],
  idPrefix: 'kind',
  schema: 'Invitation',
  owner: [
    { entity: Group, owns: ({ kind }) => kind === 'group' },
    { entity: Project, owns: ({ kind }) => kind === 'project' },
  ],
  address: (invitation, { id, kind, email }) => ({ id, kind, email: invitation.invite_email ?? email }),
  search: {
    operation: ['listGroupInvitations', 'listProjectInvitations'],
    request: ({ kind, id, email }) => ({
      operation: kind === 'group' ? 'listGroupInvitations' : 'listProjectInvitations',
      path: { id },
      query: { query: String(email) },
    }),
    matches: (invitation, { email }) =>
      String(invitation.invite_email).toLowerCase() === String(email).toLowerCase(),
  },
});
// A change answers with less than the list.
Invitation.occursIn('InvitationUpdate');

addFields(Invitation, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('invite_email', 'access_level', 'created_at', 'expires_at', 'user_name', 'created_by_name'),
}));

addFields(Group, (f) => ({
  invitations: f.connection('listGroupInvitations', Invitation, {
    request: ({ id }, query) => ({ path: { id }, query }),
    within: { kind: 'group' },
  }),
}));

addFields(Project, (f) => ({
  invitations: f.connection('listProjectInvitations', Invitation, {
    request: ({ id }, query) => ({ path: { id }, query }),
    within: { kind: 'project' },
  }),
}));

/** The address of the invitation that a call is about, or would be for one of its addresses. */
function addressOf({ operation, path }: Request): Address {
  const kind = operation.endsWith('GroupInvitation') ? 'group' : 'project';
  return { ...path, kind };
}

const target = builder.inputType('InvitationTargetInput', {
  isOneOf: true,
  description: 'What people are invited to. Exactly one member.',
  fields: (t) => ({
    group: t.id({ description: groupReference }),
    project: t.id({ description: projectReference }),
  }),
});

const developer = 30;

/** The number of what an input names, where a path or name does not do. */
function numberOf(typename: string, text: string, path: Violation['path']): number {
  const id = parseReference(typename, text, path);
  if (typeof id === 'number') return id;
  throw badInput([{ path, message: `must be the global id or the number of a ${typename}` }]);
}

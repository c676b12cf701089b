/** Invitations to groups and projects. */
import { badInput, isRestError, RestError, type Violation } from '../../rest/errors.ts';
import type { RestRequest } from '../../rest/request.ts';
import { Group } from '../groups.ts';
import { builder } from '../kit/builder.ts';
import { inputEnumType } from '../kit/contract/enums.ts';
import type { FieldBuilder } from '../kit/fields/attribute.ts';
import { addChoiceMutation } from '../kit/fields/choice-mutation.ts';
import type { Calls } from '../kit/fields/composed.ts';
import { addFields, Fields, resourceType } from '../kit/fields/index.ts';
import type { Outcome } from '../kit/fields/payload.ts';
import { groupReference, parseNumber, parseReference, projectReference } from '../kit/resources/references.ts';
import { embedded, type PathParameters } from '../kit/resources/resource.ts';
import { MemberRole } from '../member-roles.ts';
import { Project } from '../projects.ts';
import { User } from '../users.ts';
import { type InvitationResult, inviteesOf, resultsOf } from './results.ts';

/** Whether an address is that of an invitation to a group, not to a project. Fails with `BAD_USER_INPUT` when it is neither. */
function isToGroup({ kind }: PathParameters<'kind'>, path: Violation['path'] = ['input', 'id']): boolean {
  if (kind === 'group' || kind === 'project') return kind === 'group';
  throw badInput([{ path, message: 'must be the global id of an Invitation' }]);
}

export const Invitation = resourceType({
  name: 'Invitation',
  parameters: ['id', 'kind', 'email'],
  idPrefix: 'kind',
  schema: 'Invitation',
  owner: [
    { type: Group, owns: ({ kind }) => kind === 'group' },
    { type: Project, owns: ({ kind }) => kind === 'project' },
  ],
  pathOf: (invitation, { id, kind, email }) => ({ id, kind, email: invitation.invite_email ?? email }),
  search: {
    operation: ['listGroupInvitations', 'listProjectInvitations'],
    request: (address) => ({
      operation: isToGroup(address, ['id']) ? 'listGroupInvitations' : 'listProjectInvitations',
      path: { id: address.id },
      query: { query: String(address.email) },
    }),
    matches: (invitation, { email }) => String(invitation.invite_email).toLowerCase() === String(email).toLowerCase(),
  },
});
// A change answers with less than the list.
Invitation.occursIn('InvitationUpdate');

addFields(Invitation, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('invite_email', 'access_level', 'created_at', 'expires_at', 'user_name', 'created_by_name'),
  group: f.lookup(Group, {
    description: 'The group that the invitation is to; null for an invitation to a project.',
    path: ({ kind, id }) => (kind === 'group' ? { id } : null),
  }),
  project: f.lookup(Project, {
    description: 'The project that the invitation is to; null for an invitation to a group.',
    path: ({ kind, id }) => (kind === 'project' ? { id } : null),
  }),
}));

addFields(Group, (f) => ({
  invitations: f.connection('listGroupInvitations', Invitation, {
    within: { kind: 'group' },
  }),
}));

addFields(Project, (f) => ({
  invitations: f.connection('listProjectInvitations', Invitation, {
    within: { kind: 'project' },
  }),
}));

/** The address of the invitation that a call is about, or would be for one of its addresses. */
function pathOf({ operation, path }: RestRequest): PathParameters {
  const kind = operation.endsWith('GroupInvitation') ? 'group' : 'project';
  return { ...path, kind };
}

const target = builder.inputType('InvitationTargetInput', {
  isOneOf: true,
  description: 'The group or project that people are invited to. Exactly one member.',
  fields: (t) => ({
    group: t.id({ description: groupReference }),
    project: t.id({ description: projectReference }),
  }),
});

const developer = 30;

interface Invitees {
  readonly emails?: readonly string[] | null | undefined;
  readonly users?: readonly string[] | null | undefined;
  readonly memberRole?: string | null | undefined;
}

const userNumber = (user: string, index: number): number => parseNumber('User', user, ['input', 'users', index]);
const roleNumber = (role: string): number => MemberRole.numberBelow({}, role, ['input', 'memberRole']);

function violationsOf(parse: () => unknown): readonly Violation[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (isRestError(error, 'BAD_USER_INPUT')) return error.violations;
    throw error;
  }
}

/** Everything that is wrong with whom to invite as what. */
function checkInvitees({ emails, users, memberRole }: Invitees): Violation[] {
  const [byEmail, byUser] = [emails ?? [], users ?? []];
  return [
    ...(byEmail.length + byUser.length === 0
      ? [{ path: ['input'], message: 'needs at least one of emails, users' }]
      : []),
    ...byEmail.flatMap((email, index) =>
      email.trim() === '' || email.includes(',')
        ? [{ path: ['input', 'emails', index], message: 'must be one email address' }]
        : [],
    ),
    ...byUser.flatMap((user, index) => violationsOf(() => userNumber(user, index))),
    ...(memberRole ? violationsOf(() => roleNumber(memberRole)) : []),
  ];
}

const resultStatus = builder.enumType('InvitationResultStatus', {
  description: 'Whether one person was invited, has to wait or was refused.',
  values: {
    INVITED: { description: 'The invitation is on its way, or the user is a member already.' },
    QUEUED: { description: 'The user becomes a member once an administrator approves; the message says so.' },
    REFUSED: { description: 'The service did not invite this person; the message says why.' },
    UNKNOWN: { description: 'The answer of the upstream does not tell what became of this person.' },
  },
});

type WrittenResult = InvitationResult & { readonly request: RestRequest };

const invitationResult = builder.objectRef<WrittenResult>('InvitationResult');
const resultFields = (t: FieldBuilder<WrittenResult>) => new Fields<WrittenResult, never>(t);

invitationResult.implement({
  description: 'Result of the invitation of one person, where a call can invite several and some of them fail.',
  fields: (t) => ({
    address: t.exposeString('address', {
      nullable: true,
      description:
        'Whom the result is about: the email address or the numeric id of the user as it was given, or the name by which the upstream tells of somebody else.',
    }),
    status: t.expose('status', {
      type: resultStatus,
      nullable: true,
      description: 'Whether the person was invited, has to wait or was refused.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Why the person has to wait or was refused, in words of the upstream; null for whoever was invited.',
    }),
    user: resultFields(t).composed({
      value: User.ref,
      description: 'The invited user; null for invitations by email.',
      steps: [{ operation: 'getUser' }],
      gives: { type: User, representation: 'User' },
      resolve: ({ userId }, _, calls) => (userId === undefined ? null : calls.find(User, { id: userId })),
    }),
    invitation: resultFields(t).composed({
      value: Invitation.ref,
      description:
        'The invitation that now awaits an answer; null where there is none, as for users, who become members at once.',
      steps: [{ operation: 'listGroupInvitations' }, { operation: 'listProjectInvitations' }],
      gives: { type: Invitation, representation: 'Invitation' },
      resolve: ({ status, userId, address, request }, _, calls) =>
        status !== 'INVITED' || userId !== undefined
          ? null
          : calls.find(Invitation, { ...pathOf(request), email: address }),
    }),
  }),
});

/** The username of a user; undefined where the service does not tell it. */
async function usernameOf(id: number, calls: Calls): Promise<string | undefined> {
  try {
    const user = await calls.load(User, { id });
    const username = user?.attributes?.username;
    return typeof username === 'string' ? username : undefined;
  } catch (error) {
    if (isRestError(error)) return undefined;
    throw error;
  }
}

addChoiceMutation('invitationCreate', {
  operations: ['createGroupInvitation', 'createProjectInvitation'],
  description:
    'Invites people to a group or project by email address or as users, several at once. Each of them has a result of its own: some can be invited while others are refused, and users can have to wait for an administrator where role promotions need approval. `errors` is about the call as a whole. For Owners of the group; for Maintainers and Owners of the project where the group does not lock the membership of its projects. Where new accounts or invitations are switched off, an administrator has to add the user.',
  input: (t) => ({
    target: t.field({ type: target, required: true, description: 'The group or project to invite people to.' }),
    emails: t.field({
      type: ['EmailAddress'],
      description:
        'Email addresses to invite. Each gets an invitation by email; at least one, unless `users` are given.',
    }),
    users: t.idList({ description: 'Users to invite, by their global ids or numeric ids.' }),
    accessLevel: t.field({
      type: inputEnumType('AccessLevel'),
      defaultValue: developer,
      description: 'Role that the invited people get. Every level is accepted.',
    }),
    memberRole: t.id({
      description:
        'Custom member role that the invited people get on top of the access level, by its global id or its numeric id. Ultimate tier only.',
    }),
  }),
  members: ['createGroupInvitation', 'createProjectInvitation'],
  except: ['email', 'user_id', 'access_level', 'member_role_id'],
  check: checkInvitees,
  operation: ({ target }) => (typeof target.group === 'string' ? 'createGroupInvitation' : 'createProjectInvitation'),
  request: ({ target, emails, users, accessLevel, memberRole }, body) => ({
    path: {
      id:
        typeof target.group === 'string'
          ? parseReference('Group', target.group, ['input', 'target', 'group'])
          : parseReference('Project', target.project ?? '', ['input', 'target', 'project']),
    },
    body: {
      ...body,
      ...(users?.length && !emails?.length ? {} : { email: (emails ?? []).join(',') }),
      ...(users?.length ? { user_id: users.map(userNumber).join(',') } : {}),
      access_level: accessLevel,
      ...(memberRole ? { member_role_id: roleNumber(memberRole) } : {}),
    },
  }),
  payload: (f) => ({
    results: new Fields<Outcome, never>(f.t).composed({
      value: invitationResult,
      items: 'required',
      description:
        'One result for each address and user, in the order of the input. Usernames by which the upstream tells of refusals are looked up.',
      steps: [{ operation: 'getUser', times: 'list' }],
      resolve: async ({ request, answer }, _, calls) => {
        if (request === undefined || answer === undefined) return null;
        const invitees = inviteesOf(embedded(request.body) ?? {});
        const results = await resultsOf(invitees, embedded(answer.body) ?? {}, (id) => usernameOf(id, calls));
        return results.map((result) => ({ ...result, request }));
      },
    }),
    group: f.parent(Group),
    project: f.parent(Project),
  }),
});

const invitationId = { required: true, description: 'The invitation, as its global id.' } as const;

/** The level that an invitation is for now. Without one in the call, the upstream falls back to a default. */
async function presentLevel(id: string, calls: Calls) {
  const found = await calls.load(Invitation, Invitation.pathFromId(id));
  if (found === null)
    throw new RestError('NOT_FOUND', 'There is no such invitation', {
      violations: [{ path: ['input', 'id'], message: 'names no invitation that the caller may see' }],
    });
  const level = found.attributes?.access_level;
  if (typeof level === 'number') return level;
  throw badInput([
    { path: ['input', 'accessLevel'], message: 'is required, as the upstream does not tell the present role' },
  ]);
}

addChoiceMutation('invitationUpdate', {
  operations: ['updateGroupInvitation', 'updateProjectInvitation'],
  description:
    'Changes the role or the expiry of a pending invitation to a group or project. What is left out stays; leaving out the role costs one more call, which reads the present one. For Owners of the group; for Maintainers and Owners of the project where the group does not lock the membership of its projects.',
  input: (t) => ({ id: t.id(invitationId) }),
  members: ['updateGroupInvitation', 'updateProjectInvitation'],
  operation: ({ id }) => (isToGroup(Invitation.pathFromId(id)) ? 'updateGroupInvitation' : 'updateProjectInvitation'),
  request: ({ id }, body) => {
    const { id: holder, email } = Invitation.pathFromId(id);
    return { path: { id: holder, email }, body };
  },
  completion: {
    steps: Invitation.detailOperations.map((operation) => ({ operation })),
    read: async ({ id }, { body }, calls) =>
      embedded(body)?.access_level === undefined ? { body: { access_level: await presentLevel(id, calls) } } : {},
  },
  payload: (f) => ({
    invitation: f.resource(
      Invitation,
      'The invitation after the change. All but its address, role and expiry costs one more call.',
      'InvitationUpdate',
      ({ request, answer }, selection) => {
        const path = pathOf(request);
        const changed = embedded(answer.body);
        const attributes = { ...changed, invite_email: path.email };
        return Invitation.fromWrite(attributes, path, 'InvitationUpdate', selection);
      },
    ),
  }),
});

addChoiceMutation('invitationDelete', {
  operations: ['deleteGroupInvitation', 'deleteProjectInvitation'],
  description:
    'Withdraws a pending invitation to a group or project. For Owners of the group; for Maintainers and Owners of the project where the group does not lock the membership of its projects.',
  input: (t) => ({ id: t.id(invitationId) }),
  operation: ({ id }) => (isToGroup(Invitation.pathFromId(id)) ? 'deleteGroupInvitation' : 'deleteProjectInvitation'),
  request: ({ id }) => {
    const { id: holder, email } = Invitation.pathFromId(id);
    return { path: { id: holder, email } };
  },
  payload: (f) => ({
    deletedInvitationId: f.deletedId(Invitation, 'Global id of the invitation that was withdrawn.', pathOf),
    group: f.parent(Group),
    project: f.parent(Project),
  }),
});

/** Invitations to groups and projects. */

import { semanticNonNullDirective } from '../../execution/index.ts';
import { toText } from '../../helpers/to-text.ts';
import { badInput, isRestError, type Violation } from '../../rest/errors.ts';
import type { RestRequest } from '../../rest/request.ts';
import { Group } from '../groups.ts';
import type { Area } from '../kit/area.ts';
import { defineEnum, defineInput, defineInputEnum, defineObject } from '../kit/definitions.ts';
import { defineChoiceMutation } from '../kit/fields/choice-mutation.ts';
import type { Calls } from '../kit/fields/composed.ts';
import { defineFields, defineResourceType, Fields } from '../kit/fields/index.ts';
import type { WriteResult } from '../kit/fields/payload-kinds.ts';
import { defineRootLookup } from '../kit/fields/root-lookup.ts';
import { toObjectNumber } from '../kit/resources/path-parameter-types.ts';
import {
  collectViolations,
  groupIdDescription,
  parseNumber,
  parseReference,
  projectIdDescription,
} from '../kit/resources/references.ts';
import { asObject, type PathParameters } from '../kit/resources/resource.ts';
import { type PlannedParameter, type PlannedPath, ResponseValue } from '../kit/resources/response-value.ts';
import { createMissingObjectError } from '../kit/resources/retrieval.ts';
import { MemberRole } from '../member-roles.ts';
import { Project } from '../projects.ts';
import { User } from '../users.ts';
import { findCommonRefusal, getInvitees, type InvitationResult, matchResults } from './results.ts';

/**
 * Whether path parameters are those of an invitation to a group instead of a project.
 * @throws RestError BAD_USER_INPUT if they are neither
 */
function isToGroup({ kind }: PlannedPath<'kind'>, path: Violation['path'] = ['input', 'id']): boolean {
  if (kind === 'group' || kind === 'project') return kind === 'group';
  throw badInput([{ path, message: 'must be the global id of an Invitation' }]);
}

export const Invitation = defineResourceType({
  name: 'Invitation',
  parameters: ['id', 'kind', 'email'],
  idPrefix: 'kind',
  schema: 'Invitation',
  owner: [
    { type: Group, owns: ({ kind }) => kind === 'group' },
    { type: Project, owns: ({ kind }) => kind === 'project' },
  ],
  getItemPath: (invitation, { id, kind, email }) => ({ id, kind, email: invitation.invite_email ?? email }),
  search: {
    operation: ['listGroupInvitations', 'listProjectInvitations'],
    request: (address) => ({
      operation: isToGroup(address, ['id']) ? 'listGroupInvitations' : 'listProjectInvitations',
      path: { id: address.id },
      query: { query: address.email },
    }),
    matches: (invitation, { email }) => toText(invitation.invite_email).toLowerCase() === toText(email).toLowerCase(),
  },
});

/** Whether `kind` is equal to `other`, or determined only by a response. */
const mayBe = (kind: PlannedParameter, other: string): boolean => kind === other || kind instanceof ResponseValue;

const invitationFields = defineFields(Invitation, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('invite_email', 'access_level', 'created_at', 'expires_at', 'user_name', 'created_by_name'),
  group: f.lookup(Group, {
    description: 'Group of the invitation; null for an invitation to a project.',
    path: ({ kind, id }) => (mayBe(kind, 'group') ? { id } : null),
    isProvenByParent: true,
  }),
  project: f.lookup(Project, {
    description: 'Project of the invitation; null for an invitation to a group.',
    path: ({ kind, id }) => (mayBe(kind, 'project') ? { id } : null),
    isProvenByParent: true,
  }),
}));

const groupFields = defineFields(Group, (f) => ({
  invitations: f.connection('listGroupInvitations', Invitation, {
    itemPathOverrides: { kind: 'group' },
  }),
}));

const projectFields = defineFields(Project, (f) => ({
  invitations: f.connection('listProjectInvitations', Invitation, {
    itemPathOverrides: { kind: 'project' },
  }),
}));

/**
 * Returns the path parameters of the invitation that a request concerns; a request that creates invitations has no
 * email address.
 */
function getInvitationPath({ operation, path }: RestRequest): PathParameters {
  const kind = operation.endsWith('GroupInvitation') ? 'group' : 'project';
  return { ...path, kind };
}

const target = defineInput('InvitationTargetInput', {
  isOneOf: true,
  description: 'Group or project of the invitations. Exactly one member.',
  fields: (t) => ({
    group: t.id({ description: groupIdDescription }),
    project: t.id({ description: projectIdDescription }),
  }),
});

const accessLevelInput = defineInputEnum('AccessLevel');
const developer = 30;

interface Invitees {
  readonly emails?: readonly string[] | null | undefined;
  readonly users?: readonly string[] | null | undefined;
  readonly memberRole?: string | null | undefined;
}

/** Joins values without duplicates: the service would refuse the second invitation of a person. */
const joinDistinct = (values: readonly (string | number)[]): string => [...new Set(values)].join(',');

const parseUserNumber = (user: string, index: number): number => parseNumber('User', user, ['input', 'users', index]);
const parseRoleNumber = (role: string): number => MemberRole.parseNumberBelow({}, role, ['input', 'memberRole']);

/** Returns the violations of the invitees and their role. */
function checkInvitees({ emails, users, memberRole }: Invitees): Violation[] {
  const [emailList, userList] = [emails ?? [], users ?? []];
  const referenceViolations: Violation[] = [];
  for (const [index, user] of userList.entries())
    collectViolations(referenceViolations, () => parseUserNumber(user, index));
  if (memberRole) collectViolations(referenceViolations, () => parseRoleNumber(memberRole));
  return [
    ...(emailList.length + userList.length === 0
      ? [{ path: ['input'], message: 'requires at least one of emails, users' }]
      : []),
    ...emailList.flatMap((email, index) =>
      email.trim() === '' || email.includes(',')
        ? [{ path: ['input', 'emails', index], message: 'must be one email address' }]
        : [],
    ),
    ...referenceViolations,
  ];
}

const resultStatus = defineEnum('InvitationResultStatus', {
  description: 'Result of the invitation of one person: invited, queued or refused.',
  values: {
    INVITED: { description: 'The invitation was sent, or the user became a member immediately.' },
    QUEUED: { description: 'The user becomes a member once an administrator approves; the message states it.' },
    REFUSED: { description: 'The service did not invite this person; the message contains the reason.' },
    UNKNOWN: {
      description: 'The response lacks the result of this person, or contains a value that this schema lacks.',
    },
  },
});

type WrittenResult = InvitationResult & { readonly request: RestRequest };

const invitationResult = defineObject<WrittenResult>('InvitationResult', {
  description: 'Result of the invitation of one person.',
  fields: (t, graph) => ({
    address: t.exposeString('address', {
      nullable: true,
      extensions: { directives: semanticNonNullDirective([0]) },
      description:
        'Email address or numeric user id of the invitee as in the input, or the name by which the service identifies another person.',
    }),
    status: t.expose('status', {
      type: resultStatus,
      nullable: true,
      extensions: { directives: semanticNonNullDirective([0]) },
      description: 'Whether the person was invited, queued for approval or refused.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description:
        'Reason of the service why the invitation is queued or was rejected; null if the person was invited.',
    }),
    user: new Fields<WrittenResult, never>(graph, t).composed({
      value: User,
      description: 'The invited user; null for invitations by email.',
      steps: [{ operation: 'getUser' }],
      returns: { type: User, representation: 'User' },
      resolve: ({ userId }, _, calls) => (userId === undefined ? null : calls.find(User, { id: userId })),
    }),
    invitation: new Fields<WrittenResult, never>(graph, t).composed({
      value: Invitation,
      description: 'The pending invitation; null if none exists, as for users, who become members immediately.',
      steps: [{ operation: 'listGroupInvitations' }, { operation: 'listProjectInvitations' }],
      returns: { type: Invitation, representation: 'Invitation' },
      resolve: ({ status, userId, address, request }, _, calls) =>
        status !== 'INVITED' || userId !== undefined
          ? null
          : calls.find(Invitation, { ...getInvitationPath(request), email: address }),
    }),
  }),
});

/** Loads the username of a user; `undefined` if the service does not return it. */
async function loadUsername(id: number, calls: Calls): Promise<string | undefined> {
  try {
    const user = await calls.load(User, { id });
    const username = user?.attributes?.username;
    return typeof username === 'string' ? username : undefined;
  } catch (error) {
    if (isRestError(error)) return undefined;
    throw error;
  }
}

const invitationCreate = defineChoiceMutation('invitationCreate', {
  operations: ['createGroupInvitation', 'createProjectInvitation'],
  description:
    'Invites several people to a group or project by email address or as users. Each of them has a separate result: some can be invited and others rejected, and users can be queued if role promotions require approval by an administrator. `errors` is about the call as a whole, and states if no one was invited or queued. For Owners of the group; for Maintainers and Owners of the project if its group has no membership lock. If the instance disallows new accounts or invitations, an administrator must add the user.',
  input: (t) => ({
    target: t.field({ type: target, required: true, description: 'Group or project of the invitations.' }),
    emails: t.field({
      type: ['EmailAddress'],
      description:
        'Email addresses to invite, each of which receives an email. Requires at least one if `users` is absent.',
    }),
    users: t.idList({ description: 'Users to invite, by their global ids or numeric ids.' }),
    accessLevel: t.field({
      type: accessLevelInput,
      required: true,
      defaultValue: developer,
      description: 'Role of the invited people. Every role is accepted.',
    }),
    memberRole: t.id({
      description:
        'Custom member role of the invited people in addition to the access level, as global id or numeric id. Ultimate only.',
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
      ...(users?.length && !emails?.length ? {} : { email: joinDistinct((emails ?? []).map((email) => email.trim())) }),
      ...(users?.length ? { user_id: joinDistinct(users.map(parseUserNumber)) } : {}),
      access_level: accessLevel,
      ...(memberRole ? { member_role_id: parseRoleNumber(memberRole) } : {}),
    },
  }),
  findFailure: ({ body }, response) =>
    findCommonRefusal(getInvitees(asObject(body) ?? {}), asObject(response.body) ?? {}),
  payload: (f) => ({
    results: new Fields<WriteResult, never>(f.graph, f.t).composed({
      value: invitationResult,
      items: 'required',
      description:
        'One result for each address and user, in the order of the input, and once for duplicates. Costs calls to read users that the service identifies by username.',
      steps: [{ operation: 'getUser', times: 'list' }],
      resolve: async ({ request, response }, _, calls) => {
        if (request === undefined || response === undefined) return null;
        const invitees = getInvitees(asObject(request.body) ?? {});
        const results = await matchResults(invitees, asObject(response.body) ?? {}, (id) => loadUsername(id, calls));
        return results.map((result) => ({ ...result, request }));
      },
    }),
    group: f.parent(Group, 'a project'),
    project: f.parent(Project, 'a group'),
  }),
});

const invitationId = { required: true, description: 'The invitation, as its global id.' } as const;

/**
 * Loads the access level of an invitation. Without an access level in the request, the upstream would set a default.
 */
async function loadAccessLevel(id: string, calls: Calls) {
  const invitation = await calls.load(Invitation, Invitation.parseGlobalId(id));
  if (invitation === null) throw createMissingObjectError(Invitation, ['input', 'id']);
  const level = toObjectNumber(invitation.attributes?.access_level);
  if (level !== undefined) return level;
  throw badInput([
    { path: ['input', 'accessLevel'], message: 'is required, because the upstream does not return the current role' },
  ]);
}

const invitationUpdate = defineChoiceMutation('invitationUpdate', {
  operations: ['updateGroupInvitation', 'updateProjectInvitation'],
  description:
    'Changes the role or the expiry of a pending invitation to a group or project. Absent fields do not change; without a role, one more call reads the current one. For Owners of the group; for Maintainers and Owners of the project if its group has no membership lock.',
  input: (t) => ({ id: t.id(invitationId) }),
  members: ['updateGroupInvitation', 'updateProjectInvitation'],
  operation: ({ id }) =>
    isToGroup(Invitation.parseGlobalId(id)) ? 'updateGroupInvitation' : 'updateProjectInvitation',
  request: ({ id }, body) => {
    const { id: holder, email } = Invitation.parseGlobalId(id);
    return { path: { id: holder, email }, body };
  },
  completion: {
    steps: Invitation.detailOperations.map((operation) => ({ operation })),
    read: async ({ id }, { body }, calls) =>
      asObject(body)?.access_level === undefined ? { body: { access_level: await loadAccessLevel(id, calls) } } : {},
  },
  payload: (f) => ({
    invitation: f.resource(
      Invitation,
      'The invitation after the change. Fields other than its email address, role and expiry cost one more call.',
      'InvitationUpdate',
      ({ request, response }, selection) => {
        const path = getInvitationPath(request);
        const changed = asObject(response.body);
        const attributes = { ...changed, invite_email: path.email };
        return Invitation.fromWrite(attributes, path, 'InvitationUpdate', selection);
      },
    ),
    group: f.parent(Group, 'a project'),
    project: f.parent(Project, 'a group'),
  }),
});

const invitationDelete = defineChoiceMutation('invitationDelete', {
  operations: ['deleteGroupInvitation', 'deleteProjectInvitation'],
  description:
    'Deletes a pending invitation to a group or project. For Owners of the group; for Maintainers and Owners of the project if its group has no membership lock.',
  input: (t) => ({ id: t.id(invitationId) }),
  operation: ({ id }) =>
    isToGroup(Invitation.parseGlobalId(id)) ? 'deleteGroupInvitation' : 'deleteProjectInvitation',
  request: ({ id }) => {
    const { id: holder, email } = Invitation.parseGlobalId(id);
    return { path: { id: holder, email } };
  },
  payload: (f) => ({
    deletedInvitationId: f.deletedId(Invitation, 'Global id of the deleted invitation.', getInvitationPath),
    group: f.parent(Group, 'a project'),
    project: f.parent(Project, 'a group'),
  }),
});

export const invitations: Area = {
  name: 'invitations',
  declarations: [
    Invitation,
    invitationFields,
    groupFields,
    projectFields,
    target,
    accessLevelInput,
    resultStatus,
    invitationResult,
    invitationCreate,
    invitationUpdate,
    invitationDelete,
    defineRootLookup(Invitation),
  ],
};

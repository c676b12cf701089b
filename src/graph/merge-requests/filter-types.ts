/** Filter of merge request lists. */
import { filtersOf, type OperationId, type Parameter, standardContract } from '../../contract/index.ts';
import type { Area } from '../kit/area.ts';
import { createMemberFields, type FieldBuilder, toMembers } from '../kit/contract/inputs.ts';
import { camelCase } from '../kit/contract/names.ts';
import { defineInput, defineInputEnum } from '../kit/definitions.ts';
import type { Graph } from '../kit/graph.ts';

/** Returns the filters of a list, by their names on the wire without `[]`. */
export const getParameters = (id: OperationId): ReadonlyMap<string, Parameter> =>
  new Map(filtersOf(id).map((parameter) => [parameter.name, parameter]));

/** Filters of all lists. The list of a project has every one of them. */
const filterParameters = getParameters('listProjectMergeRequests');

export const noneOrAnySchema = standardContract.reference('NoneOrAny');
const noneOrAny = defineInputEnum('NoneOrAny');

/** Documented filters whose type is derived from the contract. */
export const plainFilters = [
  ...['state', 'scope', 'search', 'in', 'draft', 'source_branch', 'target_branch', 'environment'],
  ...['created_after', 'created_before', 'updated_after', 'updated_before', 'deployed_after', 'deployed_before'],
  'non_archived',
  'iids',
];
/** Returns the field name of a filter. `in` alone would not be understandable. */
export const toPlainName = (name: string): string => (name === 'in' ? 'searchIn' : camelCase(name));

/** Descriptions that are valid for all three lists, whose defaults differ. */
const ownDescriptions: Readonly<Record<string, string>> = {
  scope:
    'Whose merge requests the list shows. When absent, the list of the whole instance shows those that the caller created (`CREATED_BY_ME`), or those of everybody where the filter names an `author`; those of a group or project show those of everybody (`ALL`).',
  non_archived:
    'Whether to leave out merge requests of archived projects. When absent, the list of the whole instance includes them, those of a group or project leave them out.',
  iids: 'Only merge requests with these numbers within the project. For the lists of a project.',
};

function createPlainFields(graph: Graph, t: FieldBuilder) {
  const parameters = plainFilters.flatMap((name) => {
    const parameter = filterParameters.get(name);
    if (parameter === undefined) return [];
    return { ...parameter, name: toPlainName(name), description: ownDescriptions[name] ?? parameter.description };
  });
  return createMemberFields(graph, t, toMembers(parameters), new Set());
}

const userId = 'The user, as its global id or its numeric id.';

const userFilter = defineInput('MergeRequestUserFilter', {
  isOneOf: true,
  description: 'One user, by id or by username. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: userId }),
    username: t.string({ description: 'The unique name by which the user signs in.' }),
  }),
});

const assigneeFilter = defineInput('MergeRequestAssigneeFilter', {
  isOneOf: true,
  description: 'Who is responsible for a merge request. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: userId }),
    usernames: t.stringList({ description: 'Usernames of users who are all responsible for it.' }),
    is: t.field({ type: noneOrAny, description: 'Whether nobody is responsible for it, or anybody.' }),
  }),
});

const reviewerFilter = defineInput('MergeRequestReviewerFilter', {
  isOneOf: true,
  description: 'Who is asked to review a merge request. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: userId }),
    username: t.string({ description: 'The unique name by which the reviewer signs in.' }),
    is: t.field({ type: noneOrAny, description: 'Whether nobody is asked to review it, or anybody.' }),
  }),
});

const approvedByFilter = defineInput('MergeRequestApprovedByFilter', {
  isOneOf: true,
  description: 'Who has approved a merge request. Exactly one member.',
  fields: (t) => ({
    ids: t.idList({ description: 'At most 5 users, as global ids or numeric ids, all of whom have approved it.' }),
    usernames: t.stringList({ description: 'Usernames of at most 5 users, all of whom have approved it.' }),
    is: t.field({ type: noneOrAny, description: 'Whether nobody has approved it, or anybody.' }),
  }),
});

const approverFilter = defineInput('MergeRequestApproverFilter', {
  isOneOf: true,
  description: 'Who may approve a merge request. Premium and Ultimate only. Exactly one member.',
  fields: (t) => ({
    ids: t.idList({ description: 'Users, as global ids or numeric ids, all of whom are eligible approvers.' }),
    is: t.field({ type: noneOrAny, description: 'Whether it has no eligible approver at all, or any.' }),
  }),
});

const labelsFilter = defineInput('MergeRequestLabelsFilter', {
  isOneOf: true,
  description: 'Which labels a merge request carries. Exactly one member.',
  fields: (t) => ({
    names: t.stringList({ description: 'Names of labels, all of which it carries. No name may hold a comma.' }),
    is: t.field({ type: noneOrAny, description: 'Whether it carries no label, or any.' }),
  }),
});

const milestoneFilter = defineInput('MergeRequestMilestoneFilter', {
  isOneOf: true,
  description: 'Which milestone a merge request is planned for. Exactly one member.',
  fields: (t) => ({
    title: t.string({ description: 'The exact title that the milestone has.' }),
    is: t.field({ type: noneOrAny, description: 'Whether it has no milestone, or any.' }),
  }),
});

const reactionFilter = defineInput('MergeRequestReactionFilter', {
  isOneOf: true,
  description: 'Reaction of the caller to a merge request. Exactly one member.',
  fields: (t) => ({
    emoji: t.string({ description: 'Name of the emoji that the caller reacted with, such as `thumbsup`.' }),
    is: t.field({ type: noneOrAny, description: 'Whether the caller reacted to it with no emoji, or with any.' }),
  }),
});

const negatedFilter = defineInput('MergeRequestNegatedFilter', {
  description: 'Conditions that leave out a merge request which meets any of them.',
  fields: (t) => ({
    author: t.field({ type: userFilter, description: 'Leaves out those that this user created.' }),
    assignee: t.field({ type: userFilter, description: 'Leaves out those that this user is responsible for.' }),
    reviewer: t.field({ type: userFilter, description: 'Leaves out those that this user is asked to review.' }),
    labels: t.stringList({
      description: 'Leaves out those that carry the labels of these names; no name may hold a comma.',
    }),
    milestone: t.string({ description: 'Leaves out those of the milestone with this title.' }),
    myReaction: t.string({ description: 'Leaves out those to which the caller reacted with the emoji of this name.' }),
  }),
});

export const mergeRequestFilter = defineInput('MergeRequestFilter', {
  description: 'Filter of a list of merge requests; an item is listed when it meets every condition that is given.',
  fields: (t, graph) => ({
    author: t.field({
      type: userFilter,
      description:
        'Only those that this user created. In the list of the whole instance it takes the scope `ALL` unless `scope` is given; with `CREATED_BY_ME` only the name of the caller finds anything.',
    }),
    assignee: t.field({
      type: assigneeFilter,
      description: 'Only those that given users, anybody or nobody is responsible for.',
    }),
    reviewer: t.field({
      type: reviewerFilter,
      description: 'Only those that a given user, anybody or nobody is asked to review.',
    }),
    mergeUser: t.field({ type: userFilter, description: 'Only those that this user merged.' }),
    approvedBy: t.field({
      type: approvedByFilter,
      description: 'Only those that given users, anybody or nobody has approved.',
    }),
    approver: t.field({
      type: approverFilter,
      description: 'Only those that given users, anybody or nobody may approve. Premium and Ultimate only.',
    }),
    labels: t.field({ type: labelsFilter, description: 'Only those with these labels, with any, or with none.' }),
    milestone: t.field({ type: milestoneFilter, description: 'Only those of this milestone, of any, or of none.' }),
    myReaction: t.field({
      type: reactionFilter,
      description: 'Only those to which the caller reacted with a given emoji, with any, or with none.',
    }),
    sourceProject: t.id({
      description:
        'Only those that bring changes from this project, for example from a fork. The project, as its global id or its numeric id. For the lists of a group or project.',
    }),
    ...createPlainFields(graph, t),
    not: t.field({ type: negatedFilter, description: 'Leaves out those that meet any of these conditions.' }),
  }),
});

export const filterTypesDeclarations: Area['declarations'] = [
  noneOrAny,
  userFilter,
  assigneeFilter,
  reviewerFilter,
  approvedByFilter,
  approverFilter,
  labelsFilter,
  milestoneFilter,
  reactionFilter,
  negatedFilter,
  mergeRequestFilter,
];

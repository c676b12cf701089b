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

/** Filters of the list of a project, which include those of the other lists. */
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
/** Returns the field name of a filter. Renames `in`, which is unclear alone. */
export const toPlainName = (name: string): string => (name === 'in' ? 'searchIn' : camelCase(name));

/** Descriptions that are valid for all three lists, whose defaults differ. */
const ownDescriptions: Readonly<Record<string, string>> = {
  scope:
    'Scope of the list. Defaults to those that the caller created (`CREATED_BY_ME`) in the list of the whole instance without an `author` in the filter, otherwise to those of all users (`ALL`).',
  non_archived:
    'Whether to exclude merge requests of archived projects. Defaults to false in the list of the whole instance, and to true in those of a group or project.',
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

const userId = 'Global id or numeric id of the user.';

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
  description: 'Assignees of a merge request. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: userId }),
    usernames: t.stringList({ description: 'Usernames of users who are all assigned to it.' }),
    is: t.field({ type: noneOrAny, description: 'Whether it has no assignee, or any.' }),
  }),
});

const reviewerFilter = defineInput('MergeRequestReviewerFilter', {
  isOneOf: true,
  description: 'Reviewers of a merge request. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: userId }),
    username: t.string({ description: 'The unique name by which the reviewer signs in.' }),
    is: t.field({ type: noneOrAny, description: 'Whether it has no reviewer, or any.' }),
  }),
});

const approvedByFilter = defineInput('MergeRequestApprovedByFilter', {
  isOneOf: true,
  description: 'Users who have approved a merge request. Exactly one member.',
  fields: (t) => ({
    ids: t.idList({ description: 'At most 5 users, as global ids or numeric ids, all of whom have approved it.' }),
    usernames: t.stringList({ description: 'Usernames of at most 5 users, all of whom have approved it.' }),
    is: t.field({ type: noneOrAny, description: 'Whether it has no approval, or any.' }),
  }),
});

const approverFilter = defineInput('MergeRequestApproverFilter', {
  isOneOf: true,
  description: 'Eligible approvers of a merge request. Premium and Ultimate only. Exactly one member.',
  fields: (t) => ({
    ids: t.idList({ description: 'Users, as global ids or numeric ids, all of whom are eligible approvers.' }),
    is: t.field({ type: noneOrAny, description: 'Whether it has no eligible approver, or any.' }),
  }),
});

const labelsFilter = defineInput('MergeRequestLabelsFilter', {
  isOneOf: true,
  description: 'Labels of a merge request. Exactly one member.',
  fields: (t) => ({
    names: t.stringList({ description: 'Names of labels, all of which it has. No name may contain a comma.' }),
    is: t.field({ type: noneOrAny, description: 'Whether it has no label, or any.' }),
  }),
});

const milestoneFilter = defineInput('MergeRequestMilestoneFilter', {
  isOneOf: true,
  description: 'Milestone of a merge request. Exactly one member.',
  fields: (t) => ({
    title: t.string({ description: 'Exact title of the milestone.' }),
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
  description: 'Conditions that exclude a merge request that meets any of them.',
  fields: (t) => ({
    author: t.field({ type: userFilter, description: 'Excludes those that this user created.' }),
    assignee: t.field({ type: userFilter, description: 'Excludes those that are assigned to this user.' }),
    reviewer: t.field({ type: userFilter, description: 'Excludes those with this user as reviewer.' }),
    labels: t.stringList({
      description: 'Excludes those that have the labels of these names; no name may contain a comma.',
    }),
    milestone: t.string({ description: 'Excludes those of the milestone with this title.' }),
    myReaction: t.string({ description: 'Excludes those to which the caller reacted with the emoji of this name.' }),
  }),
});

export const mergeRequestFilter = defineInput('MergeRequestFilter', {
  description: 'Filter of a list of merge requests. An item is listed if it meets every condition.',
  fields: (t, graph) => ({
    author: t.field({
      type: userFilter,
      description:
        'Only those that this user created. In the list of the whole instance, sets `scope` to `ALL` if it is absent; with `CREATED_BY_ME` only the caller matches.',
    }),
    assignee: t.field({
      type: assigneeFilter,
      description: 'Only those with these assignees, with any, or with none.',
    }),
    reviewer: t.field({
      type: reviewerFilter,
      description: 'Only those with this reviewer, with any, or with none.',
    }),
    mergeUser: t.field({ type: userFilter, description: 'Only those that this user merged.' }),
    approvedBy: t.field({
      type: approvedByFilter,
      description: 'Only those with approvals of these users, with any, or with none.',
    }),
    approver: t.field({
      type: approverFilter,
      description: 'Only those with these eligible approvers, with any, or with none. Premium and Ultimate only.',
    }),
    labels: t.field({ type: labelsFilter, description: 'Only those with these labels, with any, or with none.' }),
    milestone: t.field({ type: milestoneFilter, description: 'Only those of this milestone, of any, or of none.' }),
    myReaction: t.field({
      type: reactionFilter,
      description: 'Only those to which the caller reacted with this emoji, with any, or with none.',
    }),
    sourceProject: t.id({
      description:
        'Only those with changes from this project, for example from a fork. Global id or numeric id of the project. For the lists of a group or project.',
    }),
    ...createPlainFields(graph, t),
    not: t.field({ type: negatedFilter, description: 'Excludes those that meet any of these conditions.' }),
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

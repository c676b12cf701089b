/** Filters of merge request lists. */
import type { InputFieldMap } from '@pothos/core';
import { filtersOf, type OperationId, type Parameter, standardContract } from '../../contract/index.ts';
import type { Area } from '../kit/area.ts';
import { createMemberFields, type InputFieldBuilder, toMembers } from '../kit/contract/inputs.ts';
import { describeFilter } from '../kit/contract/list-arguments.ts';
import { camelCase, screamingCase } from '../kit/contract/names.ts';
import { defineInput, defineInputEnum, type InputDefinition } from '../kit/definitions.ts';
import type { Graph } from '../kit/graph.ts';

/** Returns the filters of a list, by their names on the wire without `[]`. */
export const getParameters = (id: OperationId): ReadonlyMap<string, Parameter> =>
  new Map(filtersOf(id).map((parameter) => [parameter.name, parameter]));

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

/** Descriptions that differ from those of the parameters. */
const ownDescriptions: Readonly<Record<string, string>> = {
  scope: 'Relation of the listed merge requests to the caller.',
  iids: 'Numbers of merge requests within the project (iid). An empty list matches none, and is rejected in a subscription.',
  non_archived: 'Whether to exclude merge requests of archived projects.',
};

/** Returns the sentence about the default of a parameter, for the two parameters whose defaults differ between lists. */
function describeDefault(id: OperationId, { name, schema }: Parameter): string {
  if (name === 'non_archived') {
    if (schema.default === undefined) return '';
    return schema.default === true ? ' Defaults to true in a group.' : ' Defaults to false.';
  }
  if (name !== 'scope') return '';
  const value = `\`${screamingCase(String(schema.default))}\``;
  return id === 'listMergeRequests'
    ? ` Defaults to ${value}, or to \`ALL\` with a condition on a person outside of \`not\`. ${value} is rejected with \`author\`.`
    : ` Defaults to ${value}.`;
}

function createPlainFields(graph: Graph, t: InputFieldBuilder, id: OperationId) {
  const available = getParameters(id);
  const parameters = plainFilters.flatMap((name) => {
    const parameter = available.get(name);
    if (parameter === undefined) return [];
    const description = `${ownDescriptions[name] ?? parameter.description}${describeDefault(id, parameter)}`;
    return { ...parameter, name: toPlainName(name), description };
  });
  return createMemberFields(graph, t, toMembers(parameters), new Set());
}

const userId = 'Global id or numeric id of the user.';

/** Sentence about strings that have another meaning upstream. */
const notKeywords = '`none` and `any` are rejected: use `is`.';

const userFilter = defineInput('MergeRequestUserFilter', {
  isOneOf: true,
  description: 'One user, by id or by username. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: userId }),
    username: t.string({ description: 'Unique name of the user.' }),
  }),
});

const assigneeFilter = defineInput('MergeRequestAssigneeFilter', {
  isOneOf: true,
  description: 'Assignees of a merge request. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: userId }),
    usernames: t.stringList({ description: 'Usernames of users who are all assigned to the merge request.' }),
    is: t.field({ type: noneOrAny, description: 'Whether there is no assignee, or at least one.' }),
  }),
});

const reviewerFilter = defineInput('MergeRequestReviewerFilter', {
  isOneOf: true,
  description: 'Reviewers of a merge request. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: userId }),
    username: t.string({ description: `Username of the reviewer. ${notKeywords}` }),
    is: t.field({ type: noneOrAny, description: 'Whether there is no reviewer, or at least one.' }),
  }),
});

const approvedByFilter = defineInput('MergeRequestApprovedByFilter', {
  isOneOf: true,
  description: 'Users who have approved a merge request. Exactly one member.',
  fields: (t) => ({
    ids: t.idList({
      description: 'At most 5 users, as global ids or numeric ids, who have all approved the merge request.',
    }),
    usernames: t.stringList({
      description: `Usernames of at most 5 users who have all approved the merge request. ${notKeywords}`,
    }),
    is: t.field({ type: noneOrAny, description: 'Whether there is no approval, or at least one.' }),
  }),
});

const approverFilter = defineInput('MergeRequestApproverFilter', {
  isOneOf: true,
  description: 'Eligible approvers of a merge request. Premium and Ultimate. Exactly one member.',
  fields: (t) => ({
    ids: t.idList({ description: 'Users, as global ids or numeric ids, who are all eligible approvers.' }),
    is: t.field({ type: noneOrAny, description: 'Whether there is no eligible approver, or at least one.' }),
  }),
});

const labelsFilter = defineInput('MergeRequestLabelsFilter', {
  isOneOf: true,
  description: 'Labels of a merge request. Exactly one member.',
  fields: (t) => ({
    names: t.stringList({
      description: `Names of labels, all of which the merge request must have. Names with a comma are rejected. ${notKeywords}`,
    }),
    is: t.field({ type: noneOrAny, description: 'Whether there is no label, or at least one.' }),
  }),
});

const milestoneFilter = defineInput('MergeRequestMilestoneFilter', {
  isOneOf: true,
  description: 'Milestone of a merge request. Exactly one member.',
  fields: (t) => ({
    title: t.string({
      description: `Exact title of the milestone. \`none\`, \`any\`, \`upcoming\`, \`started\` and titles with a comma are rejected: for the first two, use \`is\`.`,
    }),
    is: t.field({ type: noneOrAny, description: 'Whether there is no milestone, or at least one.' }),
  }),
});

const reactionFilter = defineInput('MergeRequestReactionFilter', {
  isOneOf: true,
  description: 'Reaction of the caller to a merge request. Exactly one member.',
  fields: (t) => ({
    emoji: t.string({
      description: `Name of the emoji with which the caller reacted, such as \`thumbsup\`. ${notKeywords}`,
    }),
    is: t.field({ type: noneOrAny, description: 'Whether the caller reacted with no emoji, or with at least one.' }),
  }),
});

const negatedFilter = defineInput('MergeRequestNegatedFilter', {
  description:
    'Conditions that exclude a merge request that meets any of them. `none` and `any` are rejected, as in the condition of the same name.',
  fields: (t) => ({
    author: t.field({ type: userFilter, description: 'User who created the merge request.' }),
    assignee: t.field({ type: userFilter, description: 'User who is an assignee.' }),
    reviewer: t.field({ type: userFilter, description: 'User who is a reviewer.' }),
    labels: t.stringList({
      description: 'Names of labels, without commas. The service decides whether any or all of them must match.',
    }),
    milestone: t.string({
      description: 'Title of the milestone. `upcoming`, `started` and titles with a comma are rejected.',
    }),
    myReaction: t.string({ description: 'Name of the emoji with which the caller reacted.' }),
  }),
});

interface ListFilter {
  /** Noun for the items. */
  readonly items: string;
  /** Operation whose parameters are members. */
  readonly operation: OperationId;
  /** Members that the list determines. */
  readonly omitted?: readonly string[];
}

function createStructuredFields(t: InputFieldBuilder, operation: OperationId): InputFieldMap {
  return {
    author: t.field({ type: userFilter, description: 'User who created the merge request.' }),
    assignee: t.field({ type: assigneeFilter, description: 'Assignees, or whether there are any.' }),
    reviewer: t.field({ type: reviewerFilter, description: 'Reviewer, or whether there is any.' }),
    mergeUser: t.field({ type: userFilter, description: 'User who merged the merge request.' }),
    approvedBy: t.field({
      type: approvedByFilter,
      description: 'Users who approved, or whether any user did.',
    }),
    approver: t.field({
      type: approverFilter,
      description: 'Eligible approvers, or whether there are any. Premium and Ultimate.',
    }),
    labels: t.field({ type: labelsFilter, description: 'Labels, or whether there are any.' }),
    milestone: t.field({ type: milestoneFilter, description: 'Milestone, or whether there is one.' }),
    myReaction: t.field({
      type: reactionFilter,
      description: 'Emoji with which the caller reacted, or whether the caller reacted.',
    }),
    ...(getParameters(operation).has('source_project_id') && {
      sourceProject: t.id({
        description: 'Project that contains the source branch, such as a fork, as global id or numeric id.',
      }),
    }),
    not: t.field({ type: negatedFilter, description: 'Conditions that exclude a merge request.' }),
  };
}

/** Defines the filter of a list, with the conditions that the list accepts. */
function defineListFilter(name: string, { items, operation, omitted = [] }: ListFilter): InputDefinition<object> {
  return defineInput<InputFieldMap, false>(name, {
    description: describeFilter(items),
    fields: (t, graph) => {
      const fields = { ...createStructuredFields(t, operation), ...createPlainFields(graph, t, operation) };
      return Object.fromEntries(Object.entries(fields).filter(([member]) => !omitted.includes(member)));
    },
  });
}

/** Filters of the lists of merge requests. */
export const listFilters = {
  instance: defineListFilter('MergeRequestsFilter', {
    items: 'merge requests of the instance',
    operation: 'listMergeRequests',
  }),
  author: defineListFilter('AuthoredMergeRequestsFilter', {
    items: 'merge requests that a user opened',
    operation: 'listMergeRequests',
    omitted: ['author', 'scope'],
  }),
  assignee: defineListFilter('AssignedMergeRequestsFilter', {
    items: 'merge requests that are assigned to a user',
    operation: 'listMergeRequests',
    omitted: ['assignee', 'scope'],
  }),
  reviewer: defineListFilter('ReviewRequestedMergeRequestsFilter', {
    items: 'merge requests with a user as reviewer',
    operation: 'listMergeRequests',
    omitted: ['reviewer', 'scope'],
  }),
  group: defineListFilter('GroupMergeRequestsFilter', {
    items: 'merge requests of a group',
    operation: 'listGroupMergeRequests',
  }),
  project: defineListFilter('ProjectMergeRequestsFilter', {
    items: 'merge requests of a project',
    operation: 'listProjectMergeRequests',
  }),
  label: defineListFilter('LabelMergeRequestsFilter', {
    items: 'merge requests with a label',
    operation: 'listProjectMergeRequests',
    omitted: ['labels'],
  }),
  milestone: defineListFilter('MilestoneMergeRequestsFilter', {
    items: 'merge requests of a milestone',
    // The milestone may belong to a project or a group, whose list accepts fewer conditions.
    operation: 'listGroupMergeRequests',
    omitted: ['milestone'],
  }),
};

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
  ...Object.values(listFilters),
];

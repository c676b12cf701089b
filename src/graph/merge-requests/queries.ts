/** Lists of merge requests, and lookups by number. */
import type { InputShapeFromFields } from '@pothos/core';
import { filtersOf, type OperationId, type QueryOf, standardContract } from '../../contract/index.ts';
import type { Selection } from '../../execution/index.ts';
import { badInput } from '../../rest/errors.ts';
import type { RestRequest } from '../../rest/request.ts';
import { Group } from '../groups.ts';
import type { Area } from '../kit/area.ts';
import { getContractValidator } from '../kit/contract/check.ts';
import type { ArgumentBuilder } from '../kit/contract/inputs.ts';
import { defineFields, defineQueries } from '../kit/fields/index.ts';
import { defineListSubscription } from '../kit/fields/list-subscription.ts';
import { withQuery } from '../kit/paging/page-slice.ts';
import { toObjectNumber } from '../kit/resources/path-parameter-types.ts';
import { projectIdDescription } from '../kit/resources/references.ts';
import { asObject, type PathParameters } from '../kit/resources/resource.ts';
import type { PlannedParameter } from '../kit/resources/response-value.ts';
import { Label } from '../labels.ts';
import { Milestone } from '../milestones.ts';
import { Project } from '../projects.ts';
import { User } from '../users.ts';
import { type FilterQuery, isAmbiguousLabel, isAmbiguousMilestone, readFilter } from './filter.ts';
import { listFilters } from './filter-types.ts';
import { fitsSimpleForm, MergeRequest, needsLabelDetails, relativeReference } from './types.ts';

type ListOperation = 'listMergeRequests' | 'listGroupMergeRequests' | 'listProjectMergeRequests';

const validator = getContractValidator(standardContract);

/** Parameter that triggers an action. The others select a part of the list. */
const recheck = 'with_merge_status_recheck';

/** Parameters that are separate arguments. The filter and the selection determine the others. */
const ownArguments: ReadonlySet<string> = new Set(['order_by', 'sort', recheck]);

const withFilter = (list: keyof typeof listFilters) => (arg: ArgumentBuilder) => ({
  filter: arg({ type: listFilters[list], description: 'Conditions that the items must meet.' }),
});

interface ListArgs {
  readonly filter?: InputShapeFromFields<ReturnType<ReturnType<typeof withFilter>>>['filter'];
}

/** Scope of all merge requests instead of those of the caller. */
const scopeAll = { scope: 'all' } as const;

const personParameter = /^(?:author|assignee|reviewer|merge_user|approved_by|approver)_/;

/**
 * Sets the scope of the list of the instance to all merge requests if the filter names persons but no scope. The default
 * would be those that the caller created, a scope that excludes other authors.
 */
function withScope({ query, violations }: FilterQuery): FilterQuery {
  const names = Object.keys(query);
  if (query.scope === 'created_by_me' && names.some((name) => name.startsWith('author_'))) {
    const message = 'must not be CREATED_BY_ME with author, who may be another user: use ALL or ASSIGNED_TO_ME';
    return { query, violations: [...violations, { path: ['filter', 'scope'], message }] };
  }
  const needsAll = query.scope === undefined && names.some((name) => personParameter.test(name));
  return { query: needsAll ? { ...query, ...scopeAll } : query, violations };
}

/** Converts the filter of a list to query parameters. */
function readArguments(id: OperationId, { filter }: ListArgs): FilterQuery {
  const converted = readFilter(id, filter);
  return id === 'listMergeRequests' ? withScope(converted) : converted;
}

/**
 * Returns the parameters that the selection determines: labels in full if more than their names is selected, and the
 * short form if it suffices.
 */
function toShapeParameters(items: Selection, edges: Selection) {
  return {
    ...(needsLabelDetails(items.of('labels')) ? { with_labels_details: true } : {}),
    ...(fitsSimpleForm(items) && !edges.has(relativeReference) ? { view: 'simple' } : {}),
  };
}

function toQuery<O extends ListOperation>(
  id: O,
  documented: QueryOf<O>,
  args: ListArgs,
  items: Selection,
  edges: Selection,
): QueryOf<O> {
  // The parameters are those of the operation, and the contract validates their values.
  return { ...documented, ...readArguments(id, args).query, ...toShapeParameters(items, edges) } as QueryOf<O>;
}

/** Whether a filter has an empty list of numbers, which identifies no merge request. */
const hasNoIids = ({ filter }: ListArgs): boolean => {
  const { iids } = asObject(filter) ?? {};
  return Array.isArray(iids) && iids.length === 0;
};

/** Returns the options that all lists share. */
function createListOptions(id: ListOperation) {
  const names = filtersOf(id).map(({ name }) => name);
  return {
    selectionParameters: names.filter((name) => !ownArguments.has(name)),
    separateArguments: [recheck],
    isEmpty: hasNoIids,
    representation: {
      all: ['MergeRequestListItem', 'MergeRequestSimple'],
      forRequest: ({ query }: RestRequest) =>
        query?.view === 'simple' ? 'MergeRequestSimple' : 'MergeRequestListItem',
    },
    check: (args: ListArgs, { operation, query = {} }: Pick<RestRequest, 'operation' | 'query'>) => [
      ...readArguments(operation, args).violations,
      ...validator.checkQuery(id, Object.fromEntries(Object.entries(query).filter(([name]) => ownArguments.has(name)))),
    ],
  } as const;
}

/** Returns the number of a user. Otherwise the list would not be filtered. */
function parseUserId(id: PlannedParameter | undefined): PlannedParameter | undefined {
  if (typeof id === 'string')
    throw badInput([{ path: ['id'], message: 'must be the global id or the number of a User' }]);
  return id;
}

/** Rejects the name of a label by which the upstream cannot filter. */
function validateLabelName(name: unknown): unknown {
  if (typeof name === 'string' && isAmbiguousLabel(name))
    throw badInput([
      {
        path: [],
        message: `Merge requests cannot be filtered by a label whose name contains a comma or equals none or any: "${name}"`,
      },
    ]);
  return name;
}

/** Rejects the title of a milestone by which the upstream cannot filter. */
function validateMilestoneTitle(title: unknown): unknown {
  if (typeof title === 'string' && isAmbiguousMilestone(title))
    throw badInput([
      {
        path: [],
        message: `Merge requests cannot be filtered by a milestone whose title contains a comma or equals none, any, upcoming or started: "${title}"`,
      },
    ]);
  return title;
}

/** Creates the list of the merge requests of which a user is the author, an assignee or a reviewer. */
function createUserList(person: 'author' | 'assignee' | 'reviewer', description: string) {
  return {
    ...createListOptions('listMergeRequests'),
    description,
    args: withFilter(person),
    query: (documented: QueryOf<'listMergeRequests'>, items: Selection, args: ListArgs, edges: Selection) =>
      toQuery('listMergeRequests', documented, args, items, edges),
    scopeToParent: <Parameter extends PlannedParameter>(
      request: RestRequest<Parameter | string | number>,
      { id }: PathParameters<string, Parameter>,
    ) => withQuery(request, { ...scopeAll, [`${person}_id`]: parseUserId(id) }),
    isPathInItems: true,
  };
}

const userFields = defineFields(User, (f) => ({
  authoredMergeRequests: f.connection(
    'listMergeRequests',
    MergeRequest,
    createUserList('author', 'Merge requests that the user created and that the caller may see.'),
  ),
  assignedMergeRequests: f.connection(
    'listMergeRequests',
    MergeRequest,
    createUserList('assignee', 'Merge requests that are assigned to the user and that the caller may see.'),
  ),
  reviewRequestedMergeRequests: f.connection(
    'listMergeRequests',
    MergeRequest,
    createUserList('reviewer', 'Merge requests that have the user as reviewer and that the caller may see.'),
  ),
}));

const labelFields = defineFields(Label, (f) => ({
  mergeRequests: f.connection('listProjectMergeRequests', MergeRequest, {
    ...createListOptions('listProjectMergeRequests'),
    description:
      'Merge requests of the project that have the label. Fails if the name contains a comma or is `none` or `any`.',
    args: withFilter('label'),
    parentAttributes: { type: Label, attributes: ['name'] },
    query: (documented, items, args, edges) => toQuery('listProjectMergeRequests', documented, args, items, edges),
    scopeToParent: (request, _, { name }) => withQuery(request, { labels: [validateLabelName(name)] }),
  }),
}));

const milestoneFields = defineFields(Milestone, (f) => ({
  mergeRequests: f.connection('listProjectMergeRequests', MergeRequest, {
    ...createListOptions('listProjectMergeRequests'),
    description: `Merge requests of the milestone in its project, or in all projects of its group; null if the service sends the id of neither. In a group, those of archived projects are listed only with \`nonArchived: false\`. Fails if the title contains a comma or is \`none\`, \`any\`, \`upcoming\` or \`started\`.`,
    args: withFilter('milestone'),
    parentAttributes: { type: Milestone, attributes: ['title', 'project_id', 'group_id'] },
    alternativeOperations: ['listGroupMergeRequests'],
    path: () => ({ id: '' }),
    query: (documented, items, args, edges) => toQuery('listProjectMergeRequests', documented, args, items, edges),
    scopeToParent: (request, _, { title, project_id, group_id }) => {
      const filtered = withQuery(request, { milestone: validateMilestoneTitle(title) });
      const [project, group] = [toObjectNumber(project_id), toObjectNumber(group_id)];
      if (project !== undefined) return { ...filtered, path: { id: project } };
      if (group !== undefined) return { ...filtered, operation: 'listGroupMergeRequests', path: { id: group } };
      return null;
    },
    mayBeNull: true,
    isPathInItems: true,
  }),
}));

const queries = defineQueries((f) => ({
  mergeRequests: f.connection('listMergeRequests', MergeRequest, {
    ...createListOptions('listMergeRequests'),
    args: withFilter('instance'),
    query: (documented, items, args, edges) => toQuery('listMergeRequests', documented, args, items, edges),
  }),
}));

const groupFields = defineFields(Group, (f) => ({
  mergeRequests: f.connection('listGroupMergeRequests', MergeRequest, {
    ...createListOptions('listGroupMergeRequests'),
    args: withFilter('group'),
    query: (documented, items, args, edges) => toQuery('listGroupMergeRequests', documented, args, items, edges),
    isPathInItems: true,
  }),
}));

const projectFields = defineFields(Project, (f) => ({
  mergeRequests: f.connection('listProjectMergeRequests', MergeRequest, {
    ...createListOptions('listProjectMergeRequests'),
    args: withFilter('project'),
    query: (documented, items, args, edges) => toQuery('listProjectMergeRequests', documented, args, items, edges),
  }),
  mergeRequest: f.lookup(MergeRequest, {
    description: 'A merge request by its number within the project.',
    args: (arg) => ({
      iid: arg({ type: 'SafeInt', required: true, description: 'Number within the project (iid), as in `!12`.' }),
    }),
    path: ({ id }, { iid }) => ({ id, merge_request_iid: iid }),
  }),
}));

const { check: checkProjectList, ...projectListOptions } = createListOptions('listProjectMergeRequests');

const mergeRequestsSubscription = defineListSubscription('mergeRequests', 'listProjectMergeRequests', MergeRequest, {
  ...projectListOptions,
  check: (args: ListArgs, request) => [
    ...checkProjectList(args, request),
    ...(hasNoIids(args) ? [{ path: ['filter', 'iids'], message: 'must not be empty in a subscription' }] : []),
  ],
  description: 'The newest merge requests of a project: the first page, repeated after each change.',
  owner: Project,
  ownerDescription: projectIdDescription,
  args: withFilter('project'),
  query: (documented, items, args, edges) => toQuery('listProjectMergeRequests', documented, args, items, edges),
});

export const queriesDeclarations: Area['declarations'] = [
  userFields,
  labelFields,
  milestoneFields,
  queries,
  groupFields,
  projectFields,
  mergeRequestsSubscription,
];

/** The lists of merge requests, and one by its number. */
import type { InputShapeFromFields } from '@pothos/core';
import { filtersOf, type OperationId, type QueryOf } from '../../contract/index.ts';
import type { Selection } from '../../execution/index.ts';
import { badInput, type Violation } from '../../rest/errors.ts';
import type { RestRequest } from '../../rest/request.ts';
import { Group } from '../groups.ts';
import { checkQuery } from '../kit/contract/check.ts';
import type { ArgumentBuilder } from '../kit/contract/inputs.ts';
import { addFields, addQueries } from '../kit/fields/index.ts';
import { withQuery } from '../kit/paging/page-slice.ts';
import type { Attributes } from '../kit/resources/resource.ts';
import { Label } from '../labels.ts';
import { Milestone } from '../milestones.ts';
import { Project } from '../projects.ts';
import { User } from '../users.ts';
import { readFilter } from './filter.ts';
import { mergeRequestFilter } from './filter-types.ts';
import { fitsSimpleForm, MergeRequest, wantsLabelDetails } from './types.ts';

type ListOperation = 'listMergeRequests' | 'listGroupMergeRequests' | 'listProjectMergeRequests';

/** Asks for something to be done, where all else asks for a part of the list. */
const recheck = 'with_merge_status_recheck';
/** Parameters that the arguments hold as they are; the filter and the selection stand for the others. */
const ownArguments: ReadonlySet<string> = new Set(['order_by', 'sort', recheck]);

const withFilter = (arg: ArgumentBuilder) => ({
  filter: arg({ type: mergeRequestFilter, description: 'Conditions that a merge request has to meet to be listed.' }),
});

interface ListArgs {
  readonly filter?: InputShapeFromFields<ReturnType<typeof withFilter>>['filter'];
}

/** Whose merge requests the list of the instance shows: a named author's, not the caller's own, unless the filter says whose. */
function withScope(query: Attributes): Attributes {
  const namesAuthor = query.author_id !== undefined || query.author_username !== undefined;
  return namesAuthor && query.scope === undefined ? { ...query, scope: 'all' } : query;
}

/** What a list is asked with besides its own arguments, and what is wrong with that. */
function readArguments(id: OperationId, { filter }: ListArgs) {
  const { query, violations } = readFilter(id, filter);
  return { query: id === 'listMergeRequests' ? withScope(query) : query, violations };
}

/** What the selection decides: labels in full where more than names is selected, the short form where it is enough. */
function shapeFor(items: Selection) {
  return {
    ...(wantsLabelDetails(items.of('labels')) ? { with_labels_details: true } : {}),
    ...(fitsSimpleForm(items) ? { view: 'simple' } : {}),
  };
}

function queryFor<O extends ListOperation>(id: O, own: QueryOf<O>, args: ListArgs, items: Selection): QueryOf<O> {
  // Made from the operation's own parameters, whose values are checked by the contract.
  return { ...own, ...readArguments(id, args).query, ...shapeFor(items) } as QueryOf<O>;
}

/** What all lists have in common. */
function listOptions(id: ListOperation) {
  const names = filtersOf(id).map(({ name }) => name);
  return {
    bySelection: names.filter((name) => !ownArguments.has(name)),
    apart: [recheck],
    representation: {
      all: ['MergeRequestListItem', 'MergeRequestSimple'],
      of: ({ query }: RestRequest) => (query?.view === 'simple' ? 'MergeRequestSimple' : 'MergeRequestListItem'),
    },
    check: (args: ListArgs, { operation, query = {} }: RestRequest) => [
      ...readArguments(operation, args).violations,
      ...checkQuery(id, Object.fromEntries(Object.entries(query).filter(([name]) => ownArguments.has(name)))),
    ],
  } as const;
}

/** Refuses a filter by what the field itself stands for. */
function withoutFilter(id: ListOperation, names: readonly string[], field: string) {
  const { check, ...options } = listOptions(id);
  return {
    ...options,
    check(args: ListArgs, request: RestRequest): Violation[] {
      const given = new Set(Object.keys(readFilter(id, args.filter).query).map((name) => name.replace(/\[\]$/, '')));
      const taken = names.filter((name) => given.has(name));
      const message = `cannot say what ${field} says already`;
      return [...check(args, request), ...(taken.length > 0 ? [{ path: ['filter'], message }] : [])];
    },
  };
}

/** The number of a user, as anything else would leave the list without its filter. */
function userNumber(id: string | number | undefined): string | number | undefined {
  if (typeof id === 'string')
    throw badInput([{ path: ['id'], message: 'must be the global id or the number of a User' }]);
  return id;
}

/** A title by which the upstream can filter: these words, and a comma between two titles, mean something else to it. */
function plainTitle(title: unknown): unknown {
  if (typeof title === 'string' && (title.includes(',') || /^(?:none|any|upcoming|started)$/i.test(title)))
    throw badInput([{ path: [], message: `The upstream cannot filter by the title "${title}"` }]);
  return title;
}

/** Merge requests of anybody, not only the caller's own. */
const everybody = { scope: 'all' } as const;

const withPerson = (field: string, name: 'author' | 'assignee' | 'reviewer') => ({
  ...withoutFilter('listMergeRequests', [`${name}_id`, `${name}_username`, 'scope'], field),
  args: withFilter,
  query: (own: QueryOf<'listMergeRequests'>, items: Selection, args: ListArgs) =>
    queryFor('listMergeRequests', own, args, items),
});

addFields(User, (f) => ({
  authoredMergeRequests: f.connection('listMergeRequests', MergeRequest, {
    ...withPerson('authoredMergeRequests', 'author'),
    description: 'Merge requests that the user opened, of those that the caller may see.',
    narrow: (request, { id }) => withQuery(request, { ...everybody, author_id: userNumber(id) }),
    within: { id: '' },
  }),
  assignedMergeRequests: f.connection('listMergeRequests', MergeRequest, {
    ...withPerson('assignedMergeRequests', 'assignee'),
    description: 'Merge requests that are assigned to the user, of those that the caller may see.',
    narrow: (request, { id }) => withQuery(request, { ...everybody, assignee_id: userNumber(id) }),
    within: { id: '' },
  }),
  reviewRequestedMergeRequests: f.connection('listMergeRequests', MergeRequest, {
    ...withPerson('reviewRequestedMergeRequests', 'reviewer'),
    description: 'Merge requests that the user is asked to review, of those that the caller may see.',
    narrow: (request, { id }) => withQuery(request, { ...everybody, reviewer_id: userNumber(id) }),
    within: { id: '' },
  }),
}));

addFields(Label, (f) => ({
  mergeRequests: f.connection('listProjectMergeRequests', MergeRequest, {
    ...withoutFilter('listProjectMergeRequests', ['labels'], 'Label.mergeRequests'),
    description: 'Merge requests of the project that have the label.',
    args: withFilter,
    needs: { type: Label, attributes: ['name'] },
    query: (own, items, args) => queryFor('listProjectMergeRequests', own, args, items),
    narrow: (request, _, { name }) => withQuery(request, { labels: [plainTitle(name)] }),
  }),
}));

addFields(Milestone, (f) => ({
  mergeRequests: f.connection('listProjectMergeRequests', MergeRequest, {
    ...withoutFilter('listProjectMergeRequests', ['milestone'], 'Milestone.mergeRequests'),
    description: 'Merge requests that are planned for the milestone, of its project or of all projects of its group.',
    args: withFilter,
    needs: { type: Milestone, attributes: ['title', 'project_id', 'group_id'] },
    alternatives: ['listGroupMergeRequests'],
    path: () => ({ id: '' }),
    query: (own, items, args) => queryFor('listProjectMergeRequests', own, args, items),
    narrow: (request, _, { title, project_id: project, group_id: group }) => {
      const narrowed = withQuery(request, { milestone: plainTitle(title) });
      if (typeof project === 'number') return { ...narrowed, path: { id: project } };
      if (typeof group === 'number') return { ...narrowed, operation: 'listGroupMergeRequests', path: { id: group } };
      return null;
    },
    within: { id: '' },
  }),
}));

addQueries((f) => ({
  mergeRequests: f.connection('listMergeRequests', MergeRequest, {
    ...listOptions('listMergeRequests'),
    args: withFilter,
    query: (own, items, args) => queryFor('listMergeRequests', own, args, items),
  }),
}));

addFields(Group, (f) => ({
  mergeRequests: f.connection('listGroupMergeRequests', MergeRequest, {
    ...listOptions('listGroupMergeRequests'),
    args: withFilter,
    query: (own, items, args) => queryFor('listGroupMergeRequests', own, args, items),
    // The number of the group is not that of a project.
    within: { id: '' },
  }),
}));

addFields(Project, (f) => ({
  mergeRequests: f.connection('listProjectMergeRequests', MergeRequest, {
    ...listOptions('listProjectMergeRequests'),
    args: withFilter,
    query: (own, items, args) => queryFor('listProjectMergeRequests', own, args, items),
  }),
  mergeRequest: f.lookup(MergeRequest, {
    description: 'A merge request by its number within the project; null when there is none that the caller may see.',
    args: (arg) => ({
      iid: arg({ type: 'SafeInt', required: true, description: 'Number within the project, as in `!12`.' }),
    }),
    path: ({ id }, { iid }) => ({ id, merge_request_iid: iid }),
  }),
}));

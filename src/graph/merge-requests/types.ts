/** Merge requests as objects. */
import { getNamedType, isLeafType } from 'graphql';
import { attributesOf } from '../../contract/index.ts';
import type { Selection } from '../../execution/index.ts';
import { badInput, isRestError, RestError } from '../../rest/errors.ts';
import { Group } from '../groups.ts';
import { toList } from '../kit/contract/values.ts';
import { addFederationKey, isRepresentation } from '../kit/federation/entities.ts';
import type { Calls } from '../kit/fields/composed.ts';
import { addFields, resourceType } from '../kit/fields/index.ts';
import { attributesNeeded, kindOf } from '../kit/fields/kind.ts';
import { addSubscription } from '../kit/fields/subscription.ts';
import { withQuery } from '../kit/paging/page-slice.ts';
import { itemOf, objectOf, type PathParameters, type Resource } from '../kit/resources/resource.ts';
import { Label } from '../labels.ts';
import { Milestone } from '../milestones.ts';
import { Pipeline } from '../pipelines.ts';
import { groupIn, Project } from '../projects.ts';
import { User } from '../users.ts';

export const MergeRequest = resourceType({
  name: 'MergeRequest',
  schema: 'MergeRequest',
  owner: { type: Project, attribute: 'project_id' },
  pathOf: (mergeRequest, parent) => {
    // The parent of one side of a dependency is the other side.
    const path: Partial<PathParameters> = 'block_id' in parent ? {} : parent;
    return {
      id: mergeRequest.project_id ?? mergeRequest.target_project_id ?? path.id,
      merge_request_iid: mergeRequest.iid ?? path.merge_request_iid,
    };
  },
  retrieve: 'getMergeRequest',
});

addFederationKey(MergeRequest, {
  fields: 'project { id } iid',
  path({ project, iid }, place) {
    if (!isRepresentation(project) || typeof project.id !== 'string' || iid === undefined) return undefined;
    if (!Number.isSafeInteger(iid)) throw badInput([{ path: [...place, 'iid'], message: 'must be a whole number' }]);
    const { id } = Project.pathFromId(project.id, [...place, 'project', 'id']);
    return { id, merge_request_iid: Number(iid) };
  },
});

addFields(MergeRequest, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('iid', 'title', 'description', 'description_html', 'state', 'web_url', 'reference', 'references'),
  ...f.attributes('created_at', 'updated_at', 'closed_at', 'merged_at', 'prepared_at', 'merge_after'),
  ...f.attributes('merge_status', 'detailed_merge_status', 'has_conflicts', 'blocking_discussions_resolved'),
  ...f.attributes('draft', 'work_in_progress', 'discussion_locked', 'merge_when_pipeline_succeeds'),
  ...f.attributes('force_remove_source_branch', 'should_remove_source_branch', 'squash', 'squash_on_merge'),
  ...f.attributes('sha', 'merge_commit_sha', 'squash_commit_sha', 'source_branch', 'target_branch'),
  ...f.attributes('source_project_id', 'target_project_id', 'project_id'),
  ...f.attributes('allow_collaboration', 'allow_maintainer_to_push', 'approvals_before_merge'),
  milestone: f.object('milestone', Milestone),
  ...f.attributes('user_notes_count', 'upvotes', 'downvotes', 'imported', 'imported_from'),
  ...f.attributes('time_stats', 'task_completion_status'),
  ...f.attributes('subscribed', 'changes_count', 'latest_build_started_at', 'first_deployed_to_production_at'),
  ...f.attributes('diff_refs', 'merge_error', 'diverged_commits_count', 'rebase_in_progress'),
  viewer: f.attribute('user'),
  author: f.object('author', User),
  assignees: f.object('assignees', User),
  assignee: f.object('assignee', User),
  reviewers: f.object('reviewers', User),
  closedBy: f.object('closed_by', User),
  mergeUser: f.object('merge_user', User),
  mergedBy: f.object('merged_by', User),
  headPipeline: f.object('head_pipeline', Pipeline),
  project: f.lookup(Project, {
    description: 'The project that the merge request belongs to, into which its changes go.',
  }),
  sourceProject: f.reference(Project, 'source_project_id', {
    description:
      'The project that the changes come from; null when that fork no longer exists or is hidden from the caller.',
  }),
  targetProject: f.reference(Project, 'target_project_id', {
    description: 'The project that the changes go into, which is the one that the merge request belongs to.',
  }),
  group: f.composed({
    value: Group.ref,
    description:
      'The group that holds the project of the merge request; null for a project in a personal namespace. The merge requests of a group contain it; elsewhere it costs one call for each project.',
    steps: [...Project.detailOperations, ...Group.detailOperations].map((operation) => ({ operation })),
    gives: { type: Group },
    resolve: async ({ path: { id = '' }, attributes }, _, calls) => {
      if (typeof attributes?.group_id === 'number') return calls.find(Group, { id: attributes.group_id });
      const project = await calls.load(Project, { id });
      if (project === null)
        throw new RestError(
          'NOT_FOUND',
          'The project of the merge request, which names its group, is not shown to the caller',
        );
      const group = groupIn(project.attributes?.namespace);
      return typeof group === 'number' ? calls.find(Group, { id: group }) : null;
    },
  }),
  labels: f.composed({
    type: MergeRequest,
    attributes: ['labels'],
    steps: (labels) => (wantsLabelDetails(labels) ? [{ operation: 'getLabel', times: 'list' }] : []),
    operations: ['getLabel'],
    gives: { type: Label, representation: 'MergeRequestLabel', list: true },
    value: Label.ref,
    items: 'nullable',
    description:
      'Labels of the merge request. Their names alone cost nothing; whatever else is selected comes with the list, or is read from the labels of the project.',
    resolve: async (mergeRequest, _, calls) => {
      const labels = await calls.attribute(mergeRequest, 'labels');
      return toList(labels)?.map((label) => toLabel(label, mergeRequest, calls)) ?? null;
    },
  }),
  pipelines: f.connection('listPipelines', Pipeline, {
    description: 'The pipelines of the source branch, in the project that the changes come from.',
    bySelection: ['ref'],
    needs: { type: MergeRequest, attributes: ['source_project_id', 'source_branch'] },
    narrow: (request, _, { source_project_id: project, source_branch: ref }) =>
      typeof project === 'number' ? { ...withQuery(request, { ref }), path: { id: project } } : null,
    within: { id: '' },
  }),
  versions: f.connection('listMergeRequestVersions'),
}));
/** Merge statuses under which the upstream is at work, and could take an approval away again. */
export const checkingStatuses: readonly string[] = ['checking', 'approvals_syncing'];
/** Those that are followed by another one as well; `unchecked` becomes `checking` by being read. */
const unsettled = [...checkingStatuses, 'unchecked', 'preparing'];

addSubscription('mergeRequest', MergeRequest, {
  description:
    'Follows a merge request until its merge status has settled: no more `checking`, `unchecked`, `preparing` or `approvals_syncing`, nor locked while ' +
    'it is being merged. Obstacles that others remove, such as `ci_still_running`, are settled; follow them with `until: FOREVER`.',
  id: 'The merge request, as its global id.',
  compares: ['state', 'detailed_merge_status', 'merge_status'],
  isOver: ({ state, detailed_merge_status, merge_status }) =>
    state === 'merged' ||
    state === 'closed' ||
    // While it is being merged it is locked.
    (state !== 'locked' && !unsettled.includes(String(detailed_merge_status ?? merge_status))),
});

/** Whether anything of labels is selected that their names do not answer. */
export function wantsLabelDetails(labels: Selection): boolean {
  return attributesNeeded(labels).some((name) => name !== 'name');
}

/** A label that came in full, or by its name: then the rest, if any of it is wanted, is read from the project's labels. */
async function toLabel(label: unknown, { path: parent }: Resource, calls: Calls): Promise<Resource | null> {
  const { selection } = calls;
  if (typeof label !== 'string') return Label.fromItem(itemOf(label), parent, 'MergeRequestLabel', selection);
  const path = { id: parent.id ?? '', label_id: label };
  const named = Label.create(path, { name: label }, 'Label', selection);
  if (!wantsLabelDetails(calls.selection)) return named;
  try {
    const found = objectOf(await calls.read({ operation: 'getLabel', path }));
    // A title of digits reads as the number of another label.
    return found.name === label ? Label.fromItem(found, parent, 'Label', selection) : named;
  } catch (error) {
    // A title can also be one that fits into no address.
    if (isRestError(error, 'NOT_FOUND', 'BAD_USER_INPUT')) return named;
    throw error;
  }
}

/** Whether the short form contains everything that is selected of the items of a list. It does not contain their project. */
export function fitsSimpleForm({ fields }: Selection): boolean {
  const covered = attributesOf('MergeRequestSimple');
  return (
    fields.length > 0 &&
    fields.every(({ name, definition }) => {
      const { attributes = [] } = kindOf(definition) ?? {};
      const isValue = isLeafType(getNamedType(definition.type));
      return (
        name === '__typename' || (isValue && attributes.length > 0 && attributes.every((each) => covered.has(each)))
      );
    })
  );
}

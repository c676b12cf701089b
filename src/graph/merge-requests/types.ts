/** Merge requests. */

import { getNamedType, isLeafType } from 'graphql';
import { attributesOf } from '../../contract/index.ts';
import type { Selection } from '../../execution/index.ts';
import { toText } from '../../helpers/to-text.ts';
import { isRestError, RestError } from '../../rest/errors.ts';
import { Group } from '../groups.ts';
import type { Area } from '../kit/area.ts';
import { convertOrError, toList } from '../kit/contract/values.ts';
import { createNumberKey, defineFederationKey } from '../kit/federation/entities.ts';
import type { Calls, Step } from '../kit/fields/composed.ts';
import type { ContainedAttributes } from '../kit/fields/contained-attributes.ts';
import { defineEdgeFields } from '../kit/fields/edge-fields.ts';
import { defineFields, defineResourceType } from '../kit/fields/index.ts';
import { getKind, getNeededAttributes } from '../kit/fields/kind.ts';
import { defineRootLookup } from '../kit/fields/root-lookup.ts';
import { defineSubscription } from '../kit/fields/subscription.ts';
import { withQuery } from '../kit/paging/page-slice.ts';
import { toObjectNumber } from '../kit/resources/path-parameter-types.ts';
import { type Attributes, asObject, parseItem, parseObject, type Resource } from '../kit/resources/resource.ts';
import type { PlannedPath } from '../kit/resources/response-value.ts';
import { Label } from '../labels.ts';
import { Milestone } from '../milestones.ts';
import { Pipeline } from '../pipelines.ts';
import { findGroup, groupThroughProject, Project } from '../projects.ts';
import { User } from '../users.ts';

export const MergeRequest = defineResourceType({
  name: 'MergeRequest',
  schema: 'MergeRequest',
  owner: { type: Project, attribute: 'project_id' },
  getItemPath: (mergeRequest, parent) => {
    // The parent of one side of a dependency is the other side.
    const path: Partial<PlannedPath> = 'block_id' in parent ? {} : parent;
    return {
      id: mergeRequest.project_id ?? mergeRequest.target_project_id ?? path.id,
      merge_request_iid: mergeRequest.iid ?? path.merge_request_iid,
    };
  },
  retrieve: 'getMergeRequest',
});

/** Operations that find a label by its name. */
const labelReads = ['getLabel', 'listLabels'] as const;

/** Reads of each label of a merge request, and further pages of a search. */
const labelSteps: readonly Step[] = [
  ...labelReads.map((operation) => ({ operation, times: 'list' as const })),
  { operation: 'listLabels', isEstimate: true },
];

const mergeRequestKey = defineFederationKey(MergeRequest, createNumberKey(Project, 'merge_request_iid'));

/** Attributes of the project that the references of a merge request contain: `group/project!12`. */
const projectInReferences: ContainedAttributes = {
  path_with_namespace: {
    attribute: 'references',
    member: 'full',
    extract: (reference) => /^(?<path>[^!]+)!\d+$/.exec(toText(reference))?.groups?.path,
  },
};

const mergeRequestFields = defineFields(MergeRequest, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('iid', 'title', 'description', 'description_html', 'state', 'web_url', 'references'),
  ...f.attributes('created_at', 'updated_at', 'closed_at', 'merged_at', 'prepared_at', 'merge_after'),
  ...f.attributes('detailed_merge_status', 'has_conflicts', 'blocking_discussions_resolved'),
  ...f.attributes('draft', 'discussion_locked', 'merge_when_pipeline_succeeds'),
  ...f.attributes('force_remove_source_branch', 'should_remove_source_branch', 'squash', 'squash_on_merge'),
  ...f.attributes('sha', 'merge_commit_sha', 'squash_commit_sha', 'source_branch', 'target_branch'),
  ...f.attributes('allow_collaboration'),
  milestone: f.object('milestone', Milestone),
  ...f.attributes('user_notes_count', 'upvotes', 'downvotes', 'imported', 'imported_from'),
  ...f.attributes('time_stats', 'task_completion_status'),
  ...f.attributes('subscribed', 'changes_count', 'latest_build_started_at', 'first_deployed_to_production_at'),
  ...f.attributes('diff_refs', 'merge_error', 'diverged_commits_count', 'rebase_in_progress'),
  userPermissions: f.attribute('user'),
  author: f.object('author', User),
  assignees: f.object('assignees', User),
  reviewers: f.object('reviewers', User),
  closedBy: f.object('closed_by', User),
  mergeUser: f.object('merge_user', User),
  headPipeline: f.object('head_pipeline', Pipeline),
  project: f.lookup(Project, {
    description: 'Project of the merge request, which contains the target branch.',
    idAttribute: 'project_id',
    contained: projectInReferences,
    isProvenByParent: true,
    isNeverNull: true,
  }),
  sourceProject: f.reference(Project, 'source_project_id', {
    description: 'Project that contains the source branch; null if that fork no longer exists.',
  }),
  targetProject: f.reference(Project, 'target_project_id', {
    description:
      'Project that contains the target branch, the same as `project`; null if the service does not send its id.',
    contained: projectInReferences,
  }),
  group: f.composed({
    ...groupThroughProject,
    description:
      'The group that contains the project of the merge request; null for a project in a personal namespace, or if the caller may not see the group and more than its id is selected. `Group.mergeRequests` contains its id; elsewhere it costs one call for each project.',
    resolve: async ({ path: { id = '' }, attributes }, _, calls) => {
      const listed = toObjectNumber(attributes?.group_id);
      if (listed !== undefined) return calls.findContained(Group, { id: listed }, attributes ?? {});
      const project = await calls.load(Project, { id });
      if (project === null)
        throw new RestError(
          'NOT_FOUND',
          'The project of the merge request, which names its group, is not shown to the caller',
        );
      return findGroup(project.attributes ?? {}, calls);
    },
  }),
  labels: f.composed({
    attributes: ['labels'],
    steps: (labels) => (needsLabelDetails(labels) ? labelSteps : []),
    operations: labelReads,
    returns: { type: Label, representation: 'MergeRequestLabel', list: true },
    value: Label,
    items: 'nullable',
    isNeverNull: true,
    description:
      'Labels of the merge request. Lists of merge requests contain them, with their ids. For a single merge request, everything but their names is read from the labels of the project. An item is null if the project no longer has the label; `labelNames` still contains its name.',
    resolve: async (mergeRequest, _, calls) => {
      const labels = await calls.attribute(mergeRequest, 'labels');
      return toList(labels)?.map((label) => toLabel(label, mergeRequest, calls)) ?? null;
    },
  }),
  labelNames: f.derived(
    'labels',
    'String',
    {
      description:
        'Names of the labels of the merge request. They cost no call, unlike ids and colors in `labels` of a single merge request.',
      isList: true,
    },
    (labels) => toList(labels)?.map(getLabelName) ?? null,
  ),
  pipelines: f.connection('listPipelines', Pipeline, {
    description:
      'Pipelines of the source branch in the source project; null if that fork no longer exists. Pipelines of other refs, such as that of the merge request itself, are not included.',
    selectionParameters: ['ref'],
    filterType: 'MergeRequestPipelinesFilter',
    parentAttributes: { type: MergeRequest, attributes: ['source_project_id', 'source_branch'] },
    scopeToParent: (request, _, { source_project_id, source_branch: ref }) => {
      const project = toObjectNumber(source_project_id);
      return project === undefined ? null : { ...withQuery(request, { ref }), path: { id: project } };
    },
    mayBeNull: true,
    isPathInItems: true,
    // Older services omit the project of the items.
    itemPathOverrides: (_, request) => request.path ?? {},
  }),
  versions: f.connection('listMergeRequestVersions'),
}));

/** Merge statuses during which the upstream may still remove an approval. */
export const checkingStatuses: readonly string[] = ['checking', 'approvals_syncing'];
/** Merge statuses that change without a client; reading an `unchecked` merge request makes it `checking`. */
const unsettled = [...checkingStatuses, 'unchecked', 'preparing'];

const mergeRequestSubscription = defineSubscription('mergeRequest', MergeRequest, {
  description:
    'Follows a merge request until its merge status is settled: neither `checking`, `unchecked`, `preparing` nor `approvals_syncing`, and its state is not ' +
    '`LOCKED`. Statuses such as `ci_still_running` count as settled; follow them with `until: FOREVER`.',
  id: 'The merge request, as its global id.',
  comparedAttributes: ['state', 'detailed_merge_status', 'merge_status'],
  isOver: ({ state, detailed_merge_status, merge_status }) =>
    state === 'merged' ||
    state === 'closed' ||
    // A merge request is locked while it is being merged.
    (state !== 'locked' && !unsettled.includes(toText(detailed_merge_status ?? merge_status))),
});

/** Whether the selection on labels needs more than their names. */
export function needsLabelDetails(labels: Selection): boolean {
  return labels.has('extra') || getNeededAttributes(labels).some((name) => name !== 'name');
}

/** Returns the name of a label; an error if the label is invalid. */
const getLabelName = (label: unknown): unknown =>
  typeof label === 'string' ? label : convertOrError((item) => parseItem(item).name ?? null, label);

/**
 * Returns a label from its attributes or its name. With a name, the other attributes are read from the labels of the
 * project if they are selected; `null` if none of them has that name.
 */
async function toLabel(label: unknown, { path: parent }: Resource, calls: Calls): Promise<Resource | null> {
  const { selection } = calls;
  if (typeof label !== 'string') return Label.fromItem(parseItem(label), parent, 'MergeRequestLabel', selection);
  if (!needsLabelDetails(selection)) return Label.fromItem({ name: label }, parent, 'Label', selection);
  return Label.fromItem(await findLabel(label, parent.id ?? '', calls), parent, 'Label', selection);
}

/** Title that neither the upstream, as an id, nor a proxy in front of it reads as something else in a path. */
const plainTitle = /^[\p{L}_][\p{L}\p{N}_:-]*(?: [\p{L}\p{N}_:-]+)*$/u;

/** Finds a label of a project by its exact name; `null` if none exists. */
async function findLabel(name: string, project: string | number, calls: Calls): Promise<Attributes | null> {
  const isMatch = (label: Attributes) => label.name === name;
  try {
    const label = parseObject(await calls.read({ operation: 'getLabel', path: { id: project, label_id: name } }));
    if (isMatch(label)) return label;
  } catch (error) {
    // Some titles are not valid path parameters, and some services lack the operation.
    if (!isRestError(error, 'NOT_FOUND', 'BAD_USER_INPUT', 'NOT_OFFERED')) throw error;
    if (isRestError(error, 'NOT_FOUND') && plainTitle.test(name)) return null;
  }
  return calls.findItem(Label, { operation: 'listLabels', path: { id: project }, query: { search: name } }, isMatch);
}

/**
 * Whether the short form contains everything that is selected on the items of a list. It does not contain their
 * project.
 */
export function fitsSimpleForm({ fields }: Selection): boolean {
  const covered = attributesOf('MergeRequestSimple');
  return (
    fields.length > 0 &&
    fields.every(({ name, definition }) => {
      const { attributes = [] } = getKind(definition) ?? {};
      const isValue = isLeafType(getNamedType(definition.type));
      return (
        name === '__typename' || (isValue && attributes.length > 0 && attributes.every((each) => covered.has(each)))
      );
    })
  );
}

/** Field of edges that shows an attribute of the complete form. */
export const relativeReference = 'relativeReference';

const mergeRequestEdgeFields = defineEdgeFields(MergeRequest, (f) => ({
  [relativeReference]: f.derived(
    'references',
    'String',
    {
      description: 'Shortest reference within the group or project of the list; null if the list has none.',
    },
    (references) => asObject(references)?.relative,
  ),
}));

export const typesDeclarations: Area['declarations'] = [
  MergeRequest,
  mergeRequestKey,
  mergeRequestFields,
  mergeRequestEdgeFields,
  mergeRequestSubscription,
  defineRootLookup(MergeRequest),
];

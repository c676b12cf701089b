/** Merge requests as objects: document 1, sections 2.12 and 2.13; the detail as beyond the documents, section 1. */
import { isObjectType } from 'graphql';
import { attributesOf } from '../../contract/index.ts';
import { badInput, isRestError } from '../../rest/errors.ts';
import type { GraphContext } from '../context.ts';
import { Group } from '../groups.ts';
import { declarationOf, declare } from '../kit/declaration.ts';
import { Entity } from '../kit/entity.ts';
import { addFederationKey, isRepresentation } from '../kit/federation.ts';
import { addFields } from '../kit/fields.ts';
import { type Address, embedded, type Held, objectOf } from '../kit/held.ts';
import { Selection } from '../kit/selection.ts';
import { Label } from '../labels.ts';
import { Pipeline } from '../pipelines.ts';
import { Project } from '../projects.ts';
import { User } from '../users.ts';

export const MergeRequest = new Entity({
  name: 'MergeRequest',
  keys: ['id', 'merge_request_iid'],
  schema: 'MergeRequest',
  owner: { entity: Project, attribute: 'project_id' },
  address: (mergeRequest, parent) => {
    // The parent of one side of a dependency is the other side.
    const path: Partial<Address> = 'block_id' in parent ? {} : parent;
    return {
      id: mergeRequest.project_id ?? mergeRequest.target_project_id ?? path.id,
      merge_request_iid: mergeRequest.iid ?? path.merge_request_iid,
    };
  },
  retrieve: { operation: 'getMergeRequest', request: (path) => ({ operation: 'getMergeRequest', path }) },
});

addFederationKey(MergeRequest, {
  fields: 'project { id } iid',
  address({ project, iid }, path) {
    if (!isRepresentation(project) || typeof project.id !== 'string' || iid === undefined) return undefined;
    if (!Number.isSafeInteger(iid)) throw badInput([{ path: [...path, 'iid'], message: 'must be a whole number' }]);
    const { id } = Project.addressOf(project.id, [...path, 'project', 'id']);
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
  ...f.attributes('source_project_id', 'target_project_id', 'project_id', 'group_id'),
  ...f.attributes('allow_collaboration', 'allow_maintainer_to_push', 'approvals_before_merge', 'milestone'),
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
    address: ({ id }) => ({ id }),
  }),
  sourceProject: f.reference(Project, 'source_project_id', {
    description: 'The project that the changes come from; null when that fork no longer exists or is hidden from you.',
  }),
  group: f.reference(Group, 'group_id', {
    description: 'The group that contains its project; known in the list of a group only, null elsewhere.',
  }),
  labels: f.t.field({
    type: [Label.ref],
    nullable: { list: true, items: true },
    description:
      'Labels of the merge request. Their names alone cost nothing; whatever else is selected comes with the list, or is read from the labels of the project.',
    ...declare({
      kind: 'attribute',
      entity: MergeRequest,
      name: 'labels',
      target: Label,
      targetForm: 'MergeRequestLabel',
      completedBy: 'getLabel',
    }),
    resolve: async (mergeRequest, _, context, info) => {
      const labels = await labelsOf(mergeRequest, context);
      if (!Array.isArray(labels)) return null;
      const selection = Selection.of(info);
      return Promise.all(labels.map((label) => toLabel(label, mergeRequest, selection, context)));
    },
  }),
  versions: f.connection('listMergeRequestVersions', undefined, { request: (path) => ({ path }) }),
}));
Label.occursIn('MergeRequestLabel');

const labelsField = 'MergeRequest.labels';

function labelsOf(mergeRequest: Held, context: GraphContext): unknown {
  const held = mergeRequest.attributes?.labels;
  if (held !== undefined || mergeRequest.settles('labels')) return held;
  return mergeRequest.detail(context, labelsField)?.then(({ labels }) => labels);
}

/** Whether anything of labels is selected that their names do not answer. */
export function wantsLabelDetails(labels: Selection): boolean {
  return attributesNeeded(labels).some((name) => name !== 'name');
}

/** A label that came in full, or by its name: then the rest, if any of it is wanted, is read from the project's labels. */
async function toLabel(
  label: unknown,
  mergeRequest: Held,
  selection: Selection,
  context: GraphContext,
): Promise<Held | null> {
  const { address } = mergeRequest;
  const selected = () => selection;
  if (typeof label !== 'string') return Label.fromItem(embedded(label), address, 'MergeRequestLabel', selected);
  const path = { id: address.id ?? '', label_id: label };
  const named = Label.hold(path, { name: label }, 'Label', selected);
  if (!wantsLabelDetails(selection)) return named;
  try {
    const found = objectOf(await context.rest.read({ operation: 'getLabel', path }, labelsField));
    // A title of digits reads as the number of another label.
    return found.name === label ? Label.fromItem(found, address, 'Label', selected) : named;
  } catch (error) {
    // A title can also be one that fits into no address.
    if (isRestError(error, 'NOT_FOUND', 'BAD_USER_INPUT')) return named;
    throw error;
  }
}

/** Attributes of objects that a selection needs, by their names in answers; their ids need `id`. */
function attributesNeeded(selection: Selection): string[] {
  const { type } = selection;
  const fields = isObjectType(type) ? type.getFields() : {};
  return [...selection.fields.keys()].flatMap((name) => {
    const field = fields[name];
    const declaration = field && declarationOf(field);
    if (declaration?.kind === 'id') return ['id'];
    return declaration?.kind === 'attribute' || declaration?.kind === 'reference' ? [declaration.name] : [];
  });
}

/** Whether the short form answers everything that is selected of the items of a list. It does not tell their project. */
export function fitsSimpleForm({ type, fields }: Selection): boolean {
  const carried = attributesOf('MergeRequestSimple');
  const known = isObjectType(type) ? type.getFields() : {};
  return (
    fields.size > 0 &&
    [...fields.keys()].every((name) => {
      const field = known[name];
      const declaration = field && declarationOf(field);
      // Without a field, it is the name of the type.
      return field === undefined || (declaration?.kind === 'attribute' && carried.has(declaration.name));
    })
  );
}

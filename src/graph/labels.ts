/**
 * Labels of projects. Most mutations identify a label by its global id; those whose name ends with `ByName` are
 * operations on the list, which identify it by name or id in the input.
 */
import { badInput } from '../rest/errors.ts';
import { findSegmentViolation } from '../rest/url.ts';
import type { Area } from './kit/area.ts';
import type { InputFieldBuilder } from './kit/contract/inputs.ts';
import { defineInput } from './kit/definitions.ts';
import { defineFields, defineOccurrenceByPath, defineResourceType, Fields } from './kit/fields/index.ts';
import { defineMutation } from './kit/fields/mutation.ts';
import type { PayloadFields } from './kit/fields/payload.ts';
import type { WriteResult } from './kit/fields/payload-kinds.ts';
import { defineRootLookup } from './kit/fields/root-lookup.ts';
import { toObjectNumber } from './kit/resources/path-parameter-types.ts';
import type { Attributes } from './kit/resources/resource.ts';
import type { PlannedPath } from './kit/resources/response-value.ts';
import { findGroup, groupThroughProject, Project } from './projects.ts';

/** Label as seen from a project: its priority and subscription depend on the project. */
export const Label = defineResourceType({
  name: 'Label',
  schema: 'Label',
  owner: { type: Project },
  retrieve: 'getLabel',
});

const labelFields = defineFields(Label, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'color', 'text_color', 'description', 'description_html'),
  ...f.attributes('open_issues_count', 'closed_issues_count', 'open_merge_requests_count'),
  ...f.attributes('subscribed', 'priority', 'is_project_label', 'archived'),
  project: f.lookup(Project, {
    description: 'Project that sees the label; an ancestor group may own it.',
    isProvenByParent: true,
    isNeverNull: true,
  }),
}));

const labelBy = defineInput('LabelByInput', {
  isOneOf: true,
  description: 'Id or name of a label. Exactly one member.',
  fields: (t) => ({
    id: t.id({ description: 'The label, as global id or numeric id.' }),
    name: t.string({
      description:
        'Name of the label. A name that begins with digits is not found if these digits are the id of a label.',
    }),
  }),
});

type LabelBy = typeof labelBy.$inferInput;

/** Parses the id or name of a label as a path parameter. */
function parseLabel(above: PlannedPath, { id, name }: LabelBy): string | number {
  if (typeof id === 'string') return Label.parseNumberBelow(above, id, ['by', 'id']);
  const text = String(name);
  const violation = findSegmentViolation('label_id', text);
  if (violation !== undefined) throw badInput([{ path: ['by', 'name'], message: violation }]);
  return text;
}

/** Whether a label is the requested one. The upstream may read a name that begins with digits as an id. */
function isRequestedLabel(label: Attributes, { name }: LabelBy, requested: string | number): boolean {
  if (typeof name === 'string') return typeof label.name !== 'string' || label.name === name;
  const id = toObjectNumber(label.id);
  return id === undefined || id === requested;
}

const projectFields = defineFields(Project, (f) => ({
  labels: f.connection('listLabels', Label),
  label: f.call(
    'getLabel',
    {
      description: 'A label by its id or name; null if none exists.',
      args: (arg) => ({ by: arg({ type: labelBy, required: true, description: 'Id or name of the label.' }) }),
      path: ({ id }, { by }) => ({ id, label_id: parseLabel({ id }, by) }),
      isRequested: (label, { by }, { label_id }) => isRequestedLabel(label, by, label_id),
      isNullIfNotFound: true,
    },
    Label,
  ),
}));

const ofLabel = {
  input: (t: InputFieldBuilder) => ({ id: t.id({ required: true, description: 'The label, as its global id.' }) }),
  path: ({ id }: { readonly id: string }) => Label.parseGlobalId(id),
};

const labelCreate = defineMutation('labelCreate', {
  operation: 'createLabel',
  in: Project,
  errorInputs: { CONFLICT: { name: 'name', message: /exist|taken|duplicate/i }, attributes: { title: 'name' } },
  payload: (f) => ({ label: f.object(Label, 'The new label.'), project: f.parent(Project) }),
});

const labelUpdate = defineMutation('labelUpdate', {
  operation: 'updateLabel',
  ...ofLabel,
  errorInputs: { attributes: { title: 'name' } },
  payload: (f) => ({ label: f.object(Label, 'The label after the change.'), project: f.parent(Project) }),
});

const labelDelete = defineMutation('labelDelete', {
  operation: 'deleteLabel',
  ...ofLabel,
  payload: (f) => ({
    deletedLabelId: f.deletedId(Label, 'Global id of the label that no longer exists.'),
    project: f.parent(Project),
  }),
});

/** Creates the field of the group that a promoted label belongs to. */
function createGroupField(f: PayloadFields) {
  return new Fields<WriteResult, never>(f.graph, f.t).composed({
    ...groupThroughProject,
    description:
      'New owner of the label: the group of the project, which is read after the write. Null if the write was rejected, or the caller may not see the group.',
    resolve: async ({ request, response }, _, calls) => {
      const id = response === undefined ? undefined : request?.path?.id;
      const project = id === undefined ? null : await calls.load(Project, { id });
      return findGroup(project?.attributes ?? {}, calls);
    },
  });
}

const labelPromote = defineMutation('labelPromote', {
  operation: 'promoteLabel',
  ...ofLabel,
  payload: (f) => ({
    label: f.object(Label, 'The label, which belongs to the group now, with its previous id.'),
    project: f.parent(Project),
    group: createGroupField(f),
  }),
});

const labelSubscribe = defineMutation('labelSubscribe', {
  operation: 'subscribeLabel',
  ...ofLabel,
  payload: (f) => ({
    label: f.object(Label, 'The label, to which the caller is subscribed in either case.'),
    project: f.parent(Project),
    changed: f.changed('Whether the subscription is new; false if the caller was already subscribed.'),
  }),
});

const labelUnsubscribe = defineMutation('labelUnsubscribe', {
  operation: 'unsubscribeLabel',
  ...ofLabel,
  payload: (f) => ({
    label: f.object(Label, 'The label, to which the caller is not subscribed in either case.'),
    project: f.parent(Project),
    changed: f.changed('Whether a subscription ended; false if the caller had none.'),
  }),
});

const labelUpdateByName = defineMutation('labelUpdateByName', {
  operation: 'updateLabelByName',
  in: Project,
  errorInputs: { NOT_FOUND: null },
  request: (_, { label_id, ...body }, __, path) => {
    const label =
      label_id === undefined ? undefined : Label.parseParameterBelow(path, String(label_id), ['input', 'id']);
    return { body: { ...body, ...(label === undefined ? {} : { label_id: label }) } };
  },
  payload: (f) => ({ label: f.object(Label, 'The label after the change.'), project: f.parent(Project) }),
});

const labelDeleteByName = defineMutation('labelDeleteByName', {
  operation: 'deleteLabelByName',
  in: Project,
  errorInputs: { NOT_FOUND: null },
  payload: (f) => ({
    deleted: f.changed('Whether the label was deleted; null if the write was rejected.'),
    project: f.parent(Project),
  }),
});

const labelPromoteByName = defineMutation('labelPromoteByName', {
  operation: 'promoteLabelByName',
  in: Project,
  errorInputs: { NOT_FOUND: null },
  payload: (f) => ({
    label: f.object(Label, 'The label, which belongs to the group now, with its previous id.'),
    project: f.parent(Project),
    group: createGroupField(f),
  }),
});

export const labels: Area = {
  name: 'labels',
  declarations: [
    Label,
    // After a 304 or an empty response, only the path parameters of a label are available.
    defineOccurrenceByPath(Label),
    labelFields,
    labelBy,
    projectFields,
    labelCreate,
    labelUpdate,
    labelDelete,
    labelPromote,
    labelSubscribe,
    labelUnsubscribe,
    labelUpdateByName,
    labelDeleteByName,
    labelPromoteByName,
    defineRootLookup(Label),
  ],
};

/** Labels of projects. */
import { badInput } from '../rest/errors.ts';
import type { FieldBuilder } from './kit/contract/inputs.ts';
import { addFields, resourceType } from './kit/fields/index.ts';
import { addMutation } from './kit/fields/mutation.ts';
import { Project } from './projects.ts';

/** A label is a label as seen from its project: priority and subscription differ from one to the next. */
export const Label = resourceType({
  name: 'Label',
  schema: 'Label',
  owner: { type: Project },
  retrieve: 'getLabel',
});

// A 304 and an empty answer tell no more of a label than its address.
Label.occursByPath();

addFields(Label, (f) => ({
  databaseId: f.attribute('id'),
  ...f.attributes('name', 'color', 'text_color', 'description', 'description_html'),
  ...f.attributes('open_issues_count', 'closed_issues_count', 'open_merge_requests_count'),
  ...f.attributes('subscribed', 'priority', 'is_project_label', 'archived'),
  project: f.lookup(Project, {
    description: 'The project that the label is seen from; a group above it may own the label.',
  }),
}));

addFields(Project, (f) => ({
  labels: f.connection('listLabels', Label),
  label: f.call(
    'getLabel',
    {
      description:
        'A label by its id or title; null when there is none. Digits are the id of a label; a service may find a label of such a title where no label has the id.',
      args: (arg) => ({
        id: arg.id({ required: true, description: 'The label, as its global id, its numeric id or its title.' }),
      }),
      path: ({ id }, label) => ({ id, label_id: Label.parameterBelow({ id }, label.id) }),
      nullWhenMissing: true,
    },
    Label,
  ),
}));

/** Ids of labels end in a number: a title in that place could be another route, `labels/promote`. */
function parseLabelId(globalId: string) {
  const address = Label.pathFromId(globalId);
  if (typeof address.label_id === 'string')
    throw badInput([{ path: ['input', 'id'], message: 'must be the global id of a Label, which ends in its number' }]);
  return address;
}

const ofLabel = {
  input: (t: FieldBuilder) => ({ id: t.id({ required: true, description: 'The label, as its global id.' }) }),
  path: ({ id }: { readonly id: string }) => parseLabelId(id),
};

addMutation('labelCreate', {
  operation: 'createLabel',
  in: Project,
  payload: (f) => ({ label: f.object(Label, 'The new label.'), project: f.parent(Project) }),
});

addMutation('labelUpdate', {
  operation: 'updateLabel',
  ...ofLabel,
  payload: (f) => ({ label: f.object(Label, 'The label after the change.') }),
});

addMutation('labelDelete', {
  operation: 'deleteLabel',
  ...ofLabel,
  payload: (f) => ({
    deletedLabelId: f.deletedId(Label, 'Global id of the label that no longer exists.'),
    project: f.parent(Project),
  }),
});

addMutation('labelPromote', {
  operation: 'promoteLabel',
  ...ofLabel,
  payload: (f) => ({ label: f.object(Label, 'The label, which now belongs to the group; its id is the same.') }),
});

addMutation('labelSubscribe', {
  operation: 'subscribeLabel',
  ...ofLabel,
  payload: (f) => ({
    label: f.object(Label, 'The label, which the caller is subscribed to in either case.'),
    changed: f.changed('Whether the call subscribed the caller; false when the caller was subscribed already.'),
  }),
});

addMutation('labelUnsubscribe', {
  operation: 'unsubscribeLabel',
  ...ofLabel,
  payload: (f) => ({
    label: f.object(Label, 'The label, which the caller is not subscribed to in either case.'),
    changed: f.changed('Whether the call ended a subscription; false when the caller had none.'),
  }),
});

addMutation('labelUpdateByName', {
  operation: 'updateLabelByName',
  in: Project,
  request: (_, { label_id, ...body }, __, path) => {
    const label =
      label_id === undefined ? undefined : Label.parameterBelow(path, String(label_id), ['input', 'labelId']);
    return { body: { ...body, ...(label === undefined ? {} : { label_id: label }) } };
  },
  payload: (f) => ({ label: f.object(Label, 'The label after the change.') }),
});

addMutation('labelDeleteByName', {
  operation: 'deleteLabelByName',
  in: Project,
  payload: (f) => ({
    deleted: f.changed('Whether the label is gone; null when the call was refused.'),
    project: f.parent(Project),
  }),
});

addMutation('labelPromoteByName', {
  operation: 'promoteLabelByName',
  in: Project,
  payload: (f) => ({ label: f.object(Label, 'The label, which now belongs to the group; its id is the same.') }),
});

/** `portico find` makes every query parameter and member of a body, except those whose values are computed. */
import { expect, test } from 'vitest';
import { attributesOf, type OperationId, operation, resolve } from '../../../src/contract/index.ts';
import { createSample } from '../../../src/graph/find/samples.ts';
import { getCall, operationsInOrder } from './calls.ts';
import { findCall } from './finding.ts';
import { formatQuery, getFilters } from './random-calls.ts';

/** Samples of parameters whose descriptions restrict the values that their schemas accept. */
const samples: Readonly<Record<string, unknown>> = {
  'setFeatureFlag.runner': '5',
  'createFlow.additional_context': [{ Category: 'file', Content: '{}' }],
  'updateGroup.default_branch_protection_defaults': { allow_force_push: true },
};

const labels = 'the details of labels are read if a list of labels in the list is selected, and find selects no lists';

const block = { blocking_merge_request_iid: 7, blocking_project_id: 14 };

/** Bodies of calls with a parameter that the call of the operation excludes. */
const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'createMergeRequestBlock.blocking_merge_request_iid': block,
  'createMergeRequestBlock.blocking_project_id': block,
  'createRunner.project_id': { runner_type: 'project_type', project_id: 14 },
  'updateGroup.avatar': { avatar: '' },
  'setFeatureFlag.key': { value: 50, key: 'percentage_of_time' },
};

/** Parameters that no input makes in a call like this one, with the reason. */
const computed: Readonly<Record<string, string>> = {
  'getGroup.with_projects': 'the lists of projects are deprecated, and find selects no deprecated field',
  'listMergeRequests.with_labels_details': labels,
  'listGroupMergeRequests.with_labels_details': labels,
  'listProjectMergeRequests.with_labels_details': labels,
};

/** Calls of an operation with one parameter besides those of its call. */
function getCalls(id: OperationId) {
  const { url, body: members = {}, file } = getCall(id);
  const { body: schema, ...described } = operation(id);
  const [path = '', search = ''] = url.split('?');
  const required = Object.fromEntries(
    (schema === undefined ? [] : (resolve(schema).required ?? [])).map((name) => [
      name,
      members[name] ?? createSample(attributesOf(schema ?? {}).get(name) ?? {}),
    ]),
  );
  const body = { ...required, ...members };
  const getSample = (name: string, sample: unknown) => samples[`${id}.${name}`] ?? sample;
  if (file) return [];
  return [
    ...getFilters(described).map(({ name, schema: type }) => {
      const query = formatQuery(id, Object({ [name]: getSample(name, createSample(type)) }));
      const others = search
        .split('&')
        .filter((pair) => described.queryParameters.some((each) => each.required && pair.startsWith(`${each.name}=`)));
      return { name, url: `${path}?${[...others, query].join('&')}`, body: schema === undefined ? undefined : body };
    }),
    ...[...(schema === undefined ? [] : attributesOf(schema))]
      .filter(([, { 'x-never-sent': isNeverSent }]) => !isNeverSent)
      .map(([name, type]) => {
        const sample = getSample(name, createSample(type));
        return { name, url, body: bodies[`${id}.${name}`] ?? { ...body, [name]: sample } };
      }),
  ];
}

test('no parameter is lost, unless its value is computed', async () => {
  const lost: string[] = [];
  for (const id of operationsInOrder)
    for (const { name, ...call } of getCalls(id)) {
      const { remarks } = await findCall(id, call);
      const isLost = (remark: string) =>
        /^The (?:call is made without|call has other values of|mutation has no argument for) /.test(remark) &&
        remark.includes(name);
      if (remarks.some(isLost)) lost.push(`${id}.${name}`);
    }
  expect(lost.toSorted()).toEqual(Object.keys(computed).toSorted());
}, 120_000);

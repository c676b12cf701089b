import { expect, test } from 'vitest';
import { document } from '../../src/contract/index.ts';
import { schema as graph } from '../../src/graph/index.ts';
import { getKind } from '../../src/graph/kit/fields/kind.ts';
import { SubscriptionKind } from '../../src/graph/kit/fields/subscription.ts';

/** Returns the watch of a subscription. */
function getWatch(subscription: string) {
  const field = graph.getSubscriptionType()?.getFields()[subscription];
  const kind = field && getKind(field);
  return kind instanceof SubscriptionKind ? kind.watch : expect.fail(`there is no subscription ${subscription}`);
}

const getEnumValues = (schema: string): readonly unknown[] =>
  Object(document.components.schemas)[schema].enum ?? expect.fail(`${schema} is not an enum`);

/** Returns the values of an attribute with which a watch is not over. */
const findIntermediateValues = (
  watch: { isOver(attributes: object): boolean },
  attribute: string,
  values: readonly unknown[],
) => values.filter((value) => !watch.isOver({ [attribute]: value }));

test('continues for the intermediate states of each subscription only', () => {
  expect(
    findIntermediateValues(getWatch('vulnerabilityExport'), 'status', getEnumValues('VulnerabilityExportStatus')),
  ).toEqual(['created']);
  expect(
    findIntermediateValues(getWatch('projectImport'), 'import_status', [
      'none',
      'scheduled',
      'started',
      'finished',
      'failed',
      'canceled',
    ]),
  ).toEqual(['none', 'scheduled', 'started']);
  expect(findIntermediateValues(getWatch('flow'), 'status', getEnumValues('FlowStatus')).toSorted()).toEqual([
    'created',
    'input_required',
    'paused',
    'plan_approval_required',
    'running',
    'tool_call_approval_required',
  ]);
  expect(findIntermediateValues(getWatch('pipeline'), 'status', getEnumValues('PipelineStatus')).toSorted()).toEqual([
    'canceling',
    'created',
    'manual',
    'pending',
    'preparing',
    'running',
    'scheduled',
    'waiting_for_resource',
  ]);
  expect(
    findIntermediateValues(getWatch('pullMirror'), 'update_status', getEnumValues('PullMirrorUpdateStatus')),
  ).toEqual(['none', 'scheduled', 'started']);
});

test('does not end for unknown values or null', () => {
  for (const watch of ['vulnerabilityExport', 'projectImport', 'flow', 'pipeline'].map(getWatch))
    for (const value of ['resting', null, undefined, 7])
      expect(watch.isOver({ status: value, import_status: value })).toBe(false);
});

test.each([
  [{ state: 'opened', detailed_merge_status: 'checking' }, false],
  [{ state: 'opened', detailed_merge_status: 'unchecked' }, false],
  [{ state: 'opened', detailed_merge_status: 'approvals_syncing' }, false],
  [{ state: 'opened', detailed_merge_status: 'preparing' }, false],
  [{ state: 'opened', detailed_merge_status: 'mergeable' }, true],
  [{ state: 'opened', detailed_merge_status: 'not_approved' }, true],
  [{ state: 'opened', detailed_merge_status: 'ci_still_running' }, true],
  [{ state: 'opened', merge_status: 'unchecked' }, false],
  [{ state: 'opened', merge_status: 'can_be_merged' }, true],
  [{ state: 'locked', detailed_merge_status: 'not_open' }, false],
  [{ state: 'merged', detailed_merge_status: 'checking' }, true],
  [{ state: 'closed', detailed_merge_status: 'unchecked' }, true],
])('ends for a merge request with %o: %s', (attributes, over) => {
  expect(getWatch('mergeRequest').isOver(attributes)).toBe(over);
});

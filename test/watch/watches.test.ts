import { expect, test } from 'vitest';
import { document } from '../../src/contract/index.ts';
import { schema as graph } from '../../src/graph/index.ts';
import { getKind } from '../../src/graph/kit/fields/kind.ts';
import { SubscriptionKind } from '../../src/graph/kit/fields/subscription.ts';

/** Watches of the objects of subscriptions. */
function watchOf(subscription: string) {
  const field = graph.getSubscriptionType()?.getFields()[subscription];
  const kind = field && getKind(field);
  return kind instanceof SubscriptionKind ? kind.watch : expect.fail(`there is no subscription ${subscription}`);
}

const wordsOf = (schema: string): readonly unknown[] =>
  Object(document.components.schemas)[schema].enum ?? expect.fail(`${schema} has no words`);

/** Words of a status that are not the end, among all the contract knows. */
const lasting = (watch: { isOver(attributes: object): boolean }, attribute: string, words: readonly unknown[]) =>
  words.filter((word) => !watch.isOver({ [attribute]: word }));

test('distinguishes final states from intermediate ones', () => {
  expect(lasting(watchOf('vulnerabilityExport'), 'status', wordsOf('VulnerabilityExportStatus'))).toEqual(['created']);
  expect(
    lasting(watchOf('projectImport'), 'import_status', [
      'none',
      'scheduled',
      'started',
      'finished',
      'failed',
      'canceled',
    ]),
  ).toEqual(['none', 'scheduled', 'started']);
  expect(lasting(watchOf('flow'), 'status', wordsOf('FlowStatus')).toSorted()).toEqual([
    'created',
    'input_required',
    'paused',
    'plan_approval_required',
    'running',
    'tool_call_approval_required',
  ]);
  expect(lasting(watchOf('pipeline'), 'status', wordsOf('PipelineStatus')).toSorted()).toEqual([
    'canceling',
    'created',
    'manual',
    'pending',
    'preparing',
    'running',
    'scheduled',
    'waiting_for_resource',
  ]);
  expect(lasting(watchOf('pullMirror'), 'update_status', wordsOf('PullMirrorUpdateStatus'))).toEqual([
    'none',
    'scheduled',
    'started',
  ]);
});

test('does not end for unknown values or null', () => {
  for (const watch of ['vulnerabilityExport', 'projectImport', 'flow', 'pipeline'].map(watchOf))
    for (const word of ['resting', null, undefined, 7])
      expect(watch.isOver({ status: word, import_status: word })).toBe(false);
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
])('a merge request with %o has settled: %s', (attributes, over) => {
  expect(watchOf('mergeRequest').isOver(attributes)).toBe(over);
});

/** Rejection of updates that change no attribute. */
import { expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { mutate } from './mutate.ts';
import { startStubbed } from './stub-upstream.ts';

const inputs: Readonly<Record<string, object>> = {
  approvalConfigurationUpdate: { project: '5' },
  groupUpdate: { id: '9' },
  invitationUpdate: { id: 'gid://service/Invitation/group/9/a%40example.com' },
  labelUpdate: { id: 'gid://service/Label/5/7' },
  labelUpdateByName: { project: '5', name: 'bug' },
  noteUpdate: { id: 'gid://service/Note/issue/5/3/9' },
  pullMirrorUpdate: { project: '5' },
  runnerUpdate: { id: '5' },
  serviceAccountUpdate: { id: 'gid://service/ServiceAccount/9/57' },
};

/** Updates with a required value to change. */
const withRequiredValue = ['errorTrackingSettingsUpdate', 'projectPullMirrorUpdate'];
/** Updates that the upstream accepts without a value. */
const withoutChange = ['resourceGroupUpdate'];

test('covers every mutation whose name ends with Update or UpdateByName', () => {
  const updates = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) =>
    /Update(?:ByName)?$/.test(name),
  );
  expect(updates.toSorted()).toEqual([...Object.keys(inputs), ...withRequiredValue, ...withoutChange].toSorted());
});

test.each([...Object.entries(inputs), ['groupUpdate', { id: '9', defaultBranchProtectionDefaults: {} }] as const])(
  '%s rejects %j, which changes nothing, before any call',
  async (name, input) => {
    const facade = await startStubbed({});
    const { payload } = await mutate(facade, name, { ...input }, '__typename');
    expect(payload?.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', path: ['input'], message: expect.stringMatching(/^requires at least one of /) },
    ]);
    expect(facade.calls).toEqual([]);
  },
);

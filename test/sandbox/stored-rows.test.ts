/** Effects of writes on rows that no response contains. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { pipelineTable } from '../../sandbox/pipelines/rows.ts';
import { members } from '../../sandbox/world/members.ts';
import { call } from './client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

test.each([
  ['group', '/groups/9', 9],
  ['project', '/projects/14', 14],
] as const)(
  'an invitation to a %s creates a membership with access level, custom role and expiry',
  async (kind, path, holderId) => {
    const json = { user_id: '15', access_level: 15, member_role_id: 2, expires_at: '2030-01-31' };
    expect(await call(sandbox, `${path}/invitations`, { as: 'owner', method: 'POST', json })).toMatchObject({
      status: 201,
    });
    const member = members(sandbox.store).find(
      (row) => row.userId === 15 && row.in === kind && row.holderId === holderId,
    );
    expect(member).toMatchObject({ accessLevel: 15, memberRoleId: 2, expiresAt: '2030-01-31' });
  },
);

describe('the deletion of a service account', () => {
  /** Adds a pipeline of a service account, deletes the account, and returns the user of the pipeline. */
  async function deleteAuthor(userId: number, query: string): Promise<number | undefined> {
    const pipelines = pipelineTable(sandbox.store);
    const [sample = expect.unreachable('no pipeline')] = pipelines.all();
    const { id } = pipelines.insert((nextId) => ({ ...sample, id: nextId, userId }));
    const path = `/groups/9/service_accounts/${userId}${query}`;
    expect(await call(sandbox, path, { as: 'owner', method: 'DELETE' })).toMatchObject({ status: 204 });
    return pipelines.get(id)?.userId;
  }

  test.each([
    [3_100_000_001, ''],
    [3_100_000_002, '?hard_delete=false'],
  ])('assigns its pipelines to the placeholder user: %i%s', async (userId, query) => {
    expect(await deleteAuthor(userId, query)).toBe(14);
  });

  test('deletes its pipelines if hard_delete is true', async () => {
    expect(await deleteAuthor(3_100_000_003, '?hard_delete=true')).toBeUndefined();
  });
});

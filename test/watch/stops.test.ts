/** Subscriptions over Server-Sent Events when an instance stops. */
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'graphql-sse';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox, tokens } from '../../sandbox/index.ts';
import { type Facade, startFacade } from '../harness.ts';

const query = 'subscription ($id: ID!) { pipeline(id: $id) { status } }';

test('graphql-sse resumes a subscription at another instance when the first one stops, without an error or a missed state', async () => {
  const sandbox = await startSandbox({ now: new Date('2026-01-05T12:00:00Z') });
  const env = { WATCH_FIRST_INTERVAL_MS: '20', WATCH_LONGEST_INTERVAL_MS: '50' };
  const first = await startFacade(sandbox.url, env);
  const second = await startFacade(sandbox.url, env);
  onTestFinished(async () => {
    await second.close();
    await sandbox.close();
  });
  const { data } = await first.execute<{ pipelineCreate: { pipeline: { id: string } } }>(
    'mutation { pipelineCreate(input: { project: "14", ref: "main" }) { pipeline { id } } }',
    {},
    { as: 'developer' },
  );
  let instance: Facade = first;
  const results: unknown[] = [];
  const ended: unknown[] = [];
  const client = createClient({
    url: () => new URL('/graphql', instance.url).href,
    headers: { 'private-token': tokens.developer },
    retry: () => pause(20),
  });
  client.subscribe<{ pipeline: { status: string } }>(
    { query, variables: { id: data.pipelineCreate.pipeline.id } },
    {
      next: (result) => results.push(result.errors ?? result.data?.pipeline.status),
      error: (error) => ended.push(error),
      complete: () => ended.push('complete'),
    },
  );
  await expect.poll(() => results).toEqual(['PENDING']);
  instance = second;
  await first.close();
  sandbox.clock.advance(4000);
  await expect.poll(() => results.at(-1)).toBe('RUNNING');
  expect(ended).toEqual([]);
  sandbox.clock.advance(60_000);
  await expect.poll(() => ended).toEqual(['complete']);
  // The new instance sends the current state first.
  expect(results.filter((result, index) => result !== results[index - 1])).toEqual(['PENDING', 'RUNNING', 'SUCCESS']);
  client.dispose();
});

/** Changes of the sandbox over time, and its reset. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { landmarks, type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { startFacade } from '../harness.ts';
import { call, getAttribute, pluck } from './client.ts';

const minute = 60_000;
const project = `/projects/${landmarks.busyProject.id}`;

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: new Date('2026-03-01T12:00:00Z'), control: true });
});
afterEach(async () => {
  expect(sandbox.contractViolations).toEqual([]);
  await sandbox.close();
});

const getStatus = async (id: unknown) => getAttribute(await call(sandbox, `${project}/pipelines/${id}`), 'status');
const retry = (id: number) => call(sandbox, `${project}/pipelines/${id}/retry`, { as: 'developer', method: 'POST' });

describe('pipelines', () => {
  test('end within ten minutes if they run when the sandbox starts', async () => {
    const running = pluck(await call(sandbox, `${project}/pipelines?status=running&per_page=3`), 'id');
    expect(running.length).toBeGreaterThan(2);
    sandbox.clock.advance(10 * minute);
    for (const id of running) expect(['success', 'failed']).toContain(await getStatus(id));
  });

  test('run before they end if they are pending when the sandbox starts', async () => {
    const [id] = pluck(await call(sandbox, `${project}/pipelines?status=pending&per_page=1`), 'id');
    const statuses = new Set<unknown>();
    for (let step = 0; step < 60; step += 1) {
      statuses.add(await getStatus(id));
      sandbox.clock.advance(minute / 6);
    }
    expect([...statuses].slice(0, 2)).toEqual(['pending', 'running']);
  });

  test('can be retried several times, each in three rounds', async () => {
    const failed = pluck(await call(sandbox, `${project}/pipelines?status=failed&per_page=3`), 'id').map(Number);
    for (const round of [1, 2, 3])
      for (const id of failed) {
        expect(getAttribute(await retry(id), 'status'), `round ${round}`).toBe('pending');
        sandbox.clock.advance(5000);
        expect(await getStatus(id)).toBe('running');
        sandbox.clock.advance(minute);
        expect(await getStatus(id)).toBe('success');
      }
  });
});

test('a renamed group breaks no other data', async () => {
  const renamed = await call(sandbox, '/groups/10', { as: 'administrator', method: 'PUT', json: { path: 'renamed' } });
  expect(renamed.status).toBe(200);
  for (const path of ['/merge_requests/1', '/labels', '/pipelines', '/issues/2/notes'])
    expect((await call(sandbox, `${project}${path}`, { as: 'developer' })).status, path).toBe(200);
});

describe('a reset', () => {
  test('reverts writes', async () => {
    const labels = async () => pluck(await call(sandbox, `${project}/labels?per_page=100`), 'name');
    const before = await labels();
    const json = { name: 'new', color: '#428bca' };
    expect((await call(sandbox, `${project}/labels`, { as: 'developer', method: 'POST', json })).status).toBe(201);
    expect(await labels()).toContain('new');
    const response = await fetch(new URL('/__reset', sandbox.url), { method: 'POST' });
    expect(response.status).toBe(200);
    expect(await labels()).toEqual(before);
    expect((await call(sandbox, `${project}/labels`, { as: 'developer', method: 'POST', json })).status).toBe(201);
  });
});

describe('the reset of the facade', () => {
  test('returns 404 if the facade does not embed the sandbox', async () => {
    const facade = await startFacade(sandbox.url, {});
    const headers = { 'x-portico-reset': '1' };
    expect((await fetch(new URL('/sandbox/reset', facade.url), { method: 'POST', headers })).status).toBe(404);
    await facade.close();
  });
});

/** Vitest: a facade for each worker, in the state after its start for each test. */
import { type PorticoFixtures, type PorticoWorkerFixtures, porticoFixtures } from 'portico/testing';
import { test as base, expect } from 'vitest';

const test = base.extend<PorticoFixtures & PorticoWorkerFixtures>(porticoFixtures());

test('shows the name of a project', async ({ portico }) => {
  const { data } = await portico.query('{ project(id: 14) { name } }', {}, 'developer');
  expect(data).toEqual({ project: { name: 'Engine' } });
});

test('shows that the service fails', async ({ portico }) => {
  portico.sandbox.fail('getProject', { status: 503 });
  const { errors } = await portico.query('{ project(id: 14) { name } }');
  expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_FAILED' } }]);
});

test('makes one call', async ({ portico }) => {
  await portico.query('{ project(id: 14) { name webUrl } }');
  expect(portico.sandbox.requests().map(({ operation }) => operation)).toEqual(['getProject']);
});

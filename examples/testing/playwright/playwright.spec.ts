/** Playwright: a facade for each worker. Pages of the application use `portico.endpoint`. */
import { test as base, expect } from '@playwright/test';
import { type PorticoFixtures, type PorticoWorkerFixtures, porticoFixtures } from 'portico/testing';

const test = base.extend<PorticoFixtures, PorticoWorkerFixtures>(porticoFixtures());

test('shows the name of a project', async ({ portico, request }) => {
  const response = await request.post(portico.endpoint, { data: { query: '{ project(id: 14) { name } }' } });
  expect(await response.json()).toEqual({ data: { project: { name: 'Engine' } } });
});

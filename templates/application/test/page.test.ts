/** The page with the invented data of the sandbox, and its REST calls. */
import { type PorticoFixtures, type PorticoWorkerFixtures, porticoFixtures } from 'portico/testing';
import { test as base, expect } from 'vitest';
import { renderPage } from '../src/page.ts';
import { createQuery } from '../src/query.ts';

const test = base.extend<PorticoFixtures & PorticoWorkerFixtures>(porticoFixtures());

test('shows groups with their projects', async ({ portico }) => {
  const html = await renderPage(createQuery(portico.endpoint, portico.sandbox.tokens.developer));
  expect(html).toContain('>Globe</a>');
  expect(portico.sandbox.requests()[0]?.operation).toBe('listGroups');
});

test('fails if the service fails', async ({ portico }) => {
  portico.sandbox.fail('listGroups', { status: 503 });
  await expect(renderPage(createQuery(portico.endpoint))).rejects.toThrow();
});

/** The area with the sandbox, and the REST calls of its operations. */
import { standardAreas } from 'portico/kit';
import { type PorticoFixtures, type PorticoWorkerFixtures, porticoFixtures } from 'portico/testing';
import { test as base, expect } from 'vitest';
import area from './area.ts';

const test = base.extend<PorticoFixtures & PorticoWorkerFixtures>(
  porticoFixtures({ portico: { areas: [...standardAreas, area] } }),
);

test('lists __words__', async ({ portico }) => {
  const query = '{ project(id: 14) { __fields__(filter: { search: "First" }) { nodes { databaseId name } } } }';
  expect(await portico.query(query)).toMatchObject({
    data: { project: { __fields__: { nodes: [{ databaseId: 1, name: 'First' }] } } },
  });
  expect(portico.sandbox.requests().map(({ operation }) => operation)).toEqual(['list__Types__']);
});

test('returns null for a __word__ that does not exist', async ({ portico }) => {
  expect(await portico.query('{ project(id: 14) { __field__(id: "7") { name } } }')).toMatchObject({
    data: { project: { __field__: null } },
  });
});

test('creates a __word__, for Developers', async ({ portico }) => {
  const mutation =
    'mutation { __field__Create(input: { project: "14", name: "Third" }) { __field__ { name } errors { code } } }';
  expect(await portico.query(mutation, {}, 'developer')).toMatchObject({
    data: { __field__Create: { __field__: { name: 'Third' }, errors: [] } },
  });
  expect(await portico.query(mutation, {}, 'guest')).toMatchObject({
    data: { __field__Create: { __field__: null, errors: [{ code: 'FORBIDDEN' }] } },
  });
});

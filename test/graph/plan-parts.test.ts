/** Plans of operations with `@defer` and `@stream`: the part to which each call belongs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SerializedPlan } from '../../src/graph/plan/serialized-plan.ts';
import { type Facade, startFacade } from '../harness.ts';

let facade: Facade;
beforeAll(async () => {
  // Planning makes no calls, so no server needs to listen on this port.
  facade = await startFacade('http://127.0.0.1:9/api/v4', {});
});
afterAll(() => facade.close());

async function fetchPlan(query: string): Promise<SerializedPlan> {
  const { extensions } = await facade.execute(query, {}, { headers: { 'x-portico-trace': 'plan' } });
  return (extensions as unknown as { plan: SerializedPlan }).plan;
}

/** Returns the label or path of each part with the paths of its calls. */
async function fetchParts(query: string) {
  const { calls, parts } = await fetchPlan(query);
  return parts.map(({ at, label }, index) => [
    label ?? at,
    ...calls.filter(({ part }) => part === index).map(({ path }) => path),
  ]);
}

const page = `{ project(id: 14) {
  name
  ... @defer(label: "labels") { labels { nodes { name } } }
  ... @defer { pipelines(first: 2) { nodes { coverage } } }
} }`;

test('assigns each call to a part, and counts the calls and round trips of each part', async () => {
  const { parts } = await fetchPlan(page);
  expect(parts).toEqual([
    { at: '', label: null, calls: 1, roundTrips: 1 },
    { at: 'project', label: 'labels', calls: 1, roundTrips: 1 },
    { at: 'project', label: null, calls: 3, roundTrips: 2 },
  ]);
  expect(await fetchParts(page)).toEqual([
    ['', '/projects/{id}'],
    ['labels', '/projects/{id}/labels'],
    ['project', '/projects/{id}/pipelines', '/projects/{id}/pipelines/{pipeline_id}'],
  ]);
});

test('contains one part without @defer, or if its condition is false', async () => {
  expect((await fetchPlan('{ project(id: 14) { name } }')).parts).toEqual([
    { at: '', label: null, calls: 1, roundTrips: 1 },
  ]);
  expect(
    (await fetchPlan('{ project(id: 14) { ... @defer(if: false) { labels { nodes { name } } } } }')).parts,
  ).toHaveLength(1);
});

test.each([
  [
    'a field selected with and without @defer',
    '{ project(id: 14) { ... @defer { labels { nodes { name } } } labels { nodes { name } } } }',
  ],
  [
    'an identical request below another alias',
    '{ project(id: 14) { ... @defer { late: labels { nodes { name } } } labels { nodes { name } } } }',
  ],
])('assigns a call to the first part for %s', async (_, query) => {
  expect(await fetchParts(query)).toEqual([['', '/projects/{id}/labels']]);
});

test('assigns the detail of an object to the first part if a field there needs it', async () => {
  const deferred = (fields: string) =>
    fetchParts(`{ project(id: 14) { pipelines(first: 2) { nodes { iid ${fields} ... @defer { coverage } } } } }`);
  expect(await deferred('')).toEqual([
    ['', '/projects/{id}/pipelines'],
    ['project.pipelines.nodes', '/projects/{id}/pipelines/{pipeline_id}'],
  ]);
  expect(await deferred('duration')).toEqual([
    ['', '/projects/{id}/pipelines', '/projects/{id}/pipelines/{pipeline_id}'],
  ]);
});

test('assigns the call that verifies an object to the first part', async () => {
  expect(await fetchParts('{ project(id: 14) { ... @defer { name } } }')).toEqual([['', '/projects/{id}']]);
});
